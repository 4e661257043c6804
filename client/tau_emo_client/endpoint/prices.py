"""What tokens cost."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

_PER = 1_000_000


class Price(BaseModel):
    """US dollars for a million tokens of one model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: float = Field(ge=0)
    completion: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)
    """For prompt tokens read from the cache; None: as for other prompt tokens."""

    def cost(self, prompt_tokens: int, completion_tokens: int, cached_tokens: int) -> float:
        """The cost in US dollars; cached tokens are a part of the prompt tokens."""
        cached = self.prompt if self.cached is None else self.cached
        return (
            (prompt_tokens - cached_tokens) * self.prompt
            + cached_tokens * cached
            + completion_tokens * self.completion
        ) / _PER


_TABLE = TypeAdapter(dict[str, Price])


def load_prices(file: Path) -> dict[str, Price]:
    """The prices in a JSON file: `{"model": {"prompt": 2.5, "completion": 10, "cached": 1.25}}`.

    Raises:
        ValueError: the file cannot be read or holds something else; the message says what.
    """
    try:
        return _TABLE.validate_json(file.read_bytes())
    except OSError as error:
        raise ValueError(f"the price file {file} cannot be read: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ValueError(f"the price file {file}: {where}: {first['msg']}") from error
