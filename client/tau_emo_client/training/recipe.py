"""A recipe: which model is trained, by what trainer, with what settings."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

TINY = "tiny"
"""The model of a recipe that has none: it is made at random, of the architecture of Qwen3."""
Trainer = Literal["sft", "grpo"]
OURS = ("output_dir", "report_to", "do_train", "resume_from_checkpoint", "environment_factory")
"""Settings of trainers that are not a recipe's to make."""


class TrainingError(Exception):
    """A model cannot be trained or measured so; the message says why and what to do."""


class Recipe(BaseModel):
    """How a model is trained. One of `sft` and `grpo` is given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(min_length=1)
    """A folder with a model, a name that transformers knows, or `tiny`."""
    sft: dict[str, JsonValue] | None = None
    """Fields of `trl.SFTConfig`: learning from a collection."""
    grpo: dict[str, JsonValue] | None = None
    """Fields of `trl.GRPOConfig`: learning by trying, with customers and grader."""
    lora: dict[str, JsonValue] | None = None
    """Fields of `peft.LoraConfig`; None: all weights are trained."""
    evaluation: tuple[str, ...] = ()
    """Options of `tau-emo eval`, before those of the command line."""

    @model_validator(mode="after")
    def _one_trainer(self) -> "Recipe":
        if (self.sft is None) == (self.grpo is None):
            raise ValueError("give either sft or grpo")
        taken = sorted(set(OURS) & set(self.settings))
        if taken:
            raise ValueError(f"{', '.join(taken)} cannot be set by a recipe")
        return self

    @property
    def trainer(self) -> Trainer:
        """Which trainer it is for."""
        return "grpo" if self.sft is None else "sft"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The settings of that trainer."""
        return self.sft or self.grpo or {}


def recipe_names() -> tuple[str, ...]:
    """The names of the recipes that come with the package."""
    folder = files("tau_emo_client").joinpath("training", "recipes")
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def load_recipe(name: str) -> Recipe:
    """A recipe by its name, or from a file.

    Args:
        name: of one that comes with the package, or the path of a YAML file.

    Raises:
        TrainingError: there is none, or it is none.
        ImportError: the extra `train` is not installed.
    """
    # Of the extra.
    import yaml

    if name in recipe_names():
        text = files("tau_emo_client").joinpath("training", "recipes", f"{name}.yaml").read_text()
    elif Path(name).suffix in (".yaml", ".yml"):
        try:
            text = Path(name).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise TrainingError(f"the recipe {name} cannot be read: {error}") from error
    else:
        raise TrainingError(
            f"there is no recipe {name!r}; give a YAML file or one of {', '.join(recipe_names())}"
        )
    try:
        given: Any = yaml.safe_load(text)
        return Recipe.model_validate(given)
    except yaml.YAMLError as error:
        raise TrainingError(f"the recipe {name} is no YAML: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the recipe"
        raise TrainingError(f"the recipe {name}: {where}: {first['msg']}") from error
