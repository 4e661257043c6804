"""Rates of user errors, the commands that show them, and the judge."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from small_runs import evaluation, played

from tau_emo_client.agents.agent import InfrastructureError
from tau_emo_client.audit import Finding, Kind
from tau_emo_client.audit.judge import judged
from tau_emo_client.audit.rates import Rate, UserErrors
from tau_emo_client.audit.run import Audited, audit_run
from tau_emo_client.cli import main
from tau_emo_client.run.store import read_records
from tau_emo_servers.conversation import UserMessage
from tau_emo_tasks.load import load_tasks

sys.path.insert(0, str(Path(__file__).parents[1]))

from records import condition, record

SAD = condition("sadness", "sorrow")


def audited(task: str, passed: bool, *kinds: Kind, **more: Any) -> Audited:
    findings = tuple(Finding(kind=kind, turn=0, evidence="x") for kind in kinds)
    return Audited(record(task, 0, passed, **more).summary(), findings)


def test_the_wilson_interval() -> None:
    # Values of Newcombe 1998, table I: 81 of 263 and 0 of 20.
    one, none = Rate(81, 263).interval(), Rate(0, 20).interval()
    assert one is not None
    assert none is not None
    assert (round(one.low, 4), round(one.high, 4)) == (0.2553, 0.3662)
    assert (round(none.low, 4), round(none.high, 4)) == (0.0, 0.1611)
    assert Rate(0, 0).interval() is None


def test_rates_by_group() -> None:
    made = UserErrors(
        [
            audited("a-1", False, Kind.INVENTED, Kind.LEAKED, domain="airline"),
            audited("a-2", False, domain="airline"),
            audited("a-3", True, Kind.EARLY_STOP, domain="airline"),
            audited("b-1", False, Kind.NO_EMOTION, domain="bank", condition=SAD),
            audited("b-2", False, domain="bank", condition=SAD, user_errors=2),
            audited("b-3", False, domain="bank", condition=None),
        ]
    )
    total = made.total
    assert (total.failed.count, total.failed.trials) == (2, 5)
    assert (total.trials.count, total.trials.trials) == (3, 6)
    assert (total.no_emotion.count, total.no_emotion.trials) == (1, 5)
    said = made.as_json()
    assert said["by_kind"]["early_stop"] == 1  # type: ignore[index, call-overload]
    assert said["by_kind"]["malformed"] == 2  # type: ignore[index, call-overload]
    families: Any = said["by_emotion_family"]
    assert families["anger"]["failed_trials"]["share"] == 0.5
    assert families["sadness"]["all_trials"]["count"] == 1
    assert set(families) == {"anger", "sadness"}
    assert set(said["by_domain"]) == {"airline", "bank"}  # type: ignore[arg-type]
    assert set(said["by_emotion"]) == {"annoyance", "sorrow"}  # type: ignore[arg-type]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run of two tasks; in the first episode the customer invents an amount."""
    folder = tmp_path / "run"
    played(evaluation(folder, tasks=load_tasks("airline")[:2], trials=1))
    lines: list[str] = []
    for number, episode in enumerate(sorted(read_records(folder), key=lambda one: one.id)):
        first, *rest = episode.conversation.events
        assert isinstance(first, UserMessage)
        if number == 0:
            first = UserMessage(text=f"{first.text} I once paid $912.37 for it.")
        talk = episode.conversation.model_copy(update={"events": (first, *rest)})
        changed = episode.model_copy(update={"conversation": talk})
        lines.append(changed.model_dump_json() + "\n")
    (folder / "episodes.jsonl").write_text("".join(lines), "utf-8")
    return folder


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err


def test_audit_of_a_run(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = called(capsys, "audit", str(run))
    assert status == 0
    assert out == (
        "airline-1.0, message 0: invented_fact: 912.37\n"
        "2 episodes audited: 1 findings, in 1 of them\n"
    )
    status, out, _ = called(capsys, "audit", str(run), "--json")
    (finding,) = json.loads(out)["findings"]
    assert finding == {
        "episode": "airline-1.0",
        "kind": "invented_fact",
        "turn": 0,
        "evidence": "912.37",
        "confirmed": None,
    }


def test_report_gives_the_rates(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = called(capsys, "report", str(run), "--json")
    rates = json.loads(out)["runs"][0]["user_error_rates"]
    assert rates["all_trials"]["count"] == 1
    assert rates["by_domain"]["airline"]["all_trials"]["trials"] == 2
    _, out, _ = called(capsys, "report", str(run))
    assert "in 1 of 2 trials (50.0%; 9.5-90.5)" in " ".join(out.split())


def test_a_run_on_other_tasks_is_not_audited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(evaluation(tmp_path / "run", count=1, trials=1))
    status, _, err = called(capsys, "audit", str(tmp_path / "run"))
    assert status == 2
    assert "other tasks" in err
    status, out, _ = called(capsys, "report", str(tmp_path / "run"))
    assert status == 0
    assert "not known" in out


class Judge:
    """An endpoint that gives its answers in turn."""

    def __init__(self, *answers: str | Exception) -> None:
        self.answers = [*answers]
        self.asked: list[str] = []

    async def complete(self, messages: list[dict[str, str]], *, seed: int) -> Any:
        self.asked.append(messages[0]["content"])
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return type("Completion", (), {"text": answer})


@pytest.mark.parametrize(
    ("answer", "confirmed"),
    [
        ("Yes.", True),
        ("**no**", False),
        ("Hard to tell.", None),
        (InfrastructureError("down"), None),
    ],
)
async def test_a_judge_confirms_or_not(
    run: Path, answer: str | Exception, confirmed: bool | None
) -> None:
    judge: Any = Judge(answer)
    first, second = await judged(judge, list(audit_run(run)))
    assert [finding.confirmed for finding in first.findings] == [confirmed]
    assert second.findings == ()
    (question,) = judge.asked
    assert "I once paid $912.37" in question
    assert "Evidence: 912.37" in question
    assert "Shall I go ahead" not in question  # what comes after the message is not shown
