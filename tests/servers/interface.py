"""The parameters of a tool in one line, to be compared with the published ones."""

import json
from typing import Any


def brief(schema: dict[str, Any]) -> str:
    """An object's fields in one line; an optional one bears a `?` and its default, if any."""
    fields = schema["properties"]
    required = schema.get("required", [])
    assert [name for name in fields if name in required] == required
    return ", ".join(
        f"{name}{'' if name in required else '?'}: {_kind(field)}" for name, field in fields.items()
    )


def _kind(field: dict[str, Any]) -> str:
    assert isinstance(field["description"], str)
    default = f" = {json.dumps(field['default'])}" if "default" in field else ""
    items = field.get("items")
    if items:
        return f"[{brief(items) if 'properties' in items else items['type']}]{default}"
    if "properties" in field:
        return f"{{{brief(field)}}}"
    options = field.get("enum")
    return ("|".join(options) if options else str(field["type"])) + default
