"""A human at the terminal."""

import io

import pytest
from rich.console import Console
from small_tasks import small_tasks
from toys import ToyAgent, ToyTools

from tau_emo_client.agents.agent import Briefing, InfrastructureError
from tau_emo_client.episode import Play
from tau_emo_client.limits import EndReason, Limits
from tau_emo_client.players import PlayerError
from tau_emo_client.users.human import HumanUser
from tau_emo_client.users.registry import human_source
from tau_emo_servers.conversation import AgentStep, UserMessage
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.emotions import emotion_texts, personas

TASK = small_tasks(1)[0]
OTHER = Condition(
    family="fear", emotion="dread", politeness="warm", urgency="high", trust_in_agent="skeptical"
)


class Person:
    """Types the given lines, and then closes the terminal."""

    def __init__(self, *lines: str, condition: Condition | None = TASK.condition) -> None:
        self._lines = list(lines)
        self.prompts: list[str] = []
        self.screen = io.StringIO()
        console = Console(file=self.screen, width=1000)
        self.user = HumanUser(TASK, condition, 1, console, self._type)

    def _type(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self._lines:
            raise EOFError
        return self._lines.pop(0)


async def test_a_person_sees_their_part_and_writes() -> None:
    person = Person("Hello. ", "Yes [bold]", "/stop")
    assert await person.user.open() == "Hello."
    shown = person.screen.getvalue()
    for part in (TASK.instruction, TASK.persona, TASK.feeling, "/stop", "/leave"):
        assert part in shown
    lines = [" ".join(line.strip("│ ").split()) for line in shown.splitlines()]
    assert {"Family anger", "Politeness cold", "Urgency high", "Trust in the agent skeptical"} < {
        *lines
    }
    assert any(line.startswith("Emotion frustration: ") for line in lines)
    assert await person.user.reply("Order [#W1] it is?") == "Yes [bold]"
    assert "Order [#W1] it is?" in person.screen.getvalue()
    assert await person.user.reply("Done.") == "###STOP###"


async def test_a_person_walks_away_and_says_why() -> None:
    person = Person("/leave", "a delay, mostly")
    assert await person.user.reply("Wait.") == "###UNSATISFIED###"
    assert person.user.leave_reason == "delay"
    assert "procedural friction" in person.prompts[1]


async def test_without_emotion_nobody_is_asked_why() -> None:
    person = Person("/leave", "Then go on.", condition=None)
    assert await person.user.open() == "###UNSATISFIED###"
    assert "/leave" not in person.screen.getvalue()
    assert TASK.persona not in person.screen.getvalue()
    assert await person.user.again("You cannot leave.") == "Then go on."
    assert "You cannot leave." in person.screen.getvalue()
    assert person.user.leave_reason == ""


async def test_another_condition_is_described() -> None:
    person = Person("Hello.", condition=OTHER)
    await person.user.open()
    shown = person.screen.getvalue()
    texts = emotion_texts("dread")
    for part in ("fear", "dread: ", "warm", "high", "skeptical", texts.speaks, texts.needs):
        assert part in shown
    assert sum(text in shown for text in personas(OTHER)) == 1
    for part in (TASK.persona, TASK.feeling, "Why you feel so"):
        assert part not in shown


async def test_a_conversation_with_a_person_is_recorded_as_any_other() -> None:
    person = Person("Cancel it.", "", "Go on.", "/leave", "delay", condition=TASK.condition)
    play = Play(
        agent=ToyAgent("One moment.", "Still on it."),
        user=person.user,
        tools=ToyTools(),
        limits=Limits(),
    )
    await play.run(Briefing(domain="retail", policy="", tools=(), seed=1))
    assert play.events == [
        UserMessage(text="Cancel it."),
        AgentStep(text="One moment.", calls=(), reasoning=""),
        UserMessage(text="Go on."),
        AgentStep(text="Still on it.", calls=(), reasoning=""),
    ]
    assert (play.end_reason, play.user_errors, play.user_repairs) == (EndReason.USER_LEFT, 0, 1)
    assert person.user.leave_reason == "delay"


async def test_a_closed_terminal_says_nothing_about_the_agent() -> None:
    with pytest.raises(InfrastructureError, match="terminal"):
        await Person().user.open()


def test_a_terminal_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(PlayerError, match="terminal"):
        human_source()
