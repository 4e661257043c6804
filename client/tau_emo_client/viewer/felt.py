"""How much patience the scripted customer had left after each message of the agent."""

from dataclasses import dataclass

from tau_emo_client.emotion import EmotionChoice
from tau_emo_client.limits import EndReason
from tau_emo_client.protocol import Protocol
from tau_emo_client.record import EpisodeRecord
from tau_emo_client.stop_tokens import read
from tau_emo_client.texts import clean
from tau_emo_client.users.registry import scripted_source
from tau_emo_client.users.scripted import ScriptedUser
from tau_emo_servers.conversation import AgentStep, UserMessage
from tau_emo_tasks.task import Task


@dataclass(frozen=True)
class Felt:
    """What one message of the agent did to the customer's patience."""

    points: float
    """What is left."""
    full: float
    """What there was at the start."""
    because: tuple[tuple[str, float], ...]
    """What cost or restored patience, with the points."""


async def patience_of(
    task: Task, record: EpisodeRecord, emotion: EmotionChoice, protocol: Protocol
) -> dict[int, Felt] | None:
    """The patience after each message that reached the customer, by the place of the message.

    Records do not hold it. The scripted customer depends on nothing but its task, its seed and
    what it hears, so it hears the recorded messages again.

    Args:
        task: the task that was played.
        record: the episode; a scripted customer played it.
        emotion: the emotion option of the run.
        protocol: the protocol of the run.

    Returns:
        None if it does not say again what is recorded: then it is another customer, and its
        patience says nothing. Also None without a condition, as no patience is needed then.
    """
    condition = emotion.condition(task, record.seed)
    if condition is None or condition != record.condition:
        return None
    user = scripted_source(protocol).make(task, condition, record.seed)
    assert isinstance(user, ScriptedUser)
    events = record.conversation.events
    if not events or events[0] != UserMessage(text=_heard(await user.open())):
        return None
    found: dict[int, Felt] = {}
    for place, event in enumerate(events):
        if not isinstance(event, AgentStep) or not event.delivered or not event.text.strip():
            continue
        answer = events[place + 1] if place + 1 < len(events) else None
        ended = record.end_reason in (EndReason.USER_STOP, EndReason.USER_LEFT)
        if answer is None and not ended:
            break  # It ended before the customer could hear this.
        before = len(user.patience.felt)
        said = _heard(await user.reply(clean(event.text)))
        if (UserMessage(text=said) if said else None) != answer:
            return None
        because = tuple(user.patience.felt[before:])
        found[place] = Felt(user.patience.points, user.patience.full, because)
    return found


def _heard(message: str) -> str:
    return read(clean(message)).text
