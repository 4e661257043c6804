"""Comparing touched rows finds what a comparison of all rows of both states finds.

The oracle here shares nothing with the code: it reads every row of both databases and tries
every way to match the rows made in the episode.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from itertools import permutations, product

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tau_emo_db import EpisodeState, compare

TABLES = ("guest", "booking", "companion", "voucher", "movement")

booking = st.tuples(
    st.just("book"),
    st.sampled_from(["g1", "g2"]),
    st.sampled_from([None, "note"]),
    st.sampled_from([None, "b1", 0]),
)
companion = st.tuples(
    st.just("join"),
    st.sampled_from(["b1", 0, 1]),
    st.sampled_from(["Al", " al", "Ann Lee"]),
    st.sampled_from([None, "wish"]),
)
voucher = st.tuples(
    st.just("issue"), st.sampled_from(["g1", "g2"]), st.integers(1, 2), st.sampled_from([None, 0])
)
movement = st.tuples(
    st.just("pay"),
    st.sampled_from(["b1", 0, 1]),
    st.sampled_from(["cash", 0, 1]),
    st.sampled_from([("payment", 5), ("refund", 5), ("payment", 10)]),
)
leave = st.tuples(st.just("leave"), st.integers(0, 1), st.none(), st.none())
level = st.tuples(st.just("level"), st.sampled_from(["g1", "g2"]), st.just("gold"), st.none())
steps = st.lists(st.one_of(booking, companion, voucher, movement, leave, level), max_size=7)
names = st.permutations([f"x{number}" for number in range(8)])


def play(toy, state: EpisodeState, plan, ids) -> None:
    made = {"book": [], "issue": []}
    for number, (act, one, two, three) in enumerate(plan):

        def name(kind: str, value, made=made):
            if not isinstance(value, int):
                return value
            return made[kind][value] if value < len(made[kind]) else None

        try:
            with state.session(write=True) as db:
                if act == "book":
                    after = name("book", three)
                    db.add(
                        toy.Booking(
                            booking_id=ids[number], guest_id=one, room="r", note=two,
                            after_booking=after,
                        )
                    )  # fmt: skip
                elif act == "join":
                    db.add(
                        toy.Companion(
                            booking_id=name("book", one) or "b2", position=10 + number, name=two,
                            born="1990-01-01", wish=three,
                        )
                    )  # fmt: skip
                elif act == "issue":
                    db.add(
                        toy.Voucher(
                            guest_id=one, code=ids[number], worth=two,
                            booking_id=name("book", three),
                        )
                    )  # fmt: skip
                elif act == "pay":
                    db.add(
                        toy.Movement(
                            booking_id=name("book", one) or "b2", position=10 + number,
                            source=name("issue", two) or "cash", kind=three[0], amount=three[1],
                        )
                    )  # fmt: skip
                elif act == "leave":
                    row = db.get(toy.Companion, ("b1", one))
                    if row is not None:
                        db.delete(row)
                else:
                    db.get(toy.Guest, one).level = two
            if act in made:
                made[act].append(ids[number])
        except sqlite3.IntegrityError:
            continue  # A step that the tables refuse changes nothing.


def everything(state: EpisodeState) -> dict[str, list[dict]]:
    raw = state._ready().raw
    found = {}
    for table in TABLES:
        cursor = raw.execute(f'SELECT * FROM "{table}"')
        columns = [column[0] for column in cursor.description]
        found[table] = [dict(zip(columns, row, strict=True)) for row in cursor]
    return found


def normal(rows: dict[str, list[dict]], rename: dict[str, str]):
    """All values that count, by table; free text as whether there is some."""

    def ref(value):
        return rename.get(value, value)

    def label(value):
        return " ".join((value or "").split()).lower()

    exact = Counter()
    texts = defaultdict(list)
    nets = defaultdict(int)
    for row in rows["guest"]:
        exact["guest", row["guest_id"], label(row["name"]), row["level"], row["points"]] += 1
    for row in rows["booking"]:
        extras = tuple(sorted(json.loads(row["extras"]))) if row["extras"] else None
        content = (
            "booking", ref(row["booking_id"]), row["guest_id"], row["room"], extras,
            row["options"], ref(row["after_booking"]),
        )  # fmt: skip
        texts[content].append(bool((row["note"] or "").strip()))
    for row in rows["companion"]:
        content = ("companion", ref(row["booking_id"]), label(row["name"]), row["born"])
        texts[content].append(bool((row["wish"] or "").strip()))
    for row in rows["voucher"]:
        exact[
            "voucher", row["guest_id"], ref(row["code"]), row["worth"], ref(row["booking_id"])
        ] += 1
    for row in rows["movement"]:
        sign = -1 if row["kind"] == "refund" else 1
        nets[ref(row["booking_id"]), ref(row["source"])] += sign * row["amount"]
    return exact, texts, {target: net for target, net in nets.items() if net}


def same(gold, got) -> bool:
    if gold[0] != got[0] or gold[2] != got[2] or gold[1].keys() != got[1].keys():
        return False
    return all(
        len(gold[1][content]) == len(got[1][content])
        and sum(gold[1][content]) <= sum(got[1][content])
        for content in gold[1]
    )


def equal_by_full_scan(gold, got) -> bool:
    def made(rows, table, column):
        return [row[column] for row in rows[table] if row[column].startswith("x")]

    kinds = [("booking", "booking_id"), ("voucher", "code")]
    wanted = [made(gold, *kind) for kind in kinds]
    found = [made(got, *kind) for kind in kinds]
    if [len(ids) for ids in wanted] != [len(ids) for ids in found]:
        return False
    target = normal(gold, {})
    return any(
        same(target, normal(got, dict(zip((*found[0], *found[1]), (*one, *two), strict=True))))
        for one, two in product(permutations(wanted[0]), permutations(wanted[1]))
    )


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(plan=steps, other=steps, ids=names, other_ids=names, edit=st.integers(0, 3))
def test_touched_rows_tell_what_a_full_scan_tells(toy, plan, other, ids, other_ids, edit) -> None:
    # Unrelated plans are hardly ever equal, so most runs repeat the plan with other ids and
    # with at most a small edit.
    if edit == 1:
        other = plan
    elif edit == 2:
        other = plan[:-1] + other[:1]
    elif edit == 3:
        other = plan + other[:1]
    with EpisodeState.open(toy.data) as gold, EpisodeState.open(toy.data) as got:
        play(toy, gold, plan, ids)
        play(toy, got, other, other_ids)
        expected = equal_by_full_scan(everything(gold), everything(got))
        found = compare(toy.data, gold.changes(), got.changes())
        assert (found == []) == expected, [str(difference) for difference in found]
