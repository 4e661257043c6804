"""`tau-emo tools`: what there is."""

from tau_emo_client.cli.database import chosen
from tau_emo_client.cli.options import DomainsOption, JsonOption
from tau_emo_client.cli.output import print_json, print_line


def tools(domain: DomainsOption = None, json: JsonOption = False) -> None:
    """List every tool: domain, name, kind, and with --json its input schema."""
    from tau_emo_servers.domain import served_domain

    found = [
        {
            "domain": name,
            "name": tool.name,
            "kind": tool.kind,
            "title": tool.title,
            "description": tool.description,
            "input_schema": tool.parameters,
        }
        for name in chosen(domain, None)
        for tool in served_domain(name).tools.values()
    ]
    if json:
        print_json(found)
        return
    for tool in found:
        print_line(f"{tool['domain']}\t{tool['name']}\t{tool['kind']}\t{tool['title']}")
