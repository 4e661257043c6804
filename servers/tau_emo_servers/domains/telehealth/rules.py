"""The policy rules of the telehealth centre, in the order of its policy."""

import json
import re
from collections.abc import Iterator

from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    MedicalRecord,
    Provider,
    TelemetryDevice,
)
from tau_emo_servers.common_rules import (
    confirmed_writes,
    grounded_arguments,
    hand_off_when_due,
    identified_first,
    known_facts_only,
    no_repeated_failure,
    notice_alone_follows,
    one_call_per_turn,
    refused_without_hand_off,
    reported_outcomes,
    said,
    unsaid_arguments,
)
from tau_emo_servers.conversation import AgentStep
from tau_emo_servers.domains.telehealth.desk import ACTIVE
from tau_emo_servers.domains.telehealth.family import (
    BY_EMAIL,
    BY_NAME,
    IDENTIFICATION,
    customer,
    found_patients,
    served_patients,
)
from tau_emo_servers.domains.telehealth.listings import (
    TYPE_WORDS,
    WRITES,
    meant_medication,
    record_ways,
    records_with,
)
from tau_emo_servers.listing import fact
from tau_emo_servers.rules import Moment, Rule, kept_by_tools, left_to_judge, rule
from tau_emo_servers.values import mentions, normalised

BOOK = "schedule_appointment"
MOVE = "reschedule_appointment"
CANCEL = "cancel_appointment"
SUPPLIER = "update_prescription_supplier"
NOTE = "update_medical_record_note"
PROFILE = "get_patient_details"
INTERACTIONS = "check_drug_interactions"

_DEVICE_ID = re.compile(r"\b[A-Z]+_\d{3}\b")
_OTHER_PAYER = re.compile(
    r"\bvoucher|\binsurance|\bself[ -]?pay|\bout of pocket|\bpay (?:it |for it )?myself|\bmy own"
)


@rule(
    "TELH-02",
    "What identifies a patient is the customer's own word and must match exactly.",
    tools={BY_EMAIL, BY_NAME},
    judge="whether the agent offered a value",
)
def no_guessed_identity(moment: Moment) -> str | None:
    """Every value of a look-up, a second one too, was said by the customer before."""
    return unsaid_arguments(moment)


def _owners(moment: Moment) -> Iterator[tuple[str, str]]:
    """What the call names, and the patient it belongs to.

    A visit or a record that is only read is left out: reading it shows whose it is.
    """
    assert moment.call is not None
    wanted = moment.arguments
    if "patient_id" in wanted:
        yield f"the patient_id {wanted['patient_id']}", wanted["patient_id"]
    device = moment.named(TelemetryDevice, "device_id")
    if device is not None and device.assigned_to:
        yield f"the device {device.device_id}", device.assigned_to
    if moment.call.name not in WRITES:
        return
    for name, table in (("appointment_id", Appointment), ("record_id", MedicalRecord)):
        row = moment.named(table, name)
        if row is not None:
            yield f"the {name} {wanted[name]}", row.patient_id


@rule(
    "TELH-03",
    "Serve one patient; beside that only the customer's own child or aged parent.",
    judge="whether the agent told something about anyone else",
)
def one_patient_and_dependants(moment: Moment) -> str | None:
    """Whoever is named is the customer, or was found and may be acted for.

    One look at the profile of somebody who was found shows whether that holds.
    """
    own = customer(moment)
    if own is None or moment.call is None:
        return None
    served = served_patients(moment)
    for what, owner in _owners(moment):
        if owner in served:
            continue
        looked = any(
            moment.arguments_of(call).get("patient_id") == owner
            for call in moment.succeeded(PROFILE)
        )
        if moment.call.name == PROFILE and owner in found_patients(moment) and not looked:
            continue
        return f"{what} belongs to {owner}; the customer is {own}"
    return None


@rule(
    "TELH-12",
    "Check the patient's visits for a clash before booking or moving; book it only if told.",
    on="write",
    tools={BOOK, MOVE},
    judge="whether the customer wants both visits",
)
def clash_told(moment: Moment) -> str | None:
    """The visits were listed, and a message has named the visit that begins at the same time."""
    wanted = moment.arguments
    moved = moment.named(Appointment, "appointment_id")
    patient_id = moved.patient_id if moved else wanted.get("patient_id")
    if patient_id is None:
        return None
    listed = any(
        moment.arguments_of(call).get("patient_id") == patient_id
        for call in moment.succeeded("list_patient_appointments")
    )
    if not listed:
        return f"the visits of {patient_id} were not looked at"
    new = "new_" if moved else ""
    slot = (wanted[f"{new}date"], wanted[f"{new}time"])
    for other in moment.rows(Appointment, patient_id=patient_id):
        if (other.date, other.time) != slot or other.status not in ACTIVE:
            continue
        if moved is not None and other.appointment_id == moved.appointment_id:
            continue
        if not any(_names_visit(moment, text, other) for text in moment.agent_messages):
            return f"{other.appointment_id} begins at the same time, which was not told"
    return None


def _names_visit(moment: Moment, text: str, visit: Appointment) -> bool:
    """True if a message names the visit by its id, or by provider and time."""
    provider = moment.row(Provider, visit.provider_id)
    by_name = provider is not None and mentions(text, provider.last_name, "label")
    return mentions(text, visit.appointment_id, "id") or (
        by_name and mentions(text, visit.time, "time")
    )


_booked_as_said = grounded_arguments(
    "TELH-15", tools={BOOK}, ignored={"appointment_type", "payment_notes"}
)


@rule(
    "TELH-15",
    "Provider, date, time and type of a booking come from the patient.",
    on="write",
    tools={BOOK},
    judge="whether the choice was the patient's",
)
def booking_as_said(moment: Moment) -> str | None:
    """All values were said or shown; the type was said, or is one of a list that was offered."""
    assert _booked_as_said.check is not None
    unknown = _booked_as_said.check(moment)
    if unknown:
        return unknown
    kind = moment.arguments["appointment_type"]
    words = TYPE_WORDS.get(kind)
    if words is None or words.search(normalised(moment.user_text)):
        return None
    for text in map(normalised, moment.agent_messages):
        if words.search(text) and sum(bool(one.search(text)) for one in TYPE_WORDS.values()) > 2:
            return None
    return f"the customer has not named the type {kind}"


@rule(
    "TELH-17",
    "Leave insurance, voucher and payment note as they are unless the patient asks.",
    on="write",
    tools={BOOK},
    judge="whether the patient asked for it",
)
def usual_payment(moment: Moment) -> str | None:
    """The customer has spoken of another payer, said the voucher, and spoken of a note."""
    wanted, text = moment.arguments, normalised(moment.user_text)
    if not wanted.get("bill_insurance", True) and not _OTHER_PAYER.search(text):
        return "the customer did not ask to leave the insurance out"
    voucher = wanted.get("voucher_id")
    if voucher and not said(moment.user_text, voucher):
        return f"the customer has not said the voucher {voucher}"
    if wanted.get("payment_notes") and not re.search(r"\bnote|\bremark|\bwrite|\bmention", text):
        return "the customer did not ask for a payment note"
    return None


@rule(
    "TELH-19",
    "Change or annotate only a record that the patient named or picked; no note unasked.",
    on="write",
    tools={SUPPLIER, NOTE},
    judge="whether each write and note was asked for",
)
def named_record(moment: Moment) -> str | None:
    """The record was named by id or date, or is the only one with the medication named."""
    record = moment.row(MedicalRecord, moment.arguments["record_id"])
    if record is None or moment.call is None:
        return None
    named = fact("the record", *record_ways(moment, record))
    if any(map(named.named_in, [moment.user_text, *moment.agent_messages])):
        return None
    if moment.call.name == SUPPLIER:
        medication = meant_medication(moment)
        only = records_with(moment, record.patient_id, medication) == [record.record_id]
        if only and said(moment.user_text, medication):
            return None
    return f"nobody has named the record {record.record_id}"


@rule(
    "TELH-20",
    "Speak only of devices assigned to the patient.",
    on="message",
)
def own_devices(moment: Moment) -> str | None:
    """Each device in a message belongs to a served patient; one the customer said may be named."""
    served = served_patients(moment)
    for key in dict.fromkeys(_DEVICE_ID.findall(moment.step.text)):
        device = moment.row(TelemetryDevice, key)
        if device is None or device.assigned_to in served or said(moment.user_text, key):
            continue
        return f"the device {key} is not assigned to the patient"
    return None


@rule(
    "TELH-21",
    "Pass on what is known of an interaction as it stands, holds and emergency included.",
    on="message",
    judge="whether the patient was referred to the provider",
)
def interaction_as_it_stands(moment: Moment) -> str | None:
    """The message after the look-up names severity, drugs to hold, and an emergency."""
    result = _last_interactions(moment)
    if not result.startswith("{"):
        return None
    shown, text = json.loads(result), moment.step.text
    wanted = [one["severity"] for one in shown["interactions"]] + shown["hold"]
    missing = [one for one in dict.fromkeys(wanted) if not mentions(text, one, "label")]
    if shown["emergency"] and "emergenc" not in normalised(text):
        missing.append("the emergency")
    return f"the message does not tell {', '.join(missing)}" if missing else None


def _last_interactions(moment: Moment) -> str:
    """The result of a look-up of interactions since the last message; empty if none."""
    for event in reversed(moment.history):
        if not isinstance(event, AgentStep) or event.delivered:
            return ""
        for call in event.calls:
            if call.name == INTERACTIONS and not call.is_error:
                return call.result
    return ""


@rule(
    "COM-11",
    "Look at a visit or record before changing it.",
    on="write",
    tools={MOVE, CANCEL, SUPPLIER, NOTE},
    judge="conditions that neither a tool nor another rule checks",
)
def looked_at_first(moment: Moment) -> str | None:
    """A result has shown the visit or the record that the write names."""
    for name in ("appointment_id", "record_id"):
        key = moment.arguments.get(name)
        if key is not None and not mentions(moment.results_text, key, "id"):
            return f"{name} {key} was written to before it was looked at"
    return None


RULES: tuple[Rule, ...] = (
    identified_first(
        "TELH-01",
        IDENTIFICATION,
        text="Find the patient by email, or by name and date of birth, before anything else.",
    ),
    no_guessed_identity,
    one_patient_and_dependants,
    confirmed_writes("TELH-04", WRITES),
    one_call_per_turn("TELH-05"),
    known_facts_only("TELH-06"),
    left_to_judge(
        "TELH-07",
        "Give no medical advice and explain no results; refer to the provider.",
        judge="whether a message advises or explains",
    ),
    refused_without_hand_off("TELH-08", text="Refuse what these rules forbid."),
    hand_off_when_due("TELH-09", text="Hand off only in the cases of the policy."),
    notice_alone_follows("TELH-10", text="After the hand-off only the notice follows."),
    kept_by_tools(
        "TELH-11",
        "Book or move only to a free slot of the provider's timetable.",
        judge="whether the timetable was looked at first",
    ),
    clash_told,
    kept_by_tools("TELH-13", "Move only visits that are scheduled or wait for approval."),
    kept_by_tools("TELH-14", "Cancel only visits that are scheduled or wait for approval."),
    booking_as_said,
    kept_by_tools(
        "TELH-16",
        "Copays follow from plan and specialty.",
        judge="whether another amount was promised",
    ),
    usual_payment,
    kept_by_tools("TELH-18", "Company, brand and price are one offer of the catalogue."),
    named_record,
    own_devices,
    interaction_as_it_stands,
    left_to_judge(
        "TELH-22",
        "Tell medical data to the identified patient only.",
        judge="whether anything of a file was told to somebody else",
    ),
    looked_at_first,
    reported_outcomes("COM-12", WRITES),
    no_repeated_failure("COM-14"),
)
