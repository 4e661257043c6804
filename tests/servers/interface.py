"""The parameters of a tool in one line, to be compared with the published ones."""

from typing import Any


def brief(schema: dict[str, Any]) -> str:
    """An object's fields, all required, in one line."""
    fields = schema["properties"]
    assert schema.get("required", []) == list(fields)
    return ", ".join(f"{name}: {_kind(field)}" for name, field in fields.items())


def _kind(field: dict[str, Any]) -> str:
    assert isinstance(field["description"], str)
    items = field.get("items")
    if items:
        return f"[{brief(items) if 'properties' in items else items['type']}]"
    options = field.get("enum")
    return "|".join(options) if options else str(field["type"])
