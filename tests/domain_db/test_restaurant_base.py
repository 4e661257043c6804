"""The base data of the restaurant: counts, references, sums, and every situation."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from tau_emo_db import compare
from tau_emo_db.domain import domain_data
from tau_emo_db.domains.restaurant.catalogue import KINDS, SAVOURY
from tau_emo_db.domains.restaurant.tables import (
    Charge,
    Dish,
    Instrument,
    LineEntry,
    Patron,
    Plate,
    Ticket,
)
from tau_emo_db.draw import Draw
from tau_emo_db.state import EpisodeState

DATA = domain_data("restaurant")
MODES = ("dine_in", "takeout", "delivery")
STATES = {"placed": 45, "in_progress": 20, "ready": 10, "delivered": 20, "cancelled": 5}


@dataclass
class Base:
    """The rows of the base, looked up the way the tests need them."""

    rows: list[Any]

    def __post_init__(self) -> None:
        self.dishes: dict[str, Dish] = {d.dish_ref: d for d in self.of(Dish)}
        self.plates: dict[str, Plate] = {p.plate_ref: p for p in self.of(Plate)}
        self.patrons: list[Patron] = self.of(Patron)
        self.instruments: dict[str, Instrument] = {
            one.instrument_ref: one for one in self.of(Instrument)
        }
        self.tickets: list[Ticket] = self.of(Ticket)
        self.lines: dict[str, list[LineEntry]] = self.by("ticket_ref", LineEntry)
        self.charges: dict[str, list[Charge]] = self.by("ticket_ref", Charge)
        self.wallet: dict[str, list[Instrument]] = self.by("guest_ref", Instrument)
        self.tickets_of: dict[str, list[Ticket]] = self.by("guest_ref", Ticket)
        self.siblings: dict[str, list[Plate]] = self.by("dish_ref", Plate)

    def of(self, table: type[Any]) -> list[Any]:
        return [row for row in self.rows if type(row) is table]

    def by(self, column: str, table: type[Any]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = defaultdict(list)
        for row in self.of(table):
            found[getattr(row, column)].append(row)
        return found

    def total(self, ticket: Ticket, *kinds: str) -> int:
        charges = self.charges[ticket.ticket_ref]
        return sum(charge.total for charge in charges if charge.kind in kinds)

    def kinds(self, ticket: Ticket) -> list[str]:
        return [charge.kind for charge in self.charges[ticket.ticket_ref]]

    def where(self, state: str, holds: Callable[[Ticket], object]) -> list[Ticket]:
        """The tickets of this state of which something holds."""
        return [one for one in self.tickets if one.state == state and holds(one)]

    def others(self, line: LineEntry, served: bool = True) -> list[Plate]:
        return [
            one
            for one in self.siblings[line.dish_ref]
            if one.plate_ref != line.plate_ref and one.served_today is served
        ]


def rows(scale: int = 1) -> list[Any]:
    return list(DATA.generate(Draw("tau-emo/restaurant"), scale))


@pytest.fixture(scope="module")
def base() -> Base:
    return Base(rows())


# Counts and references


def test_counts(base: Base) -> None:
    assert len(base.dishes) == 200
    assert len(base.plates) == 700
    assert len(base.patrons) == 200
    assert len(base.instruments) == 400
    assert len(base.tickets) == 300
    assert 620 <= len(base.of(LineEntry)) <= 700
    assert Counter((one.service_mode, one.state) for one in base.tickets) == {
        (mode, state): count for mode in MODES for state, count in STATES.items()
    }


def test_the_scale_multiplies_patrons_and_tickets_but_not_the_menu(base: Base) -> None:
    double = Base(rows(scale=2))
    assert (len(double.patrons), len(double.instruments), len(double.tickets)) == (400, 800, 600)
    assert [one.model_dump() for one in double.of(Plate)] == [
        one.model_dump() for one in base.of(Plate)
    ]


def test_references_have_their_forms_and_no_two_are_equal(base: Base) -> None:
    letters = {
        "d": list(base.dishes),
        "p": list(base.plates),
        "g": [one.guest_ref for one in base.patrons],
        "i": list(base.instruments),
        "t": [one.ticket_ref for one in base.tickets],
    }
    for letter, refs in letters.items():
        assert all(re.fullmatch(rf"{letter}([A-Z]\d[a-z]){{2}}", ref) for ref in refs)
    everything = [ref.lower() for refs in letters.values() for ref in refs]
    assert len(set(everything)) == len(everything) == 200 + 700 + 200 + 400 + 300


def test_titles_emails_and_names_at_a_postal_code_are_unique(base: Base) -> None:
    assert len({dish.title.casefold() for dish in base.dishes.values()}) == 200
    assert len({one.contact_email.lower() for one in base.patrons}) == 200
    names = {
        (
            one.identity.given.casefold(),
            one.identity.family.casefold(),
            one.location.postal_code,
        )
        for one in base.patrons
    }
    assert len(names) == 200


def test_a_line_is_a_portion_of_a_plate_of_its_dish(base: Base) -> None:
    for line in base.of(LineEntry):
        assert base.plates[line.plate_ref].dish_ref == line.dish_ref
        assert line.label == base.dishes[line.dish_ref].title
        assert 4_00 <= line.cost <= 60_00


def test_a_ticket_is_charged_to_instruments_of_its_patron_only(base: Base) -> None:
    for ticket in base.tickets:
        for charge in base.charges[ticket.ticket_ref]:
            assert base.instruments[charge.instrument_ref].guest_ref == ticket.guest_ref


def test_dropoff_and_table_belong_to_their_modes(base: Base) -> None:
    for ticket in base.tickets:
        assert (ticket.dropoff is not None) is (ticket.service_mode == "delivery")
        assert (ticket.table_info is not None) is (ticket.service_mode == "dine_in")
        if ticket.table_info is not None:
            assert re.fullmatch(r"T\d\d", ticket.table_info.table_no)
            assert ticket.table_info.seat_count >= 1


def test_the_batches_of_a_ticket_hold_its_lines(base: Base) -> None:
    sizes: set[int] = set()
    for ticket in base.tickets:
        sizes.add(len(ticket.prep_batches))
        packed = [ref for batch in ticket.prep_batches for ref in batch.plate_refs]
        lines = base.lines[ticket.ticket_ref]
        assert packed == [line.plate_ref for line in lines]
        assert all(batch.parcel_tags for batch in ticket.prep_batches)
    assert sizes == {1, 2}


# Money


def test_every_account_adds_up_to_its_lines(base: Base) -> None:
    for ticket in base.tickets:
        held = base.total(ticket, "payment") - base.total(ticket, "refund")
        lines = sum(line.cost for line in base.lines[ticket.ticket_ref])
        due = lines + base.total(ticket, "tax", "delivery_fee")
        assert held == (0 if ticket.state == "cancelled" else due)
        charges = base.charges[ticket.ticket_ref]
        assert charges[0].kind == "payment"
        assert [charge.position for charge in charges] == list(range(len(charges)))
        assert all(charge.total >= 0 for charge in charges)


def test_no_instrument_got_back_more_than_it_paid_unless_an_item_became_cheaper(
    base: Base,
) -> None:
    for ticket in base.tickets:
        net: Counter[str] = Counter()
        for charge in base.charges[ticket.ticket_ref]:
            if charge.kind in ("payment", "refund"):
                sign = 1 if charge.kind == "payment" else -1
                net[charge.instrument_ref] += sign * charge.total
        if base.kinds(ticket).count("payment") > 1 or ticket.state != "placed":
            assert min(net.values()) >= 0


def test_only_deliveries_bear_a_fee(base: Base) -> None:
    for ticket in base.tickets:
        assert "delivery_fee" not in base.kinds(ticket) or ticket.service_mode == "delivery"


def test_a_cancelled_ticket_was_given_back_whole(base: Base) -> None:
    for ticket in base.where("cancelled", lambda _: True):
        paid, refunded = (
            [(c.total, c.instrument_ref) for c in base.charges[ticket.ticket_ref] if c.kind == kind]
            for kind in ("payment", "refund")
        )
        assert paid == refunded


def test_equal_plates_of_a_ticket_have_one_cost_and_the_same_mods(base: Base) -> None:
    for lines in base.lines.values():
        told = {(line.plate_ref, line.cost, line.mods.model_dump_json()) for line in lines}
        assert len(told) == len({line.plate_ref for line in lines})


def test_some_sums_of_lines_go_wrong_in_floating_point(base: Base) -> None:
    wrong = 0
    for lines in base.lines.values():
        added = sum(line.cost / 100 for line in lines)
        exact = sum(Fraction(line.cost, 100) for line in lines)
        wrong += added != float(exact)
    assert wrong >= 30


# The menu


def test_plates_of_each_dish(base: Base) -> None:
    sizes = Counter(len(plates) for plates in base.siblings.values())
    assert sizes[1] == 20
    assert set(sizes) == {1, 2, 3, 4, 5, 6}
    for plates in base.siblings.values():
        forms = [plate.modifiers.model_dump() for plate in plates]
        assert len({str(form) for form in forms}) == len(plates)
        assert len({tuple(name for name in form if form[name]) for form in forms}) == 1


def test_plates_differ_in_one_or_in_several_modifiers(base: Base) -> None:
    distances: Counter[int] = Counter()
    for plates in base.siblings.values():
        for one in plates:
            for other in plates:
                form, beside = one.modifiers.model_dump(), other.modifiers.model_dump()
                distances[sum(form[name] != beside[name] for name in form)] += 1
    assert distances[1] >= 100
    assert distances[2] >= 100


def test_prices_run_from_4_to_60_dollars_and_follow_the_modifiers(base: Base) -> None:
    costs = [plate.cost for plate in base.plates.values()]
    assert 4_00 <= min(costs) < 5_00
    assert 55_00 < max(costs) <= 60_00
    # Hot, large, with lamb: 0.60 + 3.30 + 2.20 above the mild regular one with tofu.
    curries = SAVOURY[0]
    assert curries.surcharge({"spice_level": "hot", "portion": "large", "protein": "lamb"}) == 6_10
    kinds = {title: kind for kind in KINDS for title in kind.titles}
    for dish_ref, plates in base.siblings.items():
        kind = kinds[base.dishes[dish_ref].title]
        prices = {
            plate.cost - kind.surcharge(plate.modifiers.model_dump(exclude_none=True))
            for plate in plates
        }
        assert len(prices) == 1


def test_a_quarter_of_the_plates_is_not_served_today(base: Base) -> None:
    assert sum(not plate.served_today for plate in base.plates.values()) == 175


def test_some_plates_have_cheaper_dearer_and_equally_priced_siblings(base: Base) -> None:
    found = 0
    for plates in base.siblings.values():
        for one in plates:
            signs = {
                (other.cost > one.cost) - (other.cost < one.cost)
                for other in plates
                if other is not one and other.served_today
            }
            found += signs == {-1, 0, 1}
    assert found >= 20


def test_ten_dishes_have_no_other_plate_served_than_one_that_was_ordered(base: Base) -> None:
    ordered = {
        line.dish_ref
        for ticket in base.where("placed", lambda _: True)
        for line in base.lines[ticket.ticket_ref]
        if len(base.siblings[line.dish_ref]) > 1
        and base.plates[line.plate_ref].served_today
        and not base.others(line)
    }
    assert len(ordered) >= 10


def test_some_tickets_hold_a_plate_whose_only_cheaper_sibling_is_not_served(base: Base) -> None:
    def holds(ticket: Ticket) -> bool:
        for line in base.lines[ticket.ticket_ref]:
            cheaper = [one for one in base.siblings[line.dish_ref] if one.cost < line.cost]
            if len(cheaper) == 1 and not cheaper[0].served_today:
                return True
        return False

    assert len(base.where("placed", holds)) >= 8


def test_titles_of_different_dishes_are_alike(base: Base) -> None:
    titles = {dish.title for dish in base.dishes.values()}
    assert {"Smoked Trout Pie", "Smoked Trout Pâté", "Smoked Haddock Pie"} <= titles
    assert {"Thai Green Curry", "Thai Red Curry"} <= titles
    firsts = Counter(title.split()[0] for title in titles)
    assert sum(count > 1 for count in firsts.values()) >= 10


# Patrons


def test_instruments_per_patron(base: Base) -> None:
    sizes = Counter(len(base.wallet[one.guest_ref]) for one in base.patrons)
    assert sizes == {1: 60, 2: 90, 3: 40, 4: 10}
    assert {one.origin for one in base.instruments.values()} == {
        *("credit_card", "paypal", "gift_card", "mobile_money")
    }


def test_instruments_of_one_patron_can_be_told_apart(base: Base) -> None:
    for held in base.wallet.values():
        assert len({one.card.tail_digits for one in held}) == len(held)
        assert all(re.fullmatch(r"\d{4}", one.card.tail_digits) for one in held)


def test_two_cards_of_one_issuer(base: Base) -> None:
    def twice(held: list[Instrument]) -> bool:
        cards = Counter(one.card.issuer for one in held if one.origin == "credit_card")
        return max(cards.values(), default=0) >= 2

    owners = {guest for guest, held in base.wallet.items() if twice(held)}
    assert len(owners) >= 10
    assert len(base.where("placed", lambda one: one.guest_ref in owners)) >= 4


def test_names_of_many_cultures(base: Base) -> None:
    names = [f"{one.identity.given} {one.identity.family}" for one in base.patrons]
    assert sum(not name.isascii() for name in names) >= 20
    assert sum(" " in one.identity.family for one in base.patrons) >= 2
    assert len({one.identity.given for one in base.patrons}) >= 120
    assert len({one.location.nation for one in base.patrons}) == 8


def test_patrons_of_one_name_at_different_postal_codes(base: Base) -> None:
    codes: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in base.patrons:
        codes[one.identity.given, one.identity.family].add(one.location.postal_code)
    assert sum(len(found) >= 2 for found in codes.values()) >= 4


def test_postal_codes_with_letters_blanks_and_leading_zeros(base: Base) -> None:
    codes = [one.location.postal_code for one in base.patrons]
    assert sum(bool(re.search("[A-Z]", code)) for code in codes) >= 20
    assert sum(" " in code for code in codes) >= 20
    assert sum(code.startswith("0") for code in codes) >= 10


def test_some_emails_have_capitals_and_all_are_plain_letters(base: Base) -> None:
    emails = [one.contact_email for one in base.patrons]
    assert sum(email != email.lower() for email in emails) >= 10
    assert all(re.fullmatch(r"[A-Za-z]+\.[A-Za-z]+\d{4}@example\.com", one) for one in emails)


def test_tickets_per_patron(base: Base) -> None:
    sizes = Counter(len(base.tickets_of[one.guest_ref]) for one in base.patrons)
    assert set(sizes) == {0, 1, 2, 3, 4}
    assert sizes[0] == 10


# Tickets


def test_portions_per_ticket(base: Base) -> None:
    assert {len(lines) for lines in base.lines.values()} == {1, 2, 3, 4}


def test_forty_tickets_hold_one_plate_twice_or_three_times(base: Base) -> None:
    most = Counter(
        max(Counter(line.plate_ref for line in lines).values()) for lines in base.lines.values()
    )
    assert most[2] + most[3] >= 40
    assert most[2] >= 10
    assert most[3] >= 5


@pytest.mark.parametrize("state", ["placed", "in_progress"])
def test_two_plates_of_one_dish(base: Base, state: str) -> None:
    def holds(ticket: Ticket) -> bool:
        plates = {(line.dish_ref, line.plate_ref) for line in base.lines[ticket.ticket_ref]}
        return len({dish for dish, _ in plates}) < len(plates)

    assert len(base.where(state, holds)) >= 3


def test_every_make_up_of_a_payment(base: Base) -> None:
    made = Counter(
        tuple(dict.fromkeys(kind for kind in base.kinds(ticket))) for ticket in base.tickets
    )
    for kinds in (
        ("payment",),
        ("payment", "tax"),
        ("payment", "tax", "delivery_fee"),
        ("payment", "delivery_fee"),
        ("payment", "tax", "tip"),
    ):
        assert made[kinds] >= 3, kinds


def test_placed_tickets_whose_items_were_changed(base: Base) -> None:
    twice = base.where("placed", lambda one: base.kinds(one).count("payment") == 2)
    refunded = base.where("placed", lambda one: base.kinds(one).count("refund") == 1)
    assert len([one for one in twice if one not in refunded]) >= 12
    assert len([one for one in refunded if one not in twice]) >= 8


def test_placed_tickets_whose_instrument_was_changed(base: Base) -> None:
    both = base.where(
        "placed",
        lambda one: (
            [k for k in base.kinds(one) if k in ("payment", "refund")]
            == ["payment", "payment", "refund"]
        ),
    )
    assert len(both) >= 4
    for ticket in both:
        paid, anew, back = (
            one for one in base.charges[ticket.ticket_ref] if one.kind in ("payment", "refund")
        )
        assert paid.total == anew.total == back.total
        assert paid.instrument_ref == back.instrument_ref != anew.instrument_ref


def test_tips_from_another_instrument_than_the_payment(base: Base) -> None:
    def holds(ticket: Ticket) -> bool:
        refs = {c.kind: c.instrument_ref for c in base.charges[ticket.ticket_ref]}
        return "tip" in refs and refs["tip"] != refs["payment"]

    assert len([one for one in base.tickets if holds(one)]) >= 8
    assert base.where("placed", holds)


def test_placed_tickets_ordered_at_other_prices_than_todays(base: Base) -> None:
    def moved(sign: int) -> Callable[[Ticket], object]:
        return lambda ticket: any(
            sign * (line.cost - base.plates[line.plate_ref].cost) > 0
            for line in base.lines[ticket.ticket_ref]
        )

    dearer, cheaper = base.where("placed", moved(1)), base.where("placed", moved(-1))
    assert len(dearer) >= 7
    assert len(cheaper) >= 7
    assert len({one.ticket_ref for one in dearer + cheaper}) >= 15


def test_patrons_with_two_placed_tickets_that_look_alike(base: Base) -> None:
    found = 0
    for tickets in base.tickets_of.values():
        placed = [one for one in tickets if one.state == "placed"]
        plates = [{line.plate_ref for line in base.lines[one.ticket_ref]} for one in placed]
        found += any(
            one.service_mode == other.service_mode and mine & theirs and mine != theirs
            for one, mine in zip(placed, plates, strict=True)
            for other, theirs in zip(placed, plates, strict=True)
        )
    assert found >= 5


def test_patrons_with_a_placed_and_a_delivered_ticket_of_one_dish(base: Base) -> None:
    found = 0
    for tickets in base.tickets_of.values():
        eaten: dict[str, set[str]] = defaultdict(set)
        for one in tickets:
            eaten[one.state] |= {line.dish_ref for line in base.lines[one.ticket_ref]}
        found += bool(eaten["placed"] & eaten["delivered"])
    assert found >= 8


def test_deliveries_to_the_own_address_and_to_another(base: Base) -> None:
    home = {one.guest_ref: one.location for one in base.patrons}
    own = [one.dropoff == home[one.guest_ref] for one in base.tickets if one.dropoff]
    assert sum(own) >= 20
    assert len(own) - sum(own) >= 20


# Grading


def test_tips_stand_apart_and_batches_and_labels_do_not_count() -> None:
    """A refund lowers what was paid; a tip of the same sum from the same card does not."""

    def changed(*charges: tuple[str, int], batches: bool = False):
        with EpisodeState.open(DATA) as state:
            with state.session(write=True) as db:
                ticket = db.get_one(Ticket, key)
                for place, (kind, total) in enumerate(charges, start=50):
                    db.add(
                        Charge(
                            ticket_ref=key,
                            position=place,
                            kind=kind,
                            total=total,
                            instrument_ref=card,
                        )
                    )
                if batches:
                    ticket.prep_batches = []
                    db.get_one(LineEntry, (key, 0)).label = "something else"
            return state.changes()

    ticket = Base(rows()).tickets[0]
    key, card = ticket.ticket_ref, Base(rows()).charges[ticket.ticket_ref][0].instrument_ref
    gold = changed(("payment", 5_00))
    assert compare(DATA, gold, changed(("payment", 7_00), ("refund", 2_00), batches=True)) == []
    assert [str(one) for one in compare(DATA, gold, changed(("tip", 5_00)))] == [
        f"missing charge (ticket_ref '{key}', instrument_ref '{card}', kind 'payment'): total 500",
        f"unexpected charge (ticket_ref '{key}', instrument_ref '{card}', kind 'tip'): total 500",
    ]
