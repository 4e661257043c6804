"""What a tool is made of: a plain function, its schema, its errors and the text of its result."""

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, NoReturn, TypeVar, cast, get_type_hints

from griffe import (
    Docstring,
    DocstringSectionParameters,
    DocstringSectionText,
)
from pydantic import BaseModel, JsonValue, TypeAdapter
from pydantic.errors import PydanticUserError

Kind = Literal["read", "write"]
View = dict[str, JsonValue]
"""What a tool shows of a row: a JSON object whose keys stay in their order."""
F = TypeVar("F", bound=Callable[..., Any])

_DATABASE = "db"
_MARK = "__tau_emo_tool__"
_KEPT = {
    *("type", "description", "enum", "pattern"),
    *("minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength"),
}


class Rejection(Exception):  # noqa: N818 - the word tools and policies use
    """A tool refuses a call; the transaction is rolled back, so nothing changes.

    Args:
        code: a short label for programs, such as `order_not_found`.
        message: what is wrong and what to do, without the leading `Error:`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True)
class _Mark:
    """What the decorator of a tool says about it."""

    kind: Kind
    title: str
    destructive: bool
    idempotent: bool
    hand_off: bool


@dataclass(frozen=True)
class Parameter:
    """One parameter of a tool."""

    name: str
    schema: dict[str, Any]
    """Its JSON schema, description included; `null` is never spelled out."""
    required: bool
    nullable: bool
    """True if the function takes None for it."""
    adapter: TypeAdapter[Any]
    """Turns an accepted JSON value into what the function takes."""


@dataclass(frozen=True)
class ToolSpec:
    """A tool as agents see it and as the server runs it."""

    function: Callable[..., Any]
    """The decorated function."""
    name: str
    kind: Kind
    title: str
    destructive: bool
    """True if a write takes away or replaces something that existed."""
    idempotent: bool
    """True if the same call twice does no more than once."""
    hand_off: bool
    """True if a successful call ends the episode."""

    @cached_property
    def takes_database(self) -> bool:
        """True if the function's first parameter is `db`, a session of its own."""
        return next(iter(inspect.signature(self.function).parameters), None) == _DATABASE

    @cached_property
    def _texts(self) -> tuple[str, dict[str, str]]:
        return _docstring(self.function)

    @property
    def description(self) -> str:
        """What the tool does: the docstring without its sections."""
        return self._texts[0]

    @cached_property
    def inputs(self) -> dict[str, Parameter]:
        """The parameters by name, in the order of the signature.

        Raises:
            TypeError: the signature or docstring lacks something, or a type has no plain schema.
        """
        hints = get_type_hints(self.function, include_extras=True)
        signature = inspect.signature(self.function)
        described = dict(self._texts[1])
        described.pop(_DATABASE, None)
        found: dict[str, Parameter] = {}
        for name, parameter in signature.parameters.items():
            if name == _DATABASE:
                continue
            if name not in hints or parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
                self._broken(f"parameter {name!r} needs a type and must be an ordinary one")
            if name not in described:
                self._broken(f"parameter {name!r} is not described under `Args:`")
            try:
                found[name] = _parameter(name, hints[name], parameter.default, described.pop(name))
            except TypeError as error:
                self._broken(f"parameter {name!r}: {error}")
        if described:
            self._broken(f"`Args:` describes {', '.join(described)}, which it does not take")
        return found

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The JSON schema of the arguments.

        It keeps to what OpenAI (not strict), Anthropic and Gemini all take: everything
        inlined, no titles, no `anyOf`, an optional parameter as its plain type. What the values
        of an object with free keys may be is left to the description.
        """
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {name: _published(one.schema) for name, one in self.inputs.items()},
        }
        required = [name for name, one in self.inputs.items() if one.required]
        return schema | ({"required": required} if required else {})

    def _broken(self, what: str) -> NoReturn:
        raise TypeError(f"tool {self.name}: {what}")


def read(*, title: str, idempotent: bool = True, hand_off: bool = False) -> Callable[[F], F]:
    """Declare a tool that changes nothing.

    The function's parameters after `db` (a `sqlmodel.Session`; left out if the tool needs
    no database) are the tool's parameters. The docstring describes the tool, its `Args:`
    section each parameter. The function itself stays as it is.

    Args:
        title: the name shown to people.
        idempotent: the same call twice does no more than once.
        hand_off: a successful call passes the customer to a person and closes the episode.
    """
    return _marked(
        _Mark("read", title, destructive=False, idempotent=idempotent, hand_off=hand_off)
    )


def write(*, title: str, destructive: bool = True, idempotent: bool = False) -> Callable[[F], F]:
    """Declare a tool that changes the database, in one transaction.

    Args:
        title: the name shown to people.
        destructive: it takes away or replaces something that existed.
        idempotent: the same call twice does no more than once.
    """
    return _marked(
        _Mark("write", title, destructive=destructive, idempotent=idempotent, hand_off=False)
    )


def tool_spec(function: Callable[..., Any]) -> ToolSpec:
    """The specification of a function declared with `read` or `write`.

    Raises:
        TypeError: the function is no tool.
    """
    mark = getattr(function, _MARK, None)
    if not isinstance(mark, _Mark):
        raise TypeError(f"{function!r} is no tool; decorate it with @read(...) or @write(...)")
    return ToolSpec(
        function=function,
        name=function.__name__,
        kind=mark.kind,
        title=mark.title,
        destructive=mark.destructive,
        idempotent=mark.idempotent,
        hand_off=mark.hand_off,
    )


def render(result: JsonValue) -> str:
    """The text of a tool's result: a text as it is, anything else as compact JSON.

    The order of keys is kept.

    Raises:
        ValueError: a number is not finite.
        TypeError: the value is no JSON.
    """
    if isinstance(result, str):
        return result
    return json.dumps(result, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def plain(value: BaseModel | None) -> View | None:
    """A value object as it is stored, if there is one."""
    return None if value is None else value.model_dump()


def if_set(view: View) -> View:
    """The entries of a view that are not null, in their order."""
    return {name: value for name, value in view.items() if value is not None}


def _published(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without `additionalProperties`, which not every model API takes."""
    plain = {key: value for key, value in schema.items() if key != "additionalProperties"}
    if "items" in plain:
        plain["items"] = _published(plain["items"])
    if "properties" in plain:
        plain["properties"] = {name: _published(one) for name, one in plain["properties"].items()}
    return plain


def _marked(mark: _Mark) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        setattr(function, _MARK, mark)
        return function

    return decorate


def _docstring(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """The description and the descriptions of the parameters."""
    sections = Docstring(inspect.getdoc(function) or "").parse("google", warnings=False)
    texts = [part.value for part in sections if isinstance(part, DocstringSectionText)]
    described = {
        argument.name: _one_line(argument.description)
        for part in sections
        if isinstance(part, DocstringSectionParameters)
        for argument in part.value
    }
    if not texts:
        raise TypeError(f"tool {function.__name__} has no docstring; agents read it")
    return _paragraphs(texts[0]), described


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _paragraphs(text: str) -> str:
    return "\n\n".join(_one_line(part) for part in text.split("\n\n") if part.strip())


@cache
def object_parameter(kind: type[BaseModel]) -> Parameter:
    """The model as if it were a required parameter: its schema and how a value is checked."""
    return _parameter(kind.__name__, kind, inspect.Parameter.empty, "")


def _parameter(name: str, hint: Any, default: Any, description: str) -> Parameter:
    try:
        adapter: TypeAdapter[Any] = TypeAdapter(hint)
    except PydanticUserError as error:
        raise TypeError(error.message) from error
    raw = adapter.json_schema()
    schema, nullable = _plain(raw, raw.get("$defs", {}))
    schema = {"description": description, **{k: v for k, v in schema.items() if k != "description"}}
    required = default is inspect.Parameter.empty
    if not required and default is not None:
        schema["default"] = adapter.dump_python(default, mode="json")
    return Parameter(name, schema, required, nullable, adapter)


def _plain(
    schema: Mapping[str, Any], definitions: Mapping[str, Any]
) -> tuple[dict[str, Any], bool]:
    """The schema in the common subset, and whether null was allowed."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        if name not in definitions:
            raise TypeError(f"a type that contains itself ({name}) has no plain schema")
        rest = {key: value for key, value in definitions.items() if key != name}
        merged = {**definitions[name], **{k: v for k, v in schema.items() if k != "$ref"}}
        return _plain(merged, rest)
    if "anyOf" in schema:
        options = [one for one in schema["anyOf"] if one != {"type": "null"}]
        if len(options) != 1:
            raise TypeError("a union of several types has no plain schema")
        inner, _ = _plain(options[0], definitions)
        outer = {k: v for k, v in schema.items() if k in _KEPT}
        return {**inner, **outer}, len(options) < len(schema["anyOf"])
    plain: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _KEPT:
            plain[key] = value
        elif key == "const":
            plain["enum"] = [value]
        elif key == "items":
            plain["items"] = _plain(value, definitions)[0]
        elif key == "properties":
            fields = cast("Mapping[str, Mapping[str, Any]]", value)
            plain["properties"] = {
                name: _plain(field, definitions)[0] for name, field in fields.items()
            }
        elif key == "required":
            plain["required"] = list(value)
        elif key == "additionalProperties":
            if isinstance(value, Mapping):
                values = cast("Mapping[str, Any]", value)
                if values:
                    plain["additionalProperties"] = _plain(values, definitions)[0]
        elif key not in ("title", "default", "$defs"):
            raise TypeError(f"{key!r} is not understood by every model API")
    if "type" not in plain:
        raise TypeError("a value without a type has no plain schema")
    if "description" in plain:
        plain["description"] = _one_line(plain["description"])
    return plain, False
