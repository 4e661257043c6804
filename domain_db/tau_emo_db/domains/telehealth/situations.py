"""Patients whose visits, records and relatives meet a rule of the centre at its edge.

Each function adds the patients of one situation; `SITUATIONS` says how often each is
played at scale 1. Most of them get ordinary visits besides.
"""

from functools import partial

from tau_emo_db import kit
from tau_emo_db.domains.telehealth.chart import PatientFile, Visit
from tau_emo_db.domains.telehealth.clinic import FIRST_OPEN, Clinic
from tau_emo_db.domains.telehealth.tables import CoverageMethod, EmergencyContact, Provider
from tau_emo_db.draw import Draw

ADULT = (22, 64)


# Families


def family(children: int, clinic: Clinic, draw: Draw) -> None:
    """A parent with children: one without e-mail, the others with the parent's.

    The two oldest have visits ahead.
    """
    parent = clinic.open_file(draw, (30, 48))
    title = draw.pick((_parent_word(parent), _parent_word(parent), "Parent"))
    for number in range(children):
        person = kit.Person(kit.person(draw).first_name, parent.patient.last_name)
        child = clinic.open_file(
            draw,
            (2, 10),
            person=person,
            email=None if number == 0 else parent.patient.email,
            contact=_contact(parent, title),
            like=parent,
        )
        if number < 2:
            clinic.visit(draw, child, provider=clinic.provider_for(draw, child, "Pediatrics"))
        child.settled = True


def parent_elsewhere(clinic: Clinic, draw: Draw) -> None:
    """A child whose parent is no patient; the e-mail on file is the parent's."""
    person = kit.person(draw)
    guardian = kit.person(draw, person.last_name)
    contact = EmergencyContact(
        name=guardian.name,
        relationship=draw.pick(("Mother", "Father")),
        phone=kit.phone(draw),
    )
    child = clinic.open_file(
        draw, (3, 15), person=person, email=clinic.email_of(draw, guardian), contact=contact
    )
    clinic.visit(draw, child)


def aged_parent(named_by: str, clinic: Clinic, draw: Draw) -> None:
    """An adult with a parent over 65, both patients.

    Args:
        named_by: whose file names the other as the contact: `parent` or `child`.
        clinic: the centre.
        draw: where the rest comes from.
    """
    child = clinic.open_file(draw, (38, 55))
    person = kit.Person(kit.person(draw).first_name, child.patient.last_name)
    relationship = "Daughter" if child.patient.gender == "Female" else "Son"
    parent = clinic.open_file(
        draw,
        (67, 88),
        person=person,
        contact=_contact(child, relationship) if named_by == "parent" else None,
        conditions=["Hypertension", "Coronary Artery Disease"],
    )
    if named_by == "child":
        child.patient.emergency_contact = _contact(parent, _parent_word(parent))
        parent.patient.emergency_contact.relationship = "Friend"
    cardiologist = clinic.provider_for(draw, parent, "Cardiology")
    clinic.visit(draw, parent, provider=cardiologist, record=True)


def no_dependant(relationship: str, clinic: Clinic, draw: Draw) -> None:
    """Two adult patients who name each other as `Spouse` or `Sibling`: neither acts for the
    other."""
    first = clinic.open_file(draw, ADULT)
    person = kit.Person(kit.person(draw).first_name, first.patient.last_name)
    second = clinic.open_file(
        draw,
        ADULT,
        person=person,
        contact=_contact(first, relationship),
        like=first if relationship == "Spouse" else None,
    )
    first.patient.emergency_contact = _contact(second, relationship)
    clinic.visit(draw, first)
    clinic.visit(draw, second)


def namesakes(clinic: Clinic, draw: Draw) -> None:
    """Two adults of one name: the date of birth tells them apart."""
    person = kit.person(draw)
    for _ in range(2):
        clinic.visit(draw, clinic.open_file(draw, ADULT, person=person))


def _parent_word(parent: PatientFile) -> str:
    return "Mother" if parent.patient.gender == "Female" else "Father"


def _contact(file: PatientFile, relationship: str) -> EmergencyContact:
    return EmergencyContact(name=file.name, relationship=relationship, phone=file.patient.phone)


# Visits


def many_visits(clinic: Clinic, draw: Draw) -> None:
    """Somebody with five to ten visits of every status."""
    file = clinic.open_file(draw, (40, 78))
    statuses = ["scheduled", "scheduled", "completed", "completed", "cancelled"]
    more = ["pending_approval", "completed", "scheduled", "completed", "scheduled"]
    for status in statuses + more[: draw.integer(0, 5)]:
        clinic.visit(draw, file, status, record=status == "completed")  # pyright: ignore[reportArgumentType]
    file.settled = True


def one_visit(clinic: Clinic, draw: Draw) -> None:
    """Somebody with one visit ahead."""
    file = clinic.open_file(draw, ADULT)
    clinic.visit(draw, file)
    file.settled = True


def no_visit(clinic: Clinic, draw: Draw) -> None:
    """Somebody who never had a visit."""
    clinic.open_file(draw, ADULT).settled = True


def two_on_one_day(clinic: Clinic, draw: Draw) -> None:
    """Two visits with one provider on one day."""
    file = clinic.open_file(draw, ADULT)
    provider, day = _busy_day(clinic, draw, file)
    for slot in clinic.free(file, provider, day, day)[:2]:
        clinic.visit(draw, file, provider=provider, slot=slot)
    file.settled = True


def taken_by_another(clinic: Clinic, draw: Draw) -> None:
    """A visit whose provider sees another patient at the same time of a later day."""
    first, second = clinic.open_file(draw, ADULT), clinic.open_file(draw, ADULT)
    provider = clinic.provider_for(draw, first, "Primary Care")
    slots = clinic.free(first, provider, FIRST_OPEN, clinic.last_open)
    wanted = draw.pick(slots[1:])
    clinic.visit(draw, second, provider=provider, slot=wanted)
    clinic.visit(draw, first, provider=provider, slot=slots[0])


def freed(clinic: Clinic, draw: Draw) -> None:
    """A slot ahead that a cancelled visit has freed; another visit with the same provider."""
    first, second = clinic.open_file(draw, ADULT), clinic.open_file(draw, ADULT)
    provider = clinic.provider_for(draw, first)
    slots = clinic.free(first, provider, FIRST_OPEN, clinic.last_open)
    clinic.visit(draw, first, "cancelled", provider=provider, slot=slots[0])
    clinic.visit(draw, second, provider=provider, slot=slots[-1])


def two_copays(clinic: Clinic, draw: Draw) -> None:
    """Somebody who sees primary care and a specialist: two copays."""
    file = clinic.open_file(draw, ADULT)
    clinic.visit(draw, file, provider=clinic.provider_for(draw, file, "Primary Care"))
    clinic.visit(draw, file, provider=clinic.provider_for(draw, file, "Endocrinology"))
    file.settled = True


def without_insurance(method: CoverageMethod, clinic: Clinic, draw: Draw) -> None:
    """A visit on a voucher, or paid by the patient."""
    clinic.visit(draw, clinic.open_file(draw, ADULT), method=method)


def waits_for_approval(clinic: Clinic, draw: Draw) -> None:
    """A visit of a type that only the clinic gives, waiting for approval."""
    file = clinic.open_file(draw, (30, 70))
    provider = clinic.provider_for(draw, file, "Orthopedics")
    clinic.visit(draw, file, "pending_approval", provider=provider, kind="surgery")


def child_with_specialist(clinic: Clinic, draw: Draw) -> None:
    """A child with an e-mail of its own and a visit in pediatrics and one elsewhere."""
    child = clinic.open_file(draw, (13, 17))
    clinic.visit(draw, child, provider=clinic.provider_for(draw, child, "Pediatrics"))
    clinic.visit(draw, child, provider=clinic.provider_for(draw, child, "Pulmonology"))


def _busy_day(clinic: Clinic, draw: Draw, file: PatientFile) -> tuple[Provider, str]:
    """A provider with two free slots on one day, and the day."""
    while True:
        provider = clinic.provider_for(draw, file)
        days = [
            day
            for day in kit.day_range(FIRST_OPEN, clinic.last_open)
            if len(clinic.free(file, provider, day, day)) >= 2
        ]
        if days:
            return provider, draw.pick(days)


# Records and drugs


def prescriptions(count: int, clinic: Clinic, draw: Draw) -> None:
    """A completed visit whose record has so many prescriptions, with and without supplier."""
    file = clinic.open_file(
        draw,
        (35, 75),
        conditions=["Hypertension", "Hyperlipidemia", "Hypothyroidism"],
        medications=draw.sample(("Lisinopril", "Atorvastatin", "Levothyroxine"), max(count, 1)),
    )
    visit = _consultation(clinic, draw, file)
    for number in range(count):
        name = file.medications[number].name
        clinic.prescribe(draw, file, visit, name, supplied=number == 1)
    file.settled = True


def twice_prescribed(clinic: Clinic, draw: Draw) -> None:
    """One medication in two records, from two suppliers or from none."""
    file = clinic.open_file(
        draw, (35, 75), conditions=["Type 2 Diabetes", "Depression"],
        medications=["Metformin", "Sertraline"],
    )  # fmt: skip
    for supplied in (True, False):
        visit = _consultation(clinic, draw, file)
        clinic.prescribe(draw, file, visit, "Metformin", supplied=supplied)
        if supplied:
            clinic.prescribe(draw, file, visit, "Sertraline", supplied=False)
    file.settled = True


def not_in_the_catalogue(clinic: Clinic, draw: Draw) -> None:
    """A prescription that no supplier offers, beside one that many do."""
    file = clinic.open_file(
        draw, (40, 80), conditions=["Hypertension", "Hypokalemia"],
        medications=["Lisinopril", "Potassium Chloride"],
    )  # fmt: skip
    visit = _consultation(clinic, draw, file)
    clinic.prescribe(draw, file, visit, "Potassium Chloride")
    clinic.prescribe(draw, file, visit, "Lisinopril")


def like_named(clinic: Clinic, draw: Draw) -> None:
    """A prescription of `Aspirin EC`, which is not `Aspirin`."""
    file = clinic.open_file(
        draw, (50, 80), conditions=["Coronary Artery Disease", "Hyperlipidemia"],
        medications=["Aspirin EC", "Atorvastatin"],
    )  # fmt: skip
    visit = _consultation(clinic, draw, file)
    clinic.prescribe(draw, file, visit, "Aspirin EC", supplied=False)
    clinic.prescribe(draw, file, visit, "Atorvastatin", supplied=True)


def _consultation(clinic: Clinic, draw: Draw, file: PatientFile) -> Visit:
    """A completed visit, with a record, to somebody who may prescribe."""
    provider = clinic.prescriber_for(draw, file)
    return clinic.visit(draw, file, "completed", provider=provider, record=True)


def takes(drugs: tuple[str, ...], conditions: tuple[str, ...], clinic: Clinic, draw: Draw) -> None:
    """Somebody who takes these drugs, one of them prescribed lately.

    Args:
        drugs: what is taken.
        conditions: what for.
        clinic: the centre.
        draw: where the rest comes from.
    """
    file = clinic.open_file(draw, (40, 78), conditions=conditions, medications=drugs)
    visit = _consultation(clinic, draw, file)
    clinic.prescribe(draw, file, visit, drugs[0])


SITUATIONS: kit.Situations[Clinic] = {
    "parent of two": (partial(family, 2), 6),
    "parent of three": (partial(family, 3), 4),
    "child of a parent who is no patient": (parent_elsewhere, 4),
    "aged parent who names a child": (partial(aged_parent, "parent"), 3),
    "aged parent named by a child": (partial(aged_parent, "child"), 3),
    "spouses": (partial(no_dependant, "Spouse"), 3),
    "siblings": (partial(no_dependant, "Sibling"), 3),
    "namesakes": (namesakes, 3),
    "many visits": (many_visits, 5),
    "one visit": (one_visit, 4),
    "no visit": (no_visit, 4),
    "two visits on one day": (two_on_one_day, 3),
    "slot taken by another": (taken_by_another, 4),
    "slot freed": (freed, 4),
    "two copays": (two_copays, 3),
    "visit on a voucher": (partial(without_insurance, "telehealth_voucher"), 4),
    "visit paid by the patient": (partial(without_insurance, "self_pay"), 4),
    "waits for approval": (waits_for_approval, 3),
    "child with a specialist": (child_with_specialist, 3),
    "no prescription": (partial(prescriptions, 0), 3),
    "one prescription": (partial(prescriptions, 1), 3),
    "two prescriptions": (partial(prescriptions, 2), 3),
    "three prescriptions": (partial(prescriptions, 3), 3),
    "prescribed twice": (twice_prescribed, 3),
    "not in the catalogue": (not_in_the_catalogue, 3),
    "like named": (like_named, 3),
    "high pair with emergency": (
        partial(takes, ("Sertraline", "Tramadol"), ("Depression", "Chronic Back Pain")),
        3,
    ),
    "moderate pair with a hold": (
        partial(takes, ("Simvastatin", "Amlodipine"), ("Hyperlipidemia", "Hypertension")),
        3,
    ),
    "low pair": (
        partial(takes, ("Lisinopril", "Hydrochlorothiazide"), ("Hypertension",)),
        3,
    ),
    "no pair": (
        partial(takes, ("Metformin", "Atorvastatin"), ("Type 2 Diabetes", "Hyperlipidemia")),
        3,
    ),
    "one drug collides": (
        partial(takes, ("Warfarin", "Levetiracetam"), ("Atrial Fibrillation", "Epilepsy")),
        3,
    ),
}
"""What is played, under a label that names its stream of draws, and how often."""
