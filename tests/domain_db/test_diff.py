"""Comparing two states: each mark, each kind of grading, and rows that tools make."""

from itertools import permutations

import pytest

from tau_emo_db import Changes, Ledger, compare
from tau_emo_db.matching import net_rows


@pytest.fixture
def differ(toy):
    """What `compare` finds between two lists of writes, as readable lines."""

    def run(gold, got) -> list[str]:
        found = compare(toy.data, toy.changed(*gold), toy.changed(*got))
        return [str(difference) for difference in found]

    return run


@pytest.fixture
def put(toy):
    """A write that sets columns of a guest, a booking or a companion."""

    def make(table: str, key, **values):
        def write(db) -> None:
            row = db.get(getattr(toy, table), key)
            for name, value in values.items():
                setattr(row, name, value)
            db.add(row)

        return write

    return make


@pytest.fixture
def add(toy):
    def make(table: str, **values):
        return lambda db: db.add(getattr(toy, table)(**values))

    return make


@pytest.fixture
def remove(toy):
    return lambda table, key: lambda db: db.delete(db.get(getattr(toy, table), key))


def test_equal_changes_do_not_differ(differ, put) -> None:
    assert differ([put("Guest", "g1", level="gold")], [put("Guest", "g1", level="gold")]) == []
    assert differ([], []) == []


def test_unmarked_and_computed_columns_compare_exactly(differ, put) -> None:
    gold = [put("Guest", "g1", level="gold", points=500)]
    assert differ(gold, [put("Guest", "g1", level="Gold", points=501)]) == [
        "changed guest (guest_id 'g1'): points: expected 500, got 501;"
        " level: expected 'gold', got 'Gold'"
    ]


def test_a_change_left_out_and_one_too_many_are_found(differ, put) -> None:
    gold = [put("Guest", "g1", level="gold")]
    got = [put("Guest", "g2", level="gold")]
    assert differ(gold, got) == [
        "changed guest (guest_id 'g1'): level: expected 'gold', got 'basic'",
        "changed guest (guest_id 'g2'): level: expected 'basic', got 'gold'",
    ]


def test_generated_values_never_count(differ, put) -> None:
    assert differ([put("Guest", "g1", seen_at="1")], [put("Guest", "g1", seen_at="2")]) == []
    assert differ([put("Guest", "g1", seen_at="1")], []) == []


@pytest.mark.parametrize("name", ["  ann   LEE ", "Ann Lee", "ANN\tLEE"])
def test_labels_ignore_case_and_blanks(differ, put, name: str) -> None:
    assert differ([put("Guest", "g1", name="Ann Lee")], [put("Guest", "g1", name=name)]) == []


def test_labels_keep_their_letters(differ, put) -> None:
    assert differ([put("Guest", "g1", name="Ann Lee")], [put("Guest", "g1", name="AnnLee")]) == [
        "changed guest (guest_id 'g1'): name: expected 'Ann Lee', got 'AnnLee'"
    ]


def test_json_labels_compare_field_by_field(differ, put, toy) -> None:
    gold = [put("Guest", "g1", home=toy.Home(street="1 Elm Road", city=None))]
    same = [put("Guest", "g1", home=toy.Home(street=" 1 elm  road", city=""))]
    assert differ(gold, same) == []
    wrong = [put("Guest", "g1", home=toy.Home(street="1 Elm Road", city="Reno"))]
    assert differ(gold, wrong) == [
        "changed guest (guest_id 'g1'): home.city: expected None, got 'Reno'"
    ]


def test_phones_compare_by_digits(differ, put) -> None:
    gold = [put("Guest", "g1", phone="+1 (555) 987-6543")]
    assert differ(gold, [put("Guest", "g1", phone="1.555.987.6543")]) == []
    assert len(differ(gold, [put("Guest", "g1", phone="1.555.987.6544")])) == 1
    assert differ([put("Guest", "g1", phone=None)], [put("Guest", "g1", phone="")]) == []


def test_sets_ignore_order_and_keep_multiplicity(differ, put) -> None:
    gold = [put("Booking", "b1", extras=["a", "b", "a"])]
    assert differ(gold, [put("Booking", "b1", extras=["a", "a", "b"])]) == []
    assert len(differ(gold, [put("Booking", "b1", extras=["a", "b", "b"])])) == 1
    assert len(differ(gold, [put("Booking", "b1", extras=["a", "b"])])) == 1


def test_json_objects_ignore_the_order_of_fields(differ, put) -> None:
    gold = [put("Booking", "b1", options={"view": "sea", "bed": "big"})]
    assert differ(gold, [put("Booking", "b1", options={"bed": "big", "view": "sea"})]) == []
    assert differ(gold, [put("Booking", "b1", options={"bed": "Big", "view": "sea"})]) == [
        "changed booking (booking_id 'b1'): options.bed: expected 'big', got 'Big'"
    ]


@pytest.mark.parametrize(
    ("wanted", "made", "equal"),
    [
        ("late arrival", "comes late", True),
        ("late arrival", None, False),
        ("late arrival", "  ", False),
        (None, "chatty", True),
        ("", "chatty", True),
    ],
)
def test_free_text_must_be_there_if_gold_has_some(differ, put, wanted, made, equal) -> None:
    assert equal == (
        differ([put("Booking", "b1", note=wanted)], [put("Booking", "b1", note=made)]) == []
    )


def test_deleted_rows_count(differ, remove) -> None:
    gone = [remove("Voucher", ("g1", "v1"))]
    assert differ(gone, gone) == []
    assert differ(gone, []) == [
        "unexpected voucher (guest_id 'g1', code 'v1'): worth 50; booking_id None"
    ]
    assert differ([], gone) == [
        "missing voucher (guest_id 'g1', code 'v1'): worth 50; booking_id None"
    ]


def test_members_ignore_positions_and_order(differ, put) -> None:
    swapped = [
        put("Companion", ("b1", 0), name="Bo Lee", born="1991-01-01", wish="quiet"),
        put("Companion", ("b1", 1), name="Ann Lee", born="1990-01-01", wish=None),
    ]
    assert differ([], swapped) == []


def test_members_count_with_their_multiplicity(differ, add) -> None:
    cy = {"booking_id": "b1", "name": "Cy", "born": "2001-01-01"}
    gold = [add("Companion", position=2, **cy), add("Companion", position=3, **cy)]
    (line,) = differ(gold, [add("Companion", position=5, **cy)])
    assert line.startswith("missing companion (booking_id 'b1', position ")
    assert line.endswith("): name 'Cy'; born '2001-01-01'; wish None")
    assert differ(gold, [add("Companion", position=place, **cy) for place in (8, 7)]) == []


def test_a_member_with_a_wrong_value_is_changed(differ, put) -> None:
    gold = [put("Companion", ("b1", 0), name="Ann Roe")]
    assert differ(gold, [put("Companion", ("b1", 0), name="Ann Row")]) == [
        "changed companion (booking_id 'b1', position 0): name: expected 'Ann Roe', got 'Ann Row'"
    ]


def test_texts_of_equal_members_find_the_match_that_fits(differ, add) -> None:
    cy = {"booking_id": "b1", "name": "Cy", "born": "2001-01-01"}
    gold = [add("Companion", position=2, **cy, wish="tea"), add("Companion", position=3, **cy)]
    got = [add("Companion", position=2, **cy), add("Companion", position=3, **cy, wish="milk")]
    assert differ(gold, got) == []
    bare = [add("Companion", position=2, **cy), add("Companion", position=3, **cy)]
    assert differ(gold, bare) == [
        "changed companion (booking_id 'b1', position 2): wish: expected 'tea', got None"
    ]


def test_ledgers_compare_net_amounts(differ, add) -> None:
    def move(position: int, amount: int, kind: str = "payment", source: str = "cash"):
        return add(
            "Movement",
            booking_id="b1",
            position=position,
            amount=amount,
            kind=kind,
            source=source,
        )

    gold = [move(1, 30)]
    assert differ(gold, [move(1, 50), move(2, 20, "refund")]) == []
    assert (
        differ(gold, [move(1, 30), move(2, 9, "payment", "card"), move(3, -9, "x", "card")]) == []
    )
    assert differ(gold, [move(1, 20)]) == [
        "changed movement (booking_id 'b1', source 'cash'): amount: expected 30, got 20"
    ]
    assert differ(gold, [move(1, 30, "payment", "card")]) == [
        "missing movement (booking_id 'b1', source 'cash'): amount 30",
        "unexpected movement (booking_id 'b1', source 'card'): amount 30",
    ]


def test_a_ledger_may_tell_kinds_apart_and_let_one_count_as_another() -> None:
    ledger = Ledger(
        parent=("booking_id",),
        target=("source", "kind"),
        amount="amount",
        negative={"kind": "refund"},
        same={"kind": {"refund": "payment"}},
    )

    def entry(kind: str, amount: int) -> dict:
        return {"booking_id": "b1", "source": "cash", "kind": kind, "amount": amount}

    rows = [entry("payment", 50), entry("refund", 20), entry("tip", 7)]
    assert net_rows(ledger, [], rows) == [entry("payment", 30), entry("tip", 7)]
    assert net_rows(ledger, rows[:1], rows) == [entry("payment", -20), entry("tip", 7)]


def new_booking(toy, booking_id: str, companion: str, **values):
    def write(db) -> None:
        db.add(toy.Booking(booking_id=booking_id, guest_id="g2", room="double", **values))
        db.flush()
        db.add(toy.Companion(booking_id=booking_id, position=0, name=companion, born="2000"))
        db.add(toy.Movement(booking_id=booking_id, position=0, source="cash", amount=80))

    return write


def test_new_rows_match_whatever_their_ids(differ, toy) -> None:
    gold = [new_booking(toy, "n1", "Al"), new_booking(toy, "n2", "Bo")]
    for ids in permutations(["n1", "n2"]):
        got = [new_booking(toy, ids[0], "Bo"), new_booking(toy, ids[1], "Al")]
        assert differ(gold, got) == []
    assert differ(gold, [new_booking(toy, "z8", "Bo"), new_booking(toy, "z9", "Al")]) == []


def test_a_wrong_value_in_a_new_row_is_changed_and_its_children_still_match(differ, toy) -> None:
    gold = [new_booking(toy, "n1", "Al", extras=["tea"])]
    assert differ(gold, [new_booking(toy, "n7", "Al", extras=["milk"])]) == [
        "changed booking (booking_id 'n1'): extras: expected '[\"tea\"]', got '[\"milk\"]'"
    ]
    assert differ(gold, [new_booking(toy, "n7", "Cy", extras=["tea"])]) == [
        "changed companion (booking_id 'n1', position 0): name: expected 'Al', got 'Cy'"
    ]


def test_a_new_row_left_out_is_missing_with_its_children(differ, toy) -> None:
    assert differ([new_booking(toy, "n1", "Al")], []) == [
        "missing booking (booking_id 'n1'): guest_id 'g2'; room 'double'; extras None;"
        " options None; after_booking None; note None",
        "missing companion (booking_id 'n1', position 0): name 'Al'; born '2000'; wish None",
        "missing movement (booking_id 'n1', source 'cash'): amount 80",
    ]


def test_references_follow_the_rows_they_name(differ, toy, add) -> None:
    def both(first: str, second: str, named: str):
        return [
            new_booking(toy, first, "Al"),
            new_booking(toy, second, "Bo"),
            add("Voucher", guest_id="g3", code="c1", worth=5, booking_id=named),
        ]

    gold = both("n1", "n2", named="n1")
    assert differ(gold, both("n2", "n1", named="n2")) == []
    assert differ(gold, both("n2", "n1", named="n1")) == [
        "changed voucher (guest_id 'g3', code 'c1'): booking_id: expected 'n1', got 'n1'"
    ]


def test_references_without_foreign_key_follow_too(differ, toy, add) -> None:
    def paid_with(code: str, source: str):
        return [
            add("Voucher", guest_id="g3", code=code, worth=5),
            add("Movement", booking_id="b3", position=4, source=source, amount=5),
        ]

    assert differ(paid_with("c1", "c1"), paid_with("c2", "c2")) == []
    assert len(differ(paid_with("c1", "c1"), paid_with("c2", "v3"))) == 2


def test_ids_of_rows_that_were_made_and_are_gone_again_are_equal(differ, toy, add, remove) -> None:
    def spent(code: str, amount: int):
        return [
            add("Voucher", guest_id="g3", code=code, worth=5),
            remove("Voucher", ("g3", code)),
            add("Movement", booking_id="b3", position=4, source=code, amount=amount),
        ]

    assert differ(spent("c1", 5), spent("c2", 5)) == []
    # The amount counts, and by the sum: which of two that are gone paid what is not told.
    assert differ(spent("c1", 5), spent("c2", 6)) == [
        "changed movement (booking_id 'b3', source 'c1'): amount: expected 5, got 6"
    ]
    # A row that is still there, one of the base, and an id that stands in the base are others.
    kept = [
        add("Voucher", guest_id="g3", code="c1", worth=5),
        add("Movement", booking_id="b3", position=4, source="c1", amount=5),
    ]
    assert len(differ(spent("c1", 5), kept)) == 3
    for source in ("v3", "cash"):
        other = [add("Movement", booking_id="b3", position=4, source=source, amount=5)]
        assert len(differ(spent("c1", 5), other)) == 2


def test_a_base_row_that_is_spent_stays_itself(differ, add, remove) -> None:
    def spent(code: str):
        return [
            *(remove("Voucher", ("g3", "v3")), remove("Voucher", ("g4", "v4"))),
            add("Movement", booking_id="b3", position=4, source=code, amount=5),
        ]

    assert len(differ(spent("v3"), spent("v4"))) == 2


def test_references_to_base_rows_compare_exactly(differ, put) -> None:
    gold = [put("Booking", "b1", after_booking="b2")]
    assert differ(gold, [put("Booking", "b1", after_booking="b3")]) == [
        "changed booking (booking_id 'b1'): after_booking: expected 'b2', got 'b3'"
    ]


def test_alike_new_rows_match_so_that_what_refers_to_them_fits(differ, toy, add) -> None:
    def chain(one: str, other: str, first: str, second: str):
        return [
            new_booking(toy, one, "Al"),
            new_booking(toy, other, "Al"),
            new_booking(toy, first, "Bo", after_booking=one),
            new_booking(toy, second, "Bo", after_booking=other),
        ]

    assert differ(chain("n1", "n2", "m1", "m2"), chain("n1", "n2", "m2", "m1")) == []
    crossed = [*chain("n1", "n2", "m1", "m2")[:2]]
    crossed += [new_booking(toy, name, "Bo", after_booking="n1") for name in ("m1", "m2")]
    assert differ(chain("n1", "n2", "m1", "m2"), crossed) != []


def test_differences_and_changes_survive_json(toy, put) -> None:
    gold, got = toy.changed(put("Guest", "g1", level="gold")), Changes()
    gold = Changes.model_validate_json(gold.model_dump_json())
    (difference,) = compare(toy.data, gold, got)
    assert type(difference).model_validate_json(difference.model_dump_json()) == difference
    assert difference.columns == {"level": ("gold", "basic")}
