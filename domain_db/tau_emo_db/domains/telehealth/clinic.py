"""The centre while its history is being drawn: files, visits, records and slots in use."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tau_emo_db import kit
from tau_emo_db.domains.telehealth.chart import (
    PatientFile,
    Visit,
    complaint,
    write_record,
)
from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.medicine import ALLERGIES, BY_NAME, CHILDHOOD, TREATMENTS
from tau_emo_db.domains.telehealth.pharmacy import Pharmacy
from tau_emo_db.domains.telehealth.staff import BY_NAME as SPECIALTIES
from tau_emo_db.domains.telehealth.staff import Staff
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    AppointmentStatus,
    CoverageMethod,
    EmergencyContact,
    Gender,
    Insurance,
    IssuedPrescription,
    Patient,
    PatientMedication,
    Prescription,
    Provider,
    Referral,
    Supplier,
)
from tau_emo_db.draw import Draw

FIRST_PAST, LAST_PAST = "2025-07-01", "2025-12-12"
FIRST_OPEN = "2025-12-16"
LAST_OPEN = "2025-12-24"
LAST_PENDING = "2026-01-09"
PLANS = ("BlueRiver Health", "Unity Mutual", "Keystone Care", "Evergreen Plan", "Anchor Insurance")
DRUGSTORES = ("Lakeside Pharmacy", "Corner Drugstore", "Main Street Pharmacy")
CONTACTS: Mapping[str, tuple[int, int]] = {
    "Mother": (0, 30),
    "Father": (0, 30),
    "Parent": (0, 40),
    "Sibling": (18, 100),
    "Friend": (18, 100),
    "Spouse": (24, 90),
    "Son": (45, 100),
    "Daughter": (45, 100),
}
"""What an emergency contact is to a patient, and the ages at which that is usual."""
DURATIONS = {30: 6, 45: 3, 60: 1}


class Clinic:
    """Opens files, books visits and writes records; sees to unique ids and free slots.

    Args:
        staff: who sees patients.
        pharmacy: what is offered for prescriptions.
        scale: so many times the patients and visits of the published base.
    """

    def __init__(self, staff: Staff, pharmacy: Pharmacy, scale: int) -> None:
        self.staff = staff
        self.pharmacy = pharmacy
        self.files: list[PatientFile] = []
        self.booked: Counter[AppointmentStatus] = Counter()
        self.records = 0
        self.last_open = kit.add_days(LAST_OPEN, 7 * (scale - 1))
        self._ids = kit.Unique()
        self._emails = kit.Unique()
        self._births = kit.Unique()
        self._taken: set[tuple[str, str, str]] = set()
        self._busy: set[tuple[str, str, str]] = set()

    # Files

    def open_file(
        self,
        draw: Draw,
        ages: tuple[int, int],
        *,
        person: kit.Person | None = None,
        gender: Gender | None = None,
        email: str | None = "",
        contact: EmergencyContact | None = None,
        conditions: Sequence[str] | None = None,
        medications: Sequence[str] | None = None,
        like: PatientFile | None = None,
    ) -> PatientFile:
        """A new patient.

        Args:
            draw: where everything else comes from.
            ages: the least and the greatest age.
            person: who it is; anybody if left out.
            gender: drawn if left out.
            email: the address, or None for none; an address of one's own if left out.
            contact: whom to call; somebody who is no patient if left out.
            conditions: drawn if left out.
            medications: those taken; one for most conditions if left out.
            like: somebody who lives at the same address under the same plan.
        """
        who = person or kit.person(draw)
        born = self._birth(draw, who, ages)
        patient = Patient(
            patient_id=self._ids.fresh(lambda: kit.user_id(draw, who)),
            first_name=who.first_name,
            last_name=who.last_name,
            date_of_birth=born,
            gender=gender or draw.pick(("Female", "Male")),
            phone=kit.phone(draw),
            email=self._own_email(draw, who) if email == "" else email,
            address=like.patient.address if like else kit.postal_address(draw),
            insurance=like.patient.insurance if like else _insurance(draw),
            conditions=[],
            allergies=draw.sample(ALLERGIES, draw.weighted({0: 6, 1: 3, 2: 1})),
            emergency_contact=contact or _stranger(draw, who, kit.age(born, TODAY)),
        )
        file = PatientFile(patient)
        patient.conditions = list(
            _conditions(draw, file.adult) if conditions is None else conditions
        )
        for name in _treatments(draw, patient.conditions) if medications is None else medications:
            self.prescribe_for_good(draw, file, name)
        self.files.append(file)
        return file

    def _birth(self, draw: Draw, who: kit.Person, ages: tuple[int, int]) -> str:
        """A date of birth that tells the person from everybody of the same name."""
        return self._births.fresh(
            lambda: kit.birth_date(draw, *ages, TODAY), lambda born: f"{who.name} {born}"
        )

    def _own_email(self, draw: Draw, who: kit.Person) -> str:
        """An address nobody else has; one in eight is written with capitals."""
        found = self._emails.fresh(lambda: kit.email(draw, who))
        if not draw.chance(0.125):
            return found
        local, _, domain = found.partition("@")
        return f"{local.title()}@{domain}"

    def email_of(self, draw: Draw, who: kit.Person) -> str:
        """An address of somebody who is no patient, such as a mother."""
        return self._own_email(draw, who)

    @staticmethod
    def prescribe_for_good(draw: Draw, file: PatientFile, name: str) -> None:
        """Puts a medication on the patient's list."""
        medication = BY_NAME[name]
        dosage = medication.dosages[0] if not file.adult else draw.pick(medication.dosages)
        file.medications.append(
            PatientMedication(
                patient_id=file.patient.patient_id,
                position=len(file.medications),
                name=name,
                dosage=f"{dosage}mg",
                frequency=draw.pick(medication.frequencies),
            )
        )

    # Visits

    def provider_for(self, draw: Draw, file: PatientFile, specialty: str | None = None) -> Provider:
        """Somebody who sees patients of this age, of the specialty if one is named."""
        if specialty is None:
            if file.adult:
                specialty = "Primary Care" if draw.chance(0.35) else draw.pick(_FOR_ADULTS)
            else:
                specialty = "Pediatrics" if draw.chance(0.6) else draw.pick(_FOR_CHILDREN)
        return draw.pick(self.staff.of(specialty))

    def prescriber_for(self, draw: Draw, file: PatientFile) -> Provider:
        """Somebody who sees patients of this age and may prescribe."""
        while not may_prescribe(provider := self.provider_for(draw, file)):
            continue
        return provider

    def free(
        self, file: PatientFile, provider: Provider, first: str, last: str
    ) -> list[tuple[str, str]]:
        """The slots of the provider between two days that suit provider and patient."""
        return [
            (day, time)
            for day in kit.day_range(first, last)
            for time in self.staff.times(provider, day)
            if self.is_free(file, provider, day, time)
        ]

    def is_free(self, file: PatientFile, provider: Provider, day: str, time: str) -> bool:
        """True if neither the provider nor the patient has a visit then."""
        return (provider.provider_id, day, time) not in self._taken and (
            file.patient.patient_id,
            day,
            time,
        ) not in self._busy

    def visit(
        self,
        draw: Draw,
        file: PatientFile,
        status: AppointmentStatus = "scheduled",
        *,
        provider: Provider | None = None,
        slot: tuple[str, str] | None = None,
        kind: str | None = None,
        method: CoverageMethod = "insurance",
        record: bool = False,
    ) -> Visit:
        """A visit in a free slot.

        Args:
            draw: where everything left open comes from.
            file: who comes.
            status: what became of it; open visits lie ahead, completed ones behind.
            provider: somebody who suits the patient if left out.
            slot: day and time.
            kind: the type.
            method: who pays.
            record: whether something was written about it.
        """
        if provider is None:
            provider = self.provider_for(draw, file)
        first, last = self._span(draw, status)
        day, time = slot or draw.pick(self.free(file, provider, first, last))
        if status != "cancelled":
            self._taken.add((provider.provider_id, day, time))
            self._busy.add((file.patient.patient_id, day, time))
        specialty = SPECIALTIES[provider.specialty]
        insured = method == "insurance"
        appointment = Appointment(
            appointment_id="",
            patient_id=file.patient.patient_id,
            provider_id=provider.provider_id,
            date=day,
            time=time,
            duration_minutes=draw.weighted(DURATIONS),
            type=kind or draw.pick(specialty.visits),
            status=status,
            chief_complaint=complaint(draw, provider.specialty) if draw.chance(0.85) else None,
            notes="Interpreter asked for." if draw.chance(0.05) else "",
            copay_amount=copay(file, provider) if insured else 0,
            payment_method=method,
            voucher_id=f"TV-{draw.digits(6)}" if method == "telehealth_voucher" else None,
            insurance_billed=insured,
            referral_from=self._referral(draw, provider) if draw.chance(0.2) else None,
        )
        if status == "cancelled":
            appointment.cancellation_reason = draw.pick(("patient_cancelled", "provider_cancelled"))
            latest = min(day, kit.add_days(TODAY, -1))
            appointment.cancellation_date = kit.random_day(draw, kit.add_days(latest, -9), latest)
        visit = Visit(appointment, provider)
        file.visits.append(visit)
        self.booked[status] += 1
        if record:
            self.write_down(draw, file, visit)
        return visit

    def _span(self, draw: Draw, status: AppointmentStatus) -> tuple[str, str]:
        if status == "completed" or (status == "cancelled" and draw.chance(0.4)):
            return FIRST_PAST, LAST_PAST
        if status == "pending_approval":
            return kit.add_days(FIRST_OPEN, 1), max(LAST_PENDING, self.last_open)
        return FIRST_OPEN, self.last_open

    def _referral(self, draw: Draw, provider: Provider) -> Referral | None:
        if provider.specialty in ("Primary Care", "Pediatrics"):
            return None
        sender = draw.pick(self.staff.of("Primary Care"))
        return Referral(provider_id=sender.provider_id, specialty=sender.specialty)

    # Records

    def write_down(self, draw: Draw, file: PatientFile, visit: Visit) -> None:
        """The record of a visit: its day, or before it one of the last two weeks."""
        day = visit.appointment.date
        if visit.appointment.status != "completed":
            day = kit.random_day(draw, kit.add_days(TODAY, -14), kit.add_days(TODAY, -1))
        write_record(draw, file, visit, day)
        self.records += 1

    def prescribe(
        self,
        draw: Draw,
        file: PatientFile,
        visit: Visit,
        name: str,
        *,
        supplied: bool | None = None,
    ) -> Prescription:
        """A prescription, in the record of a visit, of something the patient takes.

        Args:
            draw: where quantity and refills come from.
            file: whose record it is.
            visit: the visit with the record.
            name: the medication.
            supplied: whether a supplier is set; drawn if left out, never outside the catalogue.
        """
        taken = next(one for one in file.medications if one.name == name)
        days = draw.pick((30, 30, 60, 90))
        prescription = Prescription(
            record_id="",
            medication=name,
            dosage=taken.dosage,
            frequency=taken.frequency,
            quantity=days if draw.chance(0.8) else None,
            refills=draw.integer(0, 5) if draw.chance(0.8) else None,
            duration=f"{days} days" if draw.chance(0.7) else None,
            pharmacy=draw.pick(DRUGSTORES) if draw.chance(0.5) else None,
        )
        offers = self.pharmacy.offers.get(name, [])
        if offers and (draw.chance(0.45) if supplied is None else supplied):
            cheapest = self.pharmacy.cheapest(name)
            offer = draw.pick([one for one in offers if one is not cheapest])
            prescription.pharmacy = f"{offer.company} ({offer.brand_name})"
            prescription.supplier = Supplier(
                company=offer.company,
                brand_name=offer.brand_name,
                price_usd=offer.price_usd,
                currency="USD",
            )
        visit.prescriptions.append(prescription)
        if visit.appointment.status == "completed" and len(visit.prescriptions) == 1:
            visit.appointment.prescription_issued = IssuedPrescription(
                medication=name, dosage=taken.dosage
            )
        return prescription


_FOR_ADULTS = [name for name in SPECIALTIES if name not in ("Primary Care", "Pediatrics")]
_FOR_CHILDREN = [name for name, one in SPECIALTIES.items() if one.children]


def may_prescribe(provider: Provider) -> bool:
    """True for doctors and nurse practitioners."""
    return provider.title in ("MD", "DO", "NP")


def copay(file: PatientFile, provider: Provider) -> int:
    """What an insured visit costs the patient, in cents."""
    plan = file.patient.insurance
    return plan.copay_primary if provider.specialty == "Primary Care" else plan.copay_specialist


def _insurance(draw: Draw) -> Insurance:
    return Insurance(
        provider=draw.pick(PLANS),
        policy_number=f"POL{draw.digits(8)}",
        group_number=f"GRP{draw.digits(5)}",
        copay_primary=draw.integer(4, 7) * 5_00,
        copay_specialist=draw.integer(9, 13) * 5_00,
    )


def _stranger(draw: Draw, who: kit.Person, years: int) -> EmergencyContact:
    """Somebody to call who is no patient, as suits somebody of that age."""
    relationship = draw.pick([one for one, (low, high) in CONTACTS.items() if low <= years <= high])
    other = kit.person(draw)
    last = other.last_name if relationship == "Friend" else who.last_name
    return EmergencyContact(
        name=f"{other.first_name} {last}", relationship=relationship, phone=kit.phone(draw)
    )


def _conditions(draw: Draw, adult: bool) -> list[str]:
    if adult:
        return draw.sample(list(TREATMENTS), draw.weighted({0: 3, 1: 5, 2: 3, 3: 1}))
    return draw.sample(CHILDHOOD, draw.weighted({0: 7, 1: 3}))


def _treatments(draw: Draw, conditions: Sequence[str]) -> list[str]:
    """One medication for each condition, none twice."""
    chosen: dict[str, None] = {}
    for condition in conditions:
        chosen.setdefault(draw.pick(TREATMENTS[condition]))
    return list(chosen)
