"""The patience of the scripted customer, found again from what it heard."""

from tau_emo_client.emotion import parse_emotion
from tau_emo_client.limits import EndReason
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.run.store import read_records
from tau_emo_client.users.scripted import ScriptedUser
from tau_emo_client.viewer.felt import patience_of
from tau_emo_client.viewer.library import Library, Run
from tau_emo_servers.conversation import AgentStep, UserMessage
from tau_emo_tasks.task import Task


def curt(library: Library) -> list[tuple[Run, Task, EpisodeRecord]]:
    run = library.runs[0]
    return [(run, run.tasks[one.task_id], one) for one in read_records(run.folder)]


async def test_the_points_are_those_of_the_customer_who_was_there(library: Library) -> None:
    for run, task, record in curt(library):
        assert record.condition is not None
        user = ScriptedUser(task.user_script, record.condition, task.feeling, record.seed)
        await user.open()
        points: list[float] = []
        places: list[int] = []
        for place, event in enumerate(record.conversation.events):
            if isinstance(event, AgentStep) and not event.calls:
                await user.reply(event.text)
                points.append(user.patience.points)
                places.append(place)
        emotion = parse_emotion(run.config.emotion)
        found = await patience_of(task, record, emotion, run.config.protocol)
        assert found is not None
        assert [*found] == places
        assert [one.points for one in found.values()] == points
        for one, before in zip(found.values(), [user.patience.full, *points], strict=False):
            assert one.points == before + sum(cost for _, cost in one.because)
        if record.end_reason is EndReason.USER_LEFT:
            assert points[-1] <= 0


async def test_four_questions_at_once_cost_a_point_and_more_in_a_hurry(library: Library) -> None:
    run, task, record = next(
        one for one in curt(library) if one[2].condition and one[2].condition.urgency == "high"
    )
    found = await patience_of(task, record, parse_emotion("task"), run.config.protocol)
    assert found is not None
    first = next(iter(found.values()))
    assert ("too many questions", -1.5) in first.because


async def test_a_customer_who_said_something_else_is_another_one(library: Library) -> None:
    run, task, record = curt(library)[0]
    emotion, protocol = parse_emotion("task"), run.config.protocol
    events = list(record.conversation.events)
    place = next(n for n, one in enumerate(events) if n and isinstance(one, UserMessage))
    events[place] = UserMessage(text="I never said that.")
    conversation = record.conversation.model_copy(update={"events": tuple(events)})
    edited = record.model_copy(update={"conversation": conversation})
    assert await patience_of(task, edited, emotion, protocol) is None
    empty = record.conversation.model_copy(update={"events": ()})
    assert await patience_of(
        task, record.model_copy(update={"conversation": empty}), emotion, protocol
    ) is None  # fmt: skip
    assert await patience_of(task, record, parse_emotion("fear"), protocol) is None
    assert await patience_of(task, record, parse_emotion("none"), protocol) is None
    more = await patience_of(task, record, emotion, Protocol(patience=50))
    usual = await patience_of(task, record, emotion, protocol)
    assert usual is not None
    assert more is None or next(iter(more.values())).full == 50 * next(iter(usual.values())).full
