"""How pages are written: the templates, and the addresses that stand in them."""

from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from tau_emo_client.viewer.compare import facts_of, result_of
from tau_emo_client.viewer.index import Row
from tau_emo_client.viewer.plain import number, shown
from tau_emo_client.viewer.selection import Selection


def render(template: str, **values: Any) -> HTMLResponse:
    """A page.

    Args:
        template: its file in `templates`.
        values: what stands in it. All of it is taken for text.
    """
    page = _environment().get_template(template)
    return HTMLResponse(page.render(values | _GIVEN))


def episode_address(row: Row, selection: Selection | None = None) -> str:
    """The address of an episode, within a selection if one is given."""
    query = selection.at(1).query if selection else ""
    return f"/episode/{quote(row.run, safe='')}/{quote(row.id, safe='')}{query}"


def compare_address(left: Row, right: Row) -> str:
    """The address of a comparison."""
    sides = {"left": f"{left.run}/{left.id}", "right": f"{right.run}/{right.id}"}
    return f"/compare?{urlencode(sides)}"


_GIVEN = {"episode_address": episode_address, "facts_of": facts_of, "result_of": result_of}


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("tau_emo_client.viewer"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(number=number)
    return environment
