"""The house while its history is being drawn: accounts, tickets and the references in use."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle

from tau_emo_db import kit
from tau_emo_db.domains.restaurant import places, regular
from tau_emo_db.domains.restaurant.menu import Menu
from tau_emo_db.domains.restaurant.refs import Refs
from tau_emo_db.domains.restaurant.regular import Regular
from tau_emo_db.domains.restaurant.tab import Pricing, Tab, as_it_was, as_today
from tau_emo_db.domains.restaurant.tables import (
    Card,
    Identity,
    Instrument,
    Mods,
    Origin,
    Patron,
    Plate,
    ServiceMode,
    TableInfo,
    Ticket,
    TicketState,
)
from tau_emo_db.draw import Draw

MODES: tuple[ServiceMode, ...] = ("dine_in", "takeout", "delivery")
TICKETS_PER_MODE: dict[TicketState, int] = {
    "placed": 45,
    "in_progress": 20,
    "ready": 10,
    "delivered": 20,
    "cancelled": 5,
}
"""How many tickets of each state there are in each service mode at scale 1."""
WALLETS = {1: 60, 2: 90, 3: 40, 4: 10}
"""How many patrons have so many instruments at scale 1."""
ISSUERS: dict[Origin, tuple[str, ...]] = {
    "credit_card": ("Visa", "Mastercard", "American Express"),
    "paypal": ("PayPal",),
    "gift_card": ("House Gift Card",),
    "mobile_money": ("M-Pesa", "Orange Money", "MTN MoMo"),
}
ORIGIN_SHARES: dict[Origin, float] = {
    "credit_card": 60,
    "paypal": 16,
    "gift_card": 12,
    "mobile_money": 12,
}
LINE_COUNTS = {1: 30, 2: 38, 3: 22, 4: 10}
ELSEWHERE_SHARE = 0.4
"""How many deliveries go to another address than the patron's own."""
ZONES = ("Main Hall", "Terrace", "Garden", "Window Row", "Mezzanine", "Courtyard")
TAX_RATES = (0, 5, 8, 10)
"""In per cent; at 0 there is no entry."""
HEATS = ("less heat", "more heat")
SAUCES = ("garlic yoghurt", "tamarind", "pepper sauce", "salsa verde", "no sauce")
SIDES = ("fries", "rice", "green salad", "flatbread", "slaw")


class House:
    """Opens accounts and takes orders; sees to unique references and counts what there is.

    Args:
        menu: what can be ordered.
        refs: makes the references.
        scale: how many times the numbers at scale 1 there will be.
    """

    def __init__(self, menu: Menu, refs: Refs, scale: int) -> None:
        self.menu = menu
        self.sole = cycle(menu.sole)
        """The only served plates of their dishes, again and again."""
        self.regulars: list[Regular] = []
        self.wallets = Counter({size: count * scale for size, count in WALLETS.items()})
        """How many wallets of each size are still to be filled."""
        self.places: Counter[tuple[TicketState, ServiceMode]] = Counter(
            {
                (state, mode): count * scale
                for state, count in TICKETS_PER_MODE.items()
                for mode in MODES
            }
        )
        """How many tickets of each state and mode are still to be taken."""
        self._refs = refs
        self._emails = kit.Unique()
        self._homes = kit.Unique()

    # Accounts

    def open_account(
        self,
        draw: Draw,
        *origins: Origin,
        person: kit.Person | None = None,
        nation: str | None = None,
    ) -> Regular:
        """A new patron.

        Args:
            draw: where everything else comes from.
            origins: the first instruments are of these origins; the wallet has at least so many.
            person: who it is; anybody if left out.
            nation: where they live; anywhere if left out.
        """
        someone = person or regular.person(draw)
        guest = Regular(
            Patron(
                guest_ref=self._refs.fresh(draw, "g"),
                identity=Identity(given=someone.first_name, family=someone.last_name),
                location=self._home(draw, someone, nation),
                contact_email=self._emails.fresh(lambda: regular.email(draw, someone)),
            )
        )
        fitting = {
            size: count for size, count in self.wallets.items() if count and size >= len(origins)
        }
        size = draw.weighted(fitting)
        self.wallets[size] -= 1
        for place in range(size):
            origin = origins[place] if place < len(origins) else draw.weighted(ORIGIN_SHARES)
            self._save_instrument(draw, guest, origin)
        self.regulars.append(guest)
        return guest

    def _home(self, draw: Draw, someone: kit.Person, nation: str | None) -> places.Location:
        """An address at a postal code where nobody of the same name lives."""
        return self._homes.fresh(
            lambda: places.location(draw, nation),
            lambda home: f"{someone.name} {home.postal_code}",
        )

    def _save_instrument(self, draw: Draw, guest: Regular, origin: Origin) -> None:
        """Another instrument, told apart from the wallet's others by its last digits.

        A second card is now and then of the issuer of the first one.
        """
        taken = {one.card.tail_digits for one in guest.instruments}
        while (tail := kit.last_four(draw)) in taken:
            continue
        cards = [one for one in guest.instruments if one.origin == origin == "credit_card"]
        issuer = draw.pick(ISSUERS[origin])
        if cards and draw.chance(0.4):
            issuer = cards[0].card.issuer
        guest.instruments.append(
            Instrument(
                instrument_ref=self._refs.fresh(draw, "i"),
                guest_ref=guest.patron.guest_ref,
                origin=origin,
                card=Card(issuer=issuer, tail_digits=tail),
            )
        )

    # Tickets

    def dishes(self, draw: Draw, guest: Regular, count: int) -> list[Plate]:
        """Served plates of so many different dishes that the patron has not eaten yet."""
        known = guest.eaten()
        fitting = [
            served
            for dish_ref, plates in self.menu.plates.items()
            if dish_ref not in known and (served := [one for one in plates if one.served_today])
        ]
        return [draw.pick(plates) for plates in draw.sample(fitting, count)]

    def meal(self, draw: Draw, guest: Regular) -> list[Plate]:
        """One to four portions of different dishes."""
        return self.dishes(draw, guest, draw.weighted(LINE_COUNTS))

    def beside(self, draw: Draw, guest: Regular, plate: Plate, most: int = 2) -> list[Plate]:
        """None to so many portions of other dishes."""
        found = self.dishes(draw, guest, most + 1)
        others = [one for one in found if one.dish_ref != plate.dish_ref]
        return others[: draw.integer(0, most)]

    def take(
        self,
        draw: Draw,
        guest: Regular,
        plates: Sequence[Plate],
        *,
        state: TicketState = "placed",
        mode: ServiceMode | None = None,
        instrument: Instrument | None = None,
        pricing: Pricing | None = None,
        then: Callable[[Tab], object] | None = None,
    ) -> Tab:
        """A ticket with all that its state asks for.

        Args:
            draw: where everything left open comes from.
            guest: who orders.
            plates: one for each line; equal ones get equal costs and mods.
            state: the state the ticket has reached.
            mode: the service mode; one that has room left if left out.
            instrument: what paid; one of the wallet if left out.
            pricing: what each plate cost; today's price for a placed ticket, else as it was.
            then: what happened to the ticket after it was paid.
        """
        mode = mode or self.mode_with_room(draw, state)
        self.places[state, mode] -= 1
        tab = Tab(
            Ticket(
                ticket_ref=self._refs.fresh(draw, "t"),
                guest_ref=guest.patron.guest_ref,
                service_mode=mode,
                dropoff=self._dropoff(draw, guest) if mode == "delivery" else None,
                table_info=_table(draw, len(plates)) if mode == "dine_in" else None,
                state=state,
                prep_batches=[],
            )
        )
        pricing = pricing or (as_today if state == "placed" else as_it_was)
        known: dict[str, tuple[int, Mods]] = {}
        for plate in plates:
            cost, mods = known.setdefault(
                plate.plate_ref, (pricing(draw, plate), _mods(draw, plate))
            )
            tab.put_on(plate, self.menu.title(plate), cost, mods)
        rate = draw.pick(TAX_RATES)
        fee = draw.integer(40, 140) * 5 if mode == "delivery" and draw.chance(0.85) else 0
        payer = instrument or draw.pick(guest.instruments)
        tab.pay(payer, tax=(tab.subtotal * rate + 50) // 100, delivery_fee=fee)
        if then:
            then(tab)
        if state == "cancelled":
            tab.cancel()
        tab.pack(draw)
        guest.tabs.append(tab)
        return tab

    def mode_with_room(self, draw: Draw, state: TicketState) -> ServiceMode:
        """A service mode in which tickets of this state are still to be taken."""
        return draw.weighted({mode: max(0, self.places[state, mode]) for mode in MODES})

    @staticmethod
    def _dropoff(draw: Draw, guest: Regular) -> places.Location:
        home = guest.patron.location
        return places.location(draw, home.nation) if draw.chance(ELSEWHERE_SHARE) else home


def _table(draw: Draw, portions: int) -> TableInfo:
    return TableInfo(
        zone=draw.pick(ZONES),
        table_no=f"T{draw.integer(1, 40):02d}",
        seat_count=portions + draw.integer(0, 2),
    )


def _mods(draw: Draw, plate: Plate) -> Mods:
    """What a patron asked for; sweets and drinks are taken as they are."""
    form = plate.modifiers
    if not (form.spice_level or form.protein or form.preparation):
        return Mods()
    return Mods(
        heat=draw.pick(HEATS) if draw.chance(0.12) else None,
        sauce=draw.pick(SAUCES) if draw.chance(0.2) else None,
        side=draw.pick(SIDES) if draw.chance(0.25) else None,
    )
