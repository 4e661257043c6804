"""What the customer's model is told."""

from typing import Any

import pytest
from small_tasks import small_tasks

from tau_emo_client.agents.registry import model_source
from tau_emo_client.endpoint.settings import EndpointSettings
from tau_emo_client.players import PlayerError
from tau_emo_client.prompt import filled, prompt, prompts_digest
from tau_emo_client.protocol import Protocol
from tau_emo_client.users.leave_reasons import LEAVE_REASONS
from tau_emo_client.users.llm.instructions import PROMPTS, instructions, why_left
from tau_emo_client.users.registry import llm_source
from tau_emo_client.users.scripted.patience import Reason
from tau_emo_tasks.condition import NAMES, Condition
from tau_emo_tasks.emotions import catalogue_digest, conditions, personas

TASK = small_tasks(1)[0]
OTHER = Condition(
    family="fear",
    emotion="dread",
    politeness="warm",
    urgency="high",
    trust_in_agent="skeptical",
)


def sections(text: str) -> dict[str, str]:
    parts = [part.partition("\n") for part in text.split("# ")[1:]]
    return {name: body.strip() for name, _, body in parts}


def test_facts_manner_and_ending_stand_apart() -> None:
    told = {c: sections(instructions("1", TASK, c, 1)) for c in (None, TASK.condition, OTHER)}
    assert {parts["Your business"] for parts in told.values()} == {told[None]["Your business"]}
    assert told[None]["Your business"].endswith(TASK.instruction)
    own = told[TASK.condition]["How you feel and speak"]
    assert TASK.persona in own
    assert TASK.feeling in own
    neutral = told[None]["How you feel and speak"]
    assert TASK.persona not in neutral
    assert TASK.feeling not in neutral
    assert told[TASK.condition]["How the chat ends"] == told[OTHER]["How the chat ends"]
    assert "###STOP###" in told[None]["How the chat ends"]
    assert "UNSATISFIED" not in str(told[None])


def test_another_condition_gets_a_persona_of_the_catalogue() -> None:
    told = {
        sections(instructions("1", TASK, OTHER, seed))["How you feel and speak"].split("\n\n")[0]
        for seed in range(40)
    }
    assert told == set(personas(OTHER))
    manner = sections(instructions("1", TASK, OTHER, 1))["How you feel and speak"]
    assert TASK.persona not in manner
    assert TASK.feeling not in manner
    assert instructions("1", TASK, OTHER, 1) == instructions("1", TASK, OTHER, 1)


def test_a_chosen_condition_that_equals_the_tasks_own_is_told_like_the_others() -> None:
    chosen = TASK.condition.model_copy()
    manner = sections(instructions("1", TASK, chosen, 1))["How you feel and speak"]
    assert TASK.persona not in manner
    assert TASK.feeling not in manner
    assert manner.split("\n\n")[0] in personas(TASK.condition)


def test_every_condition_has_a_manner() -> None:
    assert len({instructions("1", TASK, condition, 1) for condition in conditions()}) == 594


def test_no_prompt_names_an_emotion() -> None:
    for name in PROMPTS:
        assert not NAMES.search(prompt("1", name)), name


def test_what_customers_are_told_is_recorded() -> None:
    source = llm_source(EndpointSettings(url="http://localhost/v1", model="m"), Protocol())
    assert source.player.settings["prompts_digest"] == prompts_digest("1", *PROMPTS)
    assert source.player.settings["catalogue_digest"] == catalogue_digest()


def test_both_simulated_customers_leave_for_the_same_reasons() -> None:
    assert tuple(LEAVE_REASONS) == Reason.__args__
    assert all(f"- {reason}: " in why_left("1") for reason in LEAVE_REASONS)


def test_prompts_by_version() -> None:
    with pytest.raises(ValueError, match="no prompts '0'; there are 1"):
        prompt("0", "agent.md")
    with pytest.raises(ValueError, match="no prompt user/none"):
        prompt("1", "user/none.md")
    assert prompts_digest("1", "agent.md") != prompts_digest("1", *PROMPTS)


@pytest.mark.parametrize("source", [model_source, llm_source])
def test_a_protocol_with_unknown_prompts_cannot_be_played(source: Any) -> None:
    settings = EndpointSettings(url="http://localhost/v1", model="m")
    with pytest.raises(PlayerError, match="no prompts '0'"):
        source(settings, Protocol(prompts="0"))


def test_places_in_a_prompt() -> None:
    # What is put in is not read for places again.
    assert filled("a {{x}} b {{y}}", x="{{y}}", y="2") == "a {{y}} b 2"
    with pytest.raises(ValueError, match="place for 'z'"):
        filled("{{z}}")
    with pytest.raises(ValueError, match="no place for"):
        filled("a", x="1")
