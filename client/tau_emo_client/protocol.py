"""Protocols: everything that defines a score, fixed under a name."""

from importlib import resources

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tau_emo_client.limits import Limits

CUSTOM = "custom"
"""The name of every setting that is no published protocol; such runs give no headline."""


class Protocol(BaseModel):
    """The rules under which a score is measured. Each field is also an option of the CLI."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = CUSTOM
    trials: int = Field(default=1, ge=1)
    """k: how often each task is played."""
    limits: Limits = Limits()
    agent_temperature: float = Field(default=0.0, ge=0, le=2)
    """Sampling temperature of the agent, where its endpoint takes one."""
    user_temperature: float = Field(default=0.0, ge=0, le=2)
    """Sampling temperature of the customer's model."""
    user_strategy: str = "llm"
    """How the customer's model comes to a message: a name in `users.llm.strategies`."""
    prompts: str = "1"
    """Version of the texts that agents and simulated customers are prompted with."""
    patience: float = Field(default=1.0, gt=0)
    """How much friction the customer bears before walking away, relative to the published
    setting; 2 bears twice as much."""


def protocol_names() -> tuple[str, ...]:
    """The names of all published protocols."""
    folder = resources.files("tau_emo_client").joinpath("protocols")
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


def load_protocol(name: str) -> Protocol:
    """The published protocol of this name.

    Raises:
        ValueError: there is none, or its file is broken; the message says which.
    """
    if name not in protocol_names():
        raise ValueError(
            f"there is no protocol {name!r}; the protocols are {', '.join(protocol_names())}"
        )
    file = resources.files("tau_emo_client").joinpath("protocols", f"{name}.json")
    try:
        protocol = Protocol.model_validate_json(file.read_text("utf-8"))
    except ValidationError as error:
        raise ValueError(f"the protocol file {name}.json is broken: {error}") from error
    if protocol.name != name:
        raise ValueError(f"the protocol file {name}.json names itself {protocol.name!r}")
    return protocol
