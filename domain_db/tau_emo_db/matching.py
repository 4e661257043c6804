"""Which row made in an episode stands for which row that gold makes.

Their generated keys say nothing, so they are told by their content and by the rows that
refer to them. Rows are given colours that depend on both; colours are refined until they
no longer split (as Weisfeiler and Leman did for graphs), and rows of one colour match.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from tau_emo_db.changes import Changes, Row, Value
from tau_emo_db.comparison import Reference, TableComparison
from tau_emo_db.marks import Ledger

PAIRS = 10_000
"""Rows left over are paired by likeness only while there are at most so many pairs."""

Comparisons = dict[str, TableComparison]


@dataclass(eq=False)
class NewRow:
    """A row made in the episode, of an entity whose key is generated."""

    table: TableComparison
    row: Row
    presence: int
    label: int | None = None
    """Equal for a row of gold and its match; set for every row once matching is done."""
    colour: int = 0


@dataclass(eq=False)
class Side:
    """The final rows of one state that can differ from those of the other."""

    changes: Changes
    comparisons: Comparisons
    new: list[NewRow] = field(default_factory=list[NewRow])
    _named: dict[tuple[str, str, Value], list[NewRow]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def __post_init__(self) -> None:
        for name, change in self.changes.tables.items():
            table = self.comparisons[name]
            if not table.by_content or not change.after:
                continue
            base_keys = {table.key_of(row) for row in change.before}
            for row in change.after:
                if table.key_of(row) not in base_keys:
                    made = NewRow(table, row, table.presence(row))
                    self.new.append(made)
                    for column in table.generated_key:
                        self._named[name, column, row[column]].append(made)

    def named(self, reference: Reference, value: Value) -> list[NewRow]:
        """The new rows that a reference with this value names; none if it names a base row."""
        return self._named.get((reference.table, reference.column, value), [])

    @cached_property
    def by_key(self) -> dict[tuple[str, tuple[Value, ...]], NewRow]:
        """The new rows by table and key."""
        return {(made.table.name, made.table.key_of(made.row)): made for made in self.new}

    @cached_property
    def referring(self) -> list[tuple[NewRow, str, TableComparison, Row]]:
        """Every final row that names a new row: what it names, by which column, and itself."""
        found: list[tuple[NewRow, str, TableComparison, Row]] = []
        for name in self.changes.names():
            table = self.comparisons[name]
            links = [column for column in table.columns if column.reference is not None]
            for row in self._final_rows(table) if links else ():
                for column in links:
                    assert column.reference is not None
                    named = self.named(column.reference, row[column.name])
                    found += [(made, column.name, table, row) for made in named]
        return found

    def _final_rows(self, table: TableComparison) -> Iterable[Row]:
        change = self.changes[table.name]
        if not isinstance(table.grading, Ledger):
            return change.after
        return net_rows(table.grading, change.before, change.after)

    def content(self, table: TableComparison, row: Row, colours: bool) -> tuple[Hashable, ...]:
        """The normalised values of a row, with what stands for the new rows that it names.

        Args:
            table: the table of the row.
            row: the row, or the net row of a ledger, which lacks some columns.
            colours: name new rows by colour (while matching) or by label (afterwards).
        """
        return tuple(
            [
                self.value(table, column.name, row[column.name], colours)
                for column in table.columns
                if column.name in row
            ]
        )

    def value(self, table: TableComparison, name: str, value: Value, colours: bool) -> Hashable:
        """The normalised value, or what stands for the new rows that it names.

        An id that was made in the episode and whose row is gone again says nothing, so all of
        these are equal.
        """
        column = table.by_name[name]
        if column.reference is None or value is None:
            return column.normalise(value)
        if self.new and (named := self.named(column.reference, value)):
            signs = [made.colour if colours else _label(made) for made in named]
            return ("new", tuple(sorted(signs)))
        if column.reference.may_dangle and value not in table.base_values(name):
            return ("gone",)
        return column.normalise(value)


def net_rows(ledger: Ledger, before: list[Row], after: list[Row]) -> list[Row]:
    """The net change of a ledger: one row per parent and target whose net is not zero."""
    columns = (*ledger.parent, *ledger.target)
    nets: dict[tuple[Value, ...], int] = defaultdict(int)
    for sign, rows in ((-1, before), (1, after)):
        for row in rows:
            nets[place_of(ledger, row)] += sign * signed(ledger, row)
    return [
        {**dict(zip(columns, target, strict=True)), ledger.amount: net}
        for target, net in nets.items()
        if net != 0
    ]


def place_of(ledger: Ledger, row: Row) -> tuple[Value, ...]:
    """Where the amount of a ledger row counts: the values of the parent and target columns."""
    if not ledger.same:
        return tuple([row[column] for column in (*ledger.parent, *ledger.target)])
    return tuple(
        [
            ledger.same.get(column, {}).get(str(row[column]), row[column])
            for column in (*ledger.parent, *ledger.target)
        ]
    )


def signed(ledger: Ledger, row: Row) -> int:
    """The amount of a ledger row with its sign, in the unit of the column; null counts 0."""
    amount = row[ledger.amount]
    if amount is None:
        return 0
    if not isinstance(amount, int):
        raise TypeError(f"the ledger column {ledger.amount} holds {amount!r}, no whole number")
    negative = ledger.negative
    is_negative = bool(negative) and all(row[name] == negative[name] for name in negative)
    return -amount if is_negative else amount


def match_new_rows(gold: Side, got: Side) -> None:
    """Gives all new rows of both sides their labels."""
    matcher = _Matcher(gold, got)
    matcher.match_equal(with_texts=True)
    matcher.match_equal(with_texts=False)
    matcher.match_alike()
    for made in (*gold.new, *got.new):
        if made.label is None:
            made.label = matcher.next_label()


class _Matcher:
    def __init__(self, gold: Side, got: Side) -> None:
        self.gold = gold
        self.got = got
        self._labels = 0

    def next_label(self) -> int:
        self._labels += 1
        return self._labels

    def pair(self, wanted: NewRow, made: NewRow) -> None:
        wanted.label = made.label = self.next_label()

    def match_equal(self, with_texts: bool) -> None:
        """Matches rows whose content, and all that refers to them, is equal.

        Where several rows are alike one pair is matched and colours are made anew, so that
        rows which refer to them follow.
        """
        while self._open():
            self._colour(with_texts)
            groups = self._groups()
            if not groups:
                return
            single = [group for group in groups if len(group[0]) == len(group[1]) == 1]
            for wanted, made in single:
                self.pair(wanted[0], made[0])
            if not single:
                wanted, made = groups[0]
                self.pair(*_best_for_texts(wanted, made))

    def match_alike(self) -> None:
        """Matches what is left by the fewest differing columns, if at least half are equal."""
        for table in self.gold.comparisons.values():
            wanted = [row for row in self.gold.new if row.label is None and row.table is table]
            made = [row for row in self.got.new if row.label is None and row.table is table]
            if not wanted or not made:
                continue
            for row in (*self.gold.new, *self.got.new):
                row.colour = -row.label if row.label is not None else 0
            contents = [
                [side.content(table, row.row, colours=True) for row in rows]
                for side, rows in ((self.gold, wanted), (self.got, made))
            ]
            for first, second in alike(contents[0], contents[1]):
                self.pair(wanted[first], made[second])

    def _open(self) -> bool:
        return any(row.label is None for row in self.gold.new) and any(
            row.label is None for row in self.got.new
        )

    def _groups(self) -> list[tuple[list[NewRow], list[NewRow]]]:
        colours: dict[int, tuple[list[NewRow], list[NewRow]]] = {}
        for place, side in enumerate((self.gold, self.got)):
            for row in side.new:
                if row.label is None:
                    colours.setdefault(row.colour, ([], []))[place].append(row)
        return [group for group in colours.values() if group[0] and group[1]]

    def _colour(self, with_texts: bool) -> None:
        """Colours the rows of both sides alike, refined until no colour splits."""
        rows = (*self.gold.new, *self.got.new)
        for row in rows:
            row.colour = -row.label if row.label is not None else 0
        count = 0
        while True:
            palette: dict[Hashable, int] = {}
            fresh: dict[NewRow, int] = {}
            for side in (self.gold, self.got):
                referring: dict[NewRow, list[int]] = defaultdict(list)
                for named, column, table, row in side.referring:
                    presence = table.presence(row) if with_texts and _full(table) else 0
                    seen = (table.name, column, side.content(table, row, True), presence)
                    referring[named].append(palette.setdefault(seen, len(palette) + 1))
                for made in side.new:
                    if made.label is not None:
                        fresh[made] = -made.label
                        continue
                    seen = (
                        made.table.name,
                        side.content(made.table, made.row, True),
                        made.presence if with_texts else 0,
                        tuple(sorted(referring[made])),
                    )
                    fresh[made] = palette.setdefault(seen, len(palette) + 1)
            for made, colour in fresh.items():
                made.colour = colour
            if len(set(fresh.values())) == count:
                return
            count = len(set(fresh.values()))


def alike(
    wanted: list[tuple[Hashable, ...]], made: list[tuple[Hashable, ...]]
) -> list[tuple[int, int]]:
    """Pairs of places in the two lists, those with the fewest differing values first.

    Each place occurs once at most; rows that differ in more than half of their values do
    not pair.
    """
    if len(wanted) * len(made) > PAIRS:
        return []
    distances = sorted(
        (distance, first, second)
        for first, one in enumerate(wanted)
        for second, other in enumerate(made)
        if 2 * (distance := sum(a != b for a, b in zip(one, other, strict=True))) <= len(one)
    )
    pairs: list[tuple[int, int]] = []
    used_first: set[int] = set()
    used_second: set[int] = set()
    for _, first, second in distances:
        if first not in used_first and second not in used_second:
            used_first.add(first)
            used_second.add(second)
            pairs.append((first, second))
    return pairs


def _best_for_texts(wanted: list[NewRow], made: list[NewRow]) -> tuple[NewRow, NewRow]:
    """A pair in which the made row has every text that the wanted row has, if there is one."""
    for one in sorted(wanted, key=lambda row: -row.presence.bit_count()):
        fitting = [other for other in made if one.presence & ~other.presence == 0]
        if fitting:
            return one, min(fitting, key=lambda row: row.presence.bit_count())
    return wanted[0], made[0]


def _full(table: TableComparison) -> bool:
    return bool(table.texts) and not isinstance(table.grading, Ledger)


def _label(made: NewRow) -> int:
    assert made.label is not None
    return made.label
