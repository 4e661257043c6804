"""Random writes on the real bases in two orders: `compare` agrees with a naive comparison.

The naive one reads the whole final states and knows the two domains by name; it shares
nothing with the marks and the matching that `compare` works with.
"""

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import Session

from tau_emo_db import Changes, EpisodeState, compare
from tau_emo_servers.domain import ServedDomain, served_domain
from tau_emo_servers.episode import Episode

Call = tuple[str, dict[str, Any]]
Tables = dict[str, list[dict[str, Any]]]

SEEDS = 20

CHANGEABLE = {
    "airline": (
        *("payment_method", "saved_passenger", "user", "reservation"),
        *("reservation_flight", "reservation_passenger", "reservation_payment"),
    ),
    "retail": ("user", "payment_method", "order", "order_item", "fulfillment", "order_payment"),
}


def rows_of(db: Session, query: str) -> list[dict[str, Any]]:
    return [dict(row) for row in db.connection().execute(text(query)).mappings()]


def dump(state: EpisodeState, domain: str) -> Tables:
    with state.session() as db:
        return {
            table: [
                dict(row._mapping)
                for row in db.connection().execute(text(f'SELECT * FROM "{table}"'))
            ]
            for table in CHANGEABLE[domain]
        }


def replayed(domain: ServedDomain, calls: list[Call]) -> tuple[Changes, Tables]:
    state = EpisodeState.open(domain.data)
    try:
        episode = Episode(domain, state)
        for name, arguments in calls:
            episode.call(name, arguments)
        assert not episode.internal_errors
        return episode.changes(), dump(state, domain.name)
    finally:
        state.close()


def plain(value: Any) -> str:
    return " ".join(str(value or "").split()).casefold()


def frozen(counts: Counter[Any]) -> frozenset[tuple[Any, int]]:
    return frozenset((key, number) for key, number in counts.items() if number)


def people(rows: list[dict[str, Any]], parent: str) -> dict[Any, frozenset[Any]]:
    found: dict[Any, Counter[Any]] = {}
    for row in rows:
        person = (plain(row["first_name"]), plain(row["last_name"]), row["dob"])
        found.setdefault(row[parent], Counter())[person] += 1
    return {key: frozen(value) for key, value in found.items()}


def address(raw: str) -> frozenset[Any]:
    return frozenset((name, plain(value)) for name, value in json.loads(raw).items())


def airline(base: Tables, tables: Tables) -> Any:
    old_methods = {(row["user_id"], row["id"]) for row in base["payment_method"]}
    old_trips = {row["reservation_id"] for row in base["reservation"]}
    new = {
        (row["user_id"], row["id"]): ("new certificate", row["amount"])
        for row in tables["payment_method"]
        if (row["user_id"], row["id"]) not in old_methods
    }
    methods = Counter(
        (
            new.get((row["user_id"], row["id"]), row["id"]),
            *(row[c] for c in ("user_id", "source", "brand", "last_four", "amount")),
        )
        for row in tables["payment_method"]
    )
    known = {key for _, key in old_methods} | {r["payment_id"] for r in base["reservation_payment"]}
    owner = {row["reservation_id"]: row["user_id"] for row in tables["reservation"]}
    segments: dict[str, Counter[Any]] = {}
    for row in tables["reservation_flight"]:
        key = tuple(row[c] for c in ("flight_number", "date", "origin", "destination", "price"))
        segments.setdefault(row["reservation_id"], Counter())[key] += 1
    money: dict[str, Counter[Any]] = {}
    for row in tables["reservation_payment"]:
        user = owner[row["reservation_id"]]
        used = row["payment_id"]
        target = new.get((user, used), used if used in known else "spent certificate")
        money.setdefault(row["reservation_id"], Counter())[target] += row["amount"]
    travellers = people(tables["reservation_passenger"], "reservation_id")
    trips = Counter(
        (
            row["reservation_id"] if row["reservation_id"] in old_trips else "new trip",
            *(row[c] for c in ("user_id", "origin", "destination", "flight_type", "cabin")),
            *(row[c] for c in ("total_baggages", "nonfree_baggages", "insurance", "status")),
            frozen(segments.get(row["reservation_id"], Counter())),
            frozen(money.get(row["reservation_id"], Counter())),
            travellers.get(row["reservation_id"]),
        )
        for row in tables["reservation"]
    )
    return methods, trips, people(tables["saved_passenger"], "user_id")


def retail(base: Tables, tables: Tables) -> Any:
    users = {
        row["user_id"]: (
            *(plain(row[c]) for c in ("first_name", "last_name", "email")),
            address(row["address"]),
        )
        for row in tables["user"]
    }
    methods = {row["id"]: tuple(row.values()) for row in tables["payment_method"]}
    lists = ("return_items", "exchange_items", "exchange_new_items")
    orders = {
        row["order_id"]: (
            address(row["address"]),
            *(sorted(json.loads(row[name])) if row[name] else None for name in lists),
            *(v for c, v in row.items() if c not in ("address", *lists)),
        )
        for row in tables["order"]
    }
    lines = Counter(
        (
            *(row[c] for c in ("order_id", "item_id", "product_id", "name", "price")),
            frozenset(json.loads(row["options"]).items()),
        )
        for row in tables["order_item"]
    )
    parcels = Counter(
        (row["order_id"], *(tuple(sorted(json.loads(row[c]))) for c in ("tracking_id", "item_ids")))
        for row in tables["fulfillment"]
    )
    money: Counter[Any] = Counter()
    for row in tables["order_payment"]:
        sign = -1 if row["transaction_type"] == "refund" else 1
        money[row["order_id"], row["payment_method_id"]] += sign * row["amount"]
    return users, methods, orders, lines, parcels, frozen(money)


NAIVE: dict[str, Callable[[Tables, Tables], Any]] = {"airline": airline, "retail": retail}


def spelled(draw: random.Random, value: str) -> str:
    return draw.choice([value, value.upper(), f"  {value} ", value.replace(" ", "  ")])


class AirlineWrites:
    """Draws writes of two customers with a handful of reservations."""

    def __init__(self, base: Tables, departures: list[dict[str, Any]], draw: random.Random) -> None:
        self.base, self.draw = base, draw
        self.departures = departures
        users = sorted({row["user_id"] for row in base["reservation"]})
        self.users = draw.sample(users, 2)
        self.trips = [r for r in base["reservation"] if r["user_id"] in self.users][:4]

    def call(self) -> Call:
        return self.draw.choice(
            [
                self.certificate,
                self.booking,
                self.cancelling,
                self.bags,
                self.travellers,
                self.cabin,
            ]
        )()

    def method(self, user: str) -> str:
        own = [row["id"] for row in self.base["payment_method"] if row["user_id"] == user]
        return self.draw.choice([*own, "certificate_3221322", "certificate_3221323"])

    def certificate(self) -> Call:
        user, amount = self.draw.choice(self.users), self.draw.choice([100, 200])
        return "send_certificate", {"user_id": user, "amount": amount}

    def booking(self) -> Call:
        user = self.draw.choice(self.users)
        flight = self.draw.choice(self.departures[:2])
        total = flight["economy_price"]
        method = self.method(user)
        paid = [{"payment_id": method, "amount": total}]
        if method.startswith("certificate") and total > 100:
            cards = [
                row["id"]
                for row in self.base["payment_method"]
                if row["user_id"] == user and row["source"] == "credit_card"
            ]
            if cards:
                paid = [
                    {"payment_id": method, "amount": 100},
                    {"payment_id": cards[0], "amount": total - 100},
                ]
                self.draw.shuffle(paid)
        return "book_reservation", {
            "user_id": user,
            **{name: flight[name] for name in ("origin", "destination")},
            "flight_type": "one_way",
            "cabin": "economy",
            "flights": [{name: flight[name] for name in ("flight_number", "date")}],
            "passengers": [
                {
                    "first_name": spelled(self.draw, self.draw.choice(["Ann", "Bo"])),
                    "last_name": "Lee",
                    "dob": "1990-01-01",
                }
            ],
            "payment_methods": paid,
            "total_baggages": 0,
            "nonfree_baggages": 0,
            "insurance": "no",
        }

    def cancelling(self) -> Call:
        return "cancel_reservation", {"reservation_id": self.trip()["reservation_id"]}

    def trip(self) -> dict[str, Any]:
        made = [{"reservation_id": f"HATHA{c}", "user_id": self.users[0]} for c in "TU"]
        return self.draw.choice([*self.trips, *made])

    def bags(self) -> Call:
        trip = self.trip()
        extra = self.draw.choice([0, 1, 2])
        return "update_reservation_baggages", {
            "reservation_id": trip["reservation_id"],
            "total_baggages": trip.get("total_baggages", 0) + extra,
            "nonfree_baggages": trip.get("nonfree_baggages", 0) + self.draw.choice([0, extra]),
            "payment_id": self.method(trip["user_id"]),
        }

    def travellers(self) -> Call:
        trip = self.draw.choice(self.trips)
        rows = [
            {name: row[name] for name in ("first_name", "last_name", "dob")}
            for row in self.base["reservation_passenger"]
            if row["reservation_id"] == trip["reservation_id"]
        ]
        self.draw.shuffle(rows)
        if self.draw.random() < 0.5:
            rows[0]["first_name"] = spelled(self.draw, rows[0]["first_name"])
        elif self.draw.random() < 0.5:
            rows[0]["dob"] = "1991-02-03"
        arguments = {"reservation_id": trip["reservation_id"], "passengers": rows}
        return "update_reservation_passengers", arguments

    def cabin(self) -> Call:
        trip = self.draw.choice(self.trips)
        flights = [
            {name: row[name] for name in ("flight_number", "date")}
            for row in self.base["reservation_flight"]
            if row["reservation_id"] == trip["reservation_id"]
        ]
        self.draw.shuffle(flights)
        return "update_reservation_flights", {
            "reservation_id": trip["reservation_id"],
            "cabin": self.draw.choice(["economy", "business"]),
            "flights": flights,
            "payment_id": self.method(trip["user_id"]),
        }


class RetailWrites:
    """Draws writes of two customers."""

    def __init__(self, base: Tables, variants: list[dict[str, Any]], draw: random.Random) -> None:
        self.base, self.draw, self.variants = base, draw, variants
        owners = sorted(
            row["user_id"] for row in base["order"] if row["status"] in ("pending", "delivered")
        )
        self.users = draw.sample(sorted(set(owners)), 2)
        self.orders = [
            row
            for row in base["order"]
            if row["user_id"] in self.users and row["status"] in ("pending", "delivered")
        ]

    def method(self, user: str) -> str:
        own = [row["id"] for row in self.base["payment_method"] if row["user_id"] == user]
        return self.draw.choice(own)

    def place(self) -> dict[str, str]:
        parts = {"address1": "5 Elm Road", "address2": "", "city": "Reno", "state": "NV"}
        parts |= {"country": "USA", "zip": self.draw.choice(["89501", "89502"])}
        return {name: spelled(self.draw, value) if value else "" for name, value in parts.items()}

    def call(self) -> Call:
        order = self.draw.choice(self.orders)
        user, ids = order["user_id"], {"order_id": order["order_id"]}
        lines = [r for r in self.base["order_item"] if r["order_id"] == order["order_id"]]
        some = self.draw.sample(lines, self.draw.randint(1, len(lines)))
        items = [row["item_id"] for row in some]
        others = [
            self.draw.choice(
                [v["item_id"] for v in self.variants if v["product_id"] == row["product_id"]][:3]
            )
            for row in some
        ]
        payment = {"payment_method_id": self.method(user)}
        swap = {**ids, "item_ids": items, "new_item_ids": others, **payment}
        pending: list[Call] = [
            ("cancel_pending_order", {**ids, "reason": "no longer needed"}),
            ("modify_pending_order_address", {**ids, **self.place()}),
            ("modify_pending_order_payment", {**ids, **payment}),
            ("modify_pending_order_items", swap),
        ]
        delivered: list[Call] = [
            ("return_delivered_order_items", {**ids, "item_ids": items, **payment}),
            ("exchange_delivered_order_items", swap),
        ]
        choices = pending if order["status"] == "pending" else delivered
        return self.draw.choice(
            [*choices, ("modify_user_address", {"user_id": user, **self.place()})]
        )


@pytest.fixture(scope="module", params=["airline", "retail"])
def bench(request: pytest.FixtureRequest) -> tuple[ServedDomain, Tables, list[dict[str, Any]]]:
    domain = served_domain(request.param)
    query = {
        "airline": "SELECT d.flight_number, date, origin, destination, economy_price FROM"
        " flight_date d JOIN flight f USING (flight_number)"
        " WHERE status = 'available' AND economy_seats > 3 ORDER BY 1, 2",
        "retail": "SELECT * FROM variant WHERE available",
    }[domain.name]
    with EpisodeState.open(domain.data) as state:
        with state.session() as db:
            rows = rows_of(db, query)
        return domain, dump(state, domain.name), rows


@pytest.mark.timeout(120)
def test_random_writes_in_two_orders_compare_as_a_naive_comparison_does(bench: Any) -> None:
    domain, base, rows = bench
    naive = NAIVE[domain.name]
    makes: Any = AirlineWrites if domain.name == "airline" else RetailWrites
    verdicts: Counter[bool] = Counter()
    for seed in range(SEEDS):
        draw = random.Random(seed)
        writes = makes(base, rows, draw)
        calls = [writes.call() for _ in range(draw.randint(2, 7))]
        other = list(calls)
        draw.shuffle(other)
        change = draw.random()
        if change < 0.2:
            other.pop()
        elif change < 0.4:
            other[0] = writes.call()
        gold, gold_tables = replayed(domain, calls)
        got, got_tables = replayed(domain, other)
        found = compare(domain.data, gold, got)
        assert found == compare(
            domain.data, Changes.model_validate_json(gold.model_dump_json()), got
        )
        equal = naive(base, gold_tables) == naive(base, got_tables)
        assert (found == []) == equal, (seed, calls, other, list(map(str, found)))
        assert (compare(domain.data, got, gold) == []) == equal
        verdicts[equal] += not gold.is_empty and calls != other
    assert min(verdicts[True], verdicts[False]) > SEEDS / 20
