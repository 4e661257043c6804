"""The base class of every table, and the column type for JSON values."""

import json
import re
from typing import Any, ClassVar

from pydantic import TypeAdapter
from sqlalchemy import Dialect, Text
from sqlalchemy.orm import declared_attr
from sqlalchemy.types import TypeDecorator
from sqlmodel import SQLModel

from tau_emo_db.marks import Entity, Grading


class Table(SQLModel):
    """Base of all tables of all domains.

    A domain derives one base of its own (`class RetailTable(Table, registry=registry())`
    with its own `metadata`), so table names of two domains never meet.
    """

    grading: ClassVar[Grading] = Entity()
    """How the rows of this table are matched and compared."""

    @declared_attr.directive
    def __tablename__(cls) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The name of the table: `OrderItem` is stored as `order_item`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


class Json(TypeDecorator[Any]):
    """A JSON column holding a value of one Pydantic type, stored as canonical text.

    Values are never changed in place: assign a new value to the attribute.

    Args:
        kind: the Python type, such as `list[str]` or a Pydantic model.
    """

    impl = Text
    cache_ok = True

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.kind = kind
        self._adapter: TypeAdapter[Any] = TypeAdapter(kind)

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        if value is None:
            return None
        plain = self._adapter.dump_python(value, mode="json")
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else self._adapter.validate_json(value)
