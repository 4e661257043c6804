"""Collections: what is kept, how it is chosen, and the folder that it stands in."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from faulty_endpoint import FaultyEndpoint, model
from faulty_endpoint import text as said
from records import condition, record

from tau_emo_client.cli import main
from tau_emo_client.collecting.candidate import Candidate, candidate_of, likeness
from tau_emo_client.collecting.card import card_page
from tau_emo_client.collecting.choosing import chosen, evenly, without_duplicates
from tau_emo_client.collecting.folder import (
    CARD_FILE,
    TRAJECTORIES_FILE,
    CollectionError,
    checked_card,
    read_card,
    read_trajectories,
)
from tau_emo_client.collecting.playing import in_turn
from tau_emo_client.collecting.settings import even_quotas, preset_quotas
from tau_emo_client.collecting.statistics import Statistics
from tau_emo_client.collecting.trajectory import trajectory_of
from tau_emo_client.record import RuleViolation
from tau_emo_servers.conversation import AgentStep, Conversation, ToolCall, UserMessage
from tau_emo_tasks.load import load_tasks


def call(name: str, result: str = "fine", **arguments: Any) -> ToolCall:
    return ToolCall(
        id=f"c-{name}-{len(arguments)}",
        name=name,
        arguments=arguments,
        result=result,
        is_error=result.startswith("Error"),
    )


def talk(*events: str | ToolCall, domain: str = "retail") -> Conversation:
    """A conversation: texts of customer and agent in turn, calls of the agent between."""
    found: list[Any] = []
    customer = True
    for event in events:
        if isinstance(event, ToolCall):
            found.append(AgentStep(calls=(event,)))
        else:
            found.append(UserMessage(text=event) if customer else AgentStep(text=event))
            customer = not customer
    return Conversation(domain=domain, events=tuple(found))


EMOTIONS = {
    "anger": "annoyance",
    "disgust": "dislike",
    "enjoyment": "pride",
    "fear": "dread",
    "sadness": "sorrow",
}


def candidate(task: str, family: str = "anger", calls: int = 5, asks: int = 2) -> Candidate:
    felt = condition(family, EMOTIONS[family])
    made = record(task, 0, condition=felt, tool_calls=calls, follow_ups=asks)
    return Candidate(made.summary(), task)


@pytest.mark.parametrize(
    ("quota", "sizes", "given"),
    [
        (10, {"a": 9, "b": 9}, {"a": 5, "b": 5}),
        (10, {"a": 2, "b": 9, "c": 9}, {"a": 2, "b": 4, "c": 4}),
        (11, {"a": 9, "b": 9}, {"a": 6, "b": 5}),
        (50, {"a": 2, "b": 3}, {"a": 2, "b": 3}),
        (3, {}, {}),
    ],
)
def test_a_quota_is_shared_out_evenly(
    quota: int, sizes: dict[str, int], given: dict[str, int]
) -> None:
    assert evenly(quota, sizes) == given


def test_families_get_even_shares_and_calls_the_share_that_is_aimed_at() -> None:
    pool = [
        candidate(f"{family}-{number}", family, calls=5 if number % 2 else 1)
        for family in EMOTIONS
        for number in range(40)
    ]
    taken = chosen(pool, 80, per_task=1, more_calls=0.75)
    assert len(taken) == 80
    assert set(Counter(one.family for one in taken).values()) == {16}
    # Half-way between the half that have and the three quarters that are aimed at.
    assert sum(one.more_calls for one in taken) == 50


def test_what_is_short_is_made_up_for() -> None:
    few = [candidate(f"f{number}", "fear", calls=1) for number in range(3)]
    many = [candidate(f"a{number}", "anger") for number in range(30)]
    taken = chosen([*few, *many], 20, per_task=1, more_calls=0.5)
    assert Counter(one.family for one in taken) == {"fear": 3, "anger": 17}


def test_of_one_task_no_more_is_taken_than_wanted() -> None:
    pool = [candidate("t", "anger") for _ in range(5)]
    assert len(chosen(pool, 9, per_task=2, more_calls=1.0)) == 2


def test_conversations_that_only_names_and_numbers_tell_apart_are_one() -> None:
    one = talk("Hi", "Your order #W1 is here, Mia.", "Thanks", call("look"))
    other = talk("Hello", "Your order #W99 is here, Bob.", "Bye", call("look", order="#W99"))
    third = talk("Hi", "Your parcel #W1 is here, Mia.", "Thanks", call("look"))
    assert likeness(one) == likeness(other) != likeness(third)
    made = [
        candidate_of(record(f"t-{n}", 0, conversation=c)) for n, c in enumerate((one, other, third))
    ]
    assert [one.episode.task_id for one in without_duplicates(made)] == ["t-0", "t-2"]


def test_only_steps_that_are_right_are_to_be_learnt() -> None:
    conversation = talk(
        "Hi",
        "Which order?",
        "#W1",
        call("look", "Error: no such order"),
        call("look", order="#W1"),
        "Done.",
    )
    kept = trajectory_of(record("t", 0, conversation=conversation), "a", "kept")
    assert kept.lessons() == {1, 4, 5}
    broken = record(
        "t", 0, conversation=conversation, violations=(RuleViolation(rule="R", event=4),)
    )
    assert trajectory_of(broken, "a", "kept").lessons() == {1, 5}
    assert trajectory_of(broken, "a", "contrast").lessons() == frozenset()


def test_the_presets_share_their_quotas() -> None:
    high, low = preset_quotas("high"), preset_quotas("low")
    assert sum(high.values()) == 1958
    assert set(high.values()) == {195, 196}
    assert low == {name: high[name] for name in ("airline", "retail", "telecom", "telehealth")}
    assert even_quotas(7, ["b", "a"]) == {"a": 4, "b": 3}


def test_families_take_turns_in_the_order_of_a_seed() -> None:
    tasks = load_tasks("school", "train")
    order = in_turn(tasks, 0)
    assert sorted(task.id for task in order) == sorted(task.id for task in tasks)
    for start in range(0, 200, 5):
        assert len({task.condition.family for task in order[start : start + 5]}) == 5
    assert [task.id for task in in_turn(reversed(tasks), 1)] != [task.id for task in order]


def test_figures_are_those_that_anybody_can_count() -> None:
    statistics = Statistics()
    for number, text in enumerate(("I am here. What is it?", "I am here. Who is it?")):
        episode = record(
            f"t-{number}",
            0,
            conversation=talk("Hi", call("think"), text),
            tool_calls=2 + number,
            follow_ups=2,
        )
        statistics.add(trajectory_of(episode, "a", "kept"))
    statistics.add(trajectory_of(record("x", 0, passed=False), "b", "contrast"))
    figures = statistics.as_json()
    assert figures["trajectories"] == 2
    assert figures["contrast"] == 1
    assert figures["more_calls_than_follow_ups"] == 0.5
    assert figures["with_thoughts"] == 1.0
    # "i am here what is it" and "i am here who is it": "i am here what", "am here what is",
    # "here what is it" and the same three with "who", of six.
    assert figures["distinct_grams"]["4"] == 1.0  # type: ignore[index,call-overload]
    # "i am", "am here", "is it" stand twice: 10 pairs, 7 of them distinct.
    assert figures["distinct_grams"]["2"] == 0.7  # type: ignore[index,call-overload]
    assert figures["openings"] == {
        "distinct": 1,
        "most_common": "I am here.",
        "most_common_share": 1.0,
    }
    assert figures["tool_calls"] == {"mean": 2.5, "median": 2.5, "least": 2, "most": 3}


def test_names_of_others_break_no_table() -> None:
    page = card_page({"agent": "a|b\n<script>", "files": {"x_y.json": {"bytes": 1}}})
    assert "| agent | a\\|b &lt;script> |" in page
    assert "| x_y.json | bytes 1 |" in page


def tracer(monkeypatch: pytest.MonkeyPatch, capsys: Any, *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["tau-emo", "tracer", *words])
    with pytest.raises(SystemExit) as status:
        main()
    captured = capsys.readouterr()
    return int(status.value.code or 0), captured.out, captured.err


BESIDE = ("out", "missing", "as_shipped")
SMALL = ("--domain", "school", "--count", "4")


@pytest.mark.timeout(180)
def test_a_collection_is_made_resumed_and_the_same_for_the_same_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    wanted = ("collect", *SMALL, "--contrast", "apologise")
    status, out, _ = tracer(monkeypatch, capsys, *wanted, "--out", str(one), "--json")
    told = json.loads(out)
    assert status == 0
    assert (told["trajectories"], told["contrast"], told["missing"]) == (4, 4, {})
    assert checked_card(one) == {k: v for k, v in told.items() if k not in BESIDE}
    found = list(read_trajectories(one))
    assert [item.kind for item in found] == ["kept", "contrast"] * 4
    for kept, beside in zip(found[::2], found[1::2], strict=True):
        assert (kept.episode.reward, kept.episode.rules_broken) == (1, ())
        assert beside.episode.reward == 0
        assert kept.episode.task_id == beside.episode.task_id
        assert kept.episode.conversation.events[0] == beside.episode.conversation.events[0]
        assert kept.episode.timing.seconds == 0.0
    assert len({item.episode.condition.family for item in found if item.episode.condition}) == 4

    # As a kill leaves it: three of the lines, the last of them half written, and no card.
    lines = (one / "run" / "episodes.jsonl").read_bytes().splitlines(keepends=True)
    other.mkdir()
    (other / "run").mkdir()
    (other / "collection.json").write_bytes((one / "collection.json").read_bytes())
    (other / "run" / "run.json").write_bytes((one / "run" / "run.json").read_bytes())
    kept_lines = [lines[3], lines[0], lines[2][: len(lines[2]) // 2]]
    (other / "run" / "episodes.jsonl").write_bytes(b"".join(kept_lines))
    tracer(monkeypatch, capsys, *wanted, "--out", str(other))
    for name in (TRAJECTORIES_FILE, CARD_FILE):
        assert (other / name).read_bytes() == (one / name).read_bytes()

    status, _, err = tracer(
        monkeypatch, capsys, "collect", *SMALL, "--out", str(one), "--seed", "3"
    )
    assert status == 2
    assert "holds another collection; use another --out. They differ in" in err
    assert "run.seed: 3 here, 0 in the run" in err
    assert "contrast: [] here" in err
    (one / TRAJECTORIES_FILE).write_bytes(b"")
    with pytest.raises(CollectionError, match=r"is not what card\.json is of"):
        checked_card(one)


@pytest.mark.timeout(120)
def test_too_few_that_are_fit_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    out = tmp_path / "none"
    status, _, err = tracer(
        monkeypatch, capsys, "collect", "--agent", "apologise", "--task-id", "school-1001",
        "--attempts", "2", "--out", str(out),
    )  # fmt: skip
    assert status == 1
    assert "school: 1 fewer than wanted are fit; try more --attempts" in err
    played = read_card(out)["played"]
    assert played == {"episodes": 2, "fit": 0, "left_out": {"walked away": 2}}


@pytest.mark.timeout(120)
def test_a_model_plays_every_round(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    with FaultyEndpoint(model(lambda body: said("Hello."))) as server:
        status, _, err = tracer(
            monkeypatch, capsys, "collect", "--task-id", "school-1001", "--attempts", "2",
            "--agent-endpoint", server.url, "--agent-model", "m", "--out", str(tmp_path / "some"),
        )  # fmt: skip
    assert status == 1
    assert err.count("1/1 episodes, 0.0% passed") == 2
    assert read_card(tmp_path / "some")["played"] == {
        "episodes": 2,
        "fit": 0,
        "left_out": {"walked away": 2},
    }


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--preset", "middle"), "--preset is 'middle'; it is one of high, low"),
        (("--preset", "low", "--domain", "retail"), "leave --domain out"),
        (("--allow", "all"), "--allow is 'all'; it is one of violations, user-errors, unfelt"),
        (("--count", "0"), "--count is 0; it must be at least 1"),
        (("--more-calls", "1.5"), "--more-calls is 1.5; it is a share from 0 to 1"),
        (("--agent", "curt", "--contrast", "curt"), "its failures are own"),
        (("--contrast", "nobody"), "there is no agent 'nobody'"),
        (("--task-id", "retail-1"), "there is no train task retail-1"),
        (("--attempts", "0"), "--attempts is 0; it must be at least 1"),
        (("--executor", "slurm"), "--executor is 'slurm'; it is one of local, ray"),
        (("--ray-workers", "2"), "--ray-workers needs --executor ray"),
        (("--executor", "ray", "--ray-workers", "0"), "--ray-workers is 0"),
    ],
)
def test_what_cannot_be_collected_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    out = tmp_path / "x"
    domain = () if "--preset" in words else ("--domain", "retail")
    status, _, err = tracer(monkeypatch, capsys, "collect", "--out", str(out), *domain, *words)
    assert status == 2
    assert err.startswith("error: ")
    assert why in err
    assert err.count("\n") == 1
    assert not out.exists()


def test_a_cluster_that_is_not_there_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    words = ("collect", *SMALL, "--out", str(tmp_path / "some"), "--executor", "ray")
    status, _, err = tracer(monkeypatch, capsys, *words, "--ray-address", "127.0.0.1:1")
    assert status == 2
    assert err.startswith("error: no Ray cluster can be reached at 127.0.0.1:1: ")
    assert err.count("\n") == 1
    monkeypatch.setattr("tau_emo_client.cli.cluster.find_spec", lambda name: None)
    status, _, err = tracer(monkeypatch, capsys, *words)
    assert status == 2
    assert err.startswith("error: --executor ray needs an extra: pip install -e '.[ray]'")


def test_a_folder_of_something_else_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    status, _, err = tracer(monkeypatch, capsys, "collect", *SMALL, "--out", str(tmp_path))
    assert status == 2
    assert "exists and is no collection; choose another --out" in err
    assert [one.name for one in tmp_path.iterdir()] == ["letter.txt"]
