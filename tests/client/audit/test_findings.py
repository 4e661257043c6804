"""What counts as an error of the customer and what does not, case by case."""

from typing import Any

import pytest

from tau_emo_client.audit import Kind
from tau_emo_client.audit.episode import audit_conversation
from tau_emo_client.limits import EndReason
from tau_emo_servers.conversation import AgentStep, Conversation, Event, UserMessage
from tau_emo_tasks.condition import Condition
from tau_emo_tasks.load import load_tasks

TASK = next(task for task in load_tasks("airline") if task.id == "airline-6")
"""Chiara Reddy takes Helena Barros off a trip; her sister Ines, born 1979-07-03, goes instead."""
OPENING = (
    "Please take Helena Barros off our trip from LaGuardia to Chicago, so that only two of us fly."
)
ANSWER = "Could you please give me your user id?"


def kinds(
    *texts: str, end: EndReason = EndReason.LIMIT_TURNS, condition: Condition | None = None
) -> list[tuple[Kind, int]]:
    """The findings in a talk in which customer and agent take turns."""
    events: list[Event] = [
        AgentStep(text=text) if at % 2 else UserMessage(text=text) for at, text in enumerate(texts)
    ]
    talk = Conversation(domain="airline", events=tuple(events))
    return [(f.kind, f.turn) for f in audit_conversation(TASK, talk, condition, end)]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("My user id is chiara_reddy_4522.", None),
        ("I'm Chiara Reddy.", None),
        ("Ines Barros was born on July 3rd, 1979.", None),
        ("I have been waiting for 45 minutes, for heaven's sake, and asked 3 times.", None),
        ("Thank you for your patience with me.", None),
        ("My user id is chiara_reddy_4521.", Kind.CONTRADICTED),
        ("I'm Chiara Ready.", Kind.CONTRADICTED),
        ("Ines was born on July 4th, 1979.", Kind.CONTRADICTED),
        ("My wife's e-mail is c.reddy@post.example.", Kind.INVENTED),
        ("I paid $77.31 for that.", Kind.INVENTED),
        ("Mr. Ostrowski has told me so.", Kind.INVENTED),
        ("My instructions say nothing about it.", Kind.LEAKED),
        (TASK.instruction.split(". ")[1] + ".", Kind.LEAKED),
        ("How can I help you today?", Kind.AGENT_SPEECH),
        ("I have updated your reservation.", Kind.AGENT_SPEECH),
    ],
)
def test_one_message(said: str, kind: Kind | None) -> None:
    assert kinds(OPENING, ANSWER, said) == ([] if kind is None else [(kind, 1)])


def test_what_the_agent_has_said_may_be_repeated() -> None:
    asked = "Is it reservation ZZ77QX for $412.50, booked by Anneliese Brandt?"
    said = "Yes, ZZ77QX, for $412.50, by Anneliese Brandt."
    assert kinds(OPENING, asked, said) == []
    assert kinds(OPENING, ANSWER, said) == [(Kind.INVENTED, 1)]


def test_a_sum_of_known_amounts_is_no_invention() -> None:
    asked = "Bag one is $35.50 and bag two is $40.25."
    assert kinds(OPENING, asked, "So that is $75.75 in all.") == []
    assert kinds(OPENING, asked, "So that is $75.85 in all.") == [(Kind.INVENTED, 1)]


def test_endings() -> None:
    refused = "I cannot do that: the number of passengers may not change."
    second = (
        "Then Ines Barros, born on 1979-07-03, travels in Helena's place. And Shreya Reddy's date "
        "of birth was entered wrongly: it is 1952-11-01."
    )
    listed = "I would change the passengers to Ines Barros and Shreya Reddy. Shall I go ahead?"
    done = "The passengers have been changed."
    stop = EndReason.USER_STOP
    assert kinds(OPENING, refused, second, listed, "Yes.", done, "Thanks.", end=stop) == []
    assert kinds(OPENING, refused, "Thanks.", end=stop) == [(Kind.EARLY_STOP, 1)]
    assert kinds(OPENING, refused, second, listed, "Thanks.", end=stop) == [(Kind.EARLY_STOP, 2)]
    # The last message may hold nothing but the token.
    assert kinds(OPENING, refused, second, listed, end=stop) == [(Kind.EARLY_STOP, 2)]
    # Who walks away need not have heard everything, and who is handed over does not decide.
    assert kinds(OPENING, ANSWER, "I'm leaving.", end=EndReason.USER_LEFT) == []
    assert kinds(OPENING, ANSWER, end=EndReason.HANDED_OFF) == []
    assert kinds("Hello.", "Hello.", "Bye.", end=stop) == [(Kind.NO_GOAL, 1)]
    assert kinds("Hello.", "Hello.", "Bye.", end=EndReason.USER_LEFT) == [(Kind.NO_GOAL, 1)]


@pytest.mark.parametrize(
    ("family", "emotion", "said"),
    [
        ("anger", "annoyance", "This is getting ridiculous."),
        ("disgust", "distaste", "The whole thing makes my skin crawl."),
        ("enjoyment", "excitement", "I'm so excited, I can hardly wait."),
        ("fear", "dread", "I'm scared that something goes wrong."),
        ("sadness", "sorrow", "My heart is heavy today."),
    ],
)
def test_emotion(family: str, emotion: str, said: str) -> None:
    more: dict[str, Any] = {
        "family": family,
        "emotion": emotion,
        "politeness": "neutral",
        "urgency": "low",
        "trust_in_agent": "cautious",
    }
    condition = Condition.model_validate(more)
    assert kinds(OPENING, ANSWER, f"Sure. {said}", condition=condition) == []
    silent = kinds(OPENING, ANSWER, "My user id is chiara_reddy_4522.", condition=condition)
    assert silent == [(Kind.NO_EMOTION, 1)]
