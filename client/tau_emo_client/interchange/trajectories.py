"""Plain trajectories: conversations without task and reward, in OpenAI's form or ShareGPT's.

A file is a JSON list, or has one JSON object in each line. In OpenAI's form each object holds
`messages`; in ShareGPT's it holds `conversations` with `from` and `value`, as LLaMA-Factory writes
them, with `function_call` and `observation`, or with calls between `<tool_call>` tags.
"""

import hashlib
import json
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import AliasChoices, BaseModel, Field, ValidationError

from tau_emo_client.agents.agent import Usage
from tau_emo_client.follow_ups import follow_ups
from tau_emo_client.interchange.chat import Call, Message, events_of
from tau_emo_client.interchange.values import InterchangeError, numbered_values
from tau_emo_client.limits import EndReason
from tau_emo_client.record import EpisodeRecord, Timing, episode_id, episode_seed
from tau_emo_client.run.config import (
    NO_DOMAIN,
    Environment,
    package_versions,
    trajectories_config,
)
from tau_emo_client.run.store import RUN_FILE, RunError, RunStore, read_all_summaries, read_config
from tau_emo_db import Changes, domain_names
from tau_emo_servers.conversation import AgentStep, Conversation

OPENAI, SHAREGPT = "openai", "sharegpt"
FORMS = (OPENAI, SHAREGPT)

_SPEAKERS: dict[str, Literal["system", "user", "assistant", "call", "result"]] = {
    "system": "system",
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "assistant": "assistant",
    "chatgpt": "assistant",
    "function_call": "call",
    "tool_call": "call",
    "observation": "result",
    "tool": "result",
    "tool_response": "result",
    "function_response": "result",
}
_CALL = re.compile(r"<tool_call>\s*(.*?)\s*</tool_call>", re.DOTALL)
_RESULT = re.compile(r"<tool_response>\s*(.*?)\s*</tool_response>", re.DOTALL)
_THOUGHTS = re.compile(r"\s*<think>.*?</think>", re.DOTALL)


class _OpenAi(BaseModel):
    messages: list[Message]


class _Turn(BaseModel):
    speaker: str = Field(validation_alias=AliasChoices("from", "role"))
    value: Any = Field(default=None, validation_alias=AliasChoices("value", "content"))

    @property
    def text(self) -> str:
        """The value; what is no text as JSON."""
        if self.value is None or isinstance(self.value, str):
            return self.value or ""
        return json.dumps(self.value, ensure_ascii=False)


class _ShareGpt(BaseModel):
    conversations: list[_Turn] = Field(
        validation_alias=AliasChoices("conversations", "conversation")
    )


def import_trajectories(
    path: Path, form: str, out: Path, *, name: str, domain: str = NO_DOMAIN
) -> int:
    """Make a run of the trajectories in a file. It appears when it is whole, or not at all.

    Args:
        path: the file; lines are read one at a time.
        form: `openai` or `sharegpt`.
        out: the folder of the run; if it holds the same trajectories already, nothing is done.
        name: the name under which they are listed.
        domain: the domain that they are of.

    Returns:
        How many there are.

    Raises:
        InterchangeError: it is no such file; the message names the first record that does not fit.
        RunError: the folder holds something else.
        KeyError: there is no such domain.
    """
    if domain not in (*domain_names(), NO_DOMAIN):
        known = ", ".join(domain_names())
        raise KeyError(f"there is no domain {domain!r}; the domains are {known}")
    config = trajectories_config(name, domain, _digest(path))
    if (out / RUN_FILE).exists():
        different = config.differences(read_config(out))
        if different:
            raise RunError(
                f"{out} holds another run; use another --out. They differ in {'; '.join(different)}"
            )
        return sum(1 for _ in read_all_summaries(out))
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise RunError(f"{out} exists and is no run folder; choose another --out")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.absolute().parent, prefix=f".{out.name}-") as made_in:
        beside = Path(made_in) / "run"
        environment = Environment(transport="none", versions=package_versions())
        with RunStore(beside, config, environment) as store:
            count = store.append_all(read_trajectories(path, form, domain))
        if not count:
            raise InterchangeError(f"{path} holds no conversation")
        beside.replace(out)
    return count


def read_trajectories(path: Path, form: str, domain: str = NO_DOMAIN) -> Iterator[EpisodeRecord]:
    """The trajectories of a file as ungraded episodes, in order.

    Their tasks are called after the domain and their number in the file, from 1: `retail-t1`.

    Args:
        path: the file.
        form: `openai` or `sharegpt`.
        domain: the domain that they are of.

    Raises:
        InterchangeError: it is no such file; the message names the first record that does not fit.
    """
    read = _READERS[form]
    for number, (where, value) in enumerate(numbered_values(path), 1):
        try:
            conversation = Conversation(domain=domain, events=tuple(events_of(read(value))))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"])) or "the record"
            said = first["msg"].removeprefix("Value error, ")
            raise InterchangeError(f"{path}, {where}: {place}: {said}") from error
        except ValueError as error:
            raise InterchangeError(f"{path}, {where}: {error}") from error
        if not conversation.events:
            raise InterchangeError(f"{path}, {where} has no message of customer or agent")
        yield _record(conversation, f"{domain}-t{number}")


def _record(conversation: Conversation, task_id: str) -> EpisodeRecord:
    events = conversation.events
    steps = [event for event in events if isinstance(event, AgentStep)]
    return EpisodeRecord(
        id=episode_id(task_id, 0),
        task_id=task_id,
        trial=0,
        seed=episode_seed(0, task_id, 0),
        domain=conversation.domain,
        condition=None,
        end_reason=EndReason.UNGRADED,
        reward=0,
        turns=sum(bool(step.delivered and step.text.strip()) for step in steps),
        steps=len(steps),
        tool_calls=sum(len(step.calls) for step in steps),
        follow_ups=follow_ups(events),
        user_errors=0,
        agent_usage=Usage(),
        user_usage=Usage(),
        timing=Timing(),
        conversation=conversation,
        changes=Changes(),
        grade=None,
    )


def _openai(value: object) -> Sequence[Message]:
    return _OpenAi.model_validate(value).messages


def _sharegpt(value: object) -> Sequence[Message]:
    messages: list[Message] = []
    called = 0
    for place, turn in enumerate(_ShareGpt.model_validate(value).conversations):
        role = _SPEAKERS.get(turn.speaker)
        if role is None:
            raise ValueError(
                f"conversations.{place}.from is {turn.speaker[:60]!r}; "
                f"it is one of {', '.join(_SPEAKERS)}"
            )
        if role == "result":
            told = _results(turn.text, called)
            messages += [Message(role="tool", content=text) for text in told]
            called -= len(told)
            continue
        text, calls = turn.text, list[Call]()
        if role == "call":
            thoughts = _THOUGHTS.match(text)
            told_first = thoughts.end() if thoughts else 0
            text, calls = text[:told_first], _calls(turn.text[told_first:], place)
        elif role == "assistant":
            calls = [one for found in _CALL.findall(text) for one in _calls(found, place)]
            text = _CALL.sub("", text).strip() if calls else text
        speaker = "assistant" if role == "call" else role
        messages.append(Message(role=speaker, content=text, tool_calls=calls or None))
        called = called + len(calls) if speaker == "assistant" else 0
    return messages


def _calls(text: str, place: int) -> list[Call]:
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"conversations.{place} is no JSON of a call: {error}") from error
    several = cast("list[Any]", found) if isinstance(found, list) else [found]
    return [Call.model_validate(one) for one in several]


def _results(text: str, called: int) -> list[str]:
    """The results in one observation: between tags, or a JSON list where several were called."""
    tagged = _RESULT.findall(text)
    if tagged or called < 2:
        return tagged or [text]
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return [text]
    several = cast("list[Any]", found) if isinstance(found, list) else []
    if len(several) != called:
        return [text]
    return [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in several]


_READERS: dict[str, Callable[[object], Sequence[Message]]] = {
    OPENAI: _openai,
    SHAREGPT: _sharegpt,
}


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InterchangeError(f"{path} cannot be read: {error}") from error
