"""The forms of trainers: nothing is lost, only what is right is learnt, nothing leaks."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from records import record

from tau_emo_client.cli import main
from tau_emo_client.collecting.folder import TRAJECTORIES_FILE
from tau_emo_client.collecting.leakage import Measure, leaks, measure
from tau_emo_client.collecting.trajectory import Kind, trajectory_of
from tau_emo_client.corpus import openai_form, parquet, sharegpt, swift, trl
from tau_emo_client.corpus.form import Left
from tau_emo_client.corpus.sample import Sample
from tau_emo_client.record import EpisodeRecord, RuleViolation
from tau_emo_servers.conversation import AgentStep, Conversation, Event, ToolCall, UserMessage
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import CANARY, TRAIN_CANARY

DOMAIN = "retail"


def sample(*events: Event, kind: Kind = "kept", agent: str = "a", **more: Any) -> Sample:
    conversation = Conversation(domain=DOMAIN, events=events)
    return Sample(
        trajectory_of(record("t", 0, conversation=conversation, **more), agent, kind), "1"
    )


def customer(text: str) -> UserMessage:
    return UserMessage(text=text)


def says(text: str, reasoning: str = "") -> AgentStep:
    return AgentStep(text=text, reasoning=reasoning)


def calls(*made: tuple[str, dict[str, Any], str], text: str = "", reasoning: str = "") -> AgentStep:
    return AgentStep(
        text=text,
        reasoning=reasoning,
        calls=tuple(
            ToolCall(
                id=f"{name}-{place}",
                name=name,
                arguments=arguments,
                result=result,
                is_error=result.startswith("Error"),
            )
            for place, (name, arguments, result) in enumerate(made)
        ),
    )


TALK = (
    customer("Where is it?"),
    says("Which order?"),
    customer("W1"),
    calls(("get_order", {"id": "W1"}, "Error: no such order")),
    calls(("get_order", {"id": "#W1", "n": 1}, '{"status":"sent"}'), reasoning="With the sign."),
    says("It is on its way."),
    customer("Thanks."),
)


def kept(value: object) -> Any:
    """What must come back: texts, thoughts, names, arguments and results; ids may be others."""
    assert isinstance(value, Conversation)
    return value.domain, [
        event.text
        if isinstance(event, UserMessage)
        else (event.text, event.reasoning, [(c.name, c.arguments, c.result) for c in event.calls])
        for event in value.events
    ]


# Masks, by hand.


def test_in_openais_form_each_message_says_whether_it_is_to_be_learnt() -> None:
    (row,) = openai_form.rows(sample(*TALK))
    assert [(one["role"], one["trainable"]) for one in row["messages"]] == [
        ("system", False),
        ("user", False),
        ("assistant", True),
        ("user", False),
        ("assistant", False),
        ("tool", False),
        ("assistant", True),
        ("tool", False),
        ("assistant", True),
        ("user", False),
    ]
    called = row["messages"][6]
    assert called["tool_calls"][0]["function"]["arguments"] == {"id": "#W1", "n": 1}
    assert called["reasoning_content"] == "With the sign."
    assert called["content"] is None
    assert "[RET-01]" in row["messages"][0]["content"]
    names = [one["function"]["name"] for one in row["tools"]]
    assert "get_order_details" in names


def test_a_step_that_breaks_a_rule_is_not_learnt() -> None:
    broken = sample(*TALK, violations=(RuleViolation(rule="RET-04", event=5),))
    (row,) = openai_form.rows(broken)
    assert [one["trainable"] for one in row["messages"]].count(True) == 2
    assert not row["messages"][8]["trainable"]


def test_swift_masks_with_loss() -> None:
    (row,) = swift.rows(sample(*TALK))
    assert [(one["role"], one.get("loss")) for one in row["messages"]] == [
        ("system", None),
        ("user", None),
        ("assistant", True),
        ("user", None),
        ("tool_call", False),
        ("tool_response", None),
        ("assistant", True),
        ("tool_call", True),
        ("tool_response", None),
        ("assistant", True),
    ]
    assert row["closing"] == [{"role": "user", "content": "Thanks."}]
    assert row["messages"][6]["content"] == "<think>\nWith the sign.\n</think>\n\n"
    assert json.loads(row["messages"][7]["content"]) == {
        "name": "get_order",
        "arguments": {"id": "#W1", "n": 1},
    }
    assert json.loads(row["tools"])[0]["type"] == "function"


def test_a_completion_of_trl_is_one_step_of_the_agent() -> None:
    rows = list(trl.rows(sample(*TALK)))
    assert [row["id"] for row in rows] == ["t.0-a-1", "t.0-a-4", "t.0-a-5"]
    for row in rows:
        (message,) = row["completion"]
        assert message["role"] == "assistant"
    assert [one["role"] for one in rows[1]["prompt"]] == [
        *("system", "user", "assistant", "user", "assistant", "tool"),
    ]


def test_whole_conversations_of_trl_are_cut_at_a_mistake() -> None:
    first, second = trl.whole_rows(sample(*TALK))
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    assert [one["role"] for one in first["completion"]] == ["assistant", "user"]
    # The mistaken call stands in the prompt; what mends it is learnt.
    assert second["prompt"][-2]["tool_calls"][0]["function"]["arguments"] == {"id": "W1"}
    assert second["prompt"][-1]["role"] == "tool"
    assert [one["role"] for one in second["completion"]] == [
        *("assistant", "tool", "assistant", "user"),
    ]


GOOD = (
    customer("Hi"),
    says("Which order?"),
    customer("#W1"),
    calls(("look", {"id": "#W1"}, "{}")),
    calls(("look", {"id": "#W2"}, "{}"), ("look", {"id": "#W3"}, "x")),
    says("There."),
    customer("Bye."),
)


def test_sharegpt_takes_turns_and_the_agent_speaks_last() -> None:
    (row,) = sharegpt.rows(sample(*GOOD))
    assert isinstance(row, dict)
    assert [turn["from"] for turn in row["conversations"]] == [
        *("human", "gpt", "human", "function_call", "observation", "function_call"),
        *("observation", "gpt"),
    ]
    assert row["closing"] == "Bye."
    several = json.loads(row["conversations"][5]["value"])
    assert [one["arguments"]["id"] for one in several] == ["#W2", "#W3"]
    assert json.loads(row["conversations"][6]["value"]) == ["{}", "x"]


@pytest.mark.parametrize(
    ("events", "why"),
    [
        (TALK, "cannot mask"),
        ((customer("Hi"), calls(("look", {}, "x"), text="Wait."), says("There.")), "text beside"),
        ((customer("Hi"), says("One."), says("Two.")), "do not take turns"),
        ((says("One."), customer("Hi"), says("Two.")), "do not take turns"),
    ],
)
def test_what_sharegpt_has_no_place_for_is_left_out(events: tuple[Event, ...], why: str) -> None:
    (left,) = sharegpt.rows(sample(*events))
    assert isinstance(left, Left)
    assert why in left.why


def test_llama_factory_finds_the_columns_that_stand_there() -> None:
    (row,) = sharegpt.rows(sample(*GOOD))
    assert isinstance(row, dict)
    info = sharegpt.dataset_info("x.jsonl")["tau_emo"]
    assert set(info["columns"].values()) <= set(row)
    assert info["file_name"] == "x.jsonl"
    used = {turn["from"] for turn in row["conversations"]}
    assert used <= set(info["tags"].values())


def test_pairs_share_what_was_said_before_they_part() -> None:
    curt = (*GOOD[:3], says("No."), customer("Why?"))
    (pair,) = trl.pairs([sample(*GOOD), sample(*curt, kind="contrast", agent="b", passed=False)])
    assert isinstance(pair, dict)
    assert [one["role"] for one in pair["prompt"]] == ["system", "user", "assistant", "user"]
    assert pair["chosen"][0]["tool_calls"][0]["function"]["name"] == "look"
    assert pair["rejected"] == [{"role": "assistant", "content": "No."}]
    assert pair["id"] == "t.0-a-t.0-b-3"


def test_attempts_that_part_at_the_customer_make_no_pair() -> None:
    other = (customer("Hello"), says("No."))
    (left,) = trl.pairs([sample(*GOOD), sample(*other, kind="contrast", agent="b", passed=False)])
    assert isinstance(left, Left)
    short = (*GOOD[:3],)
    (left,) = trl.pairs([sample(*GOOD), sample(*short, kind="contrast", agent="b", passed=False)])
    assert isinstance(left, Left)


def test_a_mistake_is_never_chosen() -> None:
    other = (*TALK[:3], says("No."), customer("Why?"))
    (left,) = trl.pairs([sample(*TALK), sample(*other, kind="contrast", agent="b", passed=False)])
    assert isinstance(left, Left)
    assert "not to be learnt" in left.why


# Nothing is lost.

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), min_size=1, max_size=30)
THOUGHT = st.one_of(st.just(""), st.sampled_from(("So.", "Two\nlines", "a < b")))
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | TEXT,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
    max_leaves=4,
)
MADE = st.tuples(TEXT, st.dictionaries(TEXT, VALUE, max_size=3), TEXT)


@st.composite
def conversations(draw: st.DrawFn) -> tuple[Event, ...]:
    """Customer and agent in turn, calls between, with texts of all kinds."""
    events: list[Event] = []
    for _ in range(draw(st.integers(1, 3))):
        events.append(customer(draw(TEXT)))
        for _ in range(draw(st.integers(0, 2))):
            made = draw(st.lists(MADE, min_size=1, max_size=2))
            events.append(calls(*made, reasoning=draw(THOUGHT)))
        events.append(says(draw(TEXT), draw(THOUGHT)))
    if draw(st.booleans()):
        events.append(customer(draw(TEXT)))
    return tuple(events)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value, ensure_ascii=False))


@settings(max_examples=60, deadline=None)
@given(conversations())
def test_what_is_read_back_is_what_was_written(events: tuple[Event, ...]) -> None:
    before = kept(Conversation(domain=DOMAIN, events=events))
    one = sample(*events)
    (row,) = openai_form.rows(one)
    assert kept(openai_form.conversation(through_json(row))) == before
    (row,) = swift.rows(one)
    assert kept(swift.conversation(through_json(row))) == before
    assert kept(parquet.conversation(through_json(parquet.row(one)))) == before
    for found in sharegpt.rows(one):
        if isinstance(found, dict):
            assert kept(sharegpt.conversation(through_json(found))) == before
        else:
            assert one.has_mistakes
    last_step = max(place for place, event in enumerate(events) if isinstance(event, AgentStep))
    upto = kept(Conversation(domain=DOMAIN, events=events[: last_step + 1]))
    rows = through_json(list(trl.rows(one)))
    if last_step in one.lessons:
        assert kept(trl.conversation(rows)) == upto


@settings(max_examples=60, deadline=None)
@given(conversations())
def test_only_what_is_right_is_learnt_in_every_form(events: tuple[Event, ...]) -> None:
    one = sample(*events)
    right = len(one.lessons)
    (row,) = openai_form.rows(one)
    assert sum(message["trainable"] for message in row["messages"]) == right
    assert len(list(trl.rows(one))) == right
    learnt = [
        message
        for found in trl.whole_rows(one)
        if isinstance(found, dict)
        for message in found["completion"]
        if message["role"] == "assistant"
    ]
    assert len(learnt) == right
    for found in sharegpt.rows(one):
        if isinstance(found, dict):
            roles = [turn["from"] for turn in found["conversations"]]
            assert len(roles) % 2 == 0
            assert set(roles[::2]) <= {"human", "observation"}
            assert set(roles[1::2]) <= {"gpt", "function_call"}


def test_an_empty_thought_parts_a_text_that_looks_like_one() -> None:
    odd = says("<think>\nno thought\n</think>\n\nYes.")
    for form in (swift, sharegpt):
        (row,) = form.rows(sample(customer("Hi"), odd))
        assert isinstance(row, dict)
        assert form.conversation(row).events[1] == odd


# Leaks.


def of_task(task_id: str, text: str = "Hi") -> EpisodeRecord:
    conversation = Conversation(domain=task_id.split("-")[0], events=(customer(text), says("Yes.")))
    return record(task_id, 0, domain=conversation.domain, conversation=conversation)


def test_what_stands_in_test_tasks_is_named() -> None:
    test = load_tasks("retail", "test")[0]
    train = load_tasks("retail", "train")[0]
    wish = next(g.say for t in load_tasks("retail") for g in t.user_script.goals
                if len(g.say.split()) >= 12)  # fmt: skip
    known = measure("retail")
    assert list(leaks(of_task("zoo-1"))) == ["zoo-1 is no train task of this version"]
    assert list(known.leaks(of_task(train.id))) == []
    assert list(known.leaks(of_task(test.id))) == [f"{test.id} is a test task"]
    assert list(known.leaks(of_task("retail-99999"))) == [
        "retail-99999 is no train task of this version"
    ]
    (found,) = known.leaks(of_task(train.id, f"Well. {wish.upper()} Now."))
    assert found.startswith(f"{train.id}.0 holds the words of retail-")
    found, *_ = known.leaks(of_task(train.id, test.instruction))
    assert "holds the words of" in found
    assert list(known.leaks(of_task(train.id, CANARY))) == [
        f"{train.id}.0 holds the canary of test tasks"
    ]
    assert list(known.leaks(of_task(train.id, TRAIN_CANARY))) == []


def test_a_customer_with_an_intent_of_a_test_task_is_named() -> None:
    test = load_tasks("retail", "test")[0]
    twin = test.model_copy(update={"id": "retail-5000", "split": "train"})
    (found, *_) = Measure((test,), {twin.id: twin}).leaks(of_task(twin.id))
    assert found == (
        f"retail-5000 has customer and intent {test.provenance.intents[0]} of {test.id}"
    )


def tracer(monkeypatch: pytest.MonkeyPatch, capsys: Any, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["tau-emo", "tracer", *words])
    with pytest.raises(SystemExit) as status:
        main()
    captured = capsys.readouterr()
    return int(status.value.code or 0), captured.out, captured.err


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three trajectories of the school, and failures beside."""
    folder = tmp_path_factory.mktemp("made") / "collection"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            sys,
            "argv",
            ["tau-emo", "tracer", "collect", "--domain", "school", "--count", "3", "--contrast",
             "apologise", "--out", str(folder)],
        )  # fmt: skip
        with pytest.raises(SystemExit):
            main()
    return folder


FILES: Mapping[str, tuple[str, ...]] = {
    "openai": ("openai.jsonl",),
    "sharegpt": ("dataset_info.json", "sharegpt.jsonl"),
    "swift": ("swift.jsonl",),
    "trl": ("trl.jsonl",),
    "trl-whole": ("trl.jsonl",),
    "preference": ("preference.jsonl",),
    "parquet": ("trajectories.parquet",),
}


@pytest.mark.timeout(180)
@pytest.mark.parametrize("form", FILES)
def test_each_export_has_a_card_and_is_the_same_each_time(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path, collection: Path, form: str
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for out in (one, other):
        words = ("export", str(collection), "--format", form, "--out", str(out), "--json")
        status, told, _ = tracer(monkeypatch, capsys, *words)
        assert status == 0
    card = json.loads((one / "card.json").read_text())
    assert {"out": str(other), **card} == json.loads(told)
    assert sorted(one.iterdir()) == sorted(
        one / name for name in (*FILES[form], "card.json", "README.md")
    )
    for file in one.iterdir():
        assert (other / file.name).read_bytes() == file.read_bytes()
    assert set(card["files"]) == set(FILES[form])
    assert (card["trajectories"], card["contrast"]) == (3, 3)
    assert (card["canary"], card["license"]) == (TRAIN_CANARY, "MIT")
    assert card["rows"] == {
        "trl": card["agent_steps_to_learn"],
        "preference": 3,
        "parquet": 6,
    }.get(form, 3)
    if form != "parquet":
        rows = [json.loads(line) for line in (one / FILES[form][-1]).open(encoding="utf-8")]
        assert len(rows) == card["rows"]
        assert len({row["id"] for row in rows}) == card["rows"]
    status, _, err = tracer(monkeypatch, capsys, *words)
    assert (status, err.startswith("error: ")) == (2, True)
    assert "exists already; choose another --out" in err


def test_parquet_holds_the_same_conversations(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path, collection: Path
) -> None:
    import pyarrow.parquet as arrow  # pyright: ignore[reportMissingTypeStubs]

    from tau_emo_client.collecting.folder import read_trajectories

    out = tmp_path / "out"
    tracer(monkeypatch, capsys, "export", str(collection), "--format", "parquet", "--out", str(out))
    rows = arrow.read_table(out / "trajectories.parquet").to_pylist()
    for row, trajectory in zip(rows, read_trajectories(collection), strict=True):
        assert row["id"] == trajectory.id
        assert parquet.conversation(row) == trajectory.episode.conversation


def test_a_leak_stops_the_export(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path, collection: Path
) -> None:
    import hashlib
    import shutil

    leaky, out = tmp_path / "leaky", tmp_path / "out"
    shutil.copytree(collection, leaky)
    file = leaky / TRAJECTORIES_FILE
    text = file.read_text("utf-8")
    first = json.loads(text.splitlines()[0])["episode"]["task_id"]
    file.write_text(text.replace(first, "school-1"), "utf-8")
    card = json.loads((leaky / "card.json").read_text())
    card["trajectories_sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    (leaky / "card.json").write_text(json.dumps(card))
    words = ("export", str(leaky), "--format", "openai", "--out", str(out))
    status, _, err = tracer(monkeypatch, capsys, *words)
    assert status == 2
    assert "holds something of the test tasks and is not exported: school-1 is a test task" in err
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nowhere", "--format", "openai"), "nowhere holds no finished collection"),
        (("nowhere", "--format", "csv"), "--format is 'csv'; it is one of openai, sharegpt"),
    ],
)
def test_what_cannot_be_exported_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, _, err = tracer(monkeypatch, capsys, "export", *words, "--out", "x")
    assert status == 2
    assert err.startswith("error: ")
    assert why in err
    assert list(tmp_path.iterdir()) == []
