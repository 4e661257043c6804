"""Make `docs/images/run.svg` anew: a real run over all test tasks, as a terminal shows it."""

import io
import re
import tempfile
from functools import partial
from pathlib import Path

import anyio
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tau_emo_client.agents.registry import REFERENCE, agent_source
from tau_emo_client.emotion import TASK, parse_emotion
from tau_emo_client.progress import progress_on
from tau_emo_client.protocol import Protocol
from tau_emo_client.run.evaluate import Evaluation, evaluate
from tau_emo_client.run.plan import choose_tasks
from tau_emo_client.users.registry import scripted_source

PICTURE = Path(__file__).parent / "images" / "run.svg"
WIDTH = 84
"""Columns; GitHub shows the README about so wide."""

# A dark window that stands out from a white page and from a black one.
_THEME = TerminalTheme(
    background=(30, 32, 48),
    foreground=(214, 220, 240),
    normal=[
        (73, 77, 100),
        (237, 135, 150),
        (166, 218, 149),
        (238, 212, 159),
        (138, 173, 244),
        (198, 160, 246),
        (139, 213, 202),
        (214, 220, 240),
    ],
)


def main() -> None:
    """Play all test tasks, show progress and result on a recorded terminal, and draw it."""
    # A dumb terminal gets the bar once, at the end, instead of every frame of it.
    terminal = Console(
        file=io.StringIO(),
        record=True,
        width=WIDTH,
        force_terminal=True,
        color_system="truecolor",
        _environ={"TERM": "dumb"},
    )
    terminal.print(Text("$ ", style="bold green") + Text("tau-emo-eval", style="bold"))
    protocol = Protocol()
    with tempfile.TemporaryDirectory() as folder:
        plan = Evaluation(
            tasks=choose_tasks((), "test", (), None),
            protocol=protocol,
            agent=agent_source(REFERENCE),
            user=scripted_source(protocol),
            emotion=parse_emotion(TASK),
            emotion_name=TASK,
            split="test",
            seed=0,
            out=Path(folder) / "run",
        )

        report, _ = anyio.run(evaluate, plan, partial(progress_on, terminal))
    terminal.print(report.shown())
    drawn = terminal.export_svg(title="tau-emo-eval", theme=_THEME, unique_id="run")
    # Fonts from elsewhere are not loaded in a picture; the reader's own monospace will do.
    drawn = re.sub(r"@font-face \{.*?\}\n", "", drawn, flags=re.DOTALL)
    drawn = drawn.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
