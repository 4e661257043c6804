"""`tau-emo tracer collect`: trajectories to learn from."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from tau_emo_client.cli.cluster import cluster_of
from tau_emo_client.cli.doors import AgentOptions, EndpointOptions, user_of
from tau_emo_client.cli.evaluation import at_least, concurrency_of, transport_of
from tau_emo_client.cli.options import DomainsOption, JsonOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.player_options import (
    HOW,
    WHAT,
    AgentCommandOption,
    AgentEndpointOption,
    AgentEnvOption,
    AgentExtraOption,
    AgentModelOption,
    AgentOption,
    AgentProtocolOption,
    AgentTemperatureOption,
    ConcurrencyOption,
    EndpointTimeoutOption,
    ExecutorOption,
    PricesOption,
    RayAddressOption,
    RayWorkersOption,
    UserEndpointOption,
    UserExtraOption,
    UserModelOption,
    UserOption,
    UserStrategyOption,
    UserTemperatureOption,
    option,
)
from tau_emo_client.cli.problems import DONE, FAILURES, UsageProblem, need

if TYPE_CHECKING:
    from tau_emo_client.collecting.settings import Fault
    from tau_emo_client.players import AgentSource
    from tau_emo_tasks.task import Task

KEPT = "What is kept"


def collect(
    out: Annotated[Path, option("--out", "-o", panel=HOW, text="The folder of the collection.")],
    preset: Annotated[
        str | None,
        option(
            "--preset",
            panel=WHAT,
            text="A shipped set: high (1,958 trajectories, all domains) or low (those of airline, "
            "retail, telecom and telehealth).",
        ),
    ] = None,
    domain: DomainsOption = None,
    task_id: Annotated[
        list[str] | None,
        option("--task-id", "--tasks", panel=WHAT, text="Only this task; may be repeated."),
    ] = None,
    count: Annotated[
        int | None,
        option(
            "--count",
            panel=KEPT,
            text="Trajectories in all, evenly over the domains. Default: one of each task.",
        ),
    ] = None,
    seed: Annotated[int, option("--seed", panel=WHAT, text="The seed of run and choice.")] = 0,
    attempts: Annotated[
        int,
        option("--attempts", panel=WHAT, text="At most so many attempts at each task."),
    ] = 3,
    per_task: Annotated[
        int, option("--per-task", panel=KEPT, text="At most so many trajectories of one task.")
    ] = 1,
    allow: Annotated[
        list[str] | None,
        option(
            "--allow",
            panel=KEPT,
            text="Keep passed episodes in spite of violations (of policy rules), user-errors (of "
            "the customer) or unfelt (no sign of the emotion); may be repeated.",
        ),
    ] = None,
    most_steps: Annotated[
        int | None, option("--most-steps", panel=KEPT, text="At most so many steps of the agent.")
    ] = None,
    more_calls: Annotated[
        float,
        option(
            "--more-calls",
            panel=KEPT,
            text="The share with more tool calls than follow-ups that is aimed at.",
        ),
    ] = 0.775,
    contrast: Annotated[
        list[str] | None,
        option(
            "--contrast",
            panel=KEPT,
            text="Keep failed attempts beside, walk-aways among them: own, or those of this "
            "built-in agent or module:Class at the same episodes; may be repeated.",
        ),
    ] = None,
    agent: AgentOption = None,
    agent_endpoint: AgentEndpointOption = None,
    agent_protocol: AgentProtocolOption = None,
    agent_command: AgentCommandOption = None,
    agent_env: AgentEnvOption = None,
    agent_model: AgentModelOption = None,
    agent_extra: AgentExtraOption = None,
    agent_temperature: AgentTemperatureOption = None,
    user: UserOption = "scripted",
    user_endpoint: UserEndpointOption = None,
    user_model: UserModelOption = None,
    user_extra: UserExtraOption = None,
    user_strategy: UserStrategyOption = None,
    user_temperature: UserTemperatureOption = None,
    concurrency: ConcurrencyOption = "auto",
    executor: ExecutorOption = "local",
    ray_address: RayAddressOption = None,
    ray_workers: RayWorkersOption = None,
    endpoint_timeout: EndpointTimeoutOption = None,
    prices: PricesOption = None,
    json: JsonOption = False,
) -> int:
    """Play train tasks and keep what is fit to be learnt from. The same command goes on with a
    collection that was interrupted. Without an agent the offline teacher plays."""
    import anyio
    from rich.console import Console

    from tau_emo_client.agents.agent import InfrastructureError
    from tau_emo_client.agents.registry import TEACHER
    from tau_emo_client.cli.evaluation import protocol_of
    from tau_emo_client.collecting.collect import collect as run
    from tau_emo_client.collecting.folder import CollectionError
    from tau_emo_client.collecting.settings import Settings
    from tau_emo_client.collecting.shipped import is_shipped
    from tau_emo_client.emotion import parse_emotion
    from tau_emo_client.players import PlayerError
    from tau_emo_client.progress import progress_on
    from tau_emo_client.run.evaluate import Evaluation
    from tau_emo_client.run.plan import choose_tasks
    from tau_emo_client.run.store import RunError

    rules = protocol_of(
        None,
        limits={},
        trials=at_least(1, "--attempts", attempts),
        agent_temperature=agent_temperature,
        user_temperature=user_temperature,
        user_strategy=user_strategy,
    )
    errors = Console(stderr=True, force_terminal=False if user == "human" else None)
    endpoint = partial(EndpointOptions, silence=endpoint_timeout, prices=prices)
    somebody = (agent, agent_endpoint, agent_command, agent_protocol, agent_model, agent_extra)
    try:
        player = AgentOptions(
            name=agent if any(one is not None for one in somebody) else TEACHER,
            protocol=agent_protocol,
            command=agent_command,
            environment=agent_env or (),
            endpoint=endpoint("agent", agent_endpoint, agent_model, agent_extra),
        ).source(rules)
        customer = user_of(user, endpoint("user", user_endpoint, user_model, user_extra), rules)
        tasks = choose_tasks(_domains(preset, domain), "train", task_id or (), None)
        evaluation = Evaluation(
            tasks=tasks,
            protocol=rules,
            agent=player,
            user=customer,
            emotion=parse_emotion("task"),
            emotion_name="task",
            split="train",
            seed=at_least(0, "--seed", seed),
            transport=transport_of(None, player, None),
            concurrency=concurrency_of(concurrency),
            cluster=cluster_of(executor, ray_address, ray_workers, player, customer, None),
        )
        others = _contrast(contrast or (), player.player.name)
        settings = Settings(
            run=evaluation.config(),
            quotas=_quotas(preset, count, per_task, tasks),
            per_task=at_least(1, "--per-task", per_task),
            allowed=_allowed(allow or ()),
            most_steps=at_least(1, "--most-steps", most_steps),
            more_calls=_share("--more-calls", more_calls),
            contrast=tuple(contrast or ()),
        )
        shown = partial(progress_on, errors)
        done = anyio.run(run, evaluation, settings, out, shown, others)
    except (CollectionError, RunError, PlayerError, InfrastructureError, OSError) as error:
        raise UsageProblem(str(error)) from error
    for name, lacking in done.missing.items():
        typer.echo(f"{name}: {lacking} fewer than wanted are fit; try more --attempts", err=True)
    as_shipped = is_shipped(done.card, preset) if preset else None
    if as_shipped is False:
        typer.echo(
            "these are not the shipped trajectories, although all settings are theirs: the package "
            "or one it rests on was changed",
            err=True,
        )
    if json:
        told = {"out": str(out), "missing": done.missing, "as_shipped": as_shipped}
        print_json({**told, **done.card})
    else:
        print_line(_told(done.card))
        if as_shipped:
            print_line(f"they are the shipped set {preset}")
        print_line(f"collection: {out}")
    return FAILURES if done.missing or as_shipped is False else DONE


def _domains(preset: str | None, domain: list[str] | None) -> Sequence[str]:
    from tau_emo_client.collecting.settings import PRESETS

    if preset is None:
        return domain or ()
    if preset not in PRESETS:
        raise UsageProblem(f"--preset is {preset!r}; it is one of {', '.join(PRESETS)}")
    if domain:
        raise UsageProblem("--preset says which domains; leave --domain out")
    return PRESETS[preset]


def _quotas(
    preset: str | None, count: int | None, per_task: int, tasks: Sequence["Task"]
) -> dict[str, int]:
    from tau_emo_client.collecting.settings import even_quotas, preset_quotas

    domains = sorted({task.domain for task in tasks})
    if preset is not None and count is None:
        return preset_quotas(preset)
    if count is None:
        return {name: per_task * sum(one.domain == name for one in tasks) for name in domains}
    return even_quotas(at_least(1, "--count", count), domains)


def _allowed(allow: Sequence[str]) -> tuple["Fault", ...]:
    from tau_emo_client.collecting.settings import FAULTS

    for one in allow:
        if one not in FAULTS:
            raise UsageProblem(f"--allow is {one!r}; it is one of {', '.join(FAULTS)}")
    return tuple(one for one in FAULTS if one in allow)


def _contrast(names: Sequence[str], agent: str) -> "dict[str, AgentSource]":
    from tau_emo_client.agents.registry import agent_source
    from tau_emo_client.collecting.settings import OWN

    others = {
        name: replace(agent_source(name), recipe=partial(agent_source, name))
        for name in names
        if name != OWN
    }
    if agent in {source.player.name for source in others.values()}:
        raise UsageProblem(f"--contrast {agent} is the agent itself; its failures are own")
    return others


def _share(name: str, value: float) -> float:
    if not 0 <= value <= 1:
        raise UsageProblem(f"{name} is {value:g}; it is a share from 0 to 1")
    return value


def _told(card: dict[str, Any]) -> str:
    played = cast("dict[str, Any]", card["played"])
    beside = f", and {card['contrast']} failures beside" if card["contrast"] else ""
    return (
        f"{card['trajectories']} trajectories of {card['tasks']} tasks from "
        f"{played['episodes']} episodes{beside}"
    )


def export(
    folder: Annotated[Path, typer.Argument(help="The folder of a collection.")],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            envvar="TAU_EMO_FORMAT",
            help="openai, sharegpt (for LLaMA-Factory), swift (for ms-swift), trl (a row for each "
            "step), trl-whole (a row for each conversation), preference (pairs), or parquet.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", envvar="TAU_EMO_OUT", help="The folder to make.")],
    json: JsonOption = False,
) -> None:
    """Write trajectories in the form of a trainer, unless something of the test tasks is among
    them."""
    from tau_emo_client.collecting.folder import CollectionError
    from tau_emo_client.corpus.export import FORMS, PARQUET
    from tau_emo_client.corpus.export import export as write

    if form not in FORMS:
        raise UsageProblem(f"--format is {form!r}; it is one of {', '.join(FORMS)}")
    if form == PARQUET:
        need(PARQUET, "pyarrow")
    try:
        card = write(folder, form, out)
    except (CollectionError, OSError, ValueError) as error:
        raise UsageProblem(str(error)) from error
    if json:
        print_json({"out": str(out), **card})
        return
    left_out = cast("dict[str, int]", card["left_out"])
    print_line(f"{card['rows']} rows from {card['trajectories']} trajectories: {out}")
    for why, count in left_out.items():
        print_line(f"left out: {count}, as each {why}")
