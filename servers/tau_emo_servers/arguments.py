"""The arguments of a call: what models send becomes what the tool takes, or one clear error.

Models write numbers as texts, lists as JSON texts, ids as numbers and missing options as
null. Such values are accepted where only one reading is possible; nothing is guessed.
"""

import json
import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, TypeVar, cast

from pydantic import BaseModel, JsonValue, ValidationError

from tau_emo_servers.toolkit import Parameter, Rejection, ToolSpec, object_parameter

Model = TypeVar("Model", bound=BaseModel)

LARGEST_WHOLE = 2**53
"""Whole numbers beyond this are refused: not every JSON reader keeps them."""
LARGEST_NUMBER = 10.0**15
"""Other numbers beyond this are refused: their cents would not be exact."""
LONGEST_NAME = 200
"""Characters of a tool's name; a call with a longer one is refused."""
LONGEST_ARGUMENTS = 50_000
"""Characters of all arguments of a call as JSON; more are refused. What an agent sends is
recorded, so this bounds what an episode takes in memory."""
TOO_LONG = (
    f"Error: the call is too long: a name has at most {LONGEST_NAME} characters and the "
    f"arguments {LONGEST_ARGUMENTS:,}. Send a shorter one."
)
"""The result of a call that is too long."""
DEEPEST = 40
"""Lists and objects within one another beyond this are refused."""

_WHOLE = re.compile(r"([+-]?\d{1,20})(?:\.0*)?", re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_SHOWN = 60


def accept(tool: ToolSpec, arguments: Mapping[str, Any] | str) -> dict[str, Any]:
    """The keyword arguments for the tool's function.

    - Whole numbers may be texts (`"2"`) or floats (`2.0`), numbers texts (`"12.5"`),
      booleans the texts `"true"` and `"false"`, lists and objects JSON texts.
    - A whole number for a text parameter is taken as its decimal digits (zip 85719); a text
      stays as it is, also when it looks like JSON.
    - An optional parameter sent as null or as empty text counts as not sent.
    - Enum values match exactly. Nothing else is converted; `true` is no number.

    Args:
        tool: the tool called.
        arguments: the arguments as sent: an object, or its JSON text (blank: no arguments).

    Raises:
        Rejection: names the parameter, what was sent and what to send instead.
    """
    sent = _parsed(arguments) if isinstance(arguments, str) else arguments
    problem = _no_json(sent)
    if problem:
        raise _wrong(problem)
    for name in sent:
        if name not in tool.inputs:
            takes = ", ".join(tool.inputs) or "no arguments"
            raise _wrong(f"{tool.name} has no parameter {_short(name)}; it takes {takes}")
    missing = [
        name
        for name, parameter in tool.inputs.items()
        if parameter.required and not parameter.nullable and sent.get(name) is None
    ]
    if missing:
        raise _wrong(f"the required {_listed(missing)} missing; call {tool.name} with all of them")
    return {
        name: _value(parameter, sent[name])
        for name, parameter in tool.inputs.items()
        if name in sent and (parameter.required or sent[name] not in (None, ""))
    } | {
        name: None
        for name, parameter in tool.inputs.items()
        if parameter.required and parameter.nullable and sent.get(name) in (None, "")
    }


def accept_object(kind: type[Model], sent: Mapping[str, Any], path: str) -> Model:
    """An object whose fields the tool's schema leaves open, by the rules of `accept`.

    Fields that the model does not have are left aside.

    Args:
        kind: the model of the object.
        sent: what was sent.
        path: its place in the arguments, for the message: `seats[0]`.

    Raises:
        Rejection: names the field, what was sent and what to send instead.
    """
    known = {name: value for name, value in sent.items() if name in kind.model_fields}
    return _fitted(object_parameter(kind), known, path)


def as_recorded(arguments: Mapping[str, Any] | str) -> dict[str, JsonValue] | str:
    """The arguments as a record keeps them: the object sent, or a text if it is no JSON object.

    The text is printable in any encoding, and `accept` judges it as it judged the original.
    """
    if isinstance(arguments, str):
        try:
            parsed = _parsed(arguments)
        except Rejection:
            return arguments.encode("utf-8", "backslashreplace").decode()
        return as_recorded(parsed) if arguments.strip() else arguments
    if _no_json(arguments) is None:
        return dict(arguments)
    try:
        return json.dumps(arguments, default=repr, skipkeys=True)
    except (ValueError, RecursionError):
        return f"<no JSON object: {type(arguments).__name__}>"


def cut_if_too_long(
    name: str, recorded: dict[str, JsonValue] | str
) -> tuple[str, dict[str, JsonValue] | str] | None:
    """What a record keeps of a call that is too long, or None if it is not.

    The cut arguments are no JSON and a cut name is no tool, so the call fails again when the
    conversation is replayed.

    Args:
        name: the tool named.
        recorded: the arguments as `as_recorded` gave them.
    """
    text = recorded if isinstance(recorded, str) else json.dumps(recorded, ensure_ascii=False)
    if len(name) <= LONGEST_NAME and len(text) <= LONGEST_ARGUMENTS:
        return None
    return _cut(name, LONGEST_NAME), _cut(text, LONGEST_ARGUMENTS)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}…"


def _parsed(text: str) -> Mapping[str, Any]:
    if not text.strip():
        return {}
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else ""
        raise _wrong(
            f"the arguments are {_short(text)}, which is not valid JSON{where}; "
            "send one JSON object"
        ) from None
    if not isinstance(parsed, dict):
        raise _wrong(f"the arguments are {_short(parsed)}; send one JSON object")
    return cast("dict[str, Any]", parsed)


def _no_json(value: Any, where: str = "", depth: int = 0) -> str | None:
    """Why the value is no clean JSON, with the place, or None if it is."""
    at = f"argument {where}" if where else "the arguments"
    match value:
        case None | bool():
            return None
        case str():
            if value.isascii():
                return None
            try:
                value.encode()
            except UnicodeEncodeError:
                return f"{at} holds characters that are no valid text; send plain Unicode"
            return None
        case int():
            if value.bit_length() > 1024:
                return f"{at} is far too large a number; send a smaller one"
            return None
        case float():
            return None if isfinite(value) else f"{at} is {value}; send a finite number"
        case list() | Mapping() if depth >= DEEPEST:
            return f"{at} is nested more than {DEEPEST} levels deep; send a plain value"
        case list():
            for index, item in enumerate(cast("list[Any]", value)):
                problem = _no_json(item, f"{where}[{index}]", depth + 1)
                if problem:
                    return problem
            return None
        case Mapping():
            for name, item in cast("Mapping[Any, Any]", value).items():
                if not isinstance(name, str) or _no_json(name):
                    return f"{at} has a name that is no valid text; names are plain texts"
                problem = _no_json(item, f"{where}.{name}" if where else name, depth + 1)
                if problem:
                    return problem
            return None
        case _:
            return f"{at} is a {type(value).__name__}; send a JSON value"


def _value(parameter: Parameter, sent: Any) -> Any:
    """The checked and converted value of one parameter that was sent."""
    if parameter.nullable and sent in (None, ""):
        return None
    return _fitted(parameter, sent, parameter.name)


def _fitted(parameter: Parameter, sent: Any, path: str) -> Any:
    """The value as the parameter takes it; errors name the path."""
    fitted = _fit(parameter.schema, sent, path)
    try:
        return parameter.adapter.validate_python(fitted)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = path + "".join(
            f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]
        )
        raise _wrong(f"argument {where} is {_short(first['input'])}: {first['msg']}") from None


def _fit(schema: Mapping[str, Any], sent: Any, path: str) -> Any:
    """The value in the type that the schema names.

    Raises:
        Rejection: it cannot be read as that type, or only in several ways.
    """
    fitted = _READERS[schema["type"]](schema, sent, path)
    options = schema.get("enum")
    if options is not None and fitted not in options:
        raise _unfit(path, sent, f"none of the values it may have; send one of {_options(options)}")
    return fitted


def _text(schema: Mapping[str, Any], sent: Any, path: str) -> str:
    if isinstance(sent, str):
        return sent
    if isinstance(sent, int) and not isinstance(sent, bool) and abs(sent) <= LARGEST_WHOLE:
        return str(sent)
    raise _unfit(path, sent, "not a text; send it in quotes")


def _whole(schema: Mapping[str, Any], sent: Any, path: str) -> int:
    value: int | None = None
    if isinstance(sent, str):
        match = _WHOLE.fullmatch(sent.strip())
        value = int(match[1]) if match else None
    elif isinstance(sent, float):
        value = int(sent) if sent.is_integer() else None
    elif isinstance(sent, int) and not isinstance(sent, bool):
        value = sent
    if value is None:
        raise _unfit(path, sent, "not a whole number; send one such as 2")
    if abs(value) > LARGEST_WHOLE:
        raise _unfit(path, sent, "too large a number; send a smaller one")
    return value


def _number(schema: Mapping[str, Any], sent: Any, path: str) -> int | float:
    value: int | float | None = None
    if isinstance(sent, str):
        value = float(sent) if _NUMBER.fullmatch(sent.strip()) else None
    elif isinstance(sent, int | float) and not isinstance(sent, bool):
        value = sent
    if value is None:
        raise _unfit(path, sent, "not a number; send one such as 12.5")
    if abs(value) > LARGEST_NUMBER:
        raise _unfit(path, sent, "too large a number; send a smaller one")
    return value


def _boolean(schema: Mapping[str, Any], sent: Any, path: str) -> bool:
    if isinstance(sent, bool):
        return sent
    if isinstance(sent, str) and sent.strip().lower() in ("true", "false"):
        return sent.strip().lower() == "true"
    raise _unfit(path, sent, "neither true nor false; send one of the two")


def _list(schema: Mapping[str, Any], sent: Any, path: str) -> list[Any]:
    value = _decoded(sent)
    if not isinstance(value, list):
        raise _unfit(path, sent, "not a list; send a JSON array")
    items = schema.get("items", {})
    members = cast("list[Any]", value)
    if "type" not in items:
        return members
    return [_fit(items, item, f"{path}[{index}]") for index, item in enumerate(members)]


def _object(schema: Mapping[str, Any], sent: Any, path: str) -> dict[str, Any]:
    decoded = _decoded(sent)
    if not isinstance(decoded, Mapping):
        raise _unfit(path, sent, "not an object; send a JSON object")
    value = dict(cast("Mapping[str, Any]", decoded))
    fields: Mapping[str, Any] | None = schema.get("properties")
    if fields is None:
        values = schema.get("additionalProperties")
        if values is None:
            return value
        return {name: _fit(values, item, f"{path}.{name}") for name, item in value.items()}
    required = schema.get("required", ())
    for name in value:
        if name not in fields:
            raise _wrong(
                f"argument {path} has no field {_short(name)}; its fields are {', '.join(fields)}"
            )
    for name in required:
        if name not in value:
            raise _wrong(f"argument {path} lacks the field {name}; send it too")
    return {
        name: None if item is None else _fit(fields[name], item, f"{path}.{name}")
        for name, item in value.items()
        if item is not None or name in required
    }


_READERS: dict[str, Callable[[Mapping[str, Any], Any, str], Any]] = {
    "string": _text,
    "integer": _whole,
    "number": _number,
    "boolean": _boolean,
    "array": _list,
    "object": _object,
}


def _decoded(sent: Any) -> Any:
    """What a JSON text of a list or object stands for; anything else as it is."""
    if not isinstance(sent, str) or not sent.lstrip().startswith(("[", "{")):
        return sent
    try:
        decoded = json.loads(sent)
    except (ValueError, RecursionError):
        return sent
    return sent if _no_json(decoded) else decoded


def _short(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, default=repr)
    except (ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _options(options: list[Any]) -> str:
    return ", ".join(json.dumps(option, ensure_ascii=False) for option in options)


def _listed(names: list[str]) -> str:
    return f"argument {names[0]} is" if len(names) == 1 else f"arguments {', '.join(names)} are"


def _unfit(path: str, sent: Any, why: str) -> Rejection:
    return _wrong(f"argument {path} is {_short(sent)}, {why}")


def _wrong(why: str) -> Rejection:
    return Rejection("invalid_arguments", f"{why}.")
