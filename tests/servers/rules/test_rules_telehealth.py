"""The rules of the telehealth centre, each on conversations that keep it and that break it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from sqlmodel import Session

from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    MedicalRecord,
    Patient,
    PatientMedication,
    Prescription,
    Provider,
    ProviderSlot,
    SupplierOffer,
    TelemetryDevice,
    TelemetryUpload,
)
from tau_emo_db.kit import age
from tau_emo_servers.domains.telehealth.rules import RULES
from tau_emo_servers.rules import TaskLabel

from .talk import NOTICE, Talk, rows

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NEXT_YEAR = [f"2026-01-{day:02d}" for day in range(12, 19)]
"""A week from a Monday on in which nobody has a visit."""


def years(patient: Patient) -> int:
    return age(patient.date_of_birth, "2025-12-15")


def patient_with(status: str = "scheduled", *, skip: Sequence[str] = ()) -> Patient:
    """A grown patient with an own email and a visit of this status."""

    def query(db: Session) -> Patient:
        for visit in rows(db, Appointment, status=status):
            patient = db.get_one(Patient, visit.patient_id)
            if years(patient) >= 18 and patient.patient_id not in skip:
                return patient
        raise AssertionError(status)

    return Talk("telehealth").find(query)


def visit_of(patient: Patient, status: str = "scheduled") -> Appointment:
    return Talk("telehealth").find(
        lambda db: rows(db, Appointment, patient_id=patient.patient_id, status=status)[0]
    )


def provider_of(visit: Appointment) -> Provider:
    return Talk("telehealth").find(lambda db: db.get_one(Provider, visit.provider_id))


def slot_of(provider_id: str, other_than: str = "") -> tuple[str, str]:
    """A slot of the provider in a week without any visits, at another time than this."""
    slots = Talk("telehealth").find(lambda db: rows(db, ProviderSlot, provider_id=provider_id))
    slot = next(one for one in slots if one.time != other_than)
    return NEXT_YEAR[DAYS.index(slot.weekday)], slot.time


def known_patient(patient: Patient, text: str = "") -> Talk:
    """The patient was found by email, and the visits were listed."""
    talk = Talk("telehealth").user(f"{text} My email is {patient.email}.")
    talk.done("find_patient_by_email", email=patient.email)
    talk.done("get_patient_details", patient_id=patient.patient_id)
    return talk.done("list_patient_appointments", patient_id=patient.patient_id)


def cancel(
    talk: Talk, visit: Appointment, answer: str = "Yes, please.", *, whose: str = ""
) -> Talk:
    talk.agent(
        f"I would cancel the visit {visit.appointment_id} {whose} on {visit.date}, {visit.time}. "
        "It cannot be undone. Shall I go ahead, yes or no?"
    ).user(answer)
    talk.call("cancel_appointment", appointment_id=visit.appointment_id)
    return talk.agent(f"The visit {visit.appointment_id} is cancelled.")


@dataclass
class Booking:
    """A booking that could be made for a patient."""

    patient: Patient
    provider: Provider
    arguments: dict[str, Any]

    @property
    def copay(self) -> str:
        plan = self.patient.insurance
        primary = self.provider.specialty == "Primary Care"
        return f"{(plan.copay_primary if primary else plan.copay_specialist) / 100:.2f}"


def booking(patient: Patient, **changed: Any) -> Booking:
    """A follow-up with a cardiologist of a last name that nobody else has."""

    def query(db: Session) -> Provider:
        for one in rows(db, Provider, specialty="Cardiology"):
            if len(rows(db, Provider, last_name=one.last_name)) == 1:
                return one
        raise AssertionError

    provider = Talk("telehealth").find(query)
    date, time = slot_of(provider.provider_id)
    arguments = {
        "patient_id": patient.patient_id,
        "provider_id": provider.provider_id,
        "date": date,
        "time": time,
        "appointment_type": "follow_up",
    }
    return Booking(patient, provider, {**arguments, **changed})


def wish(wanted: Booking, rest: str = "") -> str:
    """What the customer says first."""
    arguments = wanted.arguments
    return (
        f"I want a follow-up with {wanted.provider.last_name} on {arguments['date']} at "
        f"{arguments['time']}. {rest}"
    )


def book(talk: Talk, wanted: Booking, listed: str = "", answer: str = "Yes, go ahead.") -> Talk:
    arguments = wanted.arguments
    told = listed or f"the copay is ${wanted.copay}"
    talk.done("get_provider_details", provider_id=wanted.provider.provider_id)
    talk.agent(
        f"I would book a follow-up with {wanted.provider.last_name} on {arguments['date']} at "
        f"{arguments['time']}; {told}. Shall I go ahead, yes or no?"
    ).user(answer)
    talk.call("schedule_appointment", **arguments)
    return talk.agent("The visit is booked.")


def test_every_rule_of_the_policy_is_declared_once() -> None:
    own = [rule.id for rule in RULES if rule.id.startswith("TELH-")]
    assert own == [f"TELH-{number:02d}" for number in range(1, 23)]
    others = [rule.id for rule in RULES if not rule.id.startswith("TELH-")]
    assert others == ["COM-11", "COM-12", "COM-14"]
    assert {rule.id for rule in RULES if rule.kind == "tool"} == {
        *("TELH-11", "TELH-13", "TELH-14", "TELH-16", "TELH-18")
    }
    assert {rule.id for rule in RULES if rule.kind == "judge"} == {"TELH-07", "TELH-22"}


# Identity.


def test_a_right_cancellation_and_a_right_booking_break_nothing() -> None:
    patient = patient_with()
    assert cancel(known_patient(patient), visit_of(patient)).violations() == []
    wanted = booking(patient)
    assert book(known_patient(patient, wish(wanted)), wanted).violations() == []


def test_a_stated_patient_id_identifies_nobody() -> None:
    patient = patient_with()
    talk = Talk("telehealth").user(f"I am {patient.patient_id}.")
    talk.done("list_patient_appointments", patient_id=patient.patient_id)
    assert talk.broken() == {"TELH-01"}
    talk = Talk("telehealth").user("Do my devices work?").done("list_telemetry_devices")
    assert talk.broken() == {"TELH-01"}


def test_providers_suppliers_and_interactions_need_no_patient() -> None:
    talk = Talk("telehealth").user("Who are your cardiologists?")
    talk.done("list_available_providers", specialty="Cardiology")
    talk.done("list_medication_suppliers", medication="Lisinopril")
    talk.done(
        "check_drug_interactions", primary_medication="Gold", current_medications=["Warfarin"]
    )
    talk.done("think", thought="well")
    assert talk.broken() == set()


def test_what_identifies_is_the_customers_own_word() -> None:
    patient = patient_with()
    talk = Talk("telehealth").user("Hello!").done("find_patient_by_email", email=patient.email)
    assert talk.broken() == {"TELH-01", "TELH-02"}
    named = {
        "first_name": patient.first_name,
        "last_name": patient.last_name,
        "date_of_birth": patient.date_of_birth,
    }
    year, month, day = patient.date_of_birth.split("-")
    talk = Talk("telehealth").user(
        f"I am {patient.first_name} {patient.last_name}, born {int(month)}/{int(day)}/{year}."
    )
    assert talk.done("find_patient_by_name_dob", **named).broken() == set()


def test_after_a_failed_look_up_nothing_is_guessed() -> None:
    patient = patient_with()
    email = str(patient.email)
    wrong = f"x{email}"
    talk = Talk("telehealth").user(f"My email is {wrong}.")
    talk.refused("find_patient_by_email", email=wrong)
    assert talk.broken() == set()
    guessed = email.replace("example.com", "example.org")
    assert talk.refused("find_patient_by_email", email=guessed).broken() == {"TELH-01", "TELH-02"}


# One patient, and those the customer may act for.


def family(relationships: set[str], *, child: bool) -> tuple[Patient, Patient]:
    """Somebody with an emergency contact in such a relationship who is a grown patient too."""

    def query(db: Session) -> tuple[Patient, Patient]:
        everybody = rows(db, Patient)
        grown = {f"{p.first_name} {p.last_name}": p for p in everybody if years(p) >= 18}
        for patient in everybody:
            contact = patient.emergency_contact
            fits = contact.relationship in relationships and contact.name in grown
            if fits and (years(patient) < 18) is child:
                return grown[contact.name], patient
        raise AssertionError(relationships)

    return Talk("telehealth").find(query)


def with_other(own: Patient, other: Patient) -> Talk:
    """The customer was found, and then somebody else by name and date of birth."""
    talk = known_patient(
        own, f"It is about {other.first_name} {other.last_name}, born {other.date_of_birth}."
    )
    talk.done(
        "find_patient_by_name_dob",
        first_name=other.first_name,
        last_name=other.last_name,
        date_of_birth=other.date_of_birth,
    )
    return talk.done("get_patient_details", patient_id=other.patient_id)


def test_a_parent_acts_for_a_child_and_a_child_for_an_aged_parent() -> None:
    parent, child = family({"Mother", "Father", "Parent"}, child=True)
    talk = with_other(parent, child)
    talk.done("list_patient_appointments", patient_id=child.patient_id)
    assert talk.broken() == set()
    grown, aged = family({"Son", "Daughter"}, child=False)
    talk = with_other(grown, aged)
    talk.done("list_patient_appointments", patient_id=aged.patient_id)
    cancel(talk, visit_of(aged), whose=f"of {aged.first_name}")
    assert talk.broken() == set()


def test_an_aged_parent_named_on_the_customers_own_file() -> None:
    aged, grown = family({"Mother", "Father"}, child=False)
    talk = with_other(grown, aged)
    talk.done("list_patient_appointments", patient_id=aged.patient_id)
    assert talk.broken() == set()


@pytest.mark.parametrize("relationship", ["Spouse", "Sibling"])
def test_nobody_acts_for_a_spouse_or_a_sibling(relationship: str) -> None:
    own, other = family({relationship}, child=False)
    talk = with_other(own, other)
    assert talk.broken() == set()  # the look that shows it
    talk.done("get_patient_details", patient_id=other.patient_id)
    assert talk.broken() == {"TELH-03"}
    talk = with_other(own, other)
    talk.done("list_patient_appointments", patient_id=other.patient_id)
    assert talk.broken() == {"TELH-03"}
    talk = cancel(with_other(own, other), visit_of(other), whose=f"of {other.first_name}")
    assert talk.broken() == {"TELH-03", "TELH-06", "COM-11"}


def test_a_stranger_who_was_not_found_is_not_looked_at() -> None:
    patient = patient_with()
    other = patient_with(skip=[patient.patient_id])
    talk = known_patient(patient).done("get_patient_details", patient_id=other.patient_id)
    assert talk.broken() == {"TELH-03"}


# The listing and the yes.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes. And then I need a new appointment.", set()),
        ("CANCEL IT NOW.", set()),
        ("okay", {"TELH-04"}),
        ("Yes, if it costs nothing.", {"TELH-04"}),
        ("Yes, but APPT001 too.", {"TELH-04"}),
    ],
)
def test_only_a_yes_covers_a_cancellation(answer: str, broken: set[str]) -> None:
    first = Talk("telehealth").find(lambda db: db.get_one(Appointment, "APPT001"))
    patient = patient_with(skip=[first.patient_id])
    assert cancel(known_patient(patient), visit_of(patient), answer).broken() == broken


@pytest.mark.parametrize(
    ("changed", "listed", "broken"),
    [
        ({}, "the copay is $13.37", {"TELH-04", "TELH-06"}),
        ({}, "nothing more", {"TELH-04"}),
        ({"appointment_type": "sick_visit"}, "", {"TELH-04", "TELH-15"}),
    ],
)
def test_a_booking_is_listed_in_full(
    changed: dict[str, Any], listed: str, broken: set[str]
) -> None:
    patient = patient_with()
    wanted = booking(patient, **changed)
    assert book(known_patient(patient, wish(wanted)), wanted, listed).broken() == broken


def test_a_visit_moves_to_the_day_and_time_that_were_listed() -> None:
    patient = patient_with()
    visit = visit_of(patient)
    date, time = slot_of(visit.provider_id, visit.time)
    for listed, broken in ((f"to {date} at {time}", set()), (f"to {date}", {"TELH-04"})):
        talk = known_patient(patient, f"Move my visit to {date} at {time}.")
        talk.agent(
            f"I would move the visit of {visit.date} at {visit.time} {listed}. Shall I go ahead?"
        ).user("Yes.")
        talk.done(
            "reschedule_appointment",
            appointment_id=visit.appointment_id,
            new_date=date,
            new_time=time,
        ).agent("It has been moved.")
        assert talk.broken() == broken


def prescription_of() -> tuple[Patient, MedicalRecord, Prescription, SupplierOffer]:
    """A prescription that its patient has once only, and an offer for it."""

    def query(db: Session) -> Any:
        for record in rows(db, MedicalRecord):
            patient = db.get_one(Patient, record.patient_id)
            own = rows(db, MedicalRecord, patient_id=record.patient_id)
            for one in rows(db, Prescription, record_id=record.record_id):
                offers = rows(db, SupplierOffer, medication=one.medication)
                again = [
                    other
                    for each in own
                    for other in rows(db, Prescription, record_id=each.record_id)
                    if other.medication == one.medication
                ]
                if years(patient) >= 18 and offers and len(again) == 1:
                    return patient, record, one, offers[0]
        raise AssertionError

    return Talk("telehealth").find(query)


def change_supplier(talk: Talk, price: str = "", record: str = "") -> Talk:
    _, where, one, offer = prescription_of()
    cost = price or f"${offer.price_usd / 100:.2f}"
    talk.agent(
        f"I would change the supplier of {one.medication}{record} to {offer.company} with the "
        f"brand {offer.brand_name} at {cost}. Shall I go ahead, yes or no?"
    ).user("Yes.")
    talk.done(
        "update_prescription_supplier",
        record_id=where.record_id,
        medication=one.medication,
        supplier_company=offer.company,
        brand_name=offer.brand_name,
        price_usd=offer.price_usd / 100,
    )
    return talk.agent("The supplier has been changed.")


def with_records(text: str) -> Talk:
    patient, _, one, _ = prescription_of()
    talk = known_patient(patient, text)
    talk.done("list_patient_medical_records", patient_id=patient.patient_id)
    return talk.done("list_medication_suppliers", medication=one.medication)


def test_a_supplier_is_listed_with_company_brand_and_price() -> None:
    name = prescription_of()[2].medication
    talk = with_records(f"Which supplier of {name} is the cheapest? I want it.")
    assert change_supplier(talk).broken() == set()
    talk = with_records(f"I want another supplier of {name}.")
    assert change_supplier(talk, price="its price").broken() == {"TELH-04"}


def test_a_record_is_named_or_picked() -> None:
    record = prescription_of()[1]
    vague = with_records("I want to pay less for my pills.")
    assert change_supplier(vague).broken() == {"TELH-19"}
    picked = with_records("I want to pay less for my pills.")
    assert change_supplier(picked, record=f" of {record.date}").broken() == set()


def annotate(talk: Talk, record: MedicalRecord, listed: str) -> Talk:
    talk.agent(f"I would add the note to {listed}. Shall I go ahead, yes or no?").user("Yes.")
    talk.done("update_medical_record_note", record_id=record.record_id, note="Asked for a call.")
    return talk.agent("The note has been added.")


def test_a_note_is_added_to_a_record_that_was_named_and_looked_at() -> None:
    record = prescription_of()[1]
    right = with_records("Please add a note that I asked for a call.")
    assert annotate(right, record, f"the record of {record.date}").broken() == set()
    vague = with_records("Please add a note that I asked for a call.")
    assert annotate(vague, record, "your record").broken() == {"TELH-04", "TELH-19"}
    unread = known_patient(prescription_of()[0], f"Add a note to {record.record_id}.")
    assert annotate(unread, record, record.record_id).broken() == {"COM-11"}


# Talk and turns.


def test_one_call_in_a_turn_and_no_text_beside_it() -> None:
    talk = known_patient(patient_with())
    talk.turn("", ("think", {"thought": "a"}), ("think", {"thought": "b"}))
    assert talk.broken() == {"TELH-05"}
    talk = known_patient(patient_with()).turn("One moment.", ("think", {"thought": "a"}))
    assert talk.broken() == {"TELH-05"}


def test_facts_come_from_somewhere() -> None:
    patient = patient_with()
    visit = visit_of(patient)
    talk = known_patient(patient).agent(f"Your visit is on {visit.date} at {visit.time}.")
    assert talk.broken() == set()
    talk = known_patient(patient).agent("Your visit will cost $3.33 and is on 2027-05-05.")
    assert talk.broken() == {"TELH-06"}


REFUSES = TaskLabel(refuses=("TELH-14",))


def test_a_refusal_is_no_hand_off_and_a_hand_off_is_when_due() -> None:
    patient = patient_with("completed")
    talk = known_patient(patient).agent("A visit that is over cannot be cancelled.")
    assert talk.broken(REFUSES) == set()
    talk.done("transfer_to_human_support", reason="insists").agent(NOTICE)
    assert talk.broken(REFUSES) == {"TELH-08", "TELH-09"}
    assert talk.broken(TaskLabel(hands_off=True)) == set()
    kept = known_patient(patient).agent("Anything else?")
    assert kept.broken(TaskLabel(hands_off=True)) == {"TELH-09"}


def test_after_the_hand_off_the_notice_and_nothing_more() -> None:
    due = TaskLabel(hands_off=True)

    def handed() -> Talk:
        return known_patient(patient_with()).done("transfer_to_human_support", reason="no link")

    assert handed().agent(NOTICE).broken(due) == set()
    assert handed().broken(due) == {"TELH-10"}
    assert handed().agent("Goodbye.").broken(due) == {"TELH-10"}
    assert handed().agent(NOTICE).agent("Goodbye.").broken(due) == {"TELH-10"}
    late = handed().refused("think", thought="more")
    assert late.broken(due) == {"TELH-10"}


# Booking and moving.


def test_the_visits_are_looked_at_before_a_booking() -> None:
    patient = patient_with()
    wanted = booking(patient)
    talk = Talk("telehealth").user(f"{wish(wanted)} My email is {patient.email}.")
    talk.done("find_patient_by_email", email=patient.email)
    talk.done("get_patient_details", patient_id=patient.patient_id)
    assert book(talk, wanted).broken() == {"TELH-12"}


def clashing() -> tuple[Patient, Appointment, Booking]:
    """A visit of a patient, and a booking with somebody else at the same time."""

    def query(db: Session) -> Any:
        for visit in rows(db, Appointment, status="scheduled"):
            patient = db.get_one(Patient, visit.patient_id)
            weekday = DAYS[(int(visit.date[-2:]) - 15) % 7]
            for slot in rows(db, ProviderSlot, weekday=weekday, time=visit.time):
                provider = db.get_one(Provider, slot.provider_id)
                taken = rows(
                    db, Appointment, provider_id=slot.provider_id, date=visit.date, time=visit.time
                )
                unique = len(rows(db, Provider, last_name=provider.last_name)) == 1
                if years(patient) >= 18 and not taken and unique:
                    return patient, visit, provider
        raise AssertionError

    patient, visit, provider = Talk("telehealth").find(query)
    arguments = {
        "patient_id": patient.patient_id,
        "provider_id": provider.provider_id,
        "date": visit.date,
        "time": visit.time,
        "appointment_type": "follow_up",
    }
    return patient, visit, Booking(patient, provider, arguments)


def test_a_booking_without_a_date_is_looked_at_like_any_other() -> None:
    patient, _, wanted = clashing()
    talk = known_patient(patient, wish(wanted))
    talk.refused("schedule_appointment", **{**wanted.arguments, "date": ""})
    assert talk.broken() == {"TELH-04", "TELH-15"}


def test_a_clash_is_told_before_it_is_booked() -> None:
    patient, visit, wanted = clashing()
    assert book(known_patient(patient, wish(wanted)), wanted).broken() == {"TELH-12"}
    talk = known_patient(patient, wish(wanted))
    talk.agent(
        f"At that time, {visit.time}, you already see {provider_of(visit).last_name}. "
        "Do you still want the other visit?"
    ).user("I still want both.")
    assert book(talk, wanted).broken() == set()


def test_a_clash_counts_no_longer_when_the_other_visit_is_cancelled() -> None:
    patient, visit, wanted = clashing()
    talk = cancel(known_patient(patient, wish(wanted)), visit)
    assert book(talk, wanted).broken() == set()


def test_the_type_is_said_or_picked_from_a_list() -> None:
    patient = patient_with()
    wanted = booking(patient)
    plain = wish(wanted).replace("a follow-up", "an appointment")
    assert book(known_patient(patient, plain), wanted).broken() == {"TELH-15"}
    talk = known_patient(patient, plain)
    talk.agent("What is it: a routine check-up, a follow-up or a sick visit?").user("The second.")
    assert book(talk, wanted).broken() == set()


def test_a_slot_that_nobody_named_is_not_booked() -> None:
    patient = patient_with()
    wanted = booking(patient, date="2027-01-04")
    talk = known_patient(patient, "I want a follow-up with a cardiologist.")
    talk.agent("Shall I?").user("Yes.")
    talk.call("schedule_appointment", **wanted.arguments)
    assert "TELH-15" in talk.broken()


def test_insurance_pays_unless_the_patient_asks_for_something_else() -> None:
    patient = patient_with()
    paid = booking(patient, bill_insurance=False, voucher_id="TV-900100")
    told = "the voucher TV-900100 pays, and your insurance is not billed"
    asked = wish(paid, "I have the voucher TV-900100; do not bill my insurance.")
    assert book(known_patient(patient, asked), paid, told).broken() == set()
    assert "TELH-17" in book(known_patient(patient, wish(paid)), paid, told).broken()
    fee = f"{paid.provider.consultation_fee / 100:.2f}"
    own = booking(patient, bill_insurance=False)
    told = f"without insurance you pay the fee of ${fee}"
    assert book(known_patient(patient, wish(own)), own, told).broken() == {"TELH-17"}
    noted = booking(patient, payment_notes="Paid by my aunt")
    assert book(known_patient(patient, wish(noted)), noted).broken() == {"TELH-17"}


# Devices and drugs.


def device_of() -> tuple[Patient, TelemetryDevice]:
    def query(db: Session) -> tuple[Patient, TelemetryDevice]:
        for upload in rows(db, TelemetryUpload):
            device = db.get_one(TelemetryDevice, upload.device_id)
            patient = db.get_one(Patient, str(device.assigned_to))
            if years(patient) >= 18:
                return patient, device
        raise AssertionError

    return Talk("telehealth").find(query)


def test_only_devices_of_the_patient_are_read_and_spoken_of() -> None:
    patient, device = device_of()
    talk = known_patient(patient, "Did my device upload?").done("list_telemetry_devices")
    talk.done("list_telemetry_uploads", device_id=device.device_id)
    assert talk.agent(f"Your {device.device_id} did.").broken() == set()

    other = patient_with(skip=[patient.patient_id])
    talk = known_patient(other, f"What about {device.device_id}?").done("list_telemetry_devices")
    assert talk.agent(f"{device.device_id} is not yours.").broken() == set()
    talk.done("list_telemetry_uploads", device_id=device.device_id)
    assert talk.broken() == {"TELH-03"}
    talk = known_patient(other, "Which devices are there?").done("list_telemetry_devices")
    assert talk.agent(f"There is {device.device_id}.").broken() == {"TELH-20"}


def test_an_interaction_is_passed_on_as_it_stands() -> None:
    def query(db: Session) -> Patient:
        for one in rows(db, PatientMedication, name="Warfarin"):
            patient = db.get_one(Patient, one.patient_id)
            if years(patient) >= 18:
                return patient
        raise AssertionError

    def checked() -> Talk:
        patient = Talk("telehealth").find(query)
        return known_patient(patient, "May I take Ibuprofen?").done(
            "check_drug_interactions",
            primary_medication="Ibuprofen",
            current_medications=["Warfarin"],
        )

    whole = "It is a high interaction: hold Ibuprofen; it is marked as an emergency."
    assert checked().agent(f"{whole} Please ask your provider.").broken() == set()
    for left_out in ("high", "Ibuprofen", "emergency"):
        text = whole.replace(left_out, "certain")
        assert checked().agent(text).broken() == {"TELH-21"}, left_out


# What all domains share.


def test_an_outcome_is_reported_and_a_failed_call_is_not_repeated() -> None:
    patient = patient_with()
    visit = visit_of(patient)
    talk = known_patient(patient).agent(
        f"I would cancel the visit {visit.appointment_id}. Shall I go ahead?"
    )
    talk.user("Yes.").done("cancel_appointment", appointment_id=visit.appointment_id)
    assert talk.agent("Is there anything else?").broken() == {"COM-12"}

    talk = known_patient(patient, "What about APPT998?")
    for _ in range(2):
        talk.refused("get_appointment_details", appointment_id="APPT998")
    assert talk.broken() == {"COM-14"}


# Further breaches.


def test_a_device_of_somebody_else_is_not_spoken_of_beside_an_own_one() -> None:
    patient, device = device_of()
    others = Talk("telehealth").find(
        lambda db: next(
            one
            for one in rows(db, TelemetryDevice)
            if one.assigned_to and one.assigned_to != patient.patient_id
        )
    )
    talk = known_patient(patient, "Which devices do I have?").done("list_telemetry_devices")
    talk.agent(f"You have {device.device_id} and {others.device_id}.")
    assert "TELH-20" in talk.broken()
