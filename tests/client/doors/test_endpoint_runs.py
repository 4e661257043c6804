"""Whole runs through the command line, with models that play from a list of completions."""

import json
from pathlib import Path
from typing import Any

import pytest
from faulty_endpoint import Step, call, error, gate, in_order, model, text, tool_calls
from small_runs import Quiet, evaluation, played
from small_tasks import small_tasks

from tau_emo_client.agents.registry import model_source
from tau_emo_client.cli import main
from tau_emo_client.endpoint.settings import EndpointSettings, Patience, api_key
from tau_emo_client.protocol import Protocol
from tau_emo_client.run.store import read_records
from tau_emo_servers.conversation import UserMessage
from tau_emo_tasks.task import Task

TASKS = small_tasks(3)
CALLS = len(TASKS[0].gold)
STEPS = CALLS + 3
"""Beside the calls the model asks for the email, lists, and reports."""
QUICK = Patience(attempts=3, first_wait=0.01, longest_wait=0.02)


@pytest.fixture
def few_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command plays three small tasks in place of the published ones."""

    def load(domain: str, split: str) -> tuple[Task, ...]:
        return TASKS if domain == "retail" else ()

    monkeypatch.setattr("tau_emo_client.run.plan.load_tasks", load)


def command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any, str]:
    with pytest.raises(SystemExit) as ended:
        main(["eval", "--domain", "retail", "--json", *arguments])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), json.loads(out) if out else None, err


def order_of(task: Task) -> str:
    return str(task.gold[-1].arguments["order_id"])


def agent_completions(task: Task) -> list[Step]:
    """A model that identifies, looks, lists, waits for the yes, cancels and reports."""
    order = order_of(task)

    def listing(body: dict[str, Any]) -> Step:
        (payment,) = json.loads(body["messages"][-1]["content"])["payment_history"]
        return text(
            f"I will cancel order {order} because it is no longer needed, and refund "
            f"${payment['amount']} to {payment['payment_method_id']}, which paid for it. This "
            "cannot be undone. Do you confirm? Please answer yes or no."
        )

    *reads, cancel = (
        tool_calls(call(action.tool, action.arguments, f"id-{action.tool}")) for action in task.gold
    )
    return [
        text("I am sorry for the trouble. What is the email address of your account?"),
        *reads,
        model(listing),
        cancel,
        text(f"Order {order} has been cancelled, and the money is on its way back to you."),
    ]


def agent_model() -> Step:
    """Knows by the order in the customer's first message which conversation it is in."""
    models = {order_of(task): in_order(agent_completions(task)) for task in TASKS}

    def decide(body: dict[str, Any]) -> Step:
        if len(body["messages"]) == 1:
            return text("ready")
        opening = body["messages"][1]["content"]
        return next(step for order, step in models.items() if order in opening)

    return model(decide)


def customer_model() -> Step:
    lines = {
        task.instruction: in_order(
            (
                text(f"Please cancel {order_of(task)}, I no longer need it."),
                text(f"It is {task.user_script.knows[0].value}."),
                text("Yes, cancel it."),
                text("Thank you.\n###STOP###"),
            )
        )
        for task in TASKS
    }

    def decide(body: dict[str, Any]) -> Step:
        system = body["messages"][0]["content"]
        return next((step for facts, step in lines.items() if facts in system), text("ready"))

    return model(decide)


def test_a_scripted_model_plays_tasks_right(
    few_tasks: None,
    serve: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = serve(agent_model())
    prices = tmp_path / "prices.json"
    prices.write_text('{"shop-model": {"prompt": 10, "completion": 50}}')
    monkeypatch.setenv("TAU_EMO_AGENT_API_KEY", "sk-secret")
    arguments = (
        *("--agent-endpoint", server.url, "--agent-model", "shop-model", "--seed", "1"),
        *("--agent-extra", '{"top_p": 0.9}', "--prices", str(prices)),
        *("--out", str(tmp_path / "run")),
    )
    status, report, _ = command(capsys, *arguments)
    assert status == 0
    assert (report["episodes"], report["passed"]) == (3, 3)
    done = list(read_records(tmp_path / "run"))
    for record in done:
        assert (record.reward, record.end_reason, record.rules_broken) == (1, "user_stop", ())
        assert (record.steps, record.turns, record.tool_calls) == (STEPS, 3, CALLS)
        # 100 prompt tokens at 10 and 10 others at 50 dollars a million, for each step
        assert record.agent_usage.prompt_tokens == 100 * STEPS
        assert record.agent_usage.cost == pytest.approx(0.0015 * STEPS)
    assert [tool["function"]["name"] for tool in server.requests[0]["tools"]] == ["ready"]
    asked = [body for body in server.requests if len(body["messages"]) > 1]
    assert len(asked) == 3 * STEPS
    assert {body["seed"] for body in asked} == {record.seed for record in done}
    assert all((body["temperature"], body["top_p"]) == (0.0, 0.9) for body in asked)
    assert {header["authorization"] for header in server.headers} == {"Bearer sk-secret"}
    for file in (tmp_path / "run").rglob("*"):
        assert not file.is_file() or "sk-secret" not in file.read_text()

    before = len(server.requests)
    status, again, _ = command(capsys, *arguments)
    assert (status, again["passed"]) == (0, 3)
    assert len(server.requests) == before


def test_models_on_both_sides(
    few_tasks: None, serve: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent, customer = serve(agent_model()), serve(customer_model())
    status, report, _ = command(
        capsys,
        *("--agent-endpoint", agent.url, "--agent-model", "a"),
        *("--user", "llm", "--user-endpoint", customer.url, "--user-model", "u"),
        *("--user-temperature", "0.7", "--seed", "1", "--out", str(tmp_path / "run")),
    )
    assert (status, report["passed"]) == (0, 3)
    done = list(read_records(tmp_path / "run"))
    for record in done:
        spoken = [e.text for e in record.conversation.events if isinstance(e, UserMessage)]
        assert spoken[2:] == ["Yes, cancel it.", "Thank you."]
        assert record.user_usage.prompt_tokens == 400
    assert {body["temperature"] for body in customer.requests} == {0.7}
    assert {body["seed"] for body in customer.requests[1:]} == {r.seed for r in done}
    assert not any("tools" in body for body in customer.requests)
    config = (tmp_path / "run" / "run.json").read_text()
    assert '"strategy":"llm"' in config.replace(" ", "")


def test_a_record_counts_what_the_customers_model_repaired(
    few_tasks: None, serve: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = customer_model()

    def decide(body: dict[str, Any]) -> Step:
        return text("Agent: Hello.") if len(body["messages"]) == 2 else aside_left_out(body)

    def aside_left_out(body: dict[str, Any]) -> Step:
        messages = body["messages"]
        if messages[-1]["content"].startswith("("):
            body = {**body, "messages": messages[:2]}

        async def step(request: Any, _: dict[str, Any]) -> Any:
            return await right(request, body)

        return step

    customer = serve(model(decide))
    status, report, _ = command(
        capsys,
        *("--user", "llm", "--user-endpoint", customer.url, "--user-model", "u"),
        *("--out", str(tmp_path / "run")),
    )
    assert (status, report["user_errors"]) == (0, 0)
    assert [record.user_repairs for record in read_records(tmp_path / "run")] == [1, 1, 1]


def test_faults_lose_no_episode(serve: Any, tmp_path: Path) -> None:
    """Each request fails once, by turns for rate limits and for errors, and all tasks pass."""
    right = agent_model()
    seen: set[str] = set()

    def decide(body: dict[str, Any]) -> Step:
        key = json.dumps(body["messages"])
        if key in seen:
            return right
        seen.add(key)
        return error(429, retry_after="0.01") if len(seen) % 2 else error(500)

    server = serve(model(decide))
    protocol = Protocol()
    plan = evaluation(
        tmp_path / "run",
        count=3,
        trials=1,
        agent=model_source(EndpointSettings(url=server.url, model="m", patience=QUICK), protocol),
    )
    report, course = played(plan)
    assert not course.failed
    assert [e.reward for e in course.finished.values()] == [1, 1, 1]
    assert {e.agent_usage.prompt_tokens for e in course.finished.values()} == {100 * STEPS}
    # The check before the run, and two tries of each step of three episodes.
    assert len(server.requests) == 1 + 2 * 3 * STEPS
    assert report.config.agent.kind == "chat"


def test_concurrency_is_what_was_asked_for(serve: Any, tmp_path: Path) -> None:
    """All of 64 episodes wait in the endpoint at once; with fewer connections none would end."""
    count = 64
    held = gate(count, text("I am sorry, this is not possible. Goodbye."))

    def decide(body: dict[str, Any]) -> Step:
        if len(body["messages"]) == 1:
            return text("ready")
        return held if len(body["messages"]) == 2 else text("")

    server = serve(model(decide))
    protocol = Protocol()
    plan = evaluation(
        tmp_path / "run",
        count=8,
        trials=8,
        agent=model_source(EndpointSettings(url=server.url, model="m"), protocol),
        concurrency=count,
    )
    _, course = played(plan, Quiet())
    assert not course.failed
    assert len(course.finished) == count
    assert server.at_once == count


def test_an_endpoint_that_refuses_ends_the_command(
    few_tasks: None, serve: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(error(401, {"error": {"message": "no such key"}}))
    status, report, err = command(
        capsys,
        *("--agent-endpoint", server.url, "--agent-model", "m", "--out", str(tmp_path / "run")),
    )
    assert (status, report) == (2, None)
    assert "no such key; set the key in TAU_EMO_AGENT_API_KEY" in err
    assert len(err.strip().splitlines()) == 1
    assert len(server.requests) == 1


def test_an_endpoint_without_tools_is_found_out_before_any_episode(
    few_tasks: None, serve: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = error(400, {"message": "tool choice requires --enable-auto-tool-choice"})

    def decide(body: dict[str, Any]) -> Step:
        return refused if "tools" in body else text("ready")

    server = serve(model(decide))
    status, _, err = command(
        capsys,
        *("--agent-endpoint", server.url, "--agent-model", "m", "--out", str(tmp_path / "run")),
    )
    assert status == 2
    assert "tool choice requires --enable-auto-tool-choice" in err
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--agent-endpoint", "http://h/v1"), "--agent-model"),
        (("--agent-model", "m"), "need --agent-endpoint"),
        (("--agent", "noop", "--agent-endpoint", "http://h/v1", "--agent-model", "m"), "give one"),
        *(
            (("--agent-endpoint", address, "--agent-model", "m"), "no address of an endpoint")
            for address in (
                *("h:80", "h/v1", "ftp://h", "http://", "http:///v1", "http://h:99999/v1"),
                *("http://h:port/v1", "http://[::1/v1", "http://h h/v1", "http://h/\x01"),
            )
        ),
        *(
            (("--agent-endpoint", "http://h", "--agent-model", "m", "--agent-extra", extra), "JSON")
            for extra in ("{", '{"a": NaN}', '{"a": 1e999}', '{"a": "\\ud800"}', "[" * 99_999)
        ),
        (("--agent-endpoint", "http://h", "--agent-model", "\udcff"), "no text"),
        *(
            (
                ("--agent-endpoint", "http://h", "--agent-model", "m", "--prices", file),
                f"the price file {file}",
            )
            for file in ("/no/such/file", "/", "/dev/null")
        ),
        (
            ("--agent-endpoint", "http://h", "--agent-model", "m", "--agent-protocol", "soap"),
            "one of chat, responses, react, a2a, mcp",
        ),
        (
            ("--agent-endpoint", "http://h", "--agent-model", "m", "--agent-extra", "[1]"),
            "no JSON object",
        ),
        (
            ("--agent-endpoint", "http://h", "--agent-model", "m", "--endpoint-timeout", "0"),
            "--endpoint-timeout is 0",
        ),
        (("--user", "llm"), "--user-endpoint"),
        (("--user-model", "m"), "need --user llm"),
        (
            (
                *("--user", "llm", "--user-endpoint", "http://h", "--user-model", "m"),
                *("--user-strategy", "dice"),
            ),
            "no user strategy 'dice'",
        ),
        (("--user", "nobody"), "no user 'nobody'"),
    ],
)
def test_options_that_do_not_fit(
    arguments: tuple[str, ...],
    said: str,
    few_tasks: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, _, err = command(capsys, *arguments)
    assert status == 2
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize("key", ["ключ", "two\nlines", "two words", "a\x01b"])
@pytest.mark.parametrize("whose", ["agent", "user"])
def test_a_key_that_no_header_carries_is_told_and_not_shown(
    key: str,
    whose: str,
    few_tasks: None,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variable = f"TAU_EMO_{whose.upper()}_API_KEY"
    monkeypatch.setenv(variable, key)
    options = (f"--{whose}-endpoint", "http://h/v1", f"--{whose}-model", "m")
    status, _, err = command(capsys, *options, *(("--user", "llm") if whose == "user" else ()))
    assert status == 2
    assert err.count("\n") == 1
    assert variable in err
    assert key not in err


def test_blanks_around_a_key_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAU_EMO_AGENT_API_KEY", " key-1\n")
    assert api_key("agent") == "key-1"
