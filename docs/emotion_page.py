"""The page of the emotions, made from their catalogue while the site is built: a hook of MkDocs."""

from collections.abc import Iterator

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from tau_emo_tasks.condition import Condition
from tau_emo_tasks.emotions import EmotionTexts, FamilyTexts, catalogue, persona

PATH = "emotions.md"
EXAMPLES = (
    ("warm", "low", "trusting"),
    ("neutral", "moderate", "cautious"),
    ("cold", "high", "skeptical"),
)
"""Politeness, urgency and trust of the personas shown of each emotion."""


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the page."""
    files.append(File.generated(config, PATH, content=page()))
    return files


def page() -> str:
    """The page, in Markdown."""
    return "\n".join(
        [
            "# Emotions",
            "",
            "What is written about each of the 22 emotions, and three of the 135 personas of each. "
            "A persona tells a model or a person who plays the customer how to speak; it names no "
            "emotion. [Customers](customers.md#conditions) tells what conditions are.",
            "",
            "```sh",
            "tau-emo emotions --emotion dread",
            "tau-emo emotions --emotion dread:warm,high,skeptical",
            "tau-emo emotions --json",
            "```",
            "",
            *(line for family in catalogue().values() for line in _family(family)),
        ]
    )


def _family(family: FamilyTexts) -> Iterator[str]:
    yield f"## {family.family.capitalize()}"
    yield ""
    yield family.definition
    yield ""
    for name, texts in family.emotions.items():
        yield from _emotion(family.family, name, texts)


def _emotion(family: str, name: str, texts: EmotionTexts) -> Iterator[str]:
    about = texts.description()
    yield f"### {name.capitalize()}"
    yield ""
    yield about.pop("definition")
    yield ""
    yield "| | |"
    yield "|---|---|"
    for part, text in about.items():
        yield f"| {part} | {text} |"
    yield ""
    yield '??? example "Personas"'
    yield ""
    for politeness, urgency, trust in EXAMPLES:
        condition = Condition.model_validate(
            {
                "family": family,
                "emotion": name,
                "politeness": politeness,
                "urgency": urgency,
                "trust_in_agent": trust,
            }
        )
        yield f"    **{politeness}, {urgency}, {trust}.** {persona(condition, 0)}"
        yield ""
