"""`tau-emo emotions`."""

import json

import pytest

from tau_emo_client.cli import main
from tau_emo_tasks.condition import FAMILIES, Condition
from tau_emo_tasks.emotions import catalogue, personas


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["emotions", *arguments])
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


def test_json_holds_every_condition_with_its_texts(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = called(capsys, "--json")
    found = json.loads(out)
    assert (status, len(found)) == (0, 594)
    dread = next(
        one
        for one in found
        if (one["emotion"], one["politeness"], one["urgency"], one["trust_in_agent"])
        == ("dread", "warm", "high", "skeptical")
    )
    texts = catalogue()["fear"].emotions["dread"]
    assert dread == {
        "family": "fear",
        "emotion": "dread",
        "politeness": "warm",
        "urgency": "high",
        "trust_in_agent": "skeptical",
        "definition": texts.definition,
        "speaks": texts.speaks,
        "needs": texts.needs,
        "worsens": texts.worsens,
        "calms": texts.calms,
        "personas": dread["personas"],
    }
    assert len(set(dread["personas"])) == 5


def test_the_table_shows_families_and_emotions(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    _, out, _ = called(capsys)
    assert all(emotion in out for emotions in FAMILIES.values() for emotion in emotions)
    _, out, _ = called(capsys, "--family", "fear")
    assert "desperation" in out
    assert "bitterness" not in out


def test_an_emotion_is_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = called(capsys, "--emotion", "relief")
    texts = catalogue()["enjoyment"].emotions["relief"]
    for text in texts.description().values():
        assert text in out
    assert out.count("\nrelief:") == 27
    _, out, _ = called(capsys, "--emotion", "relief:cold,,trusting")
    assert out.count("\nrelief:") == 3
    condition = Condition(
        family="enjoyment",
        emotion="relief",
        politeness="cold",
        urgency="high",
        trust_in_agent="trusting",
    )
    assert all(text in out for text in personas(condition))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--family", "joy"), "there is no family 'joy'; use anger, disgust"),
        (("--emotion", "joy"), "'joy' is none of annoyance, "),
        (("--emotion", "fear"), "'fear' is none of annoyance, "),
        (("--family", "anger", "--emotion", "dread"), "'dread' is none of annoyance, "),
        (("--emotion", "dread:hot"), "'hot' is no politeness"),
    ],
)
def test_what_does_not_exist_is_said(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    status, out, err = called(capsys, *arguments)
    assert (status, out) == (2, "")
    assert message in err
