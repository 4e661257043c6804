"""Suites of other people's tasks: `tau-emo db import`, `tau-emo tasks import`, `--suite`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tau_emo_client.cli.options import JsonOption
from tau_emo_client.cli.output import print_json, print_line, shown
from tau_emo_client.cli.problems import UsageProblem

if TYPE_CHECKING:
    from tau_emo_client.players import AgentSource
    from tau_emo_db.foreign import Refused, Suite
    from tau_emo_tasks.importing import ImportedTask

SuiteOption = Annotated[
    Path | None,
    typer.Option(
        "--suite",
        envvar="TAU_EMO_SUITE",
        help="The folder of imported bases and tasks, in place of the benchmark's.",
    ),
]
ToOption = Annotated[
    Path,
    typer.Option("--to", envvar="TAU_EMO_TO", help="The folder of the suite; its name is its own."),
]
OneDomainOption = Annotated[
    str | None,
    typer.Option("--domain", "-d", envvar="TAU_EMO_DOMAIN", help="The domain that it is of."),
]


def opened(folder: Path) -> "Suite":
    """The suite of a folder.

    Raises:
        UsageProblem: it is none.
    """
    from tau_emo_db.foreign import SuiteError, open_suite

    try:
        return open_suite(folder)
    except SuiteError as error:
        raise UsageProblem(str(error)) from error


def editions(suite: "Suite", domains: Sequence[str]) -> tuple[str, ...]:
    """The editions of these domains in a suite; all if none is named.

    Args:
        suite: the suite.
        domains: names of domains or of editions.

    Raises:
        UsageProblem: the suite has no such domain.
    """
    known = {name: suite.edition(name) for name in suite.domains}
    for name in domains:
        if name not in known and name not in known.values():
            raise UsageProblem(
                f"the suite {suite.name} has no domain {name!r}; it has {', '.join(known)}"
            )
    return tuple(dict.fromkeys(known.get(name, name) for name in domains or known))


def check_players(agent: "AgentSource", user: str) -> None:
    """Refuse who cannot play imported tasks, which have no script.

    Raises:
        UsageProblem: the customer is scripted, or the agent goes by what a script says.
    """
    from tau_emo_client.agents.registry import REFERENCE
    from tau_emo_client.users.registry import SCRIPTED

    if user == SCRIPTED:
        raise UsageProblem(
            "imported tasks have no script, so no program can play their customers; use --user llm "
            "or --user human"
        )
    if agent.player.kind == REFERENCE:
        raise UsageProblem(
            f"imported tasks have no script, by which the agent {agent.player.name} goes; name "
            "another agent"
        )


def import_databases(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Folders of JSON files, one a domain, or files that hold all of one."),
    ],
    to: ToOption,
    domain: OneDomainOption = None,
    repair: Annotated[
        bool,
        typer.Option(
            "--repair",
            envvar="TAU_EMO_REPAIR",
            help="Make records fit where a way is known, and tell of each.",
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Read databases in the layout of τ-bench, τ-Trait or τ²-bench into a suite.

    Every record is taken, or the import is refused with each that does not fit. The domain is
    the name of the folder, if --domain does not tell it.
    """
    from tau_emo_db.foreign import Refused, Suite, SuiteError, import_base

    if domain and len(sources) > 1:
        raise UsageProblem("--domain tells the domain of one database; import the others apart")
    suite, told = Suite(to), dict[str, object]()
    for source in sources:
        name = domain or _domain_of(source)
        _must_be_domain(name)
        try:
            info = import_base(suite, name, source, repair=repair)
        except Refused as error:
            raise UsageProblem(_refusal(str(source), error)) from error
        except (SuiteError, OSError) as error:
            raise UsageProblem(str(error)) from error
        told[name] = info.model_dump(mode="json")
        if not json:
            for change in info.repairs:
                print_line(shown(f"repaired: {change}"))
            print_line(f"{name}: {sum(info.rows.values())} rows, digest {info.digest[:16]}")
    if json:
        print_json({"suite": suite.name, "bases": told})
    else:
        print_line(f"suite: {to}")


def formats(domain: OneDomainOption = None, json: JsonOption = False) -> None:
    """Which files are read of each domain, and how they differ from our tables."""
    from dataclasses import asdict

    from tau_emo_db import domain_names
    from tau_emo_db.foreign import mapping_of

    if domain:
        _must_be_domain(domain)
    found = {name: mapping_of(name) for name in ((domain,) if domain else domain_names())}
    if json:
        print_json(
            {
                name: {"parts": one.parts, "differences": [asdict(d) for d in one.differences]}
                for name, one in found.items()
            }
        )
        return
    for name, one in found.items():
        print_line(f"{name}: {', '.join(one.parts)}")
        for difference in one.differences:
            print_line(f"  {difference.theirs} -> {difference.ours}: {difference.how}")


def import_suite_tasks(
    files: Annotated[
        list[Path],
        typer.Argument(help="JSON lists of tasks, or results with the tasks that were played."),
    ],
    to: ToOption,
    domain: OneDomainOption = None,
    keep_failing: Annotated[
        bool,
        typer.Option(
            "--keep-failing",
            envvar="TAU_EMO_KEEP_FAILING",
            help="Keep tasks of which a gold action fails; what the others do is right then.",
        ),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Read tasks in the form of τ-bench into a suite that has a base of their domain.

    The gold actions of each task are carried out. Left out are tasks of which one fails, and
    those that an agent passes by doing nothing. The tasks of that domain that the suite had
    before are replaced.
    """
    from tau_emo_db.foreign import Refused, SuiteError
    from tau_emo_tasks.importing import import_tasks

    suite = opened(to)
    name = domain or (suite.domains[0] if len(suite.domains) == 1 else None)
    if name is None:
        raise UsageProblem(f"--domain tells of what domain they are: {', '.join(suite.domains)}")
    editions(suite, [name])
    try:
        found = import_tasks(suite, name, files, keep_failing=keep_failing)
    except Refused as error:
        raise UsageProblem(_refusal(", ".join(map(str, files)), error)) from error
    except (SuiteError, OSError) as error:
        raise UsageProblem(str(error)) from error
    if json:
        print_json([one.model_dump(mode="json") for one in found])
        return
    for one in found:
        for line in _lines(one):
            print_line(shown(line))
    counts = {outcome: sum(one.outcome == outcome for one in found) for outcome in OUTCOMES}
    print_line(
        f"{name}: {len(found)} tasks: "
        + ", ".join(f"{count} {OUTCOMES[outcome]}" for outcome, count in counts.items())
    )
    print_line(f"{sum(one.kept for one in found)} kept: {to}")


OUTCOMES = {
    "clean": "whose gold actions all succeed",
    "fails": "with one that fails",
    "no effect": "passed by doing nothing",
}


def _lines(one: "ImportedTask") -> list[str]:
    lines = [f"{one.id}: {note}" for note in one.notes]
    lines += [
        f"{one.id}: gold action {failed.position}, {failed.tool}: {failed.error}"
        for failed in one.failed
    ]
    if one.earns_by_nothing:
        lines.append(f"{one.id}: an agent that does nothing would pass")
    return lines


def _domain_of(source: Path) -> str:
    resolved = source.resolve()
    return resolved.parent.name if resolved.is_file() else resolved.name


def _must_be_domain(name: str) -> None:
    from tau_emo_db import domain_names

    if name not in domain_names():
        raise UsageProblem(
            f"there is no domain {name!r}; name it with --domain: {', '.join(domain_names())}"
        )


def _refusal(source: str, error: "Refused") -> str:
    """Tells each record that does not fit, and gives the line that sums it up."""
    for misfit in error.misfits:
        sys.stderr.write(f"{shown(str(misfit))}\n")
    return (
        f"{source} is refused for what does not fit ({len(error.misfits)}); nothing was kept of it"
    )
