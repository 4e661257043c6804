"""The policy rules of the university, in the order of its policy."""

from itertools import pairwise

from tau_emo_db.domains.school.tables import Registration
from tau_emo_servers.common_rules import (
    Identification,
    confirmed_writes,
    hand_off_when_due,
    identified_first,
    known_facts_only,
    no_repeated_failure,
    notice_alone_follows,
    one_call_per_turn,
    one_principal,
    owners_by,
    principal,
    refused_without_hand_off,
    reported_outcomes,
    stated_key,
    was_shown,
)
from tau_emo_servers.consent import is_consent
from tau_emo_servers.conversation import AgentStep, UserMessage
from tau_emo_servers.domains.school.listings import (
    INSURANCE,
    LEVELS,
    OPTIONS,
    WRITES,
    balance,
    course_fact,
    difference,
    method_fact,
    term_fact,
)
from tau_emo_servers.listing import fact
from tau_emo_servers.rules import Moment, Rule, kept_by_tools, left_to_judge, rule
from tau_emo_servers.values import normalised

REGISTER = "register_courses"
UPDATE = "update_registration_courses"
CANCEL = "cancel_registration"
PAY = "pay_registration"


IDENTIFICATION = Identification(principal={"get_student_details": stated_key("student_id")})


def _registration(moment: Moment) -> Registration | None:
    return moment.named(Registration, "registration_id")


def _agreed_text(moment: Moment) -> str:
    """All that the customer has written, and every message of the agent that a yes followed."""
    texts = moment.user_messages
    for event, answer in pairwise(moment.history):
        told = isinstance(event, AgentStep) and event.delivered
        if told and isinstance(answer, UserMessage) and is_consent(answer.text):
            texts.append(event.text)
    return "\n".join(texts)


@rule(
    "SCH-03",
    "A registration is changed only if the customer owns it.",
    on="write",
    tools={UPDATE, CANCEL, PAY},
)
def own_registration(moment: Moment) -> str | None:
    """The student of the registration is the one identified."""
    registration, known = _registration(moment), principal(moment, IDENTIFICATION)
    if registration is None or known is None or registration.student_id == known:
        return None
    return f"{registration.registration_id} belongs to {registration.student_id}"


@rule(
    "SCH-15",
    "Before registering, know term, study level, courses and insurance from the student.",
    on="write",
    tools={REGISTER},
    judge="whether they were the customer's choice",
)
def known_wish(moment: Moment) -> str | None:
    """Each was said by the customer, or stood in a message that the customer agreed to."""
    wanted = moment.arguments
    facts = [
        term_fact(wanted["term"]),
        fact(f"the level {wanted['study_level']}", LEVELS[wanted["study_level"]]),
        *(course_fact(moment, key) for key in wanted["course_ids"]),
        fact("the insurance", INSURANCE),
    ]
    text = _agreed_text(moment)
    unknown = [one.name for one in facts if not one.named_in(text)]
    return f"the customer has not chosen {', '.join(unknown)}" if unknown else None


@rule(
    "SCH-16",
    "Courses are graded by letter unless the student asks otherwise.",
    on="write",
    tools={REGISTER, UPDATE},
)
def grading_asked_for(moment: Moment) -> str | None:
    """Every other grading option was named by the customer."""
    text = normalised(moment.user_text)
    options: dict[str, str] = moment.arguments.get("grading_options") or {}
    for course_id, option in options.items():
        if option != "letter" and not OPTIONS[option].search(text):
            return f"the customer has not asked for {option} of {course_id}"
    return None


@rule(
    "SCH-20",
    "A lower tuition is refunded exactly, to the method named; if none is, leave it out.",
    on="write",
    tools={UPDATE},
    judge="whether the customer named another method",
)
def refund_target(moment: Moment) -> str | None:
    """A method that is given was named by the customer or in a message agreed to."""
    target = moment.arguments.get("payment_id")
    change = difference(moment)
    if not target or change is None or change >= 0:
        return None
    if method_fact(moment, target).named_in(_agreed_text(moment)):
        return None
    return f"the customer has not named {target}"


def _payment(moment: Moment) -> tuple[str, int] | None:
    """Method and amount of the call, if it has both."""
    payment = moment.arguments["payment"]
    method, amount = payment.get("payment_id"), payment.get("amount")
    return (method, amount) if method and amount else None


def _chosen(moment: Moment, method: str) -> str | None:
    if method_fact(moment, method).named_in(_agreed_text(moment)):
        return None
    return f"the customer has not named {method}"


@rule(
    "SCH-23",
    "No compensation; what was overpaid goes back on request to a method that paid.",
    on="write",
    tools={PAY},
    judge="whether it was asked for; other writes and offers that were not",
)
def refund_of_overpayment(moment: Moment) -> str | None:
    """A refund is made of an overpaid registration, up to what is overpaid."""
    payment = _payment(moment)
    left = balance(moment, moment.arguments["registration_id"])
    if payment is None or left is None or payment[1] > 0:
        return None
    if -payment[1] > max(0, -left):
        return f"{-payment[1]} were refunded where {max(0, -left)} are overpaid"
    return _chosen(moment, payment[0])


@rule(
    "SCH-24",
    "A payment needs an open balance and stays within it.",
    on="write",
    tools={PAY},
)
def payment_of_balance(moment: Moment) -> str | None:
    """A charge is not larger than what is still to be paid."""
    payment = _payment(moment)
    left = balance(moment, moment.arguments["registration_id"])
    if payment is None or left is None or payment[1] < 0:
        return None
    if payment[1] > max(0, left):
        return f"{payment[1]} were charged where {max(0, left)} are open"
    return _chosen(moment, payment[0])


@rule(
    "COM-11",
    "Look at registrations and courses before writing to them.",
    on="write",
    judge="conditions that neither a tool nor another rule checks",
)
def looked_at_first(moment: Moment) -> str | None:
    """A result has shown the registration, and every course that is newly taken, in full."""
    wanted = moment.arguments
    key = wanted.get("registration_id")
    if key is not None and not was_shown(moment, "registration_id", key):
        return f"registration {key} was not looked at before"
    taken = wanted.get("course_ids") or wanted.get("add_course_ids") or ()
    for course_id in taken:
        if not was_shown(moment, "course_id", course_id, "get_course_details", "search_courses"):
            return f"course {course_id} was not looked at before"
    return None


RULES: tuple[Rule, ...] = (
    identified_first(
        "SCH-01",
        IDENTIFICATION,
        text="Look up the stated student id before anything else.",
    ),
    one_principal(
        "SCH-02",
        IDENTIFICATION,
        owners_by("student_id", {"registration_id": Registration}, reads=True),
    ),
    own_registration,
    confirmed_writes("SCH-04", WRITES),
    one_call_per_turn("SCH-05"),
    known_facts_only("SCH-06"),
    refused_without_hand_off("SCH-07", text="Deny what these rules forbid."),
    hand_off_when_due("SCH-08", text="Hand off only what no tool or rule covers."),
    notice_alone_follows("SCH-09", text="After the hand-off send the notice, then nothing."),
    kept_by_tools("SCH-10", "All courses of a registration are of its term."),
    kept_by_tools("SCH-11", "No seat is taken in a full course."),
    kept_by_tools("SCH-12", "Courses of a registration do not meet at the same time."),
    kept_by_tools("SCH-13", "Charges and refunds use payment methods in the student's record."),
    kept_by_tools("SCH-14", "A new registration is paid in full."),
    known_wish,
    grading_asked_for,
    left_to_judge(
        "SCH-17",
        "Health insurance cannot change after registration.",
        judge="whether the wish was refused (no tool serves it)",
    ),
    left_to_judge(
        "SCH-18",
        "Term and study level of a registration cannot change.",
        judge="whether the wish was refused (no tool serves it)",
    ),
    kept_by_tools(
        "SCH-19",
        "A higher tuition is charged to one method that the student names.",
        judge="whether the student named it",
    ),
    refund_target,
    confirmed_writes(
        "SCH-21",
        WRITES,
        text="Before an update, state the difference in tuition and the method.",
        only={UPDATE},
    ),
    confirmed_writes(
        "SCH-22",
        WRITES,
        text="Before a cancellation, state the courses and that all payments are reversed.",
        only={CANCEL},
    ),
    refund_of_overpayment,
    payment_of_balance,
    left_to_judge(
        "SCH-25",
        "If the student does not know the registration id, find it in the record.",
        judge="whether it was asked for again",
    ),
    left_to_judge(
        "SCH-26",
        "Record edits, new payment methods, advisors, aid and waitlists go to a person.",
        judge="whether such a wish was handed off (no tool serves it)",
    ),
    looked_at_first,
    reported_outcomes("COM-12", WRITES),
    no_repeated_failure("COM-14"),
)
