"""The line to the customer: each message once, in both directions, however clients ask."""

import anyio
import pytest

from tau_emo_db import EpisodeState
from tau_emo_servers import line as line_module
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode
from tau_emo_servers.line import (
    LAST_WORDS,
    LEFT,
    NOT_YET,
    OVER,
    STILL_WRITING,
    TOO_LONG,
    Line,
    Written,
)

HELLO = "Hello, my order is late."


@pytest.fixture
def episode(store: ServedDomain) -> Episode:
    return Episode(store, EpisodeState.open(store.data))


@pytest.fixture
def line(episode: Episode) -> Line:
    return Line(episode)


async def answered(line: Line, text: str, answer: str, message_id: str = "") -> str:
    """The agent sends a text and the customer answers it."""
    got: list[tuple[str, bool]] = []

    async def send() -> None:
        got.append(await line.send(text, message_id))

    async with anyio.create_task_group() as group:
        group.start_soon(send)
        heard = await line.hear(5)
        assert heard is not None
        assert heard.text == text
        line.say(answer)
    ((said, is_error),) = got
    assert not is_error
    return said


async def test_an_empty_text_fetches_what_the_customer_opens_with(line: Line) -> None:
    line.say(HELLO)
    assert await line.send("") == (HELLO, False)
    # A client whose connection broke asks again.
    assert await line.send("") == (HELLO, False)
    assert await line.hear(0) is None


async def test_who_asks_before_the_customer_has_spoken_waits(line: Line) -> None:
    got: list[tuple[str, bool]] = []

    async def ask() -> None:
        got.append(await line.send(""))

    async with anyio.create_task_group() as group:
        group.start_soon(ask)
        await anyio.lowlevel.checkpoint()
        line.say(HELLO)
    assert got == [(HELLO, False)]


async def test_a_message_is_delivered_and_its_answer_comes_back(
    line: Line, episode: Episode
) -> None:
    line.say(HELLO)
    episode.call("think", {"thought": "who is it?"})
    assert await answered(line, "Who are you?", "I am Ann.") == "I am Ann."
    assert await answered(line, "Thank you.", "And now?") == "And now?"
    assert await line.send("") == ("And now?", False)


async def test_a_message_tells_how_many_calls_came_before_it(line: Line, episode: Episode) -> None:
    line.say(HELLO)
    episode.call("think", {"thought": "one"})
    async with anyio.create_task_group() as group:
        group.start_soon(line.send, "Who are you?")
        await anyio.lowlevel.checkpoint()
        episode.call("think", {"thought": "two"})
        assert await line.hear(5) == Written("Who are you?", 1)
        line.say("Ann.")


async def test_a_slow_customer_is_still_writing(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_module, "ANSWERS_WITHIN", 0.01)
    line.say(HELLO)
    assert await line.send("Who are you?") == (STILL_WRITING, False)
    # Sent again by a client that gave up waiting: it is not delivered twice.
    assert await line.send("Who are you?") == (STILL_WRITING, False)
    assert await line.send("") == (STILL_WRITING, False)
    assert await line.send("Are you there?") == (NOT_YET, True)
    assert await line.hear(0) == Written("Who are you?", 0)
    assert await line.hear(0) is None
    line.say("Ann.")
    assert await line.send("") == ("Ann.", False)


async def test_the_same_id_delivers_once(line: Line) -> None:
    line.say(HELLO)
    assert await answered(line, "Who are you?", "Ann.", "m1") == "Ann."
    assert await line.send("Who are you?", "m1") == ("Ann.", False)
    assert await line.send("Something else", "m1") == ("Ann.", False)
    assert await line.hear(0) is None
    # The same words in a new message are a new message.
    assert await answered(line, "Who are you?", "I said: Ann.", "m2") == "I said: Ann."


async def test_a_customer_who_leaves_is_heard_and_then_gone(line: Line) -> None:
    line.say(HELLO)
    line.say("I have had enough.", leaves=True)
    assert await line.send("") == (f"I have had enough.\n\n{LEFT}", False)
    assert await line.send("Wait!") == (OVER, True)
    assert await line.hear(0) is None


async def test_whoever_waits_is_told_that_it_is_over(line: Line) -> None:
    got: list[tuple[str, bool]] = []

    async def send() -> None:
        got.append(await line.send("Who are you?"))

    line.say(HELLO)
    async with anyio.create_task_group() as group:
        group.start_soon(send)
        await anyio.lowlevel.checkpoint()
        line.say("", leaves=True)
    assert got == [(LEFT, False)]


async def test_one_last_message_after_a_hand_off(line: Line, episode: Episode) -> None:
    line.say(HELLO)
    assert not episode.call("transfer_to_human_agents", {"summary": "wants a person"}).is_error
    assert await line.send("A colleague takes over.") == (LAST_WORDS, False)
    assert await line.send("One more thing.") == (OVER, True)
    assert await line.hear(0) == Written("A colleague takes over.", 1)
    assert await line.hear(0) is None


async def test_too_long_a_message_is_not_delivered(line: Line) -> None:
    line.say(HELLO)
    assert await line.send("x" * 50_001) == (TOO_LONG, True)
    assert await line.hear(0) is None
