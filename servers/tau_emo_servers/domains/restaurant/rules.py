"""The policy rules of the restaurant, in the order of its policy."""

import re

from tau_emo_db.domains.restaurant.tables import Ticket
from tau_emo_servers.common_rules import (
    Identification,
    confirmed_writes,
    email_before_name,
    found_key,
    grounded_arguments,
    hand_off_when_due,
    identified_first,
    known_facts_only,
    listed_values,
    no_repeated_failure,
    notice_alone_follows,
    one_call_per_turn,
    one_principal,
    owners_by,
    principal,
    read_before_write,
    refused_without_hand_off,
    reported_outcomes,
)
from tau_emo_servers.domains.restaurant.listings import WRITES, instrument_fact, item_difference
from tau_emo_servers.rules import Moment, Rule, kept_by_tools, rule
from tau_emo_servers.values import mentions, normalised

BY_EMAIL = "find_patron_ref_by_email"
BY_NAME = "find_patron_ref_by_name_zip"
CANCEL = "cancel_placed_ticket"
ITEMS = "modify_placed_ticket_items"
INSTRUMENT = "modify_placed_ticket_instrument"
TIP = "add_tip_to_ticket"


IDENTIFICATION = Identification(principal={BY_EMAIL: found_key, BY_NAME: found_key})


@rule("RST-04", "Change only tickets of the patron who was identified.", on="write")
def own_tickets(moment: Moment) -> str | None:
    """The owner of the ticket that a write names is the customer."""
    known = principal(moment, IDENTIFICATION)
    ticket = moment.row(Ticket, moment.arguments["ticket_ref"])
    if known is None or ticket is None or ticket.guest_ref == known:
        return None
    return f"ticket {ticket.ticket_ref} belongs to {ticket.guest_ref}; the customer is {known}"


@rule(
    "RST-09",
    "A cancellation needs the ticket's reference confirmed and a reason from the customer.",
    on="write",
    tools={CANCEL},
    judge="whether the customer gave a reason",
)
def confirmed_reference(moment: Moment) -> str | None:
    """The customer has named the reference, or the agent has before the customer's yes."""
    ref = moment.arguments["ticket_ref"]
    if any(mentions(text, ref, "id") for text in (moment.user_text, *moment.agent_messages)):
        return None
    return f"nobody has named the reference {ref}"


@rule(
    "RST-16",
    "The customer chooses a saved instrument for a difference, a new payment or a tip.",
    on="write",
    tools={ITEMS, INSTRUMENT, TIP},
    judge="whether it was the customer's choice",
)
def chosen_instrument(moment: Moment) -> str | None:
    """The customer has named the instrument, or the agent has before the customer's yes."""
    if moment.call is not None and moment.call.name == ITEMS and item_difference(moment) == 0:
        return None
    ref = moment.arguments["instrument_ref"]
    named = instrument_fact(moment, ref, original=True)
    if any(named.named_in(text) for text in (moment.user_text, *moment.agent_messages)):
        return None
    return f"nobody has named {ref}"


_TIP = re.compile(r"\b(?:tip|tips|tipping|gratuity)\b")
_OFFER = re.compile(
    r"\b(?:would you like|do you want|want me|shall i|should i|may i|can i|could i|you (?:can|could"
    r"|may|might)|feel free|consider|how about|what about|if you (?:like|wish|want))\b[^.?!]*"
    + _TIP.pattern
)


@rule(
    "RST-20",
    "Do nothing unasked; a tip is never below 0 and never suggested.",
    on=("write", "message"),
    judge="whether each other write and offer was asked for",
)
def unasked_tip(moment: Moment) -> str | None:
    """A tip is added or offered after the customer has spoken of one; it is not negative."""
    asked = _TIP.search(normalised(moment.user_text)) is not None
    if moment.stage == "message":
        offered = _OFFER.search(normalised(moment.step.text)) is not None
        return "a tip was suggested" if offered and not asked else None
    assert moment.call is not None
    if moment.call.name != TIP:
        return None
    if moment.arguments["tip_total"] < 0:
        return f"a tip of {moment.arguments['tip_total']}"
    return None if asked else "the customer has not spoken of a tip"


RULES: tuple[Rule, ...] = (
    identified_first(
        "RST-01",
        IDENTIFICATION,
        text="Find the patron by email, or by name and postal code, before anything else.",
    ),
    email_before_name("RST-02", IDENTIFICATION, by_email=BY_EMAIL, by_name=BY_NAME),
    one_principal("RST-03", IDENTIFICATION, owners_by("guest_ref", {})),
    own_tickets,
    read_before_write(
        "RST-05",
        "Look at a ticket before changing it.",
        {"ticket_ref": ("get_ticket_details", *WRITES)},
    ),
    confirmed_writes("RST-06", WRITES),
    listed_values(
        "RST-07",
        WRITES,
        text="The listing names the ticket, the amounts, the instruments and the new values.",
    ),
    kept_by_tools("RST-08", "Cancel and modify only placed tickets."),
    confirmed_reference,
    kept_by_tools("RST-10", "A cancelled ticket is refunded to the instruments that paid."),
    kept_by_tools("RST-11", "Only deliveries have a drop-off address to change."),
    kept_by_tools("RST-12", "Only meals in the house have a table to change."),
    grounded_arguments(
        "RST-13",
        text="Take address, table and every other value from the customer, a result or arithmetic.",
        ignored={"reason"},
    ),
    kept_by_tools("RST-14", "A new plate is of the same dish."),
    kept_by_tools("RST-15", "A new plate is served today."),
    chosen_instrument,
    kept_by_tools(
        "RST-17",
        "Old and new plates match one to one, once for each portion.",
        judge="whether as many portions change as the customer asked for",
    ),
    kept_by_tools(
        "RST-18", "The instrument changes only while there is one payment, to another instrument."
    ),
    kept_by_tools("RST-19", "A cancelled ticket bears no tip."),
    unasked_tip,
    one_call_per_turn("RST-21"),
    known_facts_only("RST-22"),
    refused_without_hand_off("RST-23", text="Deny what these rules forbid; do not hand off."),
    hand_off_when_due("RST-24", text="Hand off only what no tool serves and no rule forbids."),
    notice_alone_follows("RST-25", text="After the hand-off only the notice follows."),
    reported_outcomes("COM-12", WRITES),
    no_repeated_failure("COM-14"),
)
