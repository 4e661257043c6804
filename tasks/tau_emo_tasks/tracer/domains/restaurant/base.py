"""The restaurant's patrons, and how people speak of their tickets, dishes and cards."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from sqlmodel import select

from tau_emo_db import Draw, EpisodeState
from tau_emo_db.domains.restaurant.places import location
from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Dish,
    Instrument,
    LineEntry,
    Location,
    Patron,
    Plate,
    Ticket,
)
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.tracer.kit.nouns import noun
from tau_emo_tasks.tracer.trace import Detail, Known
from tau_emo_tasks.tracer.walk import Walk

ORDERS = {
    "takeout": ("takeout order", "take-away order", "pick-up order", "order for pick-up", "order"),
    "delivery": ("delivery order", "order for delivery", "delivery", "order"),
    "dine_in": ("table order", "dine-in order", "dinner order", "order"),
}
"""By service mode, what people call a ticket."""
LATE = ("in_progress", "ready", "delivered")
"""The states in which the kitchen has begun."""


class House:
    """The base of the restaurant, by customer."""

    def __init__(self) -> None:
        with EpisodeState.open(served_domain("restaurant").data) as state, state.session() as db:
            self.patrons = {one.guest_ref: one for one in db.exec(select(Patron))}
            self.dishes = {one.dish_ref: one for one in db.exec(select(Dish))}
            self.plates = {one.plate_ref: one for one in db.exec(select(Plate))}
            self.forms: dict[str, list[Plate]] = defaultdict(list)
            for plate in self.plates.values():
                self.forms[plate.dish_ref].append(plate)
            self.instruments: dict[str, list[Instrument]] = defaultdict(list)
            for instrument in db.exec(select(Instrument)):
                self.instruments[instrument.guest_ref].append(instrument)
            self.tickets: dict[str, list[Ticket]] = defaultdict(list)
            for ticket in db.exec(select(Ticket)):
                self.tickets[ticket.guest_ref].append(ticket)
            self.lines: dict[str, list[LineEntry]] = defaultdict(list)
            for line in db.exec(select(LineEntry)):
                self.lines[line.ticket_ref].append(line)
            self.charges: dict[str, list[Charge]] = defaultdict(list)
            for charge in db.exec(select(Charge)):
                self.charges[charge.ticket_ref].append(charge)

    # -- customers ------------------------------------------------------------------------

    def principals(self) -> Sequence[str]:
        """The keys of all customers who have ordered something."""
        return tuple(one for one in self.patrons if self.tickets[one])

    def facts(self, principal: str) -> dict[str, str]:
        """The customer's name, e-mail and postal code."""
        patron = self.patrons[principal]
        return {
            "name": f"{patron.identity.given} {patron.identity.family}",
            "email": patron.contact_email,
            "zip": patron.location.postal_code,
        }

    def identify(self, walk: Walk, principal: str, draw: Draw) -> tuple[Known, ...]:
        """By e-mail, or now and then, if that is forgotten, by name and postal code."""
        patron = self.patrons[principal]
        facts = self.facts(principal)
        name = Known(name="full_name", value=facts["name"])
        if draw.chance(0.2):
            walk.call(
                "find_patron_ref_by_name_zip",
                given=patron.identity.given,
                family=patron.identity.family,
                postal_code=facts["zip"],
            )
            known = (name, Known(name="zip", value=facts["zip"]))
        else:
            walk.call("find_patron_ref_by_email", email=patron.contact_email)
            known = (Known(name="email", value=patron.contact_email), name)
        return known

    # -- tickets --------------------------------------------------------------------------

    def telling(self, ticket: Ticket) -> list[LineEntry]:
        """The lines by which the owner can tell the ticket: dishes that no other one holds."""
        others = {
            line.label
            for other in self.tickets[ticket.guest_ref]
            if other.ticket_ref != ticket.ticket_ref
            for line in self.lines[other.ticket_ref]
        }
        return [line for line in self.lines[ticket.ticket_ref] if line.label not in others]

    def single(self, ticket: Ticket) -> list[LineEntry]:
        """Those of the telling lines whose dish stands on the ticket once."""
        labels = [line.label for line in self.lines[ticket.ticket_ref]]
        return [line for line in self.telling(ticket) if labels.count(line.label) == 1]

    def placed(self, guest: str, mode: str = "") -> Iterator[tuple[Ticket, LineEntry]]:
        """The placed tickets that can be told by a dish, of one mode or of all."""
        yield from self.told(guest, ("placed",), mode)

    def told(
        self, guest: str, states: Sequence[str], mode: str = ""
    ) -> Iterator[tuple[Ticket, LineEntry]]:
        """The tickets in some states that can be told by a dish, each with this dish."""
        for ticket in self.tickets[guest]:
            lines = self.single(ticket)
            if lines and ticket.state in states and mode in ("", ticket.service_mode):
                yield ticket, lines[0]

    def order(self, ticket: Ticket, line: LineEntry, draw: Draw) -> dict[str, str]:
        """The blanks of a ticket: `{order}` is "takeout order with the Pizza Tonno"."""
        return {
            "order": f"{draw.pick(ORDERS[ticket.service_mode])} with the {line.label}",
            **noun("dish", line.label),
        }

    def ticket_detail(self, ticket: Ticket) -> Detail:
        """How a listing names the ticket."""
        titles = {line.label: None for line in self.lines[ticket.ticket_ref]}
        return Detail(name="ticket", accept=(ticket.ticket_ref, *titles))

    def entries(self, ticket: Ticket, kind: str) -> list[Charge]:
        """The charges of one kind."""
        return [one for one in self.charges[ticket.ticket_ref] if one.kind == kind]

    def total(self, ticket: Ticket, kind: str) -> int:
        """What the charges of one kind come to, in cents."""
        return sum(one.total for one in self.entries(ticket, kind))

    def look_up(self, walk: Walk, ticket: Ticket, *, known: bool = False) -> None:
        """Open the profile and the ticket; without its reference, all until it is found."""
        profile = walk.call("get_patron_details", guest_ref=ticket.guest_ref)
        for ref in [ticket.ticket_ref] if known else profile["ticket_log"]:
            walk.call("get_ticket_details", ticket_ref=ref)
            if ref == ticket.ticket_ref:
                return

    def elsewhere(self, town: Location, taken: Sequence[Location], draw: Draw) -> Location:
        """An address in the same town that is none of those taken."""
        lines = {one.line_one for one in (town, *taken)}
        while True:
            found = location(draw, town.nation)
            near = (found.municipality, found.province) == (town.municipality, town.province)
            if near and found.line_one not in lines:
                return found

    # -- instruments ----------------------------------------------------------------------

    def instrument(self, guest: str, ref: str) -> Instrument:
        """An instrument of a patron."""
        return next(one for one in self.instruments[guest] if one.instrument_ref == ref)

    def payer(self, ticket: Ticket) -> Instrument:
        """What paid the ticket first."""
        return self.instrument(ticket.guest_ref, self.entries(ticket, "payment")[0].instrument_ref)

    def tellable(self, guest: str) -> list[Instrument]:
        """The instruments that the owner can tell from all others."""
        held = self.instruments[guest]
        digits = [one.card.tail_digits for one in held]
        return [one for one in held if digits.count(one.card.tail_digits) == 1]

    def card(self, instrument: Instrument) -> str:
        """How the owner calls an instrument: "Visa", "Visa ending in 4410", "gift card"."""
        named = {"PayPal": "PayPal account", "House Gift Card": "House Gift Card"}
        called = named.get(instrument.card.issuer, instrument.card.issuer)
        if self._alone(instrument):
            return called
        return f"{called} ending in {instrument.card.tail_digits}"

    def payment(self, instrument: Instrument, name: str = "payment") -> Detail:
        """What a listing must say about the instrument."""
        accept = self._names(instrument)
        others = [one for one in self.instruments[instrument.guest_ref] if one is not instrument]
        reject = {word: None for one in others for word in self._names(one) if word not in accept}
        return Detail(name=name, accept=accept, reject=tuple(reject))

    def _alone(self, instrument: Instrument) -> bool:
        held = self.instruments[instrument.guest_ref]
        return [one.card.issuer for one in held].count(instrument.card.issuer) == 1

    def _names(self, instrument: Instrument) -> tuple[str, ...]:
        card = instrument.card
        alone = (card.issuer,) if self._alone(instrument) else ()
        gift = ("gift card",) if alone and instrument.origin == "gift_card" else ()
        return (card.tail_digits, *alone, *gift)


@cache
def house() -> House:
    """The restaurant, read once."""
    return House()


def form(plate: Plate) -> dict[str, str]:
    """The modifiers that a plate has."""
    return {name: value for name, value in plate.modifiers.model_dump().items() if value}


_PORTIONS = {
    "to share": "as a portion to share",
    "tasting": "as a tasting portion",
    "regular": "as a regular portion",
    "large": "as a large portion",
    "small": "as a small portion",
}
_VERSIONS = ("vegetable", "bean", "black bean", "chickpea", "mushroom")
_CRUSTS = {"shortcrust": "with a shortcrust", "deep pan": "in the deep pan version"}


def made(name: str, value: str) -> str:
    """How people ask for a modifier: "mild", "as a large portion", "with chicken"."""
    if name == "portion":
        counted = value.endswith(("skewers", "pieces"))
        return _PORTIONS.get(value, f"with {value}" if counted else f"as a {value}")
    if name == "protein":
        return f"in the {value} version" if value in _VERSIONS else f"with {value}"
    if name == "preparation" and (value in _CRUSTS or value.endswith("crust")):
        return _CRUSTS.get(value, f"with a {value}")
    if value in ("puff pastry", "chilli"):
        return f"with {value}"
    return value


def in_form(plate: Plate) -> str:
    """A whole form: "mild, as a large portion and with chicken"."""
    parts = [made(name, value) for name, value in form(plate).items()]
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def inside(zone: str) -> str:
    """Where one sits: "in the Garden", "on the Terrace"."""
    return f"{'on' if zone in ('Terrace', 'Mezzanine') else 'in'} the {zone}"


def in_one_line(address: Location) -> str:
    """A whole address."""
    parts = ("line_one", "line_two", "municipality", "province", "postal_code", "nation")
    return ", ".join(filter(None, (getattr(address, part) for part in parts)))


def capital(**blanks: str) -> dict[str, str]:
    """Blanks, each also as the beginning of a sentence: `{made}` and `{made_cap}`."""
    begun = {f"{name}_cap": text[0].upper() + text[1:] for name, text in blanks.items()}
    return {**blanks, **begun}
