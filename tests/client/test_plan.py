"""What is run: seeds, protocols, emotions, agents, and the digest of a run."""

from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest
from records import condition, config, record

from tau_emo_client.agents.agent import Usage
from tau_emo_client.agents.registry import agent_names, agent_source
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.follow_ups import is_follow_up
from tau_emo_client.limits import EndReason, Limits, add_usage
from tau_emo_client.players import Player, PlayerError
from tau_emo_client.protocol import Protocol, load_protocol, protocol_names
from tau_emo_client.record import episode_seed
from tau_emo_client.run.plan import default_folder
from tau_emo_servers.consent import asks_for_yes


def test_the_seed_of_an_episode_is_the_hash_of_run_seed_task_and_trial() -> None:
    digest = sha256(b"tau-emo episode\n7\nretail-12\n2").hexdigest()
    assert episode_seed(7, "retail-12", 2) == int(digest[:8], 16) >> 1
    seeds = {episode_seed(r, t, n) for r in range(5) for t in ("a", "b") for n in range(5)}
    assert len(seeds) == 50
    assert max(seeds) < 2**31


def test_the_published_protocol() -> None:
    assert "v1" in protocol_names()
    protocol = load_protocol("v1")
    assert (protocol.name, protocol.trials) == ("v1", 3)
    assert Protocol().trials == 1
    assert protocol.limits == Limits()
    with pytest.raises(ValueError, match="there is no protocol 'v9'; the protocols are v1"):
        load_protocol("v9")


def test_every_field_changes_the_digest() -> None:
    plain = config()
    changed = [
        config(seed=1),
        config(emotion="none"),
        config(protocol=Protocol(trials=2, limits=Limits(turns=5))),
        config(agent=Player(name="noop", kind="null", settings={"model": "m"})),
        config(policies={"retail": "q"}),
        config(tasks=("t1",)),
        config(benchmark_version="9"),
    ]
    digests = {one.digest() for one in [plain, *changed]}
    assert len(digests) == len(changed) + 1
    assert config().digest() == plain.digest()
    agent = Player(name="pkg.mod:My/Agent", kind="class")
    assert default_folder(config(agent=agent)).name.startswith("pkg.mod_My_Agent-scripted-")


def test_emotions() -> None:
    task = type("T", (), {"condition": record("t", 0).condition})()
    assert parse_emotion("task").condition(task, 1) is task.condition
    assert parse_emotion("none").condition(task, 1) is None
    assert not parse_emotion("none").may_leave
    full = parse_emotion("dread:cold,high,trusting")
    found = full.condition(task, 1)
    assert found is not None
    assert (found.family, found.emotion, found.politeness) == ("fear", "dread", "cold")
    drawn = Counter(parse_emotion("anger").condition(task, n).emotion for n in range(200))  # type: ignore[union-attr]
    assert len(drawn) == 5
    assert parse_emotion("anger").condition(task, 3) == parse_emotion("anger").condition(task, 3)
    partly = {parse_emotion("anger:,high").condition(task, n).urgency for n in range(20)}  # type: ignore[union-attr]
    assert partly == {"high"}


def test_the_tasks_own_condition_with_some_dimensions_changed() -> None:
    own = record("t", 0).condition  # annoyance: warm, low, cautious
    task = type("T", (), {"condition": own})()
    assert parse_emotion("task:,high").condition(task, 1) == condition(urgency="high")
    changed = condition(politeness="cold", trust_in_agent="skeptical")
    assert parse_emotion("task:cold,,skeptical").condition(task, 1) == changed
    assert parse_emotion("task:,high").may_leave
    assert parse_emotion("task:") == parse_emotion("task")
    # Equal to the task's own, yet not it: feeling and persona of the task do not belong to it.
    same = parse_emotion("task:,low").condition(task, 1)
    assert same == own
    assert same is not own


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("joy", "no emotion 'joy'"),
        ("anger:rude", "'rude' is no politeness"),
        ("task:,soon", "'soon' is no urgency; it is one of low, moderate, high"),
        ("anger:,,,x", "more"),
    ],
)
def test_emotions_that_do_not_exist(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_emotion(text)


def test_agents_by_name() -> None:
    for name in agent_names():
        assert agent_source(name).player.name == name
    assert agent_source("toys:ToyAgent").player == Player(name="toys:ToyAgent", kind="class")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gpt", "there is no agent 'gpt'; use reference, noop"),
        ("no_such_module:Agent", "cannot be imported"),
        (":Agent", "no name of a module"),
        ("..:Agent", "no name of a module"),
        ("broken_agent:Agent", r"cannot be imported: ZeroDivisionError: .* \(broken_agent.py:1\)"),
        ("toys:calls", "is no agent class"),
        ("toys:Nobody", "is no agent class"),
    ],
)
def test_agents_that_do_not_exist(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_agent.py").write_text("Agent = 1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PlayerError, match=said):
        agent_source(name)


def test_usage_adds_up() -> None:
    first, second = Usage(prompt_tokens=1, cost=0.5), Usage(prompt_tokens=2, completion_tokens=3)
    assert add_usage(first, second) == Usage(prompt_tokens=3, completion_tokens=3, cost=None)
    assert add_usage(second, first) == Usage(prompt_tokens=3, completion_tokens=3, cost=None)
    assert add_usage(first, Usage(completion_tokens=1, cost=0.25)).cost == 0.75
    assert add_usage(Usage(), first) == first == add_usage(first, Usage())


def test_only_two_ends_may_pass_and_two_do_not_count() -> None:
    assert {end for end in EndReason if end.may_pass} == {
        EndReason.USER_STOP,
        EndReason.HANDED_OFF,
    }
    assert {end for end in EndReason if not end.counts} == {
        EndReason.INFRASTRUCTURE,
        EndReason.UNGRADED,
    }


@pytest.mark.parametrize(
    ("text", "follow_up", "yes"),
    [
        ("Could you give me your e-mail?", True, False),
        ("Please provide your order number.", True, False),
        ("I would cancel #W1 and refund $10. Shall I go ahead?", True, True),
        ("Please reply with yes to confirm.", True, True),
        ("Please confirm that I should proceed (yes or no).", True, True),
        ("Your order has been cancelled.", False, False),
        ("I have confirmed your booking.", False, False),
        ("Thank you for your patience.", False, False),
    ],
)
def test_follow_ups(text: str, follow_up: bool, yes: bool) -> None:
    assert (is_follow_up(text), asks_for_yes(text)) == (follow_up, yes)
