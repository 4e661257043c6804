"""What an episode changed: the touched rows, before and after, as they stand in SQLite."""

from collections.abc import Iterator

from pydantic import BaseModel, RootModel

Value = str | int | float | None
"""A value as SQLite holds it: JSON columns as text, truth values as 0 and 1."""

Row = dict[str, Value]
"""The values of one row by column."""


class RowChange(BaseModel):
    """The rows of one table that differ between the base and the state."""

    before: list[Row] = []
    """Base rows that are gone or look different now, in the order of insertion."""
    after: list[Row] = []
    """Rows of the state that the base has not, or not like this, in the order of insertion."""


class Changes(RootModel[dict[str, RowChange]]):
    """The changed rows by table. Unchanged tables do not occur. JSON keeps every value."""

    root: dict[str, RowChange] = {}

    @property
    def is_empty(self) -> bool:
        """True if the state equals the base."""
        return not self.root

    @property
    def tables(self) -> dict[str, RowChange]:
        """The changes by the name of the table, in the order of the domain's tables."""
        return self.root

    def __getitem__(self, table: str) -> RowChange:
        """The changes of a table; empty ones if nothing changed there."""
        # Built without validation: asked for every table whenever two states are compared.
        return self.root.get(table) or RowChange.model_construct(before=[], after=[])

    def __contains__(self, table: str) -> bool:
        return table in self.root

    def __len__(self) -> int:
        return len(self.root)

    def names(self) -> Iterator[str]:
        """The names of the changed tables."""
        return iter(self.root)
