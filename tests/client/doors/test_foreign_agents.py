"""Agents that call the tools themselves: what an episode records, whatever they do."""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from toys import ToyUser

from tau_emo_client.agents import mcp_host
from tau_emo_client.agents.agent import Act, Briefing, OpenEpisode
from tau_emo_client.agents.mcp_host import (
    AwaitedAgent,
    CommandAgent,
    McpHostAgent,
    command_words,
)
from tau_emo_client.agents.registry import a2a_source, awaited_source, command_source
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.episode import Play
from tau_emo_client.hosts.gateway_process import GatewayAddress, GatewayProcess
from tau_emo_client.hosts.host import ForeignAccess
from tau_emo_client.hosts.http import HttpHost
from tau_emo_client.limits import EndReason, Limits
from tau_emo_client.players import AgentSource, Player, PlayerError
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.trial import Stage, play_trial
from tau_emo_client.users.registry import scripted_source
from tau_emo_servers.conversation import AgentStep, UserMessage
from tau_emo_servers.episode import ENDED, RESTING
from tau_emo_servers.line import LAST_WORDS, LEFT, OVER, SEND
from tau_emo_tasks.load import load_tasks

PROMPT = "Serve well.\n\n{{policy}}"
STOP = "Thanks.\n###STOP###"
LIMITS = Limits()
HEADERS = {
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-06-18",
}


class Mcp:
    """MCP by hand: one request for each call."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = httpx2.AsyncClient(headers=HEADERS, timeout=30, trust_env=False)

    async def send(self, method: str, params: dict[str, Any]) -> httpx2.Response:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return await self._client.post(self.url, json=body)

    async def call(self, name: str, **arguments: Any) -> str:
        answer = await self.send("tools/call", {"name": name, "arguments": arguments})
        return answer.json()["result"]["content"][0]["text"]

    async def say(self, text: str) -> str:
        return await self.call(SEND, text=text)


Script = Callable[[Mcp], Awaitable[None]]


class ScriptedHost(McpHostAgent):
    """A host of somebody else's that does what a test says."""

    def __init__(self, script: Script) -> None:
        super().__init__(PROMPT)
        self._script = script
        self.task: asyncio.Task[None] | None = None

    async def _begin(self, briefing: Briefing, episode: OpenEpisode, first: str) -> None:
        if self.task is None:
            self.task = asyncio.create_task(self._run(Mcp(episode.url)))

    async def _run(self, mcp: Mcp) -> None:
        await self._script(mcp)

    def _ended(self) -> str:
        return "the host went away" if self.task and self.task.done() else ""

    async def close(self) -> None:
        if self.task:
            await self.task


@pytest.fixture(scope="module")
def gateway() -> Iterator[GatewayAddress]:
    """A gateway for the shop."""
    with asyncio.Runner() as runner:
        process = runner.run(GatewayProcess.start(["retail"], most=50))
        yield process.address
        runner.run(process.stop())


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Agents that are gone are noticed soon."""
    monkeypatch.setattr(mcp_host, "LISTENS", 0.1)


async def played(
    gateway: GatewayAddress,
    agent: Any,
    *lines: str,
    limits: Limits = LIMITS,
    line: bool = True,
    user: ToyUser | None = None,
) -> Play:
    """One episode in the shop."""
    async with HttpHost(gateway, foreign=ForeignAccess(limits.calls, line)) as host:
        hosted = await host.open("retail")
        try:
            play = Play(
                agent=agent,
                user=user or ToyUser("Hello.", *(lines or (STOP,))),
                tools=hosted,
                foreign=hosted,
                limits=limits,
            )
            await play.run(
                Briefing(
                    domain="retail",
                    policy=hosted.policy,
                    tools=hosted.tools,
                    seed=41,
                    episode=hosted,
                )
            )
            await play.end()
            await agent.close()
            play.take_calls(await hosted.result())
            return play
        finally:
            await hosted.close()


def told(play: Play) -> list[str]:
    """The events in short: who spoke, which tools were called."""
    short: list[str] = []
    for event in play.events:
        if isinstance(event, UserMessage):
            short.append(f"user: {event.text}")
        elif event.calls:
            short += [f"call: {call.name}" for call in event.calls]
        else:
            short.append(f"agent: {event.text}")
    return short


async def test_a_host_plays_an_episode_and_the_order_is_kept(gateway: GatewayAddress) -> None:
    said: list[str] = []

    async def script(mcp: Mcp) -> None:
        said.append(await mcp.say(""))
        await mcp.call("think", thought="who is it?")
        said.append(await mcp.say("Who are you?"))
        await mcp.call("calculate", expression="1 + 1")
        said.append(await mcp.say("All done."))

    play = await played(gateway, ScriptedHost(script), "I am Ann.", STOP)
    assert play.end_reason is EndReason.USER_STOP
    assert told(play) == [
        *("user: Hello.", "call: think", "agent: Who are you?", "user: I am Ann."),
        *("call: calculate", "agent: All done.", "user: Thanks."),
    ]
    assert said == ["Hello.", "I am Ann.", f"Thanks.\n\n{LEFT}"]
    assert (play.meter.turns, play.meter.calls, play.meter.steps) == (2, 2, 4)


async def test_what_it_gets_to_see(gateway: GatewayAddress) -> None:
    seen: dict[str, Any] = {}

    async def script(mcp: Mcp) -> None:
        listed = (await mcp.send("tools/list", {})).json()["result"]["tools"]
        seen["names"] = [tool["name"] for tool in listed]
        await mcp.say("Hello.")

    await played(gateway, ScriptedHost(script))
    assert len(seen["names"]) == 17
    assert seen["names"][-1] == SEND


async def test_without_a_line_there_is_no_such_tool(gateway: GatewayAddress) -> None:
    async with HttpHost(gateway, foreign=ForeignAccess(10, line=False)) as host:
        hosted = await host.open("retail")
        mcp = Mcp(hosted.url)
        listed = (await mcp.send("tools/list", {})).json()["result"]["tools"]
        assert SEND not in [tool["name"] for tool in listed]
        assert "there is no tool" in await mcp.say("Hello.")
        await hosted.close()


async def test_who_claims_success_is_recorded_as_having_done_nothing(
    gateway: GatewayAddress,
) -> None:
    async def script(mcp: Mcp) -> None:
        await mcp.say("I have called the tools and all is done.")

    play = await played(gateway, ScriptedHost(script))
    assert play.end_reason is EndReason.USER_STOP
    assert play.meter.calls == 0


async def test_who_goes_away_without_a_word_has_failed(gateway: GatewayAddress) -> None:
    async def script(mcp: Mcp) -> None:
        await mcp.call("think", thought="no")

    play = await played(gateway, ScriptedHost(script))
    assert (play.end_reason, play.detail) == (
        EndReason.AGENT_ERROR,
        "AgentError: the host went away",
    )
    assert told(play) == ["user: Hello.", "call: think"]


async def test_who_stalls_runs_out_of_time(gateway: GatewayAddress) -> None:
    over = asyncio.Event()

    async def script(mcp: Mcp) -> None:
        await mcp.call("think", thought="hm")
        await over.wait()

    host = ScriptedHost(script)
    asyncio.get_running_loop().call_later(1.0, over.set)
    play = await played(gateway, host, limits=Limits(seconds=0.5))
    assert play.end_reason is EndReason.LIMIT_SECONDS
    assert told(play) == ["user: Hello.", "call: think"]


async def test_who_floods_is_cut_off(gateway: GatewayAddress) -> None:
    async def script(mcp: Mcp) -> None:
        await asyncio.gather(*(mcp.call("think", thought=str(n)) for n in range(200)))
        await mcp.say("Done.")

    play = await played(gateway, ScriptedHost(script), limits=Limits(calls=20))
    assert play.end_reason is EndReason.LIMIT_CALLS
    assert play.meter.calls == 20


async def test_calls_after_the_end_are_refused_and_recorded(gateway: GatewayAddress) -> None:
    late: list[str] = []

    async def script(mcp: Mcp) -> None:
        await mcp.say("All done.")
        late.append(await mcp.call("calculate", expression="1 + 1"))
        late.append(await mcp.say("One more thing."))

    play = await played(gateway, ScriptedHost(script))
    assert late == [ENDED, OVER]
    assert told(play) == ["user: Hello.", "agent: All done.", "user: Thanks.", "call: calculate"]
    last = play.events[-1]
    assert isinstance(last, AgentStep)
    assert last.calls[0].is_error


async def test_nothing_can_be_done_while_the_customer_answers(gateway: GatewayAddress) -> None:
    """Who claims that all is done, and does it while the customer believes it, has not done it."""
    meanwhile: list[str] = []

    async def script(mcp: Mcp) -> None:
        claim = asyncio.create_task(mcp.say("Shall I? In fact it is done."))
        while not claim.done():
            meanwhile.append(await mcp.call("calculate", expression="1 + 1"))
        meanwhile.append(await mcp.call("calculate", expression="1 + 1"))
        await mcp.say("All done.")

    class SlowUser(ToyUser):
        async def reply(self, message: str) -> str:
            await asyncio.sleep(0.2)
            return await super().reply(message)

    play = await played(gateway, ScriptedHost(script), user=SlowUser("Hello.", "Yes.", STOP))
    assert play.end_reason is EndReason.USER_STOP
    spoken = play.events.index(UserMessage(text="Yes."))
    claimed = play.events.index(AgentStep(text="Shall I? In fact it is done."))
    assert spoken == claimed + 1
    assert RESTING in meanwhile
    assert meanwhile[-1] == "2.0"
    done = [call for event in play.events if isinstance(event, AgentStep) for call in event.calls]
    refused = [call for call in done if call.result == RESTING]
    assert refused
    assert all(call.is_error for call in refused)


async def test_what_an_endpoint_does_while_the_customer_answers_is_refused(
    gateway: GatewayAddress,
) -> None:
    late: list[str] = []

    class Sly(Caller):
        async def act(self, observation: object) -> Act:
            act = await super().act(observation)
            asyncio.get_running_loop().call_later(
                0.2, lambda: tasks.append(asyncio.create_task(self._later()))
            )
            return act

        async def _later(self) -> None:
            late.append(await Mcp(self._url).call("calculate", expression="1 + 1"))

    class SlowUser(ToyUser):
        async def reply(self, message: str) -> str:
            await asyncio.sleep(1.0)
            return await super().reply(message)

    tasks: list[asyncio.Task[None]] = []
    play = await played(gateway, Sly((0, "All done.")), user=SlowUser("Hello.", STOP), line=False)
    assert late == [RESTING]
    assert told(play)[:3] == ["user: Hello.", "agent: All done.", "user: Thanks."]


async def test_the_address_of_an_episode_that_is_over_leads_nowhere(
    gateway: GatewayAddress,
) -> None:
    kept: list[Mcp] = []

    async def script(mcp: Mcp) -> None:
        kept.append(mcp)
        await mcp.say("All done.")

    await played(gateway, ScriptedHost(script))
    assert (await kept[0].send("tools/list", {})).status_code == 404


async def test_a_hand_off_lets_one_last_message_pass(gateway: GatewayAddress) -> None:
    said: list[str] = []

    async def script(mcp: Mcp) -> None:
        await mcp.say("")
        await mcp.call("transfer_to_human_agents", summary="wants a person")
        said.append(await mcp.say("A colleague takes over."))

    play = await played(gateway, ScriptedHost(script))
    assert play.end_reason is EndReason.HANDED_OFF
    assert said == [LAST_WORDS]
    assert told(play)[-2:] == ["call: transfer_to_human_agents", "agent: A colleague takes over."]


async def test_a_hand_off_without_a_word_ends_as_well(
    gateway: GatewayAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcp_host, "LAST_WORDS", 0.2)
    over = asyncio.Event()

    async def script(mcp: Mcp) -> None:
        await mcp.call("transfer_to_human_agents", summary="wants a person")
        await over.wait()

    host = ScriptedHost(script)
    asyncio.get_running_loop().call_later(1.0, over.set)
    play = await played(gateway, host)
    assert play.end_reason is EndReason.HANDED_OFF
    assert play.meter.turns == 0


async def test_who_disconnects_in_a_call_gets_the_answer_later(gateway: GatewayAddress) -> None:
    said: list[str] = []

    async def script(mcp: Mcp) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(mcp.say("Who are you?"), 0.0001)
        said.append(await mcp.say(""))
        said.append(await mcp.say("Who are you?"))
        await mcp.say("All done.")

    play = await played(gateway, ScriptedHost(script), "I am Ann.", STOP)
    assert play.end_reason is EndReason.USER_STOP
    assert "I am Ann." in said


async def test_ten_megabytes_are_refused_and_the_episode_goes_on(gateway: GatewayAddress) -> None:
    status: list[int] = []

    async def script(mcp: Mcp) -> None:
        huge = {"name": "think", "arguments": {"thought": "x" * 10_000_000}}
        status.append((await mcp.send("tools/call", huge)).status_code)
        await mcp.say("All done.")

    play = await played(gateway, ScriptedHost(script))
    assert status == [413]
    assert play.end_reason is EndReason.USER_STOP


# -- agents whose endpoint calls the tools ------------------------------------------------


class Caller:
    """An agent that calls tools on its own and answers with a message."""

    def __init__(self, *turns: tuple[int, str]) -> None:
        self._turns = list(turns)
        self._url = ""

    async def start(self, briefing: Briefing) -> None:
        assert briefing.episode is not None
        self._url = briefing.episode.url

    async def act(self, observation: object) -> Act:
        calls, text = self._turns.pop(0)
        mcp = Mcp(self._url)
        for number in range(calls):
            await mcp.call("calculate", expression=f"{number} + 1")
        return Act(text=text)

    async def close(self) -> None:
        return


async def test_the_calls_of_each_turn_stand_before_its_message(gateway: GatewayAddress) -> None:
    agent = Caller((2, "Who are you?"), (1, "All done."))
    play = await played(gateway, agent, "I am Ann.", STOP, line=False)
    assert play.end_reason is EndReason.USER_STOP
    assert told(play) == [
        *("user: Hello.", "call: calculate", "call: calculate", "agent: Who are you?"),
        *("user: I am Ann.", "call: calculate", "agent: All done.", "user: Thanks."),
    ]


async def test_who_only_calls_and_says_nothing_has_failed(gateway: GatewayAddress) -> None:
    play = await played(gateway, Caller((1, " ")), line=False)
    assert play.end_reason is EndReason.AGENT_ERROR
    assert play.meter.calls == 1


async def recorded(gateway: GatewayAddress, agent: McpHostAgent, limits: Limits) -> EpisodeRecord:
    """A whole trial of a task of the shop with this agent, graded."""
    async with HttpHost(gateway, foreign=ForeignAccess(10, line=True)) as host:
        stage = Stage(
            host=host,
            agent=AgentSource(
                Player(name="foreign", kind="mcp"), lambda task, seed: agent, access="line"
            ),
            user=scripted_source(Protocol()),
            limits=limits,
            emotion=parse_emotion("none"),
            seed=0,
        )
        return await play_trial(stage, load_tasks("retail")[0], 0)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("x" * 300, {}), ("think", {"thought": "y" * 60_000}), ("nothing", {"a": [[[[[1]]]]]})],
)
async def test_odd_calls_are_the_agents_own_and_the_episode_is_graded(
    gateway: GatewayAddress, name: str, arguments: dict[str, Any]
) -> None:
    async def script(mcp: Mcp) -> None:
        await mcp.call(name, **arguments)
        deep: Any = 1
        for _ in range(60):
            deep = [deep]
        await mcp.call("think", thought=deep)
        await mcp.say("All done.")

    record = await recorded(gateway, ScriptedHost(script), Limits(turns=1))
    assert record.tool_calls == 2
    assert record.end_reason.counts, record.detail
    assert record.grade is not None


# -- programs -----------------------------------------------------------------------------

PROGRAM = """
import json, os, signal, sys, time, urllib.request
url, config, policy, prompt, mode = sys.argv[1:]
assert json.load(open(config))["mcpServers"]["company"]["url"] == url
assert open(policy).read().strip() in open(prompt).read()
assert os.listdir(".") == [] and "TAU_EMO_USER_API_KEY" not in os.environ
def send(text):
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": {"name": "send_message_to_user", "arguments": {"text": text}}}
    request = urllib.request.Request(url, json.dumps(body).encode(), {
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2025-06-18"})
    return json.load(urllib.request.urlopen(request))["result"]["content"][0]["text"]
opening = send("")
if mode == "crash":
    sys.exit("no model today")
if mode == "tell":
    sys.exit(f"Incorrect key {os.environ['MODEL_KEY']} for {url}")
if mode == "stay":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)
if mode == "chatter":
    for _ in range(200):
        print("x" * 5_000, flush=True)
        time.sleep(0.01)
    time.sleep(0.2)
    sys.exit("the last line")
print(send(f"You said {opening} and I have {os.environ.get('MODEL_KEY')}."))
"""
COMMAND = "{python} {program} {url} {mcp_config} {policy_file} {prompt_file} "


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], CommandAgent]:
    """Makes the program above an agent."""
    monkeypatch.setenv("TAU_EMO_USER_API_KEY", "hush")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)

    def make(mode: str) -> CommandAgent:
        text = COMMAND.replace("{python}", sys.executable).replace("{program}", str(program))
        return CommandAgent(command_words(text + mode), PROMPT, {"MODEL_KEY": "a key"})

    return make


async def test_a_program_is_started_and_handed_the_episode(
    gateway: GatewayAddress, command: Callable[[str], CommandAgent]
) -> None:
    play = await played(gateway, command("serve"))
    assert play.end_reason is EndReason.USER_STOP, play.detail
    assert told(play)[1] == "agent: You said Hello. and I have a key."


async def test_a_program_that_crashes_is_the_agents_failure(
    gateway: GatewayAddress, command: Callable[[str], CommandAgent]
) -> None:
    play = await played(gateway, command("crash"))
    assert play.end_reason is EndReason.AGENT_ERROR
    assert "ended with status 1" in play.detail
    assert "no model today" in play.detail


async def test_keys_and_addresses_in_its_output_are_not_recorded(
    gateway: GatewayAddress, command: Callable[[str], CommandAgent]
) -> None:
    play = await played(gateway, command("tell"))
    assert play.detail.endswith("it wrote: Incorrect key *** for ***")


async def test_a_program_that_will_not_end_is_killed_in_time(
    gateway: GatewayAddress,
    command: Callable[[str], CommandAgent],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    agent = command("stay")
    record = await recorded(gateway, agent, Limits(seconds=2))
    assert record.end_reason is EndReason.LIMIT_SECONDS
    assert agent.process_id is not None
    with pytest.raises(ProcessLookupError):
        os.kill(agent.process_id, 0)
    assert os.listdir(tmp_path) == ["program.py"]


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python3.11 /a/my_agent.py {url}", "my_agent"),
        ("node agent.mjs {url}", "agent"),
        ("uv run --with x agent.py {url}", "agent"),
        ("node-agent config.yaml {url}", "node-agent"),
        ("claude -p x {url}", "claude"),
        ("python -m agent {url}", "python"),
    ],
)
def test_results_stand_under_the_name_of_the_script(command: str, name: str) -> None:
    assert command_source(command, {}, None, Protocol()).player.name == name


def test_addresses_are_recorded_without_what_is_secret_in_them() -> None:
    player = awaited_source("https://me:hunter2@host/start?token=x", None, Protocol()).player
    assert player.settings["endpoint"] == "https://host/start"
    player = a2a_source("https://me:hunter2@host/", "", None, None, Protocol()).player
    assert player.settings["endpoint"] == "https://host/"


async def test_the_output_of_a_program_fills_no_disk(
    gateway: GatewayAddress,
    command: Callable[[str], CommandAgent],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mcp_host, "MOST_OUTPUT", 10_000)
    monkeypatch.setattr(mcp_host, "LISTENS", 0.05)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sizes: list[int] = []

    def look() -> None:
        sizes.extend(file.stat().st_size for file in tmp_path.glob("*/output.txt"))

    async def watch() -> None:
        while True:
            look()
            await anyio.sleep(0.01)

    async with anyio.create_task_group() as group:
        group.start_soon(watch)
        play = await played(gateway, command("chatter"))
        group.cancel_scope.cancel()
    assert play.end_reason is EndReason.AGENT_ERROR
    assert "; it wrote: " in play.detail
    assert play.detail.endswith("the last line")
    assert 10_000 < max(sizes) < 500_000  # of 1,000,000 that it wrote


async def test_a_program_that_does_not_exist(gateway: GatewayAddress) -> None:
    agent = CommandAgent(command_words("no-such-program {url}"), PROMPT, {})
    play = await played(gateway, agent)
    assert play.end_reason is EndReason.AGENT_ERROR
    assert "cannot be started" in play.detail


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "is empty"),
        ("agent 'half", "cannot be read"),
        ("agent --policy {policy_file}", "where the episode is"),
    ],
)
def test_commands_that_cannot_be_used(command: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason):
        command_words(command)


def test_places_are_filled_once_and_nothing_else_is_touched() -> None:
    filled = mcp_host._filled  # pyright: ignore[reportPrivateUsage]
    values = {"url": "http://x/{prompt}", "prompt": "say {url}"}
    assert filled('{"a": {url}} {prompt} {other}', values) == (
        '{"a": http://x/{prompt}} say {url} {other}'
    )


async def test_an_agent_that_is_told_of_the_episode(gateway: GatewayAddress) -> None:
    announced: list[mcp_host.Announcement] = []
    tasks: list[asyncio.Task[str]] = []

    async def announce(one: mcp_host.Announcement) -> None:
        announced.append(one)
        tasks.append(asyncio.create_task(Mcp(one.url).say("All done.")))

    play = await played(gateway, AwaitedAgent(PROMPT, announce))
    assert play.end_reason is EndReason.USER_STOP
    (one,) = announced
    assert (one.domain, one.first_message) == ("retail", "Hello.")
    assert one.prompt.startswith("Serve well.\n\n# Policy")


def test_a_configuration_that_hosts_read() -> None:
    assert json.loads(json.dumps(mcp_host.mcp_config("http://x/mcp"))) == {
        "mcpServers": {"company": {"type": "http", "url": "http://x/mcp"}}
    }
