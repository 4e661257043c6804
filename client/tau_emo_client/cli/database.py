"""`tau-emo db`: base databases."""

from typing import Annotated

import typer

from tau_emo_client.cli.options import DomainsOption, JsonOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.problems import UsageProblem
from tau_emo_client.cli.suites import formats, import_databases

database = typer.Typer(
    help="Base databases.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

DomainsArgument = Annotated[list[str] | None, typer.Argument(help="Domains; default: all.")]

AnewOption = Annotated[
    bool,
    typer.Option(
        "--anew",
        envvar="TAU_EMO_ANEW",
        help="Build what is cached too, as after a change of a generator.",
    ),
]


def chosen(domains: list[str] | None, more: list[str] | None) -> tuple[str, ...]:
    """The domains named as arguments or options; all if none is."""
    from tau_emo_db import domain_names

    named = [*(domains or ()), *(more or ())]
    for name in named:
        if name not in domain_names():
            known = ", ".join(domain_names())
            raise UsageProblem(f"there is no domain {name!r}; the domains are {known}")
    return tuple(dict.fromkeys(named)) or domain_names()


@database.command()
def build(
    domains: DomainsArgument = None, domain: DomainsOption = None, anew: AnewOption = False
) -> None:
    """Build the base databases, or find them in the cache; check their digests."""
    from tau_emo_db import DigestMismatchError, base_image, cache_file, domain_data

    for name in chosen(domains, domain):
        data = domain_data(name)
        try:
            image = base_image(data, anew=anew)
        except DigestMismatchError as error:
            raise UsageProblem(str(error)) from error
        done = "built anew, digest as pinned" if anew else "ready, digest"
        print_line(
            f"{name}: {done} {data.digest[:16]}, {len(image) / 1e6:.1f} MB, {cache_file(data)}"
        )


@database.command()
def digest(
    domains: DomainsArgument = None, domain: DomainsOption = None, json: JsonOption = False
) -> None:
    """Print the digest of the content of each base database."""
    from tau_emo_db import domain_data

    digests = {name: domain_data(name).digest for name in chosen(domains, domain)}
    if json:
        print_json(digests)
        return
    for name, value in digests.items():
        print_line(f"{name} {value}")


database.command("import")(import_databases)
database.command("formats")(formats)
