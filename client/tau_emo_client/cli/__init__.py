"""The command line: `tau-emo`, and `tau-emo-eval`, which is `tau-emo eval`.

Nothing heavy is imported before a command runs, so that help answers at once.
"""

import sys

from tau_emo_client.cli.problems import run_app

__all__ = ["main", "main_eval"]


def main(arguments: list[str] | None = None) -> None:
    """Run `tau-emo` and exit: 0 done, 1 finished with failures, 2 bad usage, 130 interrupted."""
    from tau_emo_client.cli.app import app

    run_app(app, sys.argv[1:] if arguments is None else arguments, "tau-emo")


def main_eval() -> None:
    """Run `tau-emo-eval` and exit; see `main`."""
    from tau_emo_client.cli.app import eval_app

    run_app(eval_app, sys.argv[1:], "tau-emo-eval")
