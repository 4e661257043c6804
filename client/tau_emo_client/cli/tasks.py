"""`tau-emo tasks`: list, show and verify tasks."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tau_emo_client.cli.database import DomainsArgument, chosen
from tau_emo_client.cli.options import DomainsOption, JsonOption, SplitOption, WorkersOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.problems import DONE, FAILURES, UsageProblem
from tau_emo_client.cli.suites import SuiteOption, editions, import_suite_tasks, opened

if TYPE_CHECKING:
    from tau_emo_tasks.task import Task

tasks = typer.Typer(
    help="Tasks.", no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False
)


@tasks.command("list")
def list_tasks(
    domain: DomainsOption = None,
    split: SplitOption = "test",
    suite: SuiteOption = None,
    json: JsonOption = False,
) -> None:
    """List tasks: id, condition and what the customer wants."""
    found = _imported(suite, domain) if suite else _tasks(None, domain, split)
    if json:
        print_json([_line(task) for task in found])
        return
    for task in found:
        print_line("\t".join(str(value) for value in _line(task).values()))


@tasks.command()
def show(
    task_id: Annotated[str, typer.Argument(help="The id of the task.")],
    suite: SuiteOption = None,
    json: JsonOption = False,
) -> None:
    """Show a task whole."""
    for split in ("imported",) if suite else ("test", "train"):
        for task in _imported(suite, None) if suite else _tasks(None, None, split):
            if task.id == task_id:
                if json:
                    print_json(task.model_dump(mode="json"))
                else:
                    print_line(task.model_dump_json(indent=2))
                return
    raise UsageProblem(f"there is no task {task_id!r}; `tau-emo tasks list` names them")


@tasks.command()
def verify(
    domains: DomainsArgument = None,
    domain: DomainsOption = None,
    split: SplitOption = "test",
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> int:
    """Prove again all that is claimed of tasks. Exit status 1 if a task is not sound."""
    from rich.console import Console
    from rich.progress import Progress

    from tau_emo_tasks.verify import verify_tasks

    found = _tasks(domains, domain, split)
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as bar:
        step = bar.add_task("verifying", total=len(found))
        problems = verify_tasks(
            found,
            lambda _: bar.advance(step),
            workers or os.cpu_count() or 1,
            _tasks(domains, domain, "train" if split == "test" else "test"),
        )
    counts: dict[str, dict[str, int]] = {}
    unsound = {problem.task for problem in problems}
    for task in found:
        count = counts.setdefault(task.domain, {"tasks": 0, "verified": 0})
        count["tasks"] += 1
        count["verified"] += task.id not in unsound
    if json:
        print_json(
            {
                "split": split,
                "tasks": len(found),
                "verified": len(found) - len(unsound),
                "by_domain": counts,
                "problems": [{"task": p.task, "check": p.check, "text": p.text} for p in problems],
            }
        )
    else:
        for problem in problems:
            print_line(str(problem))
        for name, count in counts.items():
            print_line(f"{name}: {count['verified']} of {count['tasks']} {split} tasks verified")
    return FAILURES if problems else DONE


@tasks.command()
def readings(domain: DomainsOption = None, json: JsonOption = False) -> None:
    """What readers made of the test tasks before they saw the gold actions."""
    from dataclasses import asdict

    from tau_emo_tasks.reading import agreement

    found = [agreement(name) for name in chosen(None, domain)]
    if json:
        print_json([asdict(one) for one in found])
        return
    for one in found:
        print_line(
            f"{one.domain}: {one.read} of {one.tasks} tasks read, gold as expected {one.expected}, "
            f"after a second look {one.resolved}, clear {one.clear}, natural {one.natural}, "
            f"one outcome {one.one_outcome}, emotion recognised {one.recognised} of {one.felt}"
        )


@tasks.command()
def stakes(
    domains: DomainsArgument = None,
    domain: DomainsOption = None,
    split: SplitOption = "test",
    made: Annotated[
        Path | None,
        typer.Option(envvar="TAU_EMO_MADE", help="A folder of Tracer, whose tasks count as well."),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Count for each policy rule the tasks in which breaking it alone is noticed.

    Exit status 1 if a rule has too few.
    """
    from dataclasses import asdict

    from rich.console import Console
    from rich.progress import Progress

    from tau_emo_tasks.load import tasks_digest
    from tau_emo_tasks.stakes.table import ENOUGH
    from tau_emo_tasks.stakes.table import stakes as table

    found = _tasks(domains, domain, split)
    if made is not None:
        found += _made(made, [*chosen(domains, domain)])
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as bar:
        step = bar.add_task("breaking rules", total=len(found))
        rows = table(found, lambda _: bar.advance(step))
    few = [row for row in rows if row.tasks < ENOUGH]
    if json:
        print_json(
            {
                "split": split,
                "tasks": len(found),
                "digests": {name: tasks_digest(name, split) for name in chosen(domains, domain)},
                "enough": ENOUGH,
                "rules": [asdict(row) for row in rows],
            }
        )
    else:
        for row in rows:
            print_line("\t".join((row.domain, row.rule, str(row.tasks), row.text)))
        print_line(f"{len(few)} of {len(rows)} rules are at stake in fewer than {ENOUGH} tasks")
    return FAILURES if few else DONE


@tasks.command()
def schema() -> None:
    """Print the JSON Schema of a task."""
    from tau_emo_tasks.verify import task_schema

    print_line(task_schema().rstrip())


def _line(task: "Task") -> dict[str, str]:
    condition = task.condition
    feels = (condition.politeness, condition.urgency, condition.trust_in_agent)
    return {
        "id": task.id,
        "domain": task.domain,
        "split": task.split,
        "emotion": f"{condition.family}/{condition.emotion}",
        "condition": ", ".join(feels),
        "goals": "; ".join(goal.act for goal in task.user_script.goals),
    }


def _made(folder: Path, domains: list[str]) -> "list[Task]":
    """The finished tasks of a folder of Tracer, of these domains."""
    from tau_emo_tasks.load import TaskFileError, parse_tasks

    files = [folder / name / "tasks.jsonl" for name in domains]
    try:
        return [
            task
            for file in files
            if file.is_file()
            for task in parse_tasks(file.read_text("utf-8"), str(file))
        ]
    except TaskFileError as error:
        raise UsageProblem(str(error)) from error


def _imported(folder: Path, domains: list[str] | None) -> "list[Task]":
    """The tasks of a suite, of these domains."""
    from tau_emo_db.foreign import SuiteError
    from tau_emo_tasks.load import TaskFileError, load_tasks

    names = editions(opened(folder), domains or ())
    try:
        return [task for name in names for task in load_tasks(name, "imported")]
    except (TaskFileError, SuiteError) as error:
        raise UsageProblem(str(error)) from error


def _tasks(domains: list[str] | None, more: list[str] | None, split: str) -> "list[Task]":
    from tau_emo_tasks.load import TaskFileError, load_tasks

    if split not in ("test", "train"):
        raise UsageProblem(f"--split is {split!r}; it is test or train")
    try:
        return [task for name in chosen(domains, more) for task in load_tasks(name, split)]
    except TaskFileError as error:
        raise UsageProblem(str(error)) from error


tasks.command("import")(import_suite_tasks)
