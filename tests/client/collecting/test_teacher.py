"""The teacher: right in what it does, and never the same in how it says it."""

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise

import pytest

from tau_emo_client.agents.reference.manner import words_of
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.agents.teacher.order import in_free_order
from tau_emo_client.agents.teacher.phrases import of_family, rewordings, shared, topic
from tau_emo_client.agents.teacher.rewording import Rewording, as_pattern
from tau_emo_client.agents.teacher.slips import slip
from tau_emo_client.audit.episode import audit
from tau_emo_client.collecting.statistics import opening
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.follow_ups import is_follow_up
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.trial import Stage, play_trial
from tau_emo_client.users.registry import scripted_source
from tau_emo_client.users.scripted.reading import read
from tau_emo_db import Changes, domain_names
from tau_emo_db.draw import Draw
from tau_emo_servers.consent import asks_for_yes
from tau_emo_servers.conversation import AgentStep, ToolCall
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.gold import GoldStep, gold_replay
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Action, Task

REMARKS = ("asking", "listing", "outcome")
PLACES = (*REMARKS, "refusing")


async def played(tasks: Sequence[Task], trial: int = 0, seed: int = 0) -> list[EpisodeRecord]:
    protocol = Protocol()
    async with MemoryHost() as host:
        stage = Stage(
            host=host,
            agent=agent_source("teacher"),
            user=scripted_source(protocol),
            limits=protocol.limits,
            emotion=parse_emotion("task"),
            seed=seed,
        )
        return [await play_trial(stage, task, trial) for task in tasks]


def steps(record: EpisodeRecord) -> list[AgentStep]:
    return [event for event in record.conversation.events if isinstance(event, AgentStep)]


def said(record: EpisodeRecord) -> list[str]:
    return [step.text for step in steps(record) if step.delivered]


async def test_it_passes_breaks_no_rule_and_loses_nobody() -> None:
    tasks = [load_tasks(name, "train")[place] for name in domain_names() for place in (2, 104)]
    for task, record in zip(tasks, await played(tasks), strict=True):
        assert record.reward == 1, record.id
        assert record.rules_broken == (), record.id
        assert not [one for one in audit(task, record) if one.kind.misleads], record.id


async def test_the_seed_decides_every_word() -> None:
    tasks = [load_tasks(name, "train")[5] for name in ("airline", "school", "travel")]
    first, again = await played(tasks), await played(tasks)
    assert [one.without_timing() for one in first] == [one.without_timing() for one in again]
    for one, other in zip(first, await played(tasks, trial=1), strict=True):
        assert said(one) != said(other)
        assert opening(one.conversation) != opening(other.conversation)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_first_sentence_is_a_kind_word_and_nothing_else(family: str) -> None:
    tails = shared().tails
    ends = [*tails.plain]
    for of_level in (*tails.urgency.values(), *tails.trust.values()):
        ends += of_level
    for head in of_family(family).heads:
        assert_remark(head)
        for tail in ends:
            assert_remark(head + tail.format(topic="the exchange"))


def assert_remark(text: str) -> None:
    """What is said by the way asks, promises done, refuses and brushes off nothing."""
    reading = read(text)
    assert not reading.refusals, text
    assert not reading.successes, text
    assert not reading.requests, text
    assert not reading.asks_yes, text
    assert not reading.dismissive, text
    assert not reading.failed, text
    assert not is_follow_up(text), text


@pytest.mark.parametrize("place", REMARKS)
def test_remarks_say_nothing_of_the_matter(place: str) -> None:
    every = [getattr(shared(), place), *(getattr(of_family(one), place) for one in FAMILIES)]
    for text in (one for several in every for one in several):
        assert_remark(text)
    for text in shared().openings:
        assert_remark(text.format(topic="your question"))


def test_what_goes_before_a_refusal_feels_with_the_customer() -> None:
    for texts in (shared().refusing, *(of_family(one).refusing for one in FAMILIES)):
        for text in texts:
            assert read(text).empathic, text
            assert not read(text).dismissive, text


@pytest.mark.parametrize("domain", domain_names())
def test_every_refusal_is_understood_with_its_reason(domain: str) -> None:
    for reason in words_of(domain).refusals.values():
        for way in shared().refusals:
            reading = read(way.format(reason=reason))
            assert reading.refusals, way.format(reason=reason)
            assert reading.gives_reason, way.format(reason=reason)


def test_each_way_to_ask_for_a_yes_is_understood_by_customers_and_rules() -> None:
    for closer in shared().closers:
        listing = f"I would cancel order #W1. {closer}"
        assert asks_for_yes(listing), closer
        assert read(listing).asks_yes, closer


def test_a_message_ends_with_an_open_question_or_an_offer() -> None:
    for text in shared().anything_else:
        assert read(f"Done. {text}").open_question, text
        assert is_follow_up(text), text
    for text in shared().at_hand:
        assert not is_follow_up(text), text
        assert not read(text).asks, text


def test_each_family_has_words_of_its_own() -> None:
    for place in ("heads", *PLACES):
        texts = [text for family in FAMILIES for text in set(getattr(of_family(family), place))]
        shared_ones = {text for text in texts if texts.count(text) > 1}
        assert len(shared_ones) <= 3, place


@pytest.mark.parametrize("domain", ["", *domain_names()])
def test_every_sentence_that_is_reworded_is_said_by_the_reference_agent(domain: str) -> None:
    """A table that speaks of other sentences would change nothing, unseen."""
    package = files("tau_emo_client.agents.reference")
    texts = [
        (package / f"{name}.py").read_text("utf-8")
        for name in ([domain] if domain else domain_names())
    ]
    written = " ".join(" ".join(texts).split())
    written = re.sub(r'" f?"|"\s+f"', "", written)
    for sentence, *ways in rewordings().get(domain, ()):
        words = [part for part in re.split(r"\{\w+\}", sentence) if len(part) > 12]
        assert any(part.strip(" .;:,") in written for part in words), sentence
        places = sorted(re.findall(r"\{\w+\}", sentence))
        for way in ways:
            assert sorted(re.findall(r"\{\w+\}", way)) == places, way
            assert way[-1] in ".?", way


def test_a_sentence_is_said_in_another_way_with_its_values() -> None:
    ways = {
        Rewording("retail", Draw(str(seed))).text("Your order #W123 has been cancelled. Bye.")
        for seed in range(30)
    }
    assert ways == {
        "Your order #W123 has been cancelled. Bye.",
        "I have cancelled your order #W123. Bye.",
        "Order #W123 is now cancelled. Bye.",
    }


def test_a_value_with_a_full_stop_in_it_is_never_cut() -> None:
    text = "Your ticket t1 has been moved to table T. 4 in the Hall."
    for seed in range(30):
        found = Rewording("restaurant", Draw(str(seed))).text(text)
        assert found.endswith("table T. 4 in the Hall."), found


def test_a_pattern_stands_between_blanks() -> None:
    pattern = as_pattern("Order {id} is gone.")
    match = pattern.search("Well. Order 7.5 is gone. Yes.")
    assert match is not None
    assert match["id"] == "7.5"
    assert not pattern.search("xOrder 7 is gone.")


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ({"order_id": "#W5830214"}, {"W5830214", "#W58302144"}),
        ({"reservation_id": "ZA371L"}, {"ZA371LL", "ZAA371L"}),
        ({"expression": "2 * 50"}, {"(2 * 50"}),
    ],
)
def test_a_slip_makes_a_value_that_nothing_has(arguments: dict[str, str], wrong: set[str]) -> None:
    tool = "calculate" if "expression" in arguments else "get_order_details"
    (name,) = arguments
    found = {
        slip(tool, arguments, Draw(str(seed))) and slip(tool, arguments, Draw(str(seed)))[1][name]
        for seed in range(30)
    }
    assert found == wrong


@pytest.mark.parametrize(
    "arguments",
    [{"user_id": "mia_li_1234"}, {"zip": "10001"}, {"term": "fall"}, {"booking_id": "B99K19K"}, {}],
)
def test_nothing_that_could_be_somebody_elses_is_mistyped(arguments: dict[str, str]) -> None:
    assert slip("get_user_details", arguments, Draw("0")) is None


async def test_a_slip_is_mended_at_once_and_never_a_change() -> None:
    found = 0
    tasks = load_tasks("retail", "train")[:12] + load_tasks("airline", "train")[:12]
    for record in await played(tasks, seed=7):
        calls = [call for step in steps(record) for call in step.calls if call.name != "think"]
        for wrong, right in pairwise(calls):
            if wrong.is_error:
                found += 1
                assert (wrong.name, right.is_error) == (right.name, False)
                assert wrong.arguments != right.arguments
        assert sum(call.is_error for call in calls) <= 1
    assert found >= 1


def step(tool: str, arguments: dict[str, str], result: str) -> GoldStep:
    call = ToolCall(id="1", name=tool, arguments=dict(arguments), result=result, is_error=False)
    return GoldStep(Action(tool=tool, arguments=dict(arguments)), call, Changes(), Changes())


def test_look_ups_change_places_only_where_none_builds_on_the_other() -> None:
    profile = step("get_profile", {"user": "u1"}, '{"orders":["o1","o2"]}')
    one = step("get_order", {"id": "o1"}, '{"price":3}')
    other = step("get_order", {"id": "o2"}, '{"price":4}')
    total = step("calculate", {"expression": "3 + 4"}, "7")
    orders = {
        tuple(
            in_free_order([profile, one, other, total], Draw(str(seed))).index(part)
            for part in (profile, one, other, total)
        )
        for seed in range(40)
    }
    assert orders == {(0, 1, 2, 3), (0, 2, 1, 3)}


def test_reordered_look_ups_are_the_same_ones() -> None:
    for task in load_tasks("basketball", "train")[:20]:
        reads = [one for one in gold_replay(task).steps if one.before == one.after]
        found = in_free_order(reads, Draw(task.id))
        assert sorted(map(id, found)) == sorted(map(id, reads))


def test_a_wish_is_called_by_a_word() -> None:
    for name in domain_names():
        for task in load_tasks(name, "train")[:40]:
            for goal in task.user_script.goals:
                assert re.match(r"(?:the|your|what) \w+", topic(name, goal))
    exchange = next(
        goal
        for task in load_tasks("retail", "train")
        for goal in task.user_script.goals
        if goal.act == "exchange"
    )
    assert topic("retail", exchange) == "the exchange"


def test_the_phrases_hold_no_value() -> None:
    text = json.dumps([shared().model_dump(), [of_family(one).model_dump() for one in FAMILIES]])
    assert not re.search(r"\d", text)
