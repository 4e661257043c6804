"""`tau-emo emotions`: the conditions a customer can be in, and how they speak."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from tau_emo_client.cli.options import JsonOption
from tau_emo_client.cli.output import print_json, print_line
from tau_emo_client.cli.problems import UsageProblem

if TYPE_CHECKING:
    from tau_emo_tasks.condition import Condition


def emotions(
    family: Annotated[
        str, typer.Option(envvar="TAU_EMO_SHOW_FAMILY", help="Only the emotions of this family.")
    ] = "",
    emotion: Annotated[
        str,
        typer.Option(
            envvar="TAU_EMO_SHOW_EMOTION",
            help="Only this emotion, with all that is written about it. "
            "NAME:POLITENESS,URGENCY,TRUST narrows its personas.",
        ),
    ] = "",
    json: JsonOption = False,
) -> None:
    """The emotions by family; with --emotion or --json, everything about them."""
    found = _found(family, emotion)
    if json:
        print_json([_whole(condition) for condition in found])
    elif emotion:
        _print_emotion(found)
    else:
        _print_families(list(dict.fromkeys(one.family for one in found)))


def _found(family: str, emotion: str) -> "list[Condition]":
    from tau_emo_client.emotion import parse_emotion
    from tau_emo_tasks.condition import FAMILIES
    from tau_emo_tasks.emotions import conditions

    if family and family not in FAMILIES:
        raise UsageProblem(f"there is no family {family!r}; use {', '.join(FAMILIES)}")
    found = [one for one in conditions() if not family or one.family == family]
    if not emotion:
        return found
    names = list(dict.fromkeys(one.emotion for one in found))
    if emotion.partition(":")[0] not in names:
        raise UsageProblem(f"--emotion {emotion!r} is none of {', '.join(names)}")
    try:
        wanted = parse_emotion(emotion)
    except ValueError as error:
        raise UsageProblem(str(error)) from error
    return [
        one
        for one in found
        if one.emotion == wanted.emotion
        and wanted.politeness in ("", one.politeness)
        and wanted.urgency in ("", one.urgency)
        and wanted.trust in ("", one.trust_in_agent)
    ]


def _whole(condition: "Condition") -> dict[str, object]:
    from tau_emo_tasks.emotions import emotion_texts, personas

    texts = emotion_texts(condition.emotion)
    return {
        **condition.model_dump(),
        **texts.description(),
        "personas": personas(condition),
    }


def _print_families(families: Sequence[str]) -> None:
    from rich.console import Console
    from rich.table import Table

    from tau_emo_tasks.emotions import catalogue

    table = Table("Family", "Emotion", "What it is")
    for family in families:
        first = family
        for emotion, texts in catalogue()[family].emotions.items():
            table.add_row(first, emotion, texts.definition)
            first = ""
        table.add_section()
    Console().print(table)
    print_line("`tau-emo emotions --emotion NAME` shows all about one, with its personas.")


def _print_emotion(found: "Sequence[Condition]") -> None:
    from tau_emo_tasks.emotions import emotion_texts, personas

    name = found[0].emotion
    print_line(f"{name} ({found[0].family})")
    for part, text in emotion_texts(name).description().items():
        print_line(f"{part}: {text}")
    for condition in found:
        print_line("")
        print_line(f"{name}:{condition.politeness},{condition.urgency},{condition.trust_in_agent}")
        for number, text in enumerate(personas(condition)):
            print_line(f"  {number}. {text}")
