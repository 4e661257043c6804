# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

"""Can the condition be told from what a scripted customer writes? A plain classifier of texts.

`python tests/client/users/voice_classifier.py` prints how well the conditions of customers who
speak from one half of the phrases are recovered by what those of the other half teach.
"""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import make_union
from sklearn.svm import LinearSVC

from benchmarks.customers import play, spread, written_tasks
from tau_emo_client.users.scripted import ScriptedUser
from tau_emo_client.users.user import STOP, UNSATISFIED
from tau_emo_servers.conversation import AgentStep
from tau_emo_tasks.condition import NAMES, Condition
from tau_emo_tasks.task import Task

LABELS = ("family", "emotion", "politeness", "urgency", "trust_in_agent")
_LEVELS = re.compile(
    r"\b(?:warm\w*|neutral\w*|cold\w*|low\w*|moderat\w*|high\w*|\w*trust\w*|cautio\w*|s[kc]eptic\w*"
    r"|urgen\w*|\w*polite\w*)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.?!:])\s+|\n+")


@dataclass(frozen=True)
class Talk:
    """What one customer wrote."""

    condition: Condition
    half: str
    sentences: tuple[str, ...]


def masked(text: str) -> str:
    """The text in small letters, without the names of emotions, families and levels."""
    return _LEVELS.sub(" ", NAMES.sub(" ", text)).lower()


async def agent_messages(tasks: Sequence[Task]) -> list[list[str]]:
    """What the reference agent writes in each of the tasks."""
    played = await play("reference", tasks, 1)
    return [
        [
            step.text
            for step in record.conversation.events
            if isinstance(step, AgentStep) and not step.calls
        ]
        for _, record in played
    ]


async def talks(tasks: Sequence[Task], customers: int) -> list[Talk]:
    """What customers of many conditions write to the same messages of an agent.

    Args:
        tasks: what they call about.
        customers: how many for each task, at most 45.
    """
    found: list[Talk] = []
    for number, (task, messages) in enumerate(zip(tasks, await agent_messages(tasks), strict=True)):
        for condition in spread(number, customers):
            user = ScriptedUser(task.user_script, condition, "", len(found))
            said = [await user.open()]
            for message in messages:
                said.append(await user.reply(message))
                if said[-1].endswith((STOP, UNSATISFIED)):
                    break
            sentences = tuple(one for text in said for one in _SENTENCE.split(text) if one)
            assert user.half
            found.append(Talk(condition, user.half, sentences))
    return found


@dataclass(frozen=True)
class Outcome:
    """How well one label was recovered."""

    accuracy: float
    confusions: list[tuple[tuple[str, str], int]]
    """What was taken for what, and how often; the most frequent first."""


def recover(talks_: Sequence[Talk], learned_half: str) -> dict[str, Outcome]:
    """Learn every label from the customers of one half and recover it from the others.

    Sentences that occur in both halves are left out, names of emotions and levels are masked.
    """
    said: dict[str, set[str]] = {"a": set(), "b": set()}
    for talk in talks_:
        said[talk.half] |= set(talk.sentences)
    both = said["a"] & said["b"]

    def text(talk: Talk) -> str:
        return masked(" \n ".join(one for one in talk.sentences if one not in both))

    known = [talk for talk in talks_ if talk.half == learned_half]
    others = [talk for talk in talks_ if talk.half != learned_half]
    features = make_union(
        TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, token_pattern=r"\b\w+\b|[!?]"),
        TfidfVectorizer(
            analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True, max_features=20_000
        ),
    )
    learned = features.fit_transform([text(talk) for talk in known])
    seen = features.transform([text(talk) for talk in others])
    outcomes: dict[str, Outcome] = {}
    for label in LABELS:
        model = LinearSVC(random_state=0, C=0.5).fit(
            learned, [getattr(talk.condition, label) for talk in known]
        )
        truth = [str(getattr(talk.condition, label)) for talk in others]
        guesses = [str(guess) for guess in model.predict(seen)]
        pairs = Counter(zip(truth, guesses, strict=True))
        right = sum(count for (true, guess), count in pairs.items() if true == guess)
        wrong = [(pair, count) for pair, count in pairs.most_common() if pair[0] != pair[1]]
        outcomes[label] = Outcome(right / len(others), wrong)
    return outcomes


def main() -> None:
    """Print the figures of both directions."""
    found = asyncio.run(talks(written_tasks(), 45))
    for half in "ab":
        sys.stdout.write(f"learned from half {half} ({len(found)} customers)\n")
        for label, outcome in recover(found, half).items():
            sys.stdout.write(f"  {label}: {outcome.accuracy:.1%} {outcome.confusions[:6]}\n")


if __name__ == "__main__":
    main()
