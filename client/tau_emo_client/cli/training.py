"""`tau-emo tracer train`: from a collection to a trained model that is measured."""

from pathlib import Path
from typing import Annotated, Any

import typer

from tau_emo_client.cli.options import DomainsOption
from tau_emo_client.cli.output import print_line
from tau_emo_client.cli.problems import DONE, UsageProblem, need


def train(
    out: Annotated[
        Path,
        typer.Option("--out", "-o", envvar="TAU_EMO_OUT", help="The folder of the training."),
    ],
    recipe: Annotated[
        str,
        typer.Option(
            envvar="TAU_EMO_RECIPE", help="The name of a recipe, such as qwen3-8b-lora, or a file."
        ),
    ],
    collection: Annotated[
        Path | None, typer.Argument(help="The folder of a collection; none for GRPO.")
    ] = None,
    evaluation: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[-- OPTIONS]", help="After --: options of `tau-emo eval` for the evaluation."
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            envvar="TAU_EMO_MODEL", help="The folder or name of a model, instead of the recipe's."
        ),
    ] = None,
    domain: DomainsOption = None,
    launcher: Annotated[
        str | None,
        typer.Option(
            envvar="TAU_EMO_LAUNCHER",
            help="What starts the trainer on several GPUs, such as 'accelerate launch'.",
        ),
    ] = None,
    server: Annotated[
        str,
        typer.Option(
            envvar="TAU_EMO_SERVER", help="What serves the trained model: transformers or vllm."
        ),
    ] = "transformers",
    port: Annotated[int, typer.Option(envvar="TAU_EMO_PORT", help="Its port.")] = 8094,
    no_evaluation: Annotated[
        bool,
        typer.Option("--no-evaluation", envvar="TAU_EMO_NO_EVALUATION", help="Train only."),
    ] = False,
) -> int:
    """Train a model, serve it, and measure it on test tasks. The same command goes on with what
    was interrupted."""
    options = [*(evaluation or ())]
    if collection is not None and str(collection).startswith("-"):
        # There is no collection, and what follows -- began in its place.
        collection, options = None, [str(collection), *options]
    need("train", "yaml", "torch", "transformers", "trl", "peft", "datasets")
    from tau_emo_client.collecting.folder import CollectionError
    from tau_emo_client.training.folder import MODEL_FOLDER, read_course
    from tau_emo_client.training.recipe import TrainingError, load_recipe
    from tau_emo_client.training.serving import SERVERS
    from tau_emo_client.training.train import Course
    from tau_emo_client.training.train import evaluate as measure
    from tau_emo_client.training.train import train as run
    from tau_emo_servers.domain import served_domain_names

    if server not in SERVERS:
        raise UsageProblem(f"--server is {server!r}; it is one of {', '.join(SERVERS)}")
    for name in domain or ():
        if name not in served_domain_names():
            raise UsageProblem(
                f"there is no domain {name!r}; the domains are {', '.join(served_domain_names())}"
            )
    try:
        read = load_recipe(recipe)
        if model is not None:
            read = read.model_copy(update={"model": model})
        course = Course(read, out, collection, domain or (), launcher)
        run(course)
        print_line(_told(read_course(out)))
        print_line(f"model: {out / MODEL_FOLDER}")
        return DONE if no_evaluation else measure(course, server, port, options)
    except (CollectionError, TrainingError, OSError) as error:
        raise UsageProblem(str(error)) from error


def _told(course: dict[str, Any]) -> str:
    losses: list[float] = [entry["loss"] for entry in course["logged"]]
    fell = f", loss {losses[0]:.3f} at first and {losses[-1]:.3f} at last" if losses else ""
    return f"{course['steps']} steps{fell}"
