"""The reference agent's words in the telehealth domain."""

import re
from datetime import date
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import dollars, joined
from tau_emo_client.agents.reference.seen import Seen
from tau_emo_servers.values import mentions

_TYPES = {
    "routine_checkup": "routine check-up",
    "follow_up": "follow-up",
    "consultation": "consultation",
    "specialist_consultation": "specialist consultation",
    "sick_visit": "sick visit",
    "medication_review": "medication review",
    "device_coaching": "device coaching",
    "care_coordination": "care coordination",
    "family_consultation": "family consultation",
    "therapy_session": "therapy session",
}
_CHOICE = re.compile(r"cheap|lowest price|least|same supplier", re.IGNORECASE)


def _day(iso: str) -> str:
    """A date as people say it: `Friday, December 19, 2025`."""
    day = date.fromisoformat(iso)
    return f"{day:%A}, {day:%B} {day.day}, {day.year}"


def _moment(iso: str, time: str) -> str:
    return f"{_day(iso)} at {time}"


def _plain(text: str) -> str:
    return re.sub(r"[^a-z]+", " ", text.lower())


# What is still to be asked.


def _said_moment(iso: str, time: str, seen: Seen) -> bool:
    return mentions(seen.heard, iso, "date") and mentions(seen.heard, time, "time")


def _ask_booking(args: Arguments, seen: Seen) -> str:
    parts: list[str] = []
    if not _said_moment(args["date"], args["time"], seen):
        parts.append("Which day and time would suit you?")
    kind = _TYPES[args["appointment_type"]]
    if _plain(kind) not in _plain(seen.heard):
        parts.append(f"What kind of visit is it to be: a {', a '.join(_TYPES.values())}?")
    if args.get("voucher_id") and args["voucher_id"].lower() not in seen.heard.lower():
        parts.append("How would you like to pay for the visit?")
    return " ".join(parts)


def _ask_move(args: Arguments, seen: Seen) -> str:
    if _said_moment(args["new_date"], args["new_time"], seen):
        return ""
    return "Which day and time would you like instead?"


def _ask_supplier(args: Arguments, seen: Seen) -> str:
    if _CHOICE.search(seen.heard) or args["brand_name"].lower() in seen.heard.lower():
        return ""
    return "Which supplier would you like?"


def _ask_note(args: Arguments, seen: Seen) -> str:
    words = set(_plain(args["note"]).split())
    if len(words & set(_plain(seen.heard).split())) * 2 >= len(words):
        return ""
    return "What exactly should the note say?"


# What stands in the centre's files.


def _payment(args: Arguments, result: Result, seen: Seen) -> str:
    method = result["payment_method"]
    if method == "insurance":
        return f"Your insurance is billed, and the copay is {dollars(result['copay_amount'])}."
    if method == "telehealth_voucher":
        return f"Your voucher {result['voucher_id']} pays for it, and your insurance is not billed."
    fee = seen.find(args["provider_id"])["consultation_fee"]
    return f"Your insurance is not billed; you pay the consultation fee of {dollars(fee)}."


def _booked(args: Arguments, result: Result) -> str:
    kind = _TYPES[args["appointment_type"]]
    return (
        f"a {kind} for {result['patient']} with {result['provider']}, on "
        f"{_moment(result['date'], result['time'])}"
    )


def _visit(args: Arguments, result: Result, seen: Seen) -> str:
    """A visit as it was before: whose, with whom and when."""
    before = seen.find(args["appointment_id"])
    return (
        f"the visit of {result['patient']} with {result['provider']}, on "
        f"{_moment(before['date'], before['time'])}"
    )


def _prescription(args: Arguments, result: Result) -> dict[str, Any]:
    """The prescription that the call changed, as the result shows it."""
    pharmacy = f"{args['supplier_company']} ({args['brand_name']})".lower()
    return next(
        one for one in result["prescriptions"] if (one["pharmacy"] or "").lower() == pharmacy
    )


def _supply(args: Arguments, result: Result) -> str:
    one = _prescription(args, result)
    supplier = one["supplier"]
    return (
        f"{supplier['company']}, brand {supplier['brand_name']}, at "
        f"{dollars(supplier['price_usd'])}"
    )


def _record(result: Result) -> str:
    return f"the record of {_day(result['date'])} ({result['provider']})"


# Listings.


def _list_booking(args: Arguments, result: Result, seen: Seen) -> str:
    return f"book {_booked(args, result)}. {_payment(args, result, seen)}"


def _list_move(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"move {_visit(args, result, seen)}, to {_moment(args['new_date'], args['new_time'])}. "
        "Nothing is charged, and everything else stays as it is."
    )


def _list_cancellation(args: Arguments, result: Result, seen: Seen) -> str:
    return f"cancel {_visit(args, result, seen)}. Nothing is charged, and it cannot be undone."


def _list_supplier(args: Arguments, result: Result, seen: Seen) -> str:
    one = _prescription(args, result)
    return (
        f"change the supplier of the prescription of {one['medication']} {one['dosage']}, in "
        f"{_record(result)}, to {_supply(args, result)}. Other prescriptions stay."
    )


def _list_note(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f'add a note to {_record(result)}: "{args["note"]}" A note cannot be changed or taken back.'
    )


# Answers.


def _tell_interactions(args: Arguments, result: Result, seen: Seen) -> str:
    """What the table shows, as it stands; a plain line shows nothing."""
    drugs = joined([args["primary_medication"], *args["current_medications"]])
    ask = "Please ask your provider before you take it."
    if "interactions" not in result:
        return (
            f"There is no documented interaction between {drugs}. That is no proof that it is "
            f"safe. {ask}"
        )
    pairs = "; ".join(
        f"{joined(one['drugs'])}: severity {one['severity']}, {one['action']}"
        for one in result["interactions"]
    )
    hold = f" To be held: {joined(result['hold'])}." if result["hold"] else ""
    emergency = " It is marked as an emergency." if result["emergency"] else ""
    return f"The table says: {pairs}.{hold}{emergency} {ask}"


WORDS = DomainWords(
    questions={
        "email": "the email address on your file",
        "first_name": "the patient's first name",
        "last_name": "the patient's last name",
        "date_of_birth": "the patient's date of birth",
        "specialty": "the specialty you need",
        "medication": "the name of the medication",
        "primary_medication": "the name of the new drug",
        "date": "the date",
        "start_date": "the first day",
        "end_date": "the last day",
    },
    intakes={
        "schedule_appointment": _ask_booking,
        "reschedule_appointment": _ask_move,
        "update_prescription_supplier": _ask_supplier,
        "update_medical_record_note": _ask_note,
    },
    listings={
        "schedule_appointment": _list_booking,
        "reschedule_appointment": _list_move,
        "cancel_appointment": _list_cancellation,
        "update_prescription_supplier": _list_supplier,
        "update_medical_record_note": _list_note,
    },
    reports={
        "schedule_appointment": lambda args, result, seen: (
            f"The visit has been booked: {_booked(args, result)}. {_payment(args, result, seen)}"
        ),
        "reschedule_appointment": lambda args, result, seen: (
            f"The visit of {result['patient']} with {result['provider']} has been moved to "
            f"{_moment(args['new_date'], args['new_time'])}."
        ),
        "cancel_appointment": lambda args, result, seen: (
            f"The visit of {result['patient']} with {result['provider']} has been cancelled; "
            "nothing is charged."
        ),
        "update_prescription_supplier": lambda args, result, seen: (
            f"The supplier of {_prescription(args, result)['medication']} has been changed to "
            f"{_supply(args, result)}."
        ),
        "update_medical_record_note": lambda args, result, seen: (
            f"The note has been added to {_record(result)}."
        ),
    },
    refusals={
        "TELH-03": (
            "I can only act for you, for your own child or for an aged parent; anybody else has "
            "to write to us in person."
        ),
        "TELH-07": "we may not give medical advice, so please ask your provider about it.",
        "TELH-08": "our rules do not allow it.",
        "TELH-11": "the provider has no free slot at that time.",
        "TELH-13": (
            "only a visit that is scheduled or waits for approval can be moved, and this one is "
            "over."
        ),
        "TELH-14": (
            "only a visit that is scheduled or waits for approval can be cancelled, and this one "
            "is over."
        ),
        "TELH-15": "visits of this type are given by the clinic only; they cannot be booked.",
        "TELH-16": "the copay follows from your plan and the specialty and cannot be another.",
        "TELH-18": "there is no such offer of this medication in the catalogue.",
        "TELH-20": "I can only speak of devices that are assigned to you.",
    },
    answers={"check_drug_interactions": _tell_interactions},
)
"""What the agent says at the telehealth centre."""
