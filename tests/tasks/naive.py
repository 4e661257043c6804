"""The comparison of final states written out by hand for each domain.

It reads whole tables, knows every domain by name, and shares nothing with the marks and the
matching that `compare` works with. Free text does not appear: the callers always send some.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Row = dict[str, Any]
Tables = dict[str, list[Row]]


def plain(value: Any) -> str:
    """A name or label without case and superfluous blanks; null is empty."""
    return " ".join(str(value or "").split()).casefold()


def frozen(counts: Counter[Any]) -> frozenset[tuple[Any, int]]:
    """What is counted, without what is counted zero times."""
    return frozenset((key, number) for key, number in counts.items() if number)


def pick(row: Row, names: str) -> tuple[Any, ...]:
    """The values of columns; those with a tilde are names or labels."""
    return tuple(
        plain(row[name[1:]]) if name.startswith("~") else row[name] for name in names.split()
    )


def grouped(rows: Iterable[Row], parent: str, names: str) -> defaultdict[Any, Any]:
    """By parent the multiset of these columns of its rows; empty where there are none."""
    counts: defaultdict[Any, Counter[Any]] = defaultdict(Counter)
    for row in rows:
        counts[row[parent]][pick(row, names)] += 1
    return defaultdict(frozenset, {key: frozen(value) for key, value in counts.items()})


def net(
    rows: Iterable[Row],
    parent: str,
    target: Callable[[Row], Any],
    amount: Callable[[Row], int] = lambda row: row["amount"],
) -> defaultdict[Any, Any]:
    """By parent the sum for each target, zeros left out."""
    sums: defaultdict[Any, Counter[Any]] = defaultdict(Counter)
    for row in rows:
        sums[row[parent]][target(row)] += amount(row)
    return defaultdict(frozenset, {key: frozen(value) for key, value in sums.items()})


def labels(raw: str | None) -> frozenset[tuple[str, str]]:
    """The fields of a JSON object of labels."""
    return frozenset((name, plain(value)) for name, value in json.loads(raw or "{}").items())


def keys_of(rows: Iterable[Row], key: str) -> set[Any]:
    return {row[key] for row in rows}


def known(key: Any, old: set[Any]) -> Any:
    """The id of a base row; a row of the episode has none that counts."""
    return key if key in old else "new"


def airline(base: Tables, tables: Tables) -> Any:
    old_methods = {(row["user_id"], row["id"]) for row in base["payment_method"]}
    old_trips = keys_of(base["reservation"], "reservation_id")
    new = {
        (row["user_id"], row["id"]): ("new certificate", row["amount"])
        for row in tables["payment_method"]
        if (row["user_id"], row["id"]) not in old_methods
    }
    methods = Counter(
        (
            new.get((row["user_id"], row["id"]), row["id"]),
            *pick(row, "user_id source brand last_four amount"),
        )
        for row in tables["payment_method"]
    )
    once = {key for _, key in old_methods} | keys_of(base["reservation_payment"], "payment_id")
    owner = {row["reservation_id"]: row["user_id"] for row in tables["reservation"]}

    def target(row: Row) -> Any:
        used = row["payment_id"]
        kept = used if used in once else "spent certificate"
        return new.get((owner[row["reservation_id"]], used), kept)

    segments = grouped(
        tables["reservation_flight"],
        "reservation_id",
        "flight_number date origin destination price",
    )
    money = net(tables["reservation_payment"], "reservation_id", target)
    people = "~first_name ~last_name dob"
    travellers = grouped(tables["reservation_passenger"], "reservation_id", people)
    trips = Counter(
        (
            known(row["reservation_id"], old_trips),
            *pick(row, "user_id origin destination flight_type cabin total_baggages"),
            *pick(row, "nonfree_baggages insurance status"),
            segments[row["reservation_id"]],
            money[row["reservation_id"]],
            travellers[row["reservation_id"]],
        )
        for row in tables["reservation"]
    )
    return methods, trips, grouped(tables["saved_passenger"], "user_id", people)


def bank(base: Tables, tables: Tables) -> Any:
    accounts = Counter(pick(r, "account_id status current available") for r in tables["account"])
    cards = Counter(pick(row, "card_id status") for row in tables["card"])
    allowed = grouped(tables["beneficiary_allowed_account"], "beneficiary_id", "account_id")
    beneficiaries = Counter(
        (
            *pick(row, "beneficiary_id client_id type ~display_name ~first_name ~last_name"),
            *pick(row, "~business_name ~bank_name ~account_number_masked ~routing_number"),
            *pick(row, "~iban ~swift_bic per_transfer_limit daily_limit verification_status"),
            *pick(row, "verification_method status"),
            labels(row["address"]),
            row["verified_at"] is None,
            allowed[row["beneficiary_id"]],
        )
        for row in tables["beneficiary"]
    )
    old = keys_of(base["transaction"], "transaction_id")
    content = {
        row["transaction_id"]: (
            known(row["transaction_id"], old),
            *pick(row, "client_id account_id type direction amount currency method status"),
            *pick(row, "fees beneficiary_id"),
        )
        for row in tables["transaction"]
    }
    transactions = Counter(
        (content[row["transaction_id"]], content.get(row["related_transaction_id"]))
        for row in tables["transaction"]
    )
    repayments = Counter(
        (
            content[row["transaction_id"]],
            *pick(row, "loan_id amount currency method principal_component interest_component"),
            row["fees_component"],
        )
        for row in tables["loan_repayment"]
    )
    return accounts, cards, beneficiaries, transactions, repayments


def basketball(base: Tables, tables: Tables) -> Any:
    homes = {row["player_id"]: labels(row["address"]) for row in tables["player"]}
    games = Counter(pick(row, "game_id status home_score away_score") for row in tables["game"])
    event = "event_type points club_id player_id ~timestamp"
    return homes, games, grouped(tables["scoring_event"], "game_id", event)


def movie(base: Tables, tables: Tables) -> Any:
    old = keys_of(base["booking"], "booking_id")
    seats = grouped(
        tables["booking_seat"], "booking_id", "seat_id ticket_type price convenience_fee tax"
    )
    snacks = grouped(
        tables["booking_concession"],
        "booking_id",
        "item_id ~name ~size quantity price_each tax_each total",
    )
    money = net(tables["booking_payment"], "booking_id", lambda row: row["source"])
    return Counter(
        (
            known(row["booking_id"], old),
            *pick(row, "theater_id movie_id show_id date start_time_local status customer_id"),
            *pick(row, "~first_name ~last_name ~email ~loyalty_id promotions_applied"),
            *pick(row, "tickets_subtotal concessions_subtotal fees_total tax_total grand_total"),
            *pick(row, "amount_paid amount_due delivery_method"),
            "".join(filter(str.isdigit, row["phone"])),
            seats[row["booking_id"]],
            snacks[row["booking_id"]],
            money[row["booking_id"]],
        )
        for row in tables["booking"]
    )


def restaurant(base: Tables, tables: Tables) -> Any:
    tickets = {
        row["ticket_ref"]: (row["state"], labels(row["dropoff"]), labels(row["table_info"]))
        for row in tables["ticket"]
    }
    lines = grouped(tables["line_entry"], "ticket_ref", "plate_ref dish_ref cost mods")
    paid = {"payment": "paid", "refund": "paid"}
    money = net(
        tables["charge"],
        "ticket_ref",
        lambda row: (row["instrument_ref"], paid.get(row["kind"], row["kind"])),
        lambda row: -row["total"] if row["kind"] == "refund" else row["total"],
    )
    return tickets, lines, money


def retail(base: Tables, tables: Tables) -> Any:
    users = {
        row["user_id"]: (*pick(row, "~first_name ~last_name ~email"), labels(row["address"]))
        for row in tables["user"]
    }
    methods = {row["id"]: tuple(row.values()) for row in tables["payment_method"]}
    lists = ("return_items", "exchange_items", "exchange_new_items")
    orders = {
        row["order_id"]: (
            labels(row["address"]),
            *(sorted(json.loads(row[name])) if row[name] else None for name in lists),
            *(value for name, value in row.items() if name not in ("address", *lists)),
        )
        for row in tables["order"]
    }
    lines = Counter(
        (
            *pick(row, "order_id item_id product_id name price"),
            frozenset(json.loads(row["options"]).items()),
        )
        for row in tables["order_item"]
    )
    parcels = Counter(
        (row["order_id"], *(tuple(sorted(json.loads(row[c]))) for c in ("tracking_id", "item_ids")))
        for row in tables["fulfillment"]
    )
    money = net(
        tables["order_payment"],
        "order_id",
        lambda row: row["payment_method_id"],
        lambda row: row["amount"] * (-1 if row["transaction_type"] == "refund" else 1),
    )
    return users, methods, orders, lines, parcels, money


def school(base: Tables, tables: Tables) -> Any:
    enrolled = Counter(pick(row, "course_id current_enrollment") for row in tables["course"])
    old = keys_of(base["registration"], "registration_id")
    courses = grouped(
        tables["registration_course"],
        "registration_id",
        "course_id course_code section title credits grading_option tuition",
    )
    money = net(tables["registration_payment"], "registration_id", lambda row: row["payment_id"])
    registrations = Counter(
        (
            known(row["registration_id"], old),
            *pick(row, "student_id program study_level term status total_credits"),
            *pick(row, "overload_credits health_insurance"),
            courses[row["registration_id"]],
            money[row["registration_id"]],
        )
        for row in tables["registration"]
    )
    return enrolled, registrations


def telecom(base: Tables, tables: Tables) -> Any:
    old = keys_of(base["support_ticket"], "ticket_id")
    tickets = Counter(
        (known(row["ticket_id"], old), *pick(row, "customer_id category priority status"))
        for row in tables["support_ticket"]
    )
    bills = Counter(
        pick(row, "customer_id current_balance last_payment auto_pay paperless billing_cycle")
        for row in tables["billing_account"]
    )
    return (
        tickets,
        bills,
        grouped(tables["customer_service"], "customer_id", "service_id"),
        grouped(tables["customer_device"], "customer_id", "name service"),
        grouped(tables["monthly_charge"], "customer_id", "code amount"),
        grouped(tables["payment"], "customer_id", "date amount status"),
    )


def telehealth(base: Tables, tables: Tables) -> Any:
    old = keys_of(base["appointment"], "appointment_id")
    visits = Counter(
        (
            known(row["appointment_id"], old),
            *pick(row, "patient_id provider_id date time duration_minutes type status"),
            *pick(row, "copay_amount payment_method voucher_id insurance_billed"),
        )
        for row in tables["appointment"]
    )
    medicines = Counter(
        pick(row, "record_id medication ~pharmacy supplier") for row in tables["prescription"]
    )
    return visits, medicines, Counter(row["record_id"] for row in tables["record_note"])


def travel(base: Tables, tables: Tables) -> Any:
    old = keys_of(base["booking"], "booking_id")
    persons = grouped(tables["booking_traveler"], "booking_id", "~first_name ~last_name dob")
    add_ons = grouped(tables["booking_add_on"], "booking_id", "~type price")
    money = net(tables["booking_payment"], "booking_id", lambda row: row["payment_id"])
    content = {
        row["booking_id"]: (
            known(row["booking_id"], old),
            *pick(row, "traveler_id package_id agent_id departure_date status ~room_type"),
            *pick(row, "occupancy insurance_fee total_price"),
            persons[row["booking_id"]],
            add_ons[row["booking_id"]],
            money[row["booking_id"]],
        )
        for row in tables["booking"]
    }
    return (
        Counter(content.values()),
        Counter((row["agent_id"], content[row["booking_id"]]) for row in tables["agent_booking"]),
        grouped(tables["agent_traveler"], "agent_id", "traveler_id"),
        Counter(pick(r, "package_id date available_slots") for r in tables["package_departure"]),
        Counter(pick(row, "agent_id date time_range") for row in tables["agent_slot"]),
        Counter(
            pick(row, "agent_id date time_range traveler_id") for row in tables["agent_meeting"]
        ),
    )


NAIVE: dict[str, tuple[Callable[[Tables, Tables], Any], Sequence[str]]] = {
    "airline": (
        airline,
        (
            *("payment_method", "saved_passenger", "reservation", "reservation_flight"),
            *("reservation_passenger", "reservation_payment"),
        ),
    ),
    "bank": (
        bank,
        (
            *("account", "card", "beneficiary", "beneficiary_allowed_account"),
            *("transaction", "loan_repayment"),
        ),
    ),
    "basketball": (basketball, ("player", "game", "scoring_event")),
    "movie": (movie, ("booking", "booking_seat", "booking_concession", "booking_payment")),
    "restaurant": (restaurant, ("ticket", "line_entry", "charge")),
    "retail": (
        retail,
        ("user", "payment_method", "order", "order_item", "fulfillment", "order_payment"),
    ),
    "school": (
        school,
        ("course", "registration", "registration_course", "registration_payment"),
    ),
    "telecom": (
        telecom,
        (
            *("customer_service", "customer_device", "billing_account", "monthly_charge"),
            *("payment", "support_ticket"),
        ),
    ),
    "telehealth": (telehealth, ("appointment", "prescription", "record_note")),
    "travel": (
        travel,
        (
            *("booking", "booking_traveler", "booking_add_on", "booking_payment"),
            *("agent_booking", "agent_traveler", "package_departure", "agent_slot"),
            "agent_meeting",
        ),
    ),
}
"""By domain the comparison and the tables that its writes may change."""
