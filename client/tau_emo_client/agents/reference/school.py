"""The reference agent's words in the school domain."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import card, joined, short_date
from tau_emo_client.agents.reference.seen import Seen

_METHOD = re.compile(r"\b(?:cards?|visa|mastercard|amex|discover|bank)\b", re.IGNORECASE)
_LEVEL = re.compile(r"undergrad|\bgraduate|\bcontinuing", re.IGNORECASE)
_OPTIONS = {"letter": "graded by letter", "pass/fail": "graded pass/fail", "audit": "as an audit"}


def _dollars(amount: int) -> str:
    return f"${amount:,}"


# What is still to be asked.


def _ask_registration(args: Arguments, seen: Seen) -> str:
    asks = [
        (_LEVEL.search(seen.heard), "at which level you register"),
        (
            re.search("insur", seen.heard, re.IGNORECASE),
            "whether you want health insurance for $300",
        ),
        (_METHOD.search(seen.heard), "which payment method to use"),
    ]
    missing = [what for said, what in asks if not said]
    return f"Please tell me {joined(missing)}." if missing else ""


def _ask_settlement(args: Arguments, seen: Seen) -> str:
    if not args.get("payment_id") or _METHOD.search(seen.heard):
        return ""
    return "Which payment method should the difference in tuition go to?"


def _ask_payment(args: Arguments, seen: Seen) -> str:
    if _METHOD.search(seen.heard):
        return ""
    verb = "pay it" if args["payment"]["amount"] > 0 else "get it back"
    return f"Which payment method should {verb}?"


# What stands in the university.


def _method(payment_id: str, seen: Seen) -> str:
    """A payment method by what singles it out in the student's record."""
    method = seen.find(payment_id)
    if method["source"] == "bank_account":
        return "your bank account"
    return card(method["extra_info"]["brand"], method["extra_info"]["last_four"])


def _course(course_id: str, seen: Seen, *, hours: bool = True) -> str:
    """A course by its title and code, and by its hours where they were shown."""
    course = seen.find(course_id)
    pattern: dict[str, Any] | None = course.get("meeting_pattern")
    when = ""
    if hours and pattern is not None:
        start, end = (pattern[f"{edge}_time_est"].replace("-", ":") for edge in ("start", "end"))
        when = f", {joined(pattern['days'])} {start} to {end}"
    return f"{course['title']} ({course['course_code']}{when})"


def _courses(course_ids: Iterable[str], args: Arguments, seen: Seen) -> str:
    """New courses with their hours, and how they are graded unless it is by letter."""
    options: dict[str, str] = args.get("grading_options") or {}
    return joined(
        [f"{_course(key, seen)}{_grading(options.get(key, 'letter'))}" for key in course_ids]
    )


def _grading(option: str) -> str:
    return "" if option == "letter" else f" {_OPTIONS[option]}"


def _registration(registration_id: str, seen: Seen) -> str:
    term = seen.find(registration_id)["term"]
    return f"your registration {registration_id} for {term}"


def _entries(args: Arguments, result: Result, seen: Seen) -> list[dict[str, Any]]:
    """What a write adds to the payment history."""
    before = seen.find(args["registration_id"])["payment_history"]
    return result["payment_history"][len(before) :]


def _settlement(args: Arguments, result: Result, seen: Seen) -> str:
    entries = _entries(args, result, seen)
    if not entries:
        return "The tuition stays the same, so nothing is charged."
    [entry] = entries
    amount, method = entry["amount"], _method(entry["payment_id"], seen)
    if amount > 0:
        return f"The tuition rises by {_dollars(amount)}, which is charged to {method}."
    return f"The tuition falls by {_dollars(-amount)}, which is refunded to {method}."


def _reversal(args: Arguments, result: Result, seen: Seen) -> str:
    """What each method gets back, or is charged again, when a registration is canceled."""
    net: Counter[str] = Counter()
    history = result["payment_history"]
    for entry in history[: len(history) // 2]:  # the other half reverses it
        net[entry["payment_id"]] += entry["amount"]
    parts = [
        f"{_dollars(amount)} goes back to {_method(key, seen)}"
        if amount > 0
        else f"{_dollars(-amount)} is charged to {_method(key, seen)} again"
        for key, amount in net.items()
        if amount
    ]
    return f"All payments are reversed: {joined(parts)}." if parts else "Nothing is refunded."


# Listings.


def _list_registration(args: Arguments, result: Result, seen: Seen) -> str:
    insurance = "with" if args.get("health_insurance") == "yes" else "without"
    paid = [
        f"{_dollars(payment['amount'])} from {_method(payment['payment_id'], seen)}"
        for payment in args["payment_methods"]
    ]
    due = sum(payment["amount"] for payment in args["payment_methods"])
    level = args["study_level"].replace("_ed", " education")
    return (
        f"register you for {args['term']} at the {level} level in "
        f"{_courses(args['course_ids'], args, seen)}, {insurance} health insurance. The total is "
        f"{_dollars(due)}: you pay {joined(paid)}. Term, level and insurance cannot be changed "
        "afterwards."
    )


def _list_change(args: Arguments, result: Result, seen: Seen) -> str:
    return (
        f"change {_registration(args['registration_id'], seen)}: "
        f"{'; '.join(_changes(args, seen))}. {_settlement(args, result, seen)}"
    )


def _changes(args: Arguments, seen: Seen) -> list[str]:
    """What a change does, in the words of a listing."""
    parts: list[str] = []
    if args["drop_course_ids"]:
        dropped = [_course(key, seen, hours=False) for key in args["drop_course_ids"]]
        parts.append(f"drop {joined(dropped)}")
    if args["add_course_ids"]:
        parts.append(f"add {_courses(args['add_course_ids'], args, seen)}")
    options: dict[str, str] = args.get("grading_options") or {}
    for key, option in options.items():
        if key not in args["add_course_ids"]:
            parts.append(f"have {_course(key, seen, hours=False)} {_OPTIONS[option]}")
    return parts


def _list_cancellation(args: Arguments, result: Result, seen: Seen) -> str:
    key = args["registration_id"]
    held = [f"{one['title']} ({one['course_code']})" for one in seen.find(key)["courses"]]
    return (
        f"cancel {_registration(key, seen)} as a whole; {joined(held)} would be dropped. "
        f"{_reversal(args, result, seen)} This cannot be undone."
    )


def _list_payment(args: Arguments, result: Result, seen: Seen) -> str:
    amount = args["payment"]["amount"]
    method = _method(args["payment"]["payment_id"], seen)
    registration = _registration(args["registration_id"], seen)
    if amount > 0:
        return f"charge the open balance of {_dollars(amount)} of {registration} to {method}."
    return f"refund the {_dollars(-amount)} that were overpaid for {registration} to {method}."


# Answers and reports.


def _answer_meeting(args: Arguments, result: Result, seen: Seen) -> str:
    planned = short_date(result["date"])
    if result["status"] == "canceled":
        return f"The class of {planned} was canceled: {result['notes']}"
    day, start = _moment(result["actual_start_time_est"])
    _, end = _moment(result["actual_end_time_est"])
    verb = "was moved to" if result["status"] == "rescheduled" else "was held on"
    return f"The class of {planned} {verb} {day}, {start} to {end}."


def _moment(text: str) -> tuple[str, str]:
    """Day and time of a moment `YY-MM-DD-HH-MM`, as people write them."""
    return short_date(text[:8]), text[9:].replace("-", ":")


def _report_registration(args: Arguments, result: Result, seen: Seen) -> str:
    titles = [course["title"] for course in result["courses"]]
    return (
        f"You are registered for {joined(titles)} in {result['term']}; the registration is "
        f"{result['registration_id']}."
    )


def _report_change(args: Arguments, result: Result, seen: Seen) -> str:
    entries = _entries(args, result, seen)
    moved = ""
    if entries:
        amount, method = entries[0]["amount"], _method(entries[0]["payment_id"], seen)
        verb = "charged" if amount > 0 else "refunded"
        moved = f" {_dollars(abs(amount))} has been {verb} to {method}."
    titles = [
        f"{course['title']}{_grading(course['grading_option'])}" for course in result["courses"]
    ]
    held = joined(titles) if titles else "no course"
    return f"Registration {result['registration_id']} has been changed; it now holds {held}.{moved}"


def _report_payment(args: Arguments, result: Result, seen: Seen) -> str:
    amount = args["payment"]["amount"]
    verb = "charged" if amount > 0 else "refunded"
    method = _method(args["payment"]["payment_id"], seen)
    return (
        f"{_dollars(abs(amount))} has been {verb} to {method} for registration "
        f"{result['registration_id']}."
    )


WORDS = DomainWords(
    questions={
        "student_id": "your student id",
        "term": "the term",
        "department": "the department",
        "date": "the date of the class",
        "start_after": "the time from which you are free",
        "day": "the day of the week",
        "registration_id": "the term of the registration",
        "course_id": "the title of the course",
    },
    intakes={
        "register_courses": _ask_registration,
        "update_registration_courses": _ask_settlement,
        "pay_registration": _ask_payment,
    },
    listings={
        "register_courses": _list_registration,
        "update_registration_courses": _list_change,
        "cancel_registration": _list_cancellation,
        "pay_registration": _list_payment,
    },
    reports={
        "register_courses": _report_registration,
        "update_registration_courses": _report_change,
        "cancel_registration": lambda args, result, seen: (
            f"Registration {args['registration_id']} has been canceled. "
            f"{_reversal(args, result, seen)}"
        ),
        "pay_registration": _report_payment,
    },
    answers={"get_course_meeting_status": _answer_meeting},
    refusals={
        "SCH-02": "I can only help you with your own record in this conversation.",
        "SCH-03": "I can only change your own registrations, and this one is somebody else's.",
        "SCH-11": "every seat in it is taken, and a course that is full takes nobody else.",
        "SCH-12": "the two courses meet at the same time, and a registration cannot hold both.",
        "SCH-13": "only a payment method that is in your record can be used.",
        "SCH-14": "a new registration is paid in full at once.",
        "SCH-17": (
            "health insurance is chosen when a registration is made; it can be neither added nor "
            "removed afterwards."
        ),
        "SCH-18": "the term and the study level of a registration cannot be changed.",
        "SCH-19": "a higher tuition is charged to one single payment method.",
        "SCH-23": "there is no compensation beyond the refunds that a change works out.",
        "SCH-24": "a payment is taken only for a balance that is open, and up to it.",
    },
)
