"""`tau-emo eval`, which is `tau-emo-eval`: measure an agent."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, cast

from tau_emo_client.cli.cluster import cluster_of
from tau_emo_client.cli.doors import AgentOptions, EndpointOptions, user_of
from tau_emo_client.cli.options import DomainsOption, JsonOption, SplitOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.player_options import (
    HOW,
    SCORE,
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
from tau_emo_client.cli.problems import DONE, FAILURES, UsageProblem
from tau_emo_client.cli.suites import SuiteOption, check_players, editions, opened

if TYPE_CHECKING:
    from tau_emo_client.hosts.gateway_process import GatewayAddress
    from tau_emo_client.players import AgentSource
    from tau_emo_client.protocol import Protocol
    from tau_emo_tasks.task import AnySplit

N = TypeVar("N", int, int | None)
IMPORTED: Literal["imported"] = "imported"
"""The split of tasks that were imported."""


def evaluation(
    domain: DomainsOption = None,
    split: SplitOption = "test",
    suite: SuiteOption = None,
    task_id: Annotated[
        list[str] | None,
        option("--task-id", "--tasks", panel=WHAT, text="Only this task; may be repeated."),
    ] = None,
    limit: Annotated[
        int | None, option("--limit", panel=WHAT, text="At most so many tasks of each domain.")
    ] = None,
    emotion: Annotated[
        str,
        option(
            "--emotion",
            panel=WHAT,
            text="task: each task's own; none; NAME[:POLITENESS,URGENCY,TRUST] for all; or "
            "task:POLITENESS,URGENCY,TRUST, where what is left out is the task's own.",
        ),
    ] = "task",
    no_emotion: Annotated[
        bool, option("--no-emotion", panel=WHAT, text="The same as --emotion none.")
    ] = False,
    sweep: Annotated[
        str | None,
        option(
            "--sweep",
            panel=WHAT,
            text="Play the same tasks under each family, emotion, politeness, urgency or trust.",
        ),
    ] = None,
    versus: Annotated[
        str | None,
        option(
            "--versus",
            panel=WHAT,
            text="Compare with this emotion, played with the same seeds: none, task, another, "
            "or a level of the sweep. Default of a sweep: none.",
        ),
    ] = None,
    seed: Annotated[int, option("--seed", panel=WHAT, text="The seed of the run.")] = 0,
    agent: AgentOption = None,
    agent_endpoint: AgentEndpointOption = None,
    agent_protocol: AgentProtocolOption = None,
    agent_command: AgentCommandOption = None,
    agent_env: AgentEnvOption = None,
    agent_model: AgentModelOption = None,
    agent_extra: AgentExtraOption = None,
    user: UserOption = "scripted",
    user_endpoint: UserEndpointOption = None,
    user_model: UserModelOption = None,
    user_extra: UserExtraOption = None,
    user_strategy: UserStrategyOption = None,
    protocol: Annotated[
        str | None,
        option("--protocol", panel=SCORE, text="A published protocol, such as v1; sets them all."),
    ] = None,
    trials: Annotated[
        int | None, option("--trials", "-k", panel=SCORE, text="Trials of each task.")
    ] = None,
    max_turns: Annotated[
        int | None, option("--max-turns", panel=SCORE, text="Messages of the agent.")
    ] = None,
    max_steps: Annotated[
        int | None, option("--max-steps", panel=SCORE, text="Steps of the agent.")
    ] = None,
    max_calls: Annotated[
        int | None, option("--max-calls", panel=SCORE, text="Tool calls of the agent.")
    ] = None,
    max_seconds: Annotated[
        float | None, option("--max-seconds", panel=SCORE, text="Seconds the agent takes.")
    ] = None,
    max_tokens: Annotated[
        int | None, option("--max-tokens", panel=SCORE, text="Tokens of the agent.")
    ] = None,
    max_cost: Annotated[
        float | None, option("--max-cost", panel=SCORE, text="US dollars the agent costs.")
    ] = None,
    patience: Annotated[
        float | None,
        option("--patience", panel=SCORE, text="Friction borne, relative to the protocol."),
    ] = None,
    agent_temperature: AgentTemperatureOption = None,
    user_temperature: UserTemperatureOption = None,
    transport: Annotated[
        str | None,
        option(
            "--transport",
            panel=HOW,
            text="How tools are reached: memory, http or stdio. Default: memory; http for agents "
            "that call the tools themselves, and for a gateway.",
        ),
    ] = None,
    gateway: Annotated[
        str | None,
        option("--gateway", panel=HOW, text="The control address of a running gateway."),
    ] = None,
    public_url: Annotated[
        str | None,
        option(
            "--public-url",
            panel=HOW,
            text="The address at which agents reach that gateway, if not the one it listens on.",
        ),
    ] = None,
    concurrency: ConcurrencyOption = "auto",
    executor: ExecutorOption = "local",
    ray_address: RayAddressOption = None,
    ray_workers: RayWorkersOption = None,
    endpoint_timeout: EndpointTimeoutOption = None,
    prices: PricesOption = None,
    out: Annotated[Path | None, option("--out", "-o", panel=HOW, text="The run's folder.")] = None,
    new: Annotated[
        bool, option("--new", panel=HOW, text="Set a run in that folder aside; start afresh.")
    ] = False,
    json: JsonOption = False,
) -> int:
    """Measure an agent. The same command goes on with a run that was interrupted."""
    import anyio
    from rich.console import Console

    from tau_emo_client.agents.agent import InfrastructureError
    from tau_emo_client.emotion import NONE, parse_emotion
    from tau_emo_client.players import PlayerError
    from tau_emo_client.progress import progress_on
    from tau_emo_client.run.evaluate import Evaluation, evaluate
    from tau_emo_client.run.plan import choose_tasks
    from tau_emo_client.run.store import RunError
    from tau_emo_client.run.sweep import evaluate_sweep
    from tau_emo_client.sweep import sweep_of
    from tau_emo_tasks.load import TaskFileError

    if no_emotion and emotion not in ("task", NONE):
        raise UsageProblem("--no-emotion and --emotion contradict each other")
    emotion_name = NONE if no_emotion else emotion
    rules = protocol_of(
        protocol,
        limits={
            "turns": max_turns,
            "steps": max_steps,
            "calls": max_calls,
            "seconds": max_seconds,
            "tokens": max_tokens,
            "cost": max_cost,
        },
        trials=trials,
        patience=patience,
        agent_temperature=agent_temperature,
        user_temperature=user_temperature,
        user_strategy=user_strategy,
    )
    part, domains, known = _what("test" if suite and split == IMPORTED else split, domain, suite)
    if public_url and not gateway:
        raise UsageProblem("--public-url needs --gateway")
    # A line that is redrawn would run over what a human types.
    errors = Console(stderr=True, force_terminal=False if user == "human" else None)
    endpoint = partial(EndpointOptions, silence=endpoint_timeout, prices=prices)
    try:
        measured = AgentOptions(
            name=agent,
            protocol=agent_protocol,
            command=agent_command,
            environment=agent_env or (),
            endpoint=endpoint("agent", agent_endpoint, agent_model, agent_extra),
        ).source(rules)
        customer = user_of(user, endpoint("user", user_endpoint, user_model, user_extra), rules)
        plan: Evaluation = Evaluation(
            tasks=choose_tasks(
                domains,
                part,
                task_id or (),
                at_least(1, "--limit", limit),
                known,
            ),
            protocol=rules,
            agent=measured,
            user=customer,
            emotion=parse_emotion(emotion_name),
            emotion_name=emotion_name,
            split=part,
            seed=at_least(0, "--seed", seed),
            transport=transport_of(transport, measured, gateway),
            gateway=_address(gateway, public_url),
            concurrency=concurrency_of(concurrency),
            cluster=cluster_of(executor, ray_address, ray_workers, measured, customer, gateway),
            out=out,
            new=new,
        )
        if suite:
            check_players(measured, user)
        compared = (
            sweep_of(sweep, emotion_name, NONE if versus is None else versus)
            if sweep is not None or versus is not None
            else None
        )
    except (RunError, PlayerError, TaskFileError, ValueError) as error:
        raise UsageProblem(str(error)) from error
    try:
        shown = partial(progress_on, errors)
        report = (
            anyio.run(evaluate_sweep, compared, plan, shown)
            if compared
            else anyio.run(evaluate, plan, shown)[0]
        )
    except (RunError, PlayerError, InfrastructureError) as error:
        raise UsageProblem(str(error)) from error
    if json:
        print_json(report.as_json())
    else:
        Console().print(report.shown())
        for name, folder in report.folders().items():
            print_line(f"{name}: {folder}")
    return FAILURES if report.failed else DONE


def _what(
    split: str, domains: list[str] | None, suite: Path | None
) -> "tuple[AnySplit, tuple[str, ...], tuple[str, ...] | None]":
    """The split, the domains that are asked for, and the domains there are; None: ours."""
    part = cast("Literal['test', 'train']", _one_of("--split", split, ("test", "train")))
    if suite is None:
        return part, tuple(domains or ()), None
    if part != "test":
        raise UsageProblem("--split chooses among our tasks; a suite has one split")
    found = opened(suite)
    return IMPORTED, editions(found, domains or ()), editions(found, ())


def protocol_of(name: str | None, *, limits: dict[str, Any], **others: Any) -> "Protocol":
    """The protocol with the options given beside it; any that differs makes it a custom one."""
    from pydantic import ValidationError

    from tau_emo_client.protocol import CUSTOM, Protocol, load_protocol

    try:
        base = load_protocol(name) if name else Protocol()
    except ValueError as error:
        raise UsageProblem(str(error)) from error
    fields = base.model_dump()
    fields["limits"] |= {key: value for key, value in limits.items() if value is not None}
    fields |= {key: value for key, value in others.items() if value is not None}
    if fields != base.model_dump():
        fields["name"] = CUSTOM
    try:
        return Protocol.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise UsageProblem(f"{field} is {first['input']}: {first['msg']}") from error


def transport_of(
    given: str | None, agent: "AgentSource", gateway: str | None
) -> Literal["memory", "http", "stdio"]:
    """How tools are reached."""
    needed = "http" if gateway or agent.access != "ours" else "memory"
    chosen = _one_of("--transport", given or needed, ("memory", "http", "stdio"))
    if needed == "http" and chosen != "http":
        why = "--gateway" if gateway else "an agent that calls the tools itself"
        raise UsageProblem(f"{why} needs --transport http")
    return cast("Literal['memory', 'http', 'stdio']", chosen)


def _address(gateway: str | None, public_url: str | None) -> "GatewayAddress | None":
    if not gateway:
        return None
    from tau_emo_client.endpoint.given import is_http_address, secret_from
    from tau_emo_client.hosts.gateway_process import GatewayAddress

    for name, address in (("--gateway", gateway), ("--public-url", public_url)):
        if address and not is_http_address(address):
            raise UsageProblem(
                f"{name} is {address!r}, which is no address; it looks like http://127.0.0.1:8001"
            )
    secret = secret_from("TAU_EMO_CONTROL_SECRET")
    if not secret:
        raise UsageProblem("--gateway needs the gateway's secret in TAU_EMO_CONTROL_SECRET")
    return GatewayAddress(control=gateway, secret=secret, mcp=public_url or "")


def concurrency_of(text: str) -> int | None:
    """How many episodes at once; None adapts."""
    if text == "auto":
        return None
    try:
        return at_least(1, "--concurrency", int(text))
    except ValueError:
        raise UsageProblem(f"--concurrency is {text!r}; give a number or auto") from None


def at_least(least: int, name: str, value: N) -> N:
    """The value of an option that may not be less."""
    if value is not None and value < least:
        raise UsageProblem(f"{name} is {value}; it must be at least {least}")
    return value


def _one_of(name: str, value: str, options: tuple[str, ...]) -> str:
    if value not in options:
        raise UsageProblem(f"{name} is {value!r}; it is one of {', '.join(options)}")
    return value
