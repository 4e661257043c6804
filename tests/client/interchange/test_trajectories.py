"""Plain trajectories, in OpenAI's form and ShareGPT's: what is read, what is refused, figures."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tau_emo_client.cli import main
from tau_emo_client.interchange.chat import Message, events_of, messages_of
from tau_emo_client.interchange.trajectories import read_trajectories
from tau_emo_client.interchange.values import InterchangeError
from tau_emo_client.limits import EndReason
from tau_emo_client.run.store import read_all_summaries, read_records
from tau_emo_servers.conversation import (
    AgentStep,
    Conversation,
    Event,
    ToolCall,
    UserMessage,
)


def written(folder: Path, *rows: Any, name: str = "talks.jsonl") -> Path:
    file = folder / name
    file.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
    return file


def said(role: str, text: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": text, **more}


def called(*calls: tuple[str | None, str, Any], text: str | None = None) -> dict[str, Any]:
    made = [
        {"id": key, "type": "function", "function": {"name": name, "arguments": arguments}}
        for key, name, arguments in calls
    ]
    return said("assistant", text, tool_calls=made)


def result(text: str, key: str | None = None) -> dict[str, Any]:
    return said("tool", text, **({"tool_call_id": key} if key else {}))


def events(folder: Path, value: Any, form: str = "openai") -> tuple[Event, ...]:
    (record,) = read_trajectories(written(folder, value), form)
    return record.conversation.events


def calls(folder: Path, *messages: dict[str, Any]) -> list[tuple[str, Any, str]]:
    """Name, arguments and result of each call."""
    return [
        (call.name, call.arguments, call.result)
        for event in events(folder, {"messages": messages})
        if isinstance(event, AgentStep)
        for call in event.calls
    ]


def test_messages_in_openais_form(tmp_path: Path) -> None:
    talk = [
        said("system", "You are an agent."),
        said("user", [{"type": "text", "text": "Look "}, {"type": "image_url", "image_url": {}}]),
        called(("c1", "find", '{"q": "Ünï"}'), text="Let me look."),
        result("found", "c1"),
        said("assistant", "<think>Is it here?</think>\n\nHere it is."),
        said("user", None),
        said("assistant", "", reasoning_content="They are silent."),
    ]
    assert events(tmp_path, {"messages": talk, "tools": [], "more": 1}) == (
        UserMessage(text="Look [image_url]"),
        AgentStep(
            text="Let me look.",
            calls=(
                ToolCall(
                    id="c1", name="find", arguments={"q": "Ünï"}, result="found", is_error=False
                ),
            ),
        ),
        AgentStep(text="Here it is.", reasoning="Is it here?"),
        UserMessage(text=""),
        AgentStep(reasoning="They are silent."),
    )


def test_results_find_their_calls(tmp_path: Path) -> None:
    def found(*messages: dict[str, Any]) -> list[str]:
        return [result for _, _, result in calls(tmp_path, *messages)]

    pair = called(("a", "f", "{}"), ("b", "g", "{}"))
    assert found(pair, result("of b", "b"), result("of a", "a")) == ["of a", "of b"]
    # Without an id: to the call that no other result is of.
    assert found(pair, result("of b"), result("of a", "a")) == ["of a", "of b"]
    assert found(pair, result("first"), result("second")) == ["first", "second"]
    nameless = called((None, "f", "{}"), (None, "g", "{}"))
    assert found(nameless, result("first", "x"), result("second", "y")) == ["first", "second"]
    # Calls of two messages in a row, and a result that comes after the customer spoke again.
    alone = called(("a", "f", "{}")), called(("b", "g", "{}"))
    assert found(*alone, result("of b", "b"), result("of a", "a")) == ["of a", "of b"]
    assert found(*alone, result("of b", "b"), said("user", "Well?"), result("of a", "a")) == [
        "of a",
        "of b",
    ]
    # A call that never got its result takes none of another.
    assert found(alone[0], said("user", "Well?"), alone[1], result("of b")) == ["", "of b"]
    # The same id again.
    again = (called(("a", "f", "{}")), result("first", "a")) * 2
    assert found(*again) == ["first", "first"]


def test_odd_arguments_and_the_older_form_of_calls(tmp_path: Path) -> None:
    older = said("assistant", None, function_call={"name": "f", "arguments": '{"x": 1}'})
    answer = {"role": "function", "name": "f", "content": "done"}
    assert calls(tmp_path, older, answer) == [("f", {"x": 1}, "done")]
    for sent, read in (
        ("", ""),
        (None, {}),
        ({"x": [1]}, {"x": [1]}),
        ("{half", "{half"),
        ("[1,2]", "[1,2]"),
        ('{"x": NaN}', '{"x": NaN}'),
    ):
        assert calls(tmp_path, called(("a", "f", sent)), result("r")) == [("f", read, "r")]


SHAREGPT = {
    "system": "You are an agent.",
    "tools": "[]",
    "conversations": [
        {"from": "human", "value": "Where is it?"},
        {"from": "function_call", "value": '{"name": "find", "arguments": {"q": 1}}'},
        {"from": "observation", "value": '["a list"]'},
        {"from": "gpt", "value": "Here. Anything else?"},
        {"from": "human", "value": "No."},
        {
            "from": "function_call",
            "value": '<think>Two.</think>[{"name": "f", "arguments": "{}"}, {"name": "g"}]',
        },
        {"from": "observation", "value": '["one", {"two": 2}]'},
        {"from": "gpt", "value": "Bye."},
    ],
}


def test_sharegpt_as_llama_factory_writes_it(tmp_path: Path) -> None:
    found = events(tmp_path, SHAREGPT, "sharegpt")
    steps = [event for event in found if isinstance(event, AgentStep)]
    assert [[(c.name, c.arguments, c.result) for c in step.calls] for step in steps] == [
        [("find", {"q": 1}, '["a list"]')],
        [],
        [("f", {}, "one"), ("g", {}, '{"two": 2}')],
        [],
    ]
    assert [step.text for step in steps] == ["", "Here. Anything else?", "", "Bye."]
    assert steps[2].reasoning == "Two."
    assert [e.text for e in found if isinstance(e, UserMessage)] == ["Where is it?", "No."]


def test_sharegpt_with_tags_and_without_any_call(tmp_path: Path) -> None:
    tagged = [
        {"from": "human", "value": "Where is it?"},
        {
            "from": "gpt",
            "value": "I look.\n<tool_call>\n{'x'}\n</tool_call>".replace("{'x'}", '{"name": "f"}')
            + '<tool_call>{"name": "g"}</tool_call>',
        },
        {
            "from": "tool",
            "value": "<tool_response>\none\n</tool_response><tool_response>two</tool_response>",
        },
        {"from": "gpt", "value": "Here."},
    ]
    step = events(tmp_path, {"conversations": tagged}, "sharegpt")[1]
    assert isinstance(step, AgentStep)
    assert step.text == "I look."
    assert [(call.name, call.result) for call in step.calls] == [("f", "one"), ("g", "two")]
    plain = [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Hello"}]
    assert events(tmp_path, {"conversations": plain}, "sharegpt") == (
        UserMessage(text="Hi"),
        AgentStep(text="Hello"),
    )


HELLO = {"messages": [said("user", "Hi")]}


@pytest.mark.parametrize(
    ("row", "form", "reason"),
    [
        ({"messages": [said("narrator", "x")]}, "openai", "messages.0.role: Input should be"),
        ({"messages": [said("user", 3)]}, "openai", "messages.0.content: "),
        ({"messages": []}, "openai", "has no message of customer or agent"),
        ({"messages": [said("system", "x")]}, "openai", "has no message of customer or agent"),
        ({"messages": [result("x")]}, "openai", "messages.0 is the result of no call"),
        (
            {"messages": [said("user", [{"type": "tool_use"}])]},
            "openai",
            "messages.0.content: a part of",
        ),
        ({"conversations": []}, "openai", "messages: Field required"),
        ([1], "openai", "the record: "),
        ({"messages": []}, "sharegpt", "conversations: Field required"),
        ({"conversations": [{"from": "bob", "value": ""}]}, "sharegpt", "conversations.0.from is"),
        (
            {"conversations": [{"from": "function_call", "value": "f()"}]},
            "sharegpt",
            "conversations.0 is no JSON of a call",
        ),
        ({"conversations": [{"from": "function_call", "value": "{}"}]}, "sharegpt", "name: "),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(
    tmp_path: Path, row: Any, form: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    good = HELLO if form == "openai" else SHAREGPT
    file = written(tmp_path, good, good, row)
    file.write_text(file.read_text("utf-8").replace("\n", "\n\n", 1), "utf-8")
    status, _, err = command(
        capsys, "runs", "import", file, "--format", form, "--out", tmp_path / "run"
    )
    assert status == 2
    assert f"talks.jsonl, line 4{'' if reason.startswith('has') else ':'} {reason}" in err
    assert [path.name for path in tmp_path.iterdir()] == ["talks.jsonl"]


def test_a_list_of_trajectories_is_read_too(tmp_path: Path) -> None:
    file = written(tmp_path, [HELLO, HELLO])
    assert [record.id for record in read_trajectories(file, "openai", "bank")] == [
        "bank-t1.0",
        "bank-t2.0",
    ]
    with pytest.raises(InterchangeError, match="record 2: messages: Field required"):
        list(read_trajectories(written(tmp_path, [HELLO, {}]), "openai"))
    file.write_text(json.dumps(HELLO) + "\n{half")
    with pytest.raises(InterchangeError, match="line 2 is no JSON"):
        list(read_trajectories(file, "openai"))


def command(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([*map(str, words)])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


def asked_and_called(asks: int, makes: int) -> dict[str, Any]:
    """A trajectory with so many follow-ups and calls."""
    talk = [said("user", "Hi")]
    for _ in range(asks):
        talk += [said("assistant", "What is your name?"), said("user", "Ann")]
    for number in range(makes):
        talk += [called((f"c{number}", "f", "{}")), result("ok", f"c{number}")]
    return {"messages": [*talk, said("assistant", "Done.")]}


def test_figures_without_a_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [asked_and_called(*one) for one in ((1, 3), (2, 2), (0, 1), (3, 0))]
    file, run = written(tmp_path, *rows), tmp_path / "run"
    words = ("runs", "import", file, "--format", "openai", "-d", "retail", "--out", run)
    assert command(capsys, *words)[:2] == (
        0,
        f"4 trajectories, not graded\nrun folder: {run}\n",
    )
    kept = (run / "episodes.jsonl").read_bytes()
    # The same again changes nothing; another file is another run.
    assert command(capsys, *words)[0] == 0
    assert (run / "episodes.jsonl").read_bytes() == kept
    other = written(tmp_path, HELLO, name="other.jsonl")
    status, _, err = command(
        capsys, *(other if one == file else one for one in words), "--name", "talks"
    )
    assert status == 2
    assert "holds another run" in err
    assert {one.end_reason for one in read_all_summaries(run)} == {EndReason.UNGRADED}

    _, out, _ = command(capsys, "report", run, "--json")
    found = json.loads(out)
    assert found["runs"] == found["rankings"] == []
    (trajectories,) = found["trajectories"]
    # Calls 3+2+1+0, follow-ups 1+2+0+3, messages one more each; calls outnumber in two of four.
    assert {
        name: trajectories[name]
        for name in ("name", "domain", "trajectories", "tool_calls", "follow_ups", "turns")
    } == {
        "name": "talks",
        "domain": "retail",
        "trajectories": 4,
        "tool_calls": 6,
        "follow_ups": 6,
        "turns": 10,
    }
    assert trajectories["tool_calls_per_follow_up"] == 1
    share = trajectories["calls_outnumber_follow_ups"]
    assert (share["count"], share["trials"], share["share"]) == (2, 4, 0.5)
    assert not [name for name in trajectories if "avg" in name or "pass" in name]
    _, out, _ = command(capsys, "report", run)
    assert "tool calls outnumber follow-ups in 50.0% of trajectories" in out
    assert "Avg@" not in out
    assert "Pass" not in out


def test_trajectories_are_no_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    command(capsys, "runs", "import", written(tmp_path, HELLO), "--format", "openai", "--out", run)
    for words, reason in (
        (("runs", "export", run, "--to", tmp_path / "x"), "without rewards"),
        (("submit", "prepare", run, "--name", "x", "--out", tmp_path / "x"), "played elsewhere"),
        (("audit", run), "other tasks"),
        (("failures", run), "other tasks"),
    ):
        status, _, err = command(capsys, *words)
        assert status == 2
        assert reason in err
        assert not (tmp_path / "x").exists()
    table = tmp_path / "table.csv"
    assert command(capsys, "runs", "export", run, "--to", table, "--format", "csv")[0] == 0
    header, row = (line.split(",") for line in table.read_text("utf-8").splitlines())
    kept = dict(zip(header, row, strict=True))
    assert (kept["end_reason"], kept["reward"]) == ("ungraded", "")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("FILE", "--format", "openai", "-d", "zoo", "--out", "NEW"), "no domain 'zoo'"),
        (("NONE", "--format", "openai", "--out", "NEW"), "cannot be read"),
        (("EMPTY", "--format", "sharegpt", "--out", "NEW"), "holds no conversation"),
        (("FILE", "--format", "openai", "--out", "FULL"), "exists and is no run folder"),
    ],
)
def test_bad_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], reason: str
) -> None:
    places = {"FILE": written(tmp_path, HELLO), "NONE": tmp_path / "none", "FULL": tmp_path}
    places |= {"NEW": tmp_path / "new", "EMPTY": written(tmp_path, name="empty.jsonl")}
    status, _, err = command(capsys, "runs", "import", *(places.get(one, one) for one in words))
    assert status == 2
    assert reason in err
    assert not (tmp_path / "new").exists()


def test_long_files_are_read_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    line = json.dumps(asked_and_called(1, 2)) + "\n"
    file.write_text(line * 3_000)
    assert file.stat().st_size > 1_500_000
    tracemalloc.start()
    try:
        assert sum(record.tool_calls for record in read_trajectories(file, "openai")) == 6_000
        assert tracemalloc.get_traced_memory()[1] < 400_000
    finally:
        tracemalloc.stop()


TEXTS = st.text(max_size=20) | st.sampled_from(
    ["<think>a</think>b", "###STOP###", "<tool_call>{}</tool_call>", "Error", "\u2028", " \n"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | TEXTS
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
NO_OBJECTS = st.sampled_from(["", " ", "{half", "[1,2]", "7", '"x"', "null", '{"x": NaN}'])


@st.composite
def conversations(draw: st.DrawFn) -> Conversation:
    """Any conversation that a record may hold."""
    made: list[Event] = []
    number = 0
    for _ in range(draw(st.integers(1, 5))):
        if draw(st.booleans()):
            made.append(UserMessage(text=draw(TEXTS)))
            continue
        some: list[ToolCall] = []
        for _ in range(draw(st.integers(0, 3))):
            number += 1
            told = draw(TEXTS)
            some.append(
                ToolCall(
                    id=f"c{number}",
                    name=draw(st.sampled_from(["find", "no such tool", ""])),
                    arguments=draw(st.dictionaries(TEXTS, VALUES, max_size=3) | NO_OBJECTS),
                    result=told,
                    is_error=told.startswith("Error"),
                )
            )
        made.append(AgentStep(text=draw(TEXTS), calls=tuple(some), reasoning=draw(TEXTS)))
    return Conversation(domain="retail", events=tuple(made))


@given(conversations())
@settings(max_examples=200, deadline=None)
def test_a_round_trip_loses_nothing(conversation: Conversation) -> None:
    text = json.dumps(list(messages_of(conversation)), ensure_ascii=False)
    messages = [Message.model_validate(one) for one in json.loads(text)]
    assert tuple(events_of(messages)) == conversation.events


def test_a_run_of_ours_as_plain_messages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, file, back = tmp_path / "run", tmp_path / "ours.jsonl", tmp_path / "back"
    command(capsys, "eval", "-d", "bank", "--agent", "eager", "--limit", "2", "--out", run)
    words = ("runs", "export", run, "--to", file, "--format", "openai")
    assert command(capsys, *words)[0] == 0
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [sorted(row) for row in rows] == [["messages", "tools"]] * 2
    assert len(rows[0]["tools"]) == 22
    assert rows[0]["tools"][0]["function"]["parameters"]["type"] == "object"
    assert command(
        capsys, "runs", "import", file, "--format", "openai", "-d", "bank", "--out", back
    )
    ours, theirs = list(read_records(run)), list(read_records(back))
    assert sum(record.tool_calls for record in ours) > 0
    for mine, yours in zip(ours, theirs, strict=True):
        assert mine.conversation == yours.conversation
        assert (mine.turns, mine.tool_calls, mine.follow_ups) == (
            yours.turns,
            yours.tool_calls,
            yours.follow_ups,
        )
