"""Why episodes failed: faults of known kinds are named as what they are."""

from collections import Counter

import pytest
from calls_made import Call, played
from grader_mutants import Verdict, Verdicts, judge

from tau_emo_client.agents.registry import agent_source
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.failures.diagnosis import diagnose
from tau_emo_client.failures.failure import Author, Category
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.limits import Limits
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.trial import Stage, play_trial
from tau_emo_client.users.registry import scripted_source
from tau_emo_servers.conversation import AgentStep, UserMessage
from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Task

KINDS = {
    "drop": {Category.MISSING_ACTION, Category.INCOMPLETE},
    "argument": {Category.WRONG_VALUE, Category.WRONG_TARGET},
    "extra": {Category.EXTRA_ACTION},
    "instead": {Category.WRONG_TARGET, Category.WRONG_VALUE},
    "beside": {Category.EXTRA_ACTION},
}
"""What each kind of fault may be called."""


def faulty(task: Task, verdict: Verdict) -> list[Call] | None:
    """The calls of a mutant; None if they do not follow from what is known of it."""
    calls: list[Call] = [(action.tool, dict(action.arguments)) for action in task.gold]
    places = [place for place, call in enumerate(calls) if call[0] == verdict.tool]
    last = len(calls) - (1 if task.hands_off else 0)
    if verdict.kind == "extra" and verdict.what == "again":
        return [*calls[:last], calls[places[0]], *calls[last:]]
    if verdict.kind == "extra" or verdict.what == "beside":
        return [*calls[:last], (verdict.tool, verdict.arguments), *calls[last:]]
    if len(places) != 1:
        return None
    (place,) = places
    middle = [] if verdict.kind == "drop" else [(verdict.tool, verdict.arguments)]
    return [*calls[:place], *middle, *calls[place + 1 :]]


def judged(tasks: list[Task]) -> tuple[Counter[bool], list[str]]:
    """How many faults are named rightly, and the ones that are not."""
    counts: Counter[bool] = Counter()
    wrong: list[str] = []
    for task in tasks:
        verdicts = Verdicts()
        judge(task, verdicts)
        for verdict in verdicts.found:
            calls = None if verdict.kind == "output" else faulty(task, verdict)
            if calls is None:
                continue
            record = played(task, calls)
            if record.grade is None or not record.grade.state_differences:
                continue
            kind = verdict.what if verdict.kind == "principal" else verdict.kind
            found = diagnose(task, record)
            assert found is not None
            right = found.category in KINDS[kind]
            counts[right] += 1
            if not right:
                wrong.append(f"{verdict}: {found.category}: {found.evidence}")
    return counts, wrong


def test_faults_are_named_as_what_they_are() -> None:
    tasks = [task for name in served_domain_names() for task in load_tasks(name)[::25]]
    counts, wrong = judged(tasks)
    assert counts[True] + counts[False] > 100
    assert counts[True] >= 0.95 * counts.total(), "\n".join(wrong)


@pytest.mark.full
@pytest.mark.timeout(600)
def test_faults_in_a_fifth_of_the_tasks_are_named_as_what_they_are() -> None:
    tasks = [task for name in served_domain_names() for task in load_tasks(name)[3::5]]
    counts, wrong = judged(tasks)
    assert counts[True] >= 0.95 * counts.total(), "\n".join(wrong)


def test_what_passed_has_not_failed() -> None:
    task = next(task for task in load_tasks("retail") if not task.outputs)
    assert diagnose(task, played(task, [(a.tool, dict(a.arguments)) for a in task.gold])) is None


def test_where_it_went_wrong_first() -> None:
    task = next(task for task in load_tasks("airline") if not task.hands_off and not task.outputs)
    gold = [(action.tool, dict(action.arguments)) for action in task.gold]
    writes = [
        place
        for place, (tool, _) in enumerate(gold)
        if served_domain("airline").tools[tool].kind == "write"
    ]
    found = diagnose(task, played(task, [call for n, call in enumerate(gold) if n not in writes]))
    assert found is not None
    # The customer, the reads, the customer: what is missing is missing at the end.
    assert found.event == len(gold) - len(writes) + 2
    assert (found.tool, found.category) == (gold[writes[0]][0], Category.MISSING_ACTION)
    nobody = diagnose(task, played(task, []))
    assert nobody is not None
    assert nobody.category is Category.IDENTIFICATION


def record_with(task: Task, *said: str) -> EpisodeRecord:
    """An episode in which the agent looks up the customer and then only talks."""
    reads = [
        (action.tool, dict(action.arguments))
        for action in task.gold
        if served_domain(task.domain).tools[action.tool].kind == "read"
    ]
    record = played(task, reads)
    events = [*record.conversation.events, *(AgentStep(text=text) for text in said)]
    conversation = record.conversation.model_copy(update={"events": tuple(events)})
    return record.model_copy(update={"conversation": conversation})


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("Your order has been cancelled.", Category.INVENTED_RESULT),
        ("I have successfully updated your address.", Category.INVENTED_RESULT),
        ("Your order is now cancelled.", Category.INVENTED_RESULT),
        ("Has your order been cancelled?", Category.MISSING_ACTION),
        ("Nothing has been changed.", Category.MISSING_ACTION),
        ("Once your order has been cancelled, the refund follows.", Category.MISSING_ACTION),
        ("Your order was placed on 3 May.", Category.MISSING_ACTION),
        ("I have not cancelled your order.", Category.MISSING_ACTION),
        ("I can cancel your order. Shall I?", Category.MISSING_ACTION),
    ],
)
def test_who_says_that_it_is_done_has_invented_it(said: str, category: Category) -> None:
    task = next(task for task in load_tasks("retail") if not task.hands_off and task.gold_diff)
    found = diagnose(task, record_with(task, said))
    assert found is not None
    assert found.category is category


def test_customers_are_to_blame_only_for_what_comes_after_their_error() -> None:
    task = next(task for task in load_tasks("retail") if not task.hands_off and task.gold_diff)
    invented = UserMessage(text="My zip code is 99999 and my order is #W0000001.")
    verdicts = Verdicts()
    judge(task, verdicts)
    verdict = next(one for one in verdicts.found if one.kind == "argument")
    wrong = played(task, faulty(task, verdict) or [])
    found = diagnose(task, wrong)
    assert found is not None
    for author, place in ((Author.USER, 1), (Author.AGENT, found.event + 1)):
        said = [*wrong.conversation.events]
        said.insert(place, invented)
        conversation = wrong.conversation.model_copy(update={"events": tuple(said)})
        found = diagnose(task, wrong.model_copy(update={"conversation": conversation}))
        assert found is not None
        assert (found.author, found.tool) == (author, verdict.tool)


@pytest.mark.parametrize(
    ("agent", "limits", "category"),
    [
        ("handoff", Limits(), Category.NEEDLESS_HAND_OFF),
        ("apologise", Limits(), Category.WALK_AWAY),
        ("reference", Limits(turns=1), Category.LIMIT),
    ],
)
async def test_episodes_that_were_played(agent: str, limits: Limits, category: Category) -> None:
    task = next(task for task in load_tasks("retail") if not task.hands_off and task.gold_diff)
    async with MemoryHost() as host:
        stage = Stage(
            host=host,
            agent=agent_source(agent),
            user=scripted_source(Protocol()),
            limits=limits,
            emotion=parse_emotion("anger:cold,high,skeptical"),
            seed=0,
        )
        record = await play_trial(stage, task, 0)
    found = diagnose(task, record)
    assert found is not None
    assert (found.author, found.category) == (Author.AGENT, category)
    assert 0 <= found.event <= len(record.conversation.events)
    assert found.evidence
