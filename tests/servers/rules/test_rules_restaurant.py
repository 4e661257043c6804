"""The rules of the restaurant, each on conversations that keep it and that break it."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import Session

from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Instrument,
    LineEntry,
    Patron,
    Plate,
    Ticket,
)
from tau_emo_servers.domains.restaurant.rules import RULES
from tau_emo_servers.rules import TaskLabel

from .talk import NOTICE, Talk, rows


def look(query: Callable[[Session], Any]) -> Any:
    """Something from the base."""
    return Talk("restaurant").find(query)


def ticket_where(
    state: str = "placed", mode: str = "", cards: int = 1, tips: int = 0, skip: str = ""
) -> Ticket:
    """A ticket with a single payment whose patron has at least so many credit cards."""

    def query(db: Session) -> Ticket:
        for one in rows(db, Ticket, state=state):
            charges = [charge.kind for charge in rows(db, Charge, ticket_ref=one.ticket_ref)]
            held = rows(db, Instrument, guest_ref=one.guest_ref, origin="credit_card")
            if (
                mode in ("", one.service_mode)
                and charges.count("payment") == 1
                and charges.count("refund") == (state == "cancelled")
                and charges.count("tip") == tips
                and len(held) >= cards
                and one.guest_ref != skip
            ):
                return one
        raise LookupError

    return look(query)


def patron_of(ticket: Ticket) -> Patron:
    return look(lambda db: db.get_one(Patron, ticket.guest_ref))


def payment_of(ticket: Ticket) -> Charge:
    return look(lambda db: rows(db, Charge, ticket_ref=ticket.ticket_ref)[0])


def payer(ticket: Ticket) -> Instrument:
    return look(lambda db: db.get_one(Instrument, payment_of(ticket).instrument_ref))


def other_card(ticket: Ticket) -> Instrument:
    """A credit card of the ticket's patron that has not paid it."""
    paid = payer(ticket).instrument_ref
    cards = look(lambda db: rows(db, Instrument, guest_ref=ticket.guest_ref, origin="credit_card"))
    return next(card for card in cards if card.instrument_ref != paid)


def known(ticket: Ticket, *, wish: str = "It's about my ticket.") -> Talk:
    """The patron was found by email, and the ticket was looked at."""
    patron = patron_of(ticket)
    talk = Talk("restaurant").user(f"{wish} My email is {patron.contact_email}.")
    talk.done("find_patron_ref_by_email", email=patron.contact_email)
    talk.done("get_patron_details", guest_ref=patron.guest_ref)
    return talk.done("get_ticket_details", ticket_ref=ticket.ticket_ref)


def cancel(
    talk: Talk, ticket: Ticket, answer: str = "Yes, please.", listing: str = "{ref}, {sum}, {to}"
) -> Talk:
    values = {
        "ref": f"ticket {ticket.ticket_ref}",
        "sum": f"${payment_of(ticket).total / 100:.2f} comes back",
        "to": f"to {payment_of(ticket).instrument_ref}",
    }
    talk.user("Cancel it, we have fallen ill.")
    talk.agent(f"I would cancel {listing.format(**values)}. Shall I go ahead, yes or no?")
    talk.user(answer)
    talk.call("cancel_placed_ticket", ticket_ref=ticket.ticket_ref, reason="fell ill")
    return talk.agent("It is cancelled.")


def test_every_rule_of_the_policy_is_declared_once() -> None:
    own = [rule.id for rule in RULES if rule.id.startswith("RST-")]
    assert own == [f"RST-{number:02d}" for number in range(1, 26)]
    others = [rule.id for rule in RULES if not rule.id.startswith("RST-")]
    assert others == ["COM-12", "COM-14"]
    assert {rule.id for rule in RULES if rule.kind == "tool"} == {
        f"RST-{number:02d}" for number in (8, 10, 11, 12, 14, 15, 17, 18, 19)
    }
    assert not [rule.id for rule in RULES if rule.kind == "judge"]


# Identity.


def test_a_right_cancellation_breaks_nothing() -> None:
    ticket = ticket_where()
    assert cancel(known(ticket), ticket).violations() == []


def test_a_stated_reference_identifies_nobody() -> None:
    ticket = ticket_where()
    talk = Talk("restaurant").user(f"I am {ticket.guest_ref}.")
    talk.done("think", thought="well").done("get_patron_details", guest_ref=ticket.guest_ref)
    assert talk.broken() == {"RST-01"}
    talk = Talk("restaurant").user("What do you have?").done("list_all_dishes")
    assert talk.broken() == {"RST-01"}


def test_the_email_is_the_patrons_own_word() -> None:
    patron = patron_of(ticket_where())
    talk = Talk("restaurant").user("Hello!")
    talk.done("find_patron_ref_by_email", email=patron.contact_email)
    assert talk.broken() == {"RST-01"}


def test_the_email_is_tried_before_the_name() -> None:
    patron = patron_of(ticket_where())
    named = {
        "given": patron.identity.given,
        "family": patron.identity.family,
        "postal_code": patron.location.postal_code,
    }
    said = f"I am {named['given']} {named['family']}, postal code {named['postal_code']}"
    talk = Talk("restaurant").user(f"{said}.").done("find_patron_ref_by_name_zip", **named)
    assert talk.broken() == set()
    talk = Talk("restaurant").user(f"{said}, {patron.contact_email}.")
    assert talk.done("find_patron_ref_by_name_zip", **named).broken() == {"RST-02"}
    talk = Talk("restaurant").user(f"{said}, nobody@example.com.")
    talk.refused("find_patron_ref_by_email", email="nobody@example.com")
    assert talk.done("find_patron_ref_by_name_zip", **named).broken() == set()


def test_one_patron_per_conversation_and_only_own_tickets() -> None:
    ticket = ticket_where()
    other = ticket_where(skip=ticket.guest_ref)
    talk = known(ticket).user(f"And my friend's {other.ticket_ref}?")
    talk.done("get_ticket_details", ticket_ref=other.ticket_ref)
    assert talk.broken() == set()
    assert cancel(talk, other).broken() == {"RST-04"}
    talk = known(ticket).done("get_patron_details", guest_ref=other.guest_ref)
    assert talk.broken() == {"RST-03"}
    email = patron_of(other).contact_email
    talk = known(ticket).user(f"Now {email}.").done("find_patron_ref_by_email", email=email)
    assert talk.broken() == {"RST-03"}


def test_a_ticket_is_looked_at_first_or_was_changed_before() -> None:
    ticket = ticket_where(mode="dine_in")
    email = patron_of(ticket).contact_email
    talk = Talk("restaurant").user(f"{email}. Cancel {ticket.ticket_ref}.")
    talk.done("find_patron_ref_by_email", email=email)
    assert "RST-05" in cancel(talk, ticket).broken()
    talk = Talk("restaurant").user(f"{email}, a tip of $2 for {ticket.ticket_ref}.")
    talk.done("find_patron_ref_by_email", email=email)
    call = {"ticket_ref": ticket.ticket_ref, "instrument_ref": payer(ticket).instrument_ref}
    for _ in range(2):
        talk.done("add_tip_to_ticket", tip_total=2, **call)
    assert [one.rule for one in talk.violations()].count("RST-05") == 1


# The listing and the yes.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes. And then a bigger table.", set()),
        ("PROCEED. I don't trust you.", set()),
        ("okay", {"RST-06"}),
        ("Yes, as long as it is quick and free.", {"RST-06"}),
        ("Yes, but refund it to card 9999.", {"RST-06"}),
    ],
)
def test_only_a_yes_covers_a_cancellation(answer: str, broken: set[str]) -> None:
    ticket = ticket_where()
    assert cancel(known(ticket), ticket, answer).broken() == broken


@pytest.mark.parametrize("without", ["{sum}", "{to}"])
def test_a_cancellation_is_listed_with_its_money(without: str) -> None:
    ticket = ticket_where()
    listing = "{ref}, {sum}, {to}".replace(without, "that")
    found = cancel(known(ticket), ticket, listing=listing).broken()
    assert found == {"RST-06", "RST-07"}


def test_a_cancellation_names_the_reference_and_the_reason_is_asked_for() -> None:
    ticket = ticket_where()
    title = look(lambda db: rows(db, LineEntry, ticket_ref=ticket.ticket_ref)[0].label)
    listing = f"the ticket with the {title}, {{sum}}, {{to}}"
    assert cancel(known(ticket), ticket, listing=listing).broken() == {"RST-09"}
    named = known(ticket, wish=f"It's {ticket.ticket_ref}.")
    assert cancel(named, ticket, listing=listing).broken() == set()


def test_a_tip_that_is_lost_is_told_before_the_yes() -> None:
    ticket = ticket_where(tips=1)
    found = cancel(known(ticket), ticket).broken()
    assert found == {"RST-06", "RST-07"}
    listing = "{ref}, {sum}, {to}, and the tip is not given back"
    assert cancel(known(ticket), ticket, listing=listing).broken() == set()


DROPOFF = {
    "line_one": "14 Mill Lane",
    "line_two": "Flat 3",
    "municipality": "London",
    "province": "Greater London",
    "nation": "United Kingdom",
    "postal_code": "SE1 7PB",
}
WHOLE = "14 Mill Lane, Flat 3, London, Greater London, SE1 7PB, United Kingdom"


@pytest.mark.parametrize(
    ("said", "listed", "broken"),
    [
        (WHOLE, WHOLE, set()),
        (WHOLE, "14 Mill Lane, London, SE1 7PB", {"RST-06", "RST-07"}),
        ("Mill Lane in London", WHOLE, {"RST-13"}),
    ],
)
def test_an_address_comes_from_the_patron_and_is_listed_in_full(
    said: str, listed: str, broken: set[str]
) -> None:
    ticket = ticket_where(mode="delivery")
    talk = known(ticket).user(f"Deliver it to {said}.")
    talk.agent(f"I would change the drop-off of {ticket.ticket_ref} to {listed}. Yes or no?")
    talk.user("Yes!").done("modify_placed_ticket_dropoff", ticket_ref=ticket.ticket_ref, **DROPOFF)
    assert talk.agent("The address is changed.").broken() == broken


def test_the_own_address_need_not_be_said() -> None:
    ticket = ticket_where(mode="delivery")
    home = patron_of(ticket).location.model_dump()
    listed = ", ".join(value for value in home.values() if value)
    talk = known(ticket).user("Deliver it to the address in my profile.")
    talk.agent(f"I would change the drop-off of {ticket.ticket_ref} to {listed}. Yes or no?")
    talk.user("Yes!").done("modify_placed_ticket_dropoff", ticket_ref=ticket.ticket_ref, **home)
    assert talk.agent("The address is changed.").broken() == set()


@pytest.mark.parametrize(
    ("listed", "broken"),
    [
        ("table T07 in the Winter Garden with 6 seats", set()),
        ("table 7, Winter Garden, six seats", set()),
        ("table T07 with 6 seats", {"RST-06", "RST-07"}),
        ("a table in the Winter Garden with 6 seats", {"RST-06", "RST-07"}),
        ("table T07 in the Winter Garden", {"RST-06", "RST-07"}),
    ],
)
def test_a_table_is_listed_with_zone_number_and_seats(listed: str, broken: set[str]) -> None:
    ticket = ticket_where(mode="dine_in")
    talk = known(ticket).user("We want T07 in the Winter Garden, for 6.")
    talk.agent(f"I would change {ticket.ticket_ref} to {listed}. Yes or no?").user("Yes!")
    call = {"zone": "Winter Garden", "table_no": "T07", "seat_count": 6}
    talk.done("modify_placed_ticket_table", ticket_ref=ticket.ticket_ref, **call)
    assert talk.agent("The table is changed.").broken() == broken


# Plates, instrument and tip.


def swap(ticket_is: Callable[[LineEntry, Plate], bool]) -> tuple[Ticket, LineEntry, Plate]:
    """A placed ticket, a line of it and a served plate for its place, of which this holds."""

    def query(db: Session) -> tuple[Ticket, LineEntry, Plate]:
        for ticket in rows(db, Ticket, state="placed"):
            charges = rows(db, Charge, ticket_ref=ticket.ticket_ref)
            lines = rows(db, LineEntry, ticket_ref=ticket.ticket_ref)
            if len({line.dish_ref for line in lines}) < len(lines) or len(charges) > 2:
                continue
            for line in lines:
                for plate in rows(db, Plate, dish_ref=line.dish_ref, served_today=True):
                    if plate.plate_ref != line.plate_ref and ticket_is(line, plate):
                        return ticket, line, plate
        raise LookupError

    return look(query)


DEARER = swap(lambda line, plate: plate.cost > line.cost)
LEVEL = swap(lambda line, plate: plate.cost == line.cost)
LISTING = (
    "I would replace the {old} on {ref} by {new}; the difference of {sum} goes to {to}. Yes or no?"
)


def change_plate(
    found: tuple[Ticket, LineEntry, Plate], listing: str = LISTING, said: str = "the card {tail}"
) -> Talk:
    """A change of one plate."""
    ticket, line, plate = found
    paid = payer(ticket)
    changed = [
        value
        for name, value in plate.modifiers.model_dump(exclude_none=True).items()
        if look(lambda db: db.get_one(Plate, line.plate_ref)).modifiers.model_dump()[name] != value
    ]
    words = {"tail": paid.card.tail_digits}
    talk = known(ticket).user(
        f"Another {line.label}, please; settle it with {said.format(**words)}."
    )
    talk.done("get_dish_details", dish_ref=line.dish_ref)
    talk.agent(
        listing.format(
            old=line.label,
            ref=ticket.ticket_ref,
            new=", ".join(changed),
            sum=f"${abs(plate.cost - line.cost) / 100:.2f}",
            to=paid.instrument_ref,
        )
    ).user("Yes, do it.")
    talk.done(
        "modify_placed_ticket_items",
        ticket_ref=ticket.ticket_ref,
        plate_refs=[line.plate_ref],
        new_plate_refs=[plate.plate_ref],
        instrument_ref=paid.instrument_ref,
    )
    return talk.agent("It is changed.")


def test_plates_are_listed_with_their_money() -> None:
    assert change_plate(DEARER).violations() == []
    for without in ("{new}", "{sum}", "{to}"):
        found = change_plate(DEARER, LISTING.replace(without, "that")).broken()
        assert found >= {"RST-06", "RST-07"}, without


def several_portions() -> tuple[Ticket, LineEntry, Plate, int]:
    """A placed ticket with a plate several times, a line of it, a plate for it, and how often."""

    def query(db: Session) -> tuple[Ticket, LineEntry, Plate, int]:
        for ticket in rows(db, Ticket, state="placed"):
            lines = rows(db, LineEntry, ticket_ref=ticket.ticket_ref)
            for line in lines:
                count = sum(one.plate_ref == line.plate_ref for one in lines)
                for plate in rows(db, Plate, dish_ref=line.dish_ref, served_today=True):
                    if count > 2 and plate.cost == line.cost and plate.plate_ref != line.plate_ref:
                        return ticket, line, plate, count
        raise LookupError

    return look(query)


@pytest.mark.parametrize(
    ("listed", "changed", "broken"),
    [
        ("two of the three {old}", 2, set()),
        ("the {old}", 2, {"RST-06", "RST-07"}),
        ("one {old}", 2, {"RST-06", "RST-07"}),
        ("one of the {old}", 1, set()),
        ("the {old}", 1, {"RST-06", "RST-07"}),
        ("all {old}", 3, set()),
        ("the three {old}", 3, set()),
        ("the {old}", 3, {"RST-06", "RST-07"}),
    ],
)
def test_how_many_portions_change_is_listed(listed: str, changed: int, broken: set[str]) -> None:
    ticket, line, plate, count = several_portions()
    assert count == 3
    old = look(lambda db: db.get_one(Plate, line.plate_ref)).modifiers.model_dump()
    new = plate.modifiers.model_dump(exclude_none=True)
    form = ", ".join(value for name, value in new.items() if old[name] != value)
    talk = known(ticket).user("Change some of my portions.")
    talk.done("get_dish_details", dish_ref=line.dish_ref)
    talk.agent(
        f"I would change {listed.format(old=line.label)} on {ticket.ticket_ref} to {form}; nothing "
        "is charged. Yes or no?"
    ).user("Yes.")
    talk.done(
        "modify_placed_ticket_items",
        ticket_ref=ticket.ticket_ref,
        plate_refs=[line.plate_ref] * changed,
        new_plate_refs=[plate.plate_ref] * changed,
        instrument_ref=payer(ticket).instrument_ref,
    )
    assert talk.agent("It is changed.").broken() == broken


def test_the_instrument_is_chosen_where_there_is_a_difference() -> None:
    nobody = LISTING.replace("{to}", "it")
    assert "RST-16" in change_plate(DEARER, nobody, said="whatever you like").broken()
    # At no difference the instrument plays no part and need not be named.
    free = "I would replace the {old} on {ref} by {new}; nothing is charged. Yes or no?"
    assert change_plate(LEVEL, free, said="whatever you like").broken() == set()
    assert change_plate(LEVEL, "I would replace {old} on {ref} by {new}. Yes?").broken() == {
        *("RST-06", "RST-07")
    }


@pytest.mark.parametrize(
    ("listed", "broken"),
    [
        ("{sum} from {old} to {new}", set()),
        ("{sum} from the original card to {new}", set()),
        ("{sum} from {old} to the other card", {"RST-06", "RST-07"}),
        ("everything from {old} to {new}", {"RST-06", "RST-07"}),
        ("{sum} to {new}", {"RST-06", "RST-07"}),
    ],
)
def test_a_new_instrument_is_listed_with_the_old_one_and_the_amount(
    listed: str, broken: set[str]
) -> None:
    ticket = ticket_where(cards=2)
    new = other_card(ticket)
    words = {
        "sum": f"${payment_of(ticket).total / 100:.2f}",
        "old": payer(ticket).instrument_ref,
        "new": f"your card ending in {new.card.tail_digits}",
    }
    talk = known(ticket).user(f"Let my card ending in {new.card.tail_digits} pay.")
    talk.agent(f"I would move the payment of {ticket.ticket_ref}: {listed.format(**words)}. Yes?")
    talk.user("Yes.")
    talk.done(
        "modify_placed_ticket_instrument",
        ticket_ref=ticket.ticket_ref,
        instrument_ref=new.instrument_ref,
    )
    assert talk.agent("The payment has moved.").broken() == broken


def tip(said: str, listed: str = "a tip of $3.50 to {ref}, charged to {to}") -> Talk:
    ticket = ticket_where("delivered")
    words = {"ref": ticket.ticket_ref, "to": payer(ticket).instrument_ref}
    talk = known(ticket).user(said.format(**words))
    talk.agent(f"I would add {listed.format(**words)}. Yes or no?").user("Yes.")
    call = {"ticket_ref": ticket.ticket_ref, "instrument_ref": words["to"]}
    talk.done("add_tip_to_ticket", tip_total=3.5, **call)
    return talk.agent("The tip of $3.50 has been added.")


def test_a_tip_is_listed_with_amount_and_instrument() -> None:
    wish = "I want to tip $3.50 with {to}."
    assert tip(wish).violations() == []
    assert tip(wish, "a tip to {ref}, charged to {to}").broken() == {"RST-06", "RST-07"}
    assert tip(wish, "a tip of $3.50 to {ref}").broken() == {"RST-06", "RST-07"}


def test_a_tip_is_the_patrons_idea() -> None:
    assert "RST-20" in tip("Everything was good, $3.50 worth, from {to}.").broken()
    ticket = ticket_where("delivered", tips=1)
    talk = known(ticket).user("What did I pay?")
    assert talk.agent("The ticket bears a tip beside the payment.").broken() == set()
    assert talk.agent("Would you like to leave a tip?").broken() == {"RST-20"}
    asked = known(ticket).user("I want to leave a tip.")
    assert (
        asked.agent("Which card should I charge, and how high a tip may I add?").broken() == set()
    )


def test_a_negative_tip_is_an_attempt_against_the_rule() -> None:
    ticket = ticket_where("delivered")
    talk = known(ticket).user("Take a tip of $2 off again.")
    ref = payer(ticket).instrument_ref
    talk.refused(
        "add_tip_to_ticket", ticket_ref=ticket.ticket_ref, tip_total=-2, instrument_ref=ref
    )
    assert "RST-20" in talk.broken()


# What all domains share, in the words of this one.


def test_turns_facts_hand_off_and_notice() -> None:
    ticket = ticket_where()
    talk = known(ticket).turn("One moment.", ("list_all_dishes", {}))
    assert talk.broken() == {"RST-21"}
    told = known(ticket).agent("Ticket tA2bC3d holds a pie for $1.37.")
    assert [one.rule for one in told.violations()] == ["RST-22"]
    talk = known(ticket).user("Save a new card for me.")
    talk.done("transfer_to_human_agents", summary="new card").agent(NOTICE)
    assert talk.broken(TaskLabel(hands_off=True)) == set()
    assert talk.broken(TaskLabel(refuses=("RST-08",))) == {"RST-23", "RST-24"}
    assert talk.agent("Bye.").broken(TaskLabel(hands_off=True)) == {"RST-25"}
    assert known(ticket).broken(TaskLabel(hands_off=True)) == {"RST-24"}


def test_outcomes_are_reported_and_failed_calls_not_repeated() -> None:
    ticket = ticket_where()
    talk = cancel(known(ticket), ticket)
    silent = Talk("restaurant")
    silent.events = [*talk.events[:-1]]
    assert silent.agent("Anything else?").broken() == {"COM-12"}
    begun = ticket_where("in_progress")
    talk = known(begun)
    for _ in range(2):
        talk.refused("cancel_placed_ticket", ticket_ref=begun.ticket_ref, reason="fell ill")
    assert "COM-14" in talk.broken()


# Further breaches.


def test_an_email_given_later_is_tried_before_the_name_as_well() -> None:
    patron = patron_of(ticket_where())
    name, code = patron.identity, patron.location.postal_code
    talk = Talk("restaurant").user(f"I am {name.given} {name.family}.")
    talk.agent("What is your email or postal code?").user(f"{code}, or {patron.contact_email}")
    talk.done("find_patron_ref_by_name_zip", given=name.given, family=name.family, postal_code=code)
    assert "RST-02" in talk.broken()


def test_a_tip_on_somebody_elses_ticket_changes_it() -> None:
    ticket = ticket_where()
    other = ticket_where(skip=ticket.guest_ref)
    to = payment_of(ticket).instrument_ref
    talk = known(ticket, wish=f"Give my waiter of {other.ticket_ref} 2.00 from {to}.")
    talk.agent(f"I would add a tip of $2.00 to {other.ticket_ref} from {to}. Yes or no?")
    talk.user("Yes.").call(
        "add_tip_to_ticket", ticket_ref=other.ticket_ref, tip_total=2, instrument_ref=to
    )
    assert "RST-04" in talk.broken()
