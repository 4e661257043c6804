"""The rules of the agency, each on conversations that keep it and that break it."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import Session

from tau_emo_db.domains.travel.clock import TODAY, days_until
from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentDay,
    AgentSlot,
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    Companion,
    Package,
    PackageAgent,
    PackageDeparture,
    PackageTerms,
    PaymentMethod,
    Traveler,
)
from tau_emo_db.domains.travel.terms import cancellation_window, change_window
from tau_emo_servers.domains.travel.rules import RULES
from tau_emo_servers.rules import TaskLabel

from .talk import NOTICE, Talk, rows

Fits = Callable[[Session, Booking], object]


def looked_up(query: Callable[[Session], Any]) -> Any:
    return Talk("travel").find(query)


def booking_where(fits: Fits, *, ahead: bool = True) -> Booking:
    """The first booking of which this holds; to come and not cancelled unless said."""

    def query(db: Session) -> Booking:
        return next(
            one
            for one in rows(db, Booking)
            if (not ahead or (one.departure_date > TODAY and one.status != "cancelled"))
            and fits(db, one)
        )

    return looked_up(query)


def any_booking() -> Booking:
    return booking_where(lambda db, one: True)


def cancelling(window: str) -> Booking:
    """A booking whose cancellation means this today."""

    def fits(db: Session, one: Booking) -> bool:
        terms = db.get_one(PackageTerms, one.package_id)
        return cancellation_window(terms, days_until(one.departure_date)) == window

    return booking_where(fits)


def other_date(db: Session, booking: Booking) -> PackageDeparture | None:
    """Another open departure of the package with room for all."""
    return next(
        (
            one
            for one in rows(db, PackageDeparture, package_id=booking.package_id)
            if one.date not in (booking.departure_date,)
            and one.date > TODAY
            and one.status == "available"
            and one.available_slots >= booking.occupancy
        ),
        None,
    )


def moving(window: str) -> Booking:
    """A booking whose change of date means this today, with another open date."""

    def fits(db: Session, one: Booking) -> bool:
        terms = db.get_one(PackageTerms, one.package_id)
        means = change_window(terms, days_until(one.departure_date)) == window
        return means and other_date(db, one) is not None

    return booking_where(fits)


def known(traveler_id: str, says: str = "Hello.") -> Talk:
    """The customer has stated the id, and the profile was read."""
    talk = Talk("travel").user(f"{says} My traveler id is {traveler_id}.")
    return talk.done("get_traveler_details", traveler_id=traveler_id)


def about(booking: Booking, says: str = "", *, read: bool = True) -> Talk:
    """A known customer speaks of a booking; its package is read."""
    talk = known(booking.traveler_id, f"It is about {booking.booking_id}. {says}")
    return talk.done("get_package_details", package_id=booking.package_id) if read else talk


def ledger(booking: Booking) -> list[BookingPayment]:
    return looked_up(lambda db: rows(db, BookingPayment, booking_id=booking.booking_id))


def persons(booking: Booking) -> list[dict[str, str]]:
    found = looked_up(lambda db: rows(db, BookingTraveler, booking_id=booking.booking_id))
    return [
        {"first_name": one.first_name, "last_name": one.last_name, "dob": one.dob} for one in found
    ]


def add_ons(booking: Booking) -> list[dict[str, Any]]:
    found = looked_up(lambda db: rows(db, BookingAddOn, booking_id=booking.booking_id))
    return [
        {"type": one.type, "description": one.description, "price": one.price / 100}
        for one in found
    ]


def offers(package_id: str) -> list[dict[str, Any]]:
    package = looked_up(lambda db: db.get_one(Package, package_id))
    return [
        {"type": one.type, "description": one.description, "price": one.price / 100}
        for one in package.optional_add_ons
    ]


def cancel(talk: Talk, booking: Booking, answer: str = "Yes, please.") -> Talk:
    paid = ledger(booking)
    back = ", ".join(f"{one.amount / 100:.2f} to {one.payment_id}" for one in paid)
    talk.agent(
        f"I would cancel booking {booking.booking_id} and refund {back}. This cannot be undone. "
        "Shall I go ahead, yes or no?"
    ).user(answer)
    talk.call("cancel_booking", booking_id=booking.booking_id)
    return talk.agent(f"Booking {booking.booking_id} is cancelled.")


def test_every_rule_of_the_policy_is_declared_once() -> None:
    own = [rule.id for rule in RULES if rule.id.startswith("TRV-")]
    assert own == [f"TRV-{number:02d}" for number in range(1, 30)]
    others = [rule.id for rule in RULES if not rule.id.startswith("TRV-")]
    assert others == ["COM-11", "COM-12", "COM-14"]
    assert {rule.id for rule in RULES if rule.kind == "tool"} == {
        *("TRV-10", "TRV-15", "TRV-16", "TRV-19", "TRV-20", "TRV-23")
    }
    assert {rule.id for rule in RULES if rule.kind == "judge"} == {"TRV-06", "TRV-27"}


# Identity.


def test_a_right_cancellation_breaks_nothing() -> None:
    booking = cancelling("free")
    assert cancel(about(booking), booking).violations() == []


def test_packages_and_agents_may_be_looked_at_before_the_traveler_is_known() -> None:
    booking = any_booking()
    talk = Talk("travel").user("What do you have in Portugal?")
    talk.done("search_packages", destination_country="Portugal")
    talk.done("list_all_destinations").done("think", thought="well")
    talk.done("get_package_details", package_id=booking.package_id)
    talk.done("get_agent_details", agent_id=booking.agent_id)
    assert talk.broken() == set()
    talk.done("get_booking_details", booking_id=booking.booking_id)
    assert talk.broken() == {"TRV-01", "TRV-18"}


def test_the_traveler_id_is_the_customers_own_word() -> None:
    booking = any_booking()
    talk = Talk("travel").user(f"Cancel {booking.booking_id}.")
    talk.done("get_traveler_details", traveler_id=booking.traveler_id)
    assert talk.broken() == {"TRV-01"}


def test_a_customer_without_an_id_is_handed_off() -> None:
    talk = Talk("travel").user("I do not know my id.")
    talk.done("transfer_to_human_agents", summary="no traveler id").agent(NOTICE)
    assert talk.broken(TaskLabel(hands_off=True)) == set()


def test_one_customer_per_conversation() -> None:
    booking = cancelling("free")
    other = booking_where(lambda db, one: one.traveler_id != booking.traveler_id)
    talk = about(booking, f"And my friend's {other.booking_id}?")
    talk.done("get_booking_details", booking_id=other.booking_id)
    assert talk.broken() == {"TRV-02"}
    assert "TRV-02" in cancel(about(booking, f"Cancel {other.booking_id}."), other).broken()
    talk = about(booking, f"Or {other.traveler_id}.")
    talk.done("get_traveler_details", traveler_id=other.traveler_id)
    assert talk.broken() == {"TRV-02"}


def test_a_booking_is_named_by_the_customer_or_shown() -> None:
    booking = any_booking()
    other = booking_where(lambda db, one: one.traveler_id != booking.traveler_id)
    talk = known(booking.traveler_id).done("get_booking_details", booking_id=booking.booking_id)
    assert talk.broken() == set()
    talk = known(booking.traveler_id).done("get_booking_details", booking_id=other.booking_id)
    assert talk.broken() == {"TRV-02", "TRV-18"}


# The listing and the yes.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes. And then I want to meet an agent.", set()),
        ("GO AHEAD. I don't trust you.", set()),
        ("fine", {"TRV-03"}),
        ("Yes, if it is quick.", {"TRV-03"}),
        ("Yes, but refund it to card 9999.", {"TRV-03"}),
    ],
)
def test_only_a_yes_covers_a_cancellation(answer: str, broken: set[str]) -> None:
    booking = cancelling("free")
    assert cancel(about(booking), booking, answer).broken() == broken


def test_a_cancellation_names_booking_refund_and_target() -> None:
    booking = cancelling("free")
    paid = ledger(booking)[0]
    whole = "I would cancel {booking}, and {amount} go back to {target}. Yes or no?"
    values = {
        "booking": booking.booking_id,
        "amount": f"{booking.total_price / 100:,.2f}",
        "target": paid.payment_id,
    }
    for left_out in ("", *values):
        listing = whole.format(**{**values, left_out: "that"} if left_out else values)
        talk = about(booking).agent(listing).user("Yes.")
        talk.done("cancel_booking", booking_id=booking.booking_id).agent("It is cancelled.")
        assert talk.broken() == ({"TRV-03"} if left_out else set()), left_out
    name = looked_up(lambda db: db.get_one(Package, booking.package_id).name)
    listing = whole.format(**{**values, "booking": name, "target": "the method used"})
    talk = about(booking).agent(listing).user("Yes.")
    talk.done("cancel_booking", booking_id=booking.booking_id).agent("It is cancelled.")
    assert talk.broken() == set()


# Cancelling.


@pytest.mark.parametrize("window", ["penalty", "nothing", "unclear"])
def test_only_a_free_cancellation_is_carried_out(window: str) -> None:
    booking = cancelling(window)
    assert cancel(about(booking), booking).broken() == {"TRV-26"}


def test_the_policies_are_read_before_a_cancellation() -> None:
    booking = cancelling("free")
    assert cancel(about(booking, read=False), booking).broken() == {"TRV-25"}
    talk = about(booking, read=False).done("get_package_details", package_id=other_package(booking))
    assert cancel(talk, booking).broken() == {"TRV-25"}


def other_package(booking: Booking) -> str:
    return looked_up(
        lambda db: next(
            one.package_id for one in rows(db, Package) if one.package_id != booking.package_id
        )
    )


def test_nothing_changes_once_the_departure_date_has_come() -> None:
    booking = booking_where(
        lambda db, one: one.departure_date <= TODAY and one.status != "cancelled", ahead=False
    )
    assert cancel(about(booking), booking).broken() == {"TRV-28"}
    assert set_room(booking).broken() == {"TRV-28"}


# Changing the date.


def move(booking: Booking, *, read: bool = True, left_out: str = "") -> Talk:
    departure = looked_up(lambda db: other_date(db, booking))
    old = looked_up(
        lambda db: db.get_one(PackageDeparture, (booking.package_id, booking.departure_date))
    )
    method = ledger(booking)[0].payment_id
    cents = (departure.base_price - old.base_price) * booking.occupancy
    values = {
        "booking": booking.booking_id,
        "date": departure.date,
        "difference": f"{abs(cents) / 100:,.2f}",
        "method": method,
    }
    if left_out:
        values[left_out] = "that"
    talk = about(booking, f"Move it to {departure.date}, with {method}.", read=read)
    if not read:
        talk.done("search_packages", departure_date=departure.date)
    talk.agent(
        "I would move booking {booking} to {date}; the difference of {difference} is settled with "
        "{method}. Yes or no?".format(**values)
    ).user("Yes.")
    talk.done(
        "update_booking_departure_date",
        booking_id=booking.booking_id,
        new_departure_date=departure.date,
        payment_method_id=method,
    )
    return talk.agent("The booking was moved.")


def test_a_date_changes_where_it_is_free_of_charge() -> None:
    assert move(moving("free")).violations() == []
    for window in ("fee", "closed", "unclear"):
        assert move(moving(window)).broken() == {"TRV-24"}, window
    assert move(moving("free"), read=False).broken() == {"TRV-24"}


@pytest.mark.parametrize("left_out", ["date", "difference", "method"])
def test_a_date_change_is_listed_with_its_difference(left_out: str) -> None:
    assert move(moving("free"), left_out=left_out).broken() == {"TRV-03", "TRV-21"}


# Add-ons.


def with_two_extras() -> Booking:
    return booking_where(
        lambda db, one: (
            len(rows(db, BookingAddOn, booking_id=one.booking_id)) == 2
            and len(db.get_one(Package, one.package_id).optional_add_ons) >= 4
        )
    )


def set_add_ons(booking: Booking, new: list[dict[str, Any]], says: str, listing: str) -> Talk:
    old = add_ons(booking)
    method = ledger(booking)[0].payment_id
    cents = round(100 * (sum(o["price"] for o in new) - sum(o["price"] for o in old)))
    money = f"{abs(cents) / 100:.2f} settled with {method}" if cents else "nothing is charged"
    talk = about(booking, says)
    talk.agent(f"I would change booking {booking.booking_id}: {listing}; {money}. Yes or no?")
    talk.user("Yes.")
    talk.done(
        "update_booking_add_ons",
        booking_id=booking.booking_id,
        add_ons=new,
        payment_method_id=method,
    )
    return talk.agent("The add-ons have been changed.")


def worded(add_on: dict[str, Any]) -> str:
    return f"{add_on['type'].replace('_', ' ')} for {add_on['price']:.2f}"


def test_add_ons_that_stay_are_sent_again() -> None:
    booking = with_two_extras()
    old = add_ons(booking)
    new = next(one for one in offers(booking.package_id) if one not in old)
    listing = f"add {worded(new)}"
    talk = set_add_ons(booking, [*old, new], f"Add the {worded(new)}.", listing)
    assert talk.violations() == []
    # The first one is dropped by mistake, and listed so.
    dropped = f"{listing}, drop the {worded(old[0])}"
    talk = set_add_ons(booking, [old[1], new], f"Add the {worded(new)}.", dropped)
    assert talk.broken() == {"TRV-22"}
    says = f"Add the {worded(new)} instead of the {worded(old[0])}."
    assert set_add_ons(booking, [old[1], new], says, dropped).broken() == set()
    # Not listed: neither what is dropped nor what is added.
    assert set_add_ons(booking, [old[1], new], says, listing).broken() == {"TRV-03", "TRV-21"}
    assert set_add_ons(booking, [*old, new], says, "add something").broken() == {
        *("TRV-03", "TRV-21")
    }


def test_only_add_ons_of_the_package_at_their_price() -> None:
    booking = with_two_extras()
    old = add_ons(booking)
    new = next(one for one in offers(booking.package_id) if one not in old)
    cheap = {**new, "price": 1}
    says = f"Add the {worded(cheap)}."
    talk = set_add_ons(booking, [*old, cheap], says, f"add {worded(cheap)}")
    assert talk.broken() == {"TRV-13"}
    balloon = {"type": "balloon_ride", "description": "Over the hills", "price": 90}
    talk = set_add_ons(booking, [*old, balloon], "A balloon ride!", f"add {worded(balloon)}")
    assert talk.broken() == {"TRV-13"}


# Travelers and room.


def set_travelers(booking: Booking, new: list[dict[str, str]], says: str, listing: str) -> Talk:
    talk = about(booking, says)
    talk.agent(f"I would correct booking {booking.booking_id}: {listing}. Yes or no?").user("Yes.")
    talk.done("update_booking_travelers", booking_id=booking.booking_id, travelers=new)
    return talk.agent("The names are corrected.")


def test_names_come_from_the_customer_or_the_profile() -> None:
    booking = booking_where(lambda db, one: one.occupancy == 2)
    first, second = persons(booking)
    renamed = {**second, "last_name": "Lindqvist-Moana"}
    new = [first, renamed]
    whole = f"{renamed['first_name']} Lindqvist-Moana"
    listing = f"the second traveler is {whole}"
    assert set_travelers(booking, new, f"She is called {whole}.", listing).violations() == []
    assert set_travelers(booking, new, "Her name is wrong.", listing).broken() == {"TRV-11"}
    assert set_travelers(booking, new, f"She is called {whole}.", "one name").broken() == {"TRV-03"}
    stranger = {"first_name": "Ines", "last_name": "Moana", "dob": "91-02-03"}
    new = [first, stranger]
    listing = "Ines Moana, born 3 February 1991, goes instead"
    says = "Ines Moana goes, born on 3 February 1991."
    assert set_travelers(booking, new, says, listing).violations() == []
    assert set_travelers(booking, new, "Ines Moana goes.", listing).broken() == {"TRV-11"}
    listing = "Ines Moana goes instead"
    assert set_travelers(booking, new, says, listing).broken() == {"TRV-03"}


def test_a_companion_of_the_profile_may_take_a_place() -> None:
    def stays(db: Session, one: Booking) -> bool:
        going = {row.first_name for row in rows(db, BookingTraveler, booking_id=one.booking_id)}
        saved = rows(db, Companion, traveler_id=one.traveler_id)
        return any(row.first_name not in going for row in saved)

    booking = booking_where(stays)
    going = persons(booking)
    other = looked_up(
        lambda db: next(
            row
            for row in rows(db, Companion, traveler_id=booking.traveler_id)
            if row.first_name not in {one["first_name"] for one in going}
        )
    )
    new = {"first_name": other.first_name, "last_name": other.last_name, "dob": other.dob}
    listing = f"{other.first_name} {other.last_name}, born {other.dob}, goes"
    talk = set_travelers(booking, [*going[:-1], new], f"{other.first_name} goes.", listing)
    assert talk.broken() == set()


def set_room(
    booking: Booking, room: str = "suite", says: str = "A suite.", occupancy: int = 0
) -> Talk:
    talk = about(booking, says)
    count = occupancy or booking.occupancy
    talk.agent(
        f"I would change the room of {booking.booking_id} to a {room.replace('_', ' ')} for "
        f"{count}; nothing is charged. Yes or no?"
    ).user("Yes.")
    talk.done(
        "update_booking_rooming",
        booking_id=booking.booking_id,
        rooming={"room_type": room, "occupancy": count},
    )
    return talk.agent("The room is changed.")


def test_a_room_is_for_all_travelers() -> None:
    booking = booking_where(lambda db, one: one.occupancy == 2)
    assert set_room(booking).violations() == []
    assert set_room(booking, "family_suite", "A family suite.").violations() == []
    assert set_room(booking, occupancy=1).broken() == {"TRV-12"}
    # Nobody has named the room that is stored.
    talk = about(booking, "Another room.").agent("Shall I change the room, yes or no?").user("Yes.")
    talk.done(
        "update_booking_rooming",
        booking_id=booking.booking_id,
        rooming={"room_type": "twin", "occupancy": 2},
    )
    assert talk.agent("The room is changed.").broken() == {"TRV-03", "TRV-12"}


# Booking.


def bookable() -> tuple[Traveler, PaymentMethod, PackageDeparture]:
    """A traveler with a method, and an open departure for one of a package never booked."""

    def query(db: Session) -> tuple[Traveler, PaymentMethod, PackageDeparture]:
        traveler = rows(db, Traveler)[0]
        method = rows(db, PaymentMethod, traveler_id=traveler.traveler_id)[0]
        booked = {o.package_id for o in rows(db, Booking, traveler_id=traveler.traveler_id)}
        departure = next(
            one
            for one in rows(db, PackageDeparture, status="available")
            if one.package_id not in booked and one.available_slots and one.date > TODAY
        )
        return traveler, method, departure

    return looked_up(query)


BOOKING_VALUES = (
    *("package", "traveler_id", "date", "name", "birth", "room", "add_on", "insurance", "total"),
    "method",
)


def book(
    *,
    left_out: str = "",
    insurance: str | None = "premium",
    asks: bool = True,
    agent_id: str | None = None,
    says: str = "",
    occupancy: int = 1,
    person: dict[str, str] | None = None,
    room: str = "single",
) -> Talk:
    """A booking for one with one add-on that keeps all rules unless told otherwise."""
    traveler, method, departure = bookable()
    package = looked_up(lambda db: db.get_one(Package, departure.package_id))
    add_on = offers(package.package_id)[0]
    fee = {"premium": 10000, "standard": 5000}.get(insurance or "", 0)
    total = departure.base_price + round(add_on["price"] * 100) + fee
    goes = person or {
        "first_name": traveler.first_name,
        "last_name": traveler.last_name,
        "dob": traveler.dob,
    }
    values = {
        "package": package.name,
        "traveler_id": traveler.traveler_id,
        "date": departure.date,
        "name": f"{goes['first_name']} {goes['last_name']}",
        "birth": goes["dob"],
        "room": room,
        "add_on": worded(add_on),
        "insurance": f"{insurance} insurance" if insurance else "no insurance",
        "total": f"{total / 100:.2f}",
        "method": method.id,
    }
    if left_out:
        values[left_out] = "that"
    talk = known(traveler.traveler_id, f"I want {package.name}, and a {add_on['type']}. {says}")
    talk.done("get_package_details", package_id=package.package_id)
    if asks:
        talk.agent("Do you want insurance, and which room?").user("As you have it: single.")
    talk.agent(
        "I would book {package} for {traveler_id} on {date}: {name}, born {birth}, in a {room} "
        "room, with {add_on}, {insurance}; total {total}, paid with {method}. Yes or no?".format(
            **values
        )
    ).user("Yes.")
    talk.done(
        "book_package",
        traveler_id=traveler.traveler_id,
        package_id=package.package_id,
        departure_date=departure.date,
        travelers=[goes],
        rooming={"room_type": room, "occupancy": occupancy},
        add_ons=[add_on],
        insurance=insurance,
        payment_methods=[{"payment_id": method.id, "amount": total / 100}],
        agent_id=agent_id,
    )
    return talk.agent("It is booked.")


def test_a_right_booking_breaks_nothing() -> None:
    assert book().violations() == []
    assert book(insurance=None).violations() == []


@pytest.mark.parametrize("left_out", BOOKING_VALUES)
def test_the_summary_of_a_booking_names_all_of_it(left_out: str) -> None:
    found = book(left_out=left_out).broken()
    assert found == {"TRV-03", "TRV-17"}


def test_insurance_is_asked_for_and_null_when_declined() -> None:
    talk = book(asks=False, insurance=None, left_out="insurance")
    assert talk.broken() == {"TRV-03", "TRV-14", "TRV-17"}
    assert book(asks=False, says="I have my own insurance.", insurance=None).broken() == set()
    assert book(insurance="own policy").broken() == {"TRV-12"}


def test_occupancy_persons_and_agent_of_a_booking() -> None:
    assert book(occupancy=2).broken() == {"TRV-12"}
    stranger = {"first_name": "Ines", "last_name": "Moana", "dob": "91-02-03"}
    assert book(person=stranger).broken() == {"TRV-05", "TRV-11"}
    known_by = "Ines Moana goes, born on 1991-02-03."
    assert book(person=stranger, says=known_by).broken() == set()
    _, _, departure = bookable()
    agent = looked_up(
        lambda db: db.get_one(
            Agent, rows(db, PackageAgent, package_id=departure.package_id)[0].agent_id
        )
    )
    # The listing does not name the agent either.
    found = book(agent_id=agent.agent_id).broken()
    assert found == {"TRV-03", "TRV-12", "TRV-17"}
    says = f"My agent shall be {agent.first_name} {agent.last_name}."
    assert book(agent_id=agent.agent_id, says=says).broken() == {"TRV-03", "TRV-17"}


# Meetings.


def meet(*, zone: str = "{zone}", read: bool = True, hours: str = "{hours}") -> Talk:
    slot = looked_up(lambda db: rows(db, AgentSlot)[0])
    day = looked_up(lambda db: db.get_one(AgentDay, (slot.agent_id, slot.date)))
    agent = looked_up(lambda db: db.get_one(Agent, slot.agent_id))
    talk = known(any_booking().traveler_id, f"I want to meet {slot.agent_id}.")
    if read:
        talk.done("get_agent_details", agent_id=slot.agent_id)
    else:
        talk.user(f"On {slot.date}, {slot.time_range}.")
    when = f"{hours} {zone}".format(hours=slot.time_range, zone=day.timezone)
    talk.agent(
        f"I would reserve a meeting with {agent.first_name} {agent.last_name} on {slot.date}, "
        f"{when}. Yes or no?"
    ).user("Yes.")
    talk.done(
        "schedule_agent_meeting",
        agent_id=slot.agent_id,
        date=slot.date,
        time_range=slot.time_range,
        traveler_id=any_booking().traveler_id,
    )
    return talk.agent("The meeting is reserved.")


def test_a_meeting_is_listed_with_its_zone() -> None:
    assert meet().violations() == []
    assert meet(zone="of the agent").broken() == {"TRV-03", "TRV-29"}
    assert meet(hours="in the morning").broken() == {"TRV-03", "TRV-29"}
    assert meet(read=False).broken() >= {"COM-11"}


# What all domains share, in the words of this one.


def test_turns_facts_and_hand_off() -> None:
    booking = any_booking()
    talk = about(booking).turn("One moment.", ("list_all_destinations", {}))
    assert talk.broken() == {"TRV-04"}
    told = about(booking).agent("Booking BX11YY costs $1.37.")
    assert [one.rule for one in told.violations()] == ["TRV-05"]
    talk = about(booking, "Add a third person.")
    talk.done("transfer_to_human_agents", summary="a third person").agent(NOTICE)
    assert talk.broken(TaskLabel(hands_off=True)) == set()
    assert talk.broken(TaskLabel(refuses=("TRV-26",))) == {"TRV-07", "TRV-08"}
    assert talk.agent("Bye.").broken() == {"TRV-09"}
    assert about(booking).broken(TaskLabel(hands_off=True)) == {"TRV-08"}


def test_a_total_may_be_worked_out_from_the_package() -> None:
    booking = with_two_extras()
    talk = about(booking)
    base = looked_up(
        lambda db: db.get_one(PackageDeparture, (booking.package_id, booking.departure_date))
    ).base_price
    extras = [round(100 * one["price"]) for one in offers(booking.package_id)[:3]]
    # Three travelers with premium insurance and three add-ons.
    total = 3 * base + sum(extras) + 3 * 100_00
    assert talk.agent(f"That would be {total / 100:.2f}.").broken() == set()
    wrong = about(booking).agent(f"That would be {(total + 13) / 100:.2f}.")
    assert wrong.broken() == {"TRV-05"}


def test_a_package_and_a_booking_are_looked_at_before_a_write() -> None:
    booking = booking_where(lambda db, one: one.occupancy == 2)
    talk = Talk("travel").user(f"{booking.traveler_id}, {booking.booking_id}: a suite.")
    talk.agent(
        f"I would change the room of {booking.booking_id} to a suite, nothing is charged. Yes?"
    ).user("Yes.")
    talk.done(
        "update_booking_rooming",
        booking_id=booking.booking_id,
        rooming={"room_type": "suite", "occupancy": 2},
    )
    assert talk.agent("The room is changed.").broken() == {"TRV-01", "COM-11"}


def test_outcomes_are_reported_and_failures_not_repeated() -> None:
    booking = cancelling("free")
    talk = cancel(about(booking), booking)
    talk.events[-1] = talk.agent("Anything else?").events.pop()
    assert talk.broken() == {"COM-12"}
    talk = about(booking).refused("get_package_details", package_id="P0")
    assert talk.broken() == set()
    assert talk.refused("get_package_details", package_id="P0").broken() == {"COM-14"}


# Further breaches.


def test_insurance_is_not_chosen_for_the_customer() -> None:
    talk = book(asks=False, insurance="standard", left_out="insurance")
    assert "TRV-14" in talk.broken()


def test_add_ons_that_stay_are_not_all_replaced() -> None:
    booking = with_two_extras()
    old = add_ons(booking)
    new = next(one for one in offers(booking.package_id) if one not in old)
    listing = f"add {worded(new)}, drop the {worded(old[0])} and the {worded(old[1])}"
    talk = set_add_ons(booking, [new], f"Add the {worded(new)}.", listing)
    assert "TRV-22" in talk.broken()
