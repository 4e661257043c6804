"""Travel data in the layout of τ²-bench: packages, travelers with their bookings, and agents."""

import re
from typing import Any, get_args

from tau_emo_db.domains.travel.tables import (
    Agent,
    AgentBooking,
    AgentDay,
    AgentSlot,
    AgentTraveler,
    Booking,
    BookingAddOn,
    BookingPayment,
    BookingTraveler,
    Companion,
    Currency,
    Package,
    PackageAgent,
    PackageDeparture,
    PackageDestination,
    PackageTerms,
    PaymentMethod,
    Traveler,
)
from tau_emo_db.foreign.gathering import Gathering
from tau_emo_db.foreign.mapping import Difference, Mapping, People
from tau_emo_db.foreign.node import Node, numbered
from tau_emo_db.foreign.source import Source

_CURRENCY = re.compile(r"[A-Z]{3}")
_SOURCES = {"wallet": "mobile_wallet"}
_PASSPORT = ("number", "nationality", "expiry")
_PERSON = ("first_name", "last_name", "dob")

Handled = dict[tuple[str, str], str]
"""By agent and booking id of the file, the id that the booking has here."""


def read(source: Source, out: Gathering) -> None:
    """Gather all rows; see `Mapping.read`."""
    handled: Handled = {}
    managed: dict[str, set[str]] = {}
    for node in source.records("packages"):
        with out.record(node):
            _package(node, managed, out)
    for node in source.records("agents"):
        with out.record(node):
            _agent(node, managed, out)
    for node in source.records("travelers"):
        with out.record(node):
            _traveler(node, handled, out)
    # Bookings of travelers who do not fit would be missed here for no fault of the agents.
    for node in () if out.misfits else source.records("agents"):
        for position, item in numbered(node.at("bookings_handled").items()):
            with out.record(item):
                named = handled.get((node.key, item.as_text()))
                if named is None:
                    raise item.misfit(f"names {item.value!r}, which is no booking of the agent")
                out.add(item, AgentBooking, agent_id=node.key, position=position, booking_id=named)


def _package(node: Node, managed: dict[str, set[str]], out: Gathering) -> None:
    key = node.own_key("package_id")
    texts = ("name", "description", "category")
    out.add(
        node,
        Package,
        package_id=key,
        departure_points=[_place(one) for one in node.at("departure_points").items()],
        duration_days=node.whole("duration_days"),
        itinerary=[
            {
                "day": day.whole("day"),
                "title": day.text("title"),
                "description": day.text("description"),
                "location": _where(day),
                "included_meals": day.texts("included_meals"),
            }
            for day in node.at("itinerary").items()
        ],
        inclusions=node.texts("inclusions"),
        exclusions=node.texts("exclusions"),
        accommodations=[
            {
                "name": one.text("name"),
                "type": one.text("type"),
                "location": _where(one),
                "nights": one.whole("nights"),
            }
            for one in node.at("accommodations").items()
        ],
        transportation=node.plain("transportation", ("international", "domestic", "ground")),
        activities=[_activity(one) for one in node.at("activities").items()],
        policies=node.plain("policies", ("cancellation_policy", "change_policy", "refund_policy")),
        optional_add_ons=[],
        notes=node.text_or_none("notes"),
        **{name: node.text(name) for name in texts},
    )
    out.add(
        node,
        PackageTerms,
        package_id=key,
        clear=False,
        **dict.fromkeys(
            ("free_days", "penalty_percent", "no_refund_days", "change_min_days", "change_fee"), 0
        ),
    )
    for position, place in numbered(node.at("destinations").items()):
        out.add(place, PackageDestination, package_id=key, position=position, **_place(place))
    for position, agent in numbered(node.at("managed_by_agents").items()):
        out.add(agent, PackageAgent, package_id=key, position=position, agent_id=agent.as_text())
        managed.setdefault(agent.as_text(), set()).add(key)
    for departure in node.at("departures").fields():
        currency = departure.text("currency")
        if not _CURRENCY.fullmatch(currency):
            raise departure.misfit(f"the currency is {currency!r}; it is three capital letters")
        out.add(
            departure,
            PackageDeparture,
            () if currency in get_args(Currency) else ("currency",),
            package_id=key,
            date=departure.key,
            status=departure.text("status"),
            base_price=departure.cents("base_price"),
            currency=currency,
            available_slots=departure.whole("available_slots"),
            early_bird_deadline=departure.text("early_bird_deadline"),
        )


def _agent(node: Node, managed: dict[str, set[str]], out: Gathering) -> None:
    key, name, contact = node.own_key("agent_id"), node.at("name"), node.at("contact")
    agency = node.at("agency")
    address = agency.plain("address", ("street", "city", "state", "zip", "country"))
    out.add(
        node,
        Agent,
        agent_id=key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        email=contact.text("email"),
        phone=contact.text("phone"),
        agency={"name": agency.text("name"), "address": ", ".join(address.values())},
        commission_percent=node.cents("commission_rate"),
        employment_status=node.text("employment_status"),
        notes=node.text_or_none("notes"),
        **{
            field: node.texts(field)
            for field in ("certifications", "languages", "regions_of_expertise")
        },
    )
    for position, one in numbered(node.at("assigned_travelers").items()):
        out.add(one, AgentTraveler, agent_id=key, position=position, traveler_id=one.as_text())
    for day in node.at("availability").fields():
        out.add(day, AgentDay, agent_id=key, date=day.key, timezone=day.text("timezone"))
        for slot in day.at("slots").items():
            out.add(slot, AgentSlot, agent_id=key, date=day.key, time_range=slot.as_text())
    for item in node.at("managed_packages").items():
        package = item.as_text()
        if package not in managed.get(key, ()):
            reason = f"names {package!r}, a package that does not name the agent"
            out.mended(item, reason, f"{reason}: left out")
    node.leave("bookings_handled")


def _traveler(node: Node, handled: Handled, out: Gathering) -> None:
    key, name, contact = node.own_key("traveler_id"), node.at("name"), node.at("contact")
    likes = node.at("preferences")
    names = ("dietary", "accessibility", "room_type", "bed_preference", "other")
    out.add(
        node,
        Traveler,
        traveler_id=key,
        first_name=name.text("first_name"),
        last_name=name.text("last_name"),
        address=node.plain("address", ("street", "city", "state", "country", "zip")),
        email=contact.text("email"),
        phone=contact.text("phone"),
        dob=node.text("dob"),
        passport=node.plain("passport", _PASSPORT) if node.has("passport") else None,
        preferences={field: likes.text_or_none(field) for field in names},
        memberships=node.texts("memberships"),
    )
    methods: list[str] = []
    for method in node.at("payment_methods").fields():
        extra, kind = method.at("extra_info"), method.text("source")
        own = out.single(method, PaymentMethod, "id", method.own_key("payment_method_id"))
        methods.append(own)
        out.add(
            method,
            PaymentMethod,
            id=own,
            traveler_id=key,
            source=_SOURCES.get(kind, kind),
            brand=extra.text_or_none("brand"),
            last_four=extra.text_or_none("last_four"),
        )
    for position, one in numbered(node.at("saved_companions").items()):
        out.add(
            one,
            Companion,
            traveler_id=key,
            position=position,
            passport=one.plain("passport", _PASSPORT) if one.has("passport") else None,
            **{field: one.text(field) for field in _PERSON},
        )
    for booking in node.at("bookings").items():
        _booking(booking, key, methods, handled, out)


def _booking(
    node: Node, traveler: str, methods: list[str], handled: Handled, out: Gathering
) -> None:
    theirs, agent, rooming = node.text("booking_id"), node.text("agent_id"), node.at("rooming")
    key = handled[agent, theirs] = out.single(node, Booking, "booking_id", theirs)
    texts = ("package_id", "booking_date", "departure_date", "status")
    out.add(
        node,
        Booking,
        booking_id=key,
        traveler_id=traveler,
        agent_id=agent,
        room_type=rooming.text("room_type"),
        occupancy=rooming.whole("occupancy"),
        insurance=node.text_or_none("insurance"),
        insurance_fee=0,
        total_price=node.cents("total_price"),
        notes=node.text_or_none("notes"),
        **{field: node.text(field) for field in texts},
    )
    for position, person in numbered(node.at("travelers").items()):
        values = {field: person.text(field) for field in _PERSON}
        out.add(person, BookingTraveler, booking_id=key, position=position, **values)
    for position, extra in numbered(node.at("add_ons").items()):
        out.add(
            extra,
            BookingAddOn,
            booking_id=key,
            position=position,
            type=extra.text("type"),
            description=extra.text("description"),
            price=extra.cents("price"),
        )
    for position, payment in numbered(node.at("payment_history").items()):
        named = payment.text("payment_id")
        if named not in methods:
            reason = f"the payment_id {named!r} names no payment method of the traveler"
            if not methods:
                out.mended(payment, reason, f"{reason}, who has none: left out")
                payment.leave("amount")
                continue
            out.mended(payment, reason, f"{reason}: it is booked on {methods[0]!r}, their first")
            named = methods[0]
        out.add(
            payment,
            BookingPayment,
            booking_id=key,
            position=position,
            payment_id=named,
            amount=payment.cents("amount"),
        )


def _place(node: Node) -> dict[str, str]:
    return {"city": node.text("city"), "country": node.text("country")}


def _where(node: Node) -> str:
    return ", ".join(_place(node.at("location")).values())


def _activity(node: Node) -> dict[str, Any]:
    return {
        "name": node.text("name"),
        "description": node.text("description"),
        "day": node.whole("day"),
    }


MAPPING = Mapping(
    parts=("packages", "travelers", "agents"),
    read=read,
    people=People(Traveler, "traveler_id", "email"),
    differences=(
        Difference("no terms", "package_terms", "not clear: what the texts mean is not read"),
        Difference("no add-ons on offer", "package.optional_add_ons", "none"),
        Difference("a location with city and country", "a text", "joined by a comma"),
        Difference("agents.agency.address, an object", "a text", "joined by commas"),
        Difference("agents.commission_rate, a share", "commission_percent", "times 100"),
        Difference("departures in other currencies", "currency", "any three letters are kept"),
        Difference("payment source wallet", "mobile_wallet", "the same"),
        Difference("no insurance fee", "booking.insurance_fee", "0; it is within the total"),
        Difference(
            "agents.managed_packages",
            "package_agent",
            "follows from the packages; refused where they differ, --repair leaves it out",
        ),
        Difference(
            "ids of bookings and payment methods that stand twice",
            "keys",
            "refused; --repair numbers the second",
        ),
        Difference(
            "bookings.payment_history.payment_id, an id of the payment",
            "booking_payment.payment_id, a payment method",
            "refused; --repair books it on the traveler's first method, or leaves it out",
        ),
    ),
)
