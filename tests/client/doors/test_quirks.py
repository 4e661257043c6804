"""What some endpoints want otherwise: the requests that they get."""

from pathlib import Path
from typing import Any

import pytest

from tau_emo_client.agents.responses import payload
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.endpoint.quirks import quirks, quirks_of
from tau_emo_client.endpoint.settings import EndpointSettings

Message = dict[str, Any]

OPENAI, MISTRAL = "https://api.openai.com/v1", "https://api.mistral.ai/v1"
GEMINI = "https://generativelanguage.googleapis.com/v1beta/openai/"
ANTHROPIC, LOCAL = "https://api.anthropic.com/v1/", "http://localhost:8000/v1"
TALK: list[Message] = [
    {"role": "system", "content": "Prompt."},
    {"role": "user", "content": "Hello"},
]


def sent(url: str, model: str, messages: list[Message] = TALK, **settings: Any) -> Message:
    """The request that an endpoint would get, without the conversation."""
    endpoint = EndpointSettings(url=url, model=model, temperature=0.0, **settings)
    return endpoint.request(messages=messages, temperature=0.0, seed=7, tools=None)


@pytest.mark.parametrize(
    ("url", "model", "fields"),
    [
        (OPENAI, "gpt-4.1", {"temperature": 0.0, "seed": 7}),
        (OPENAI, "gpt-5.1", {"seed": 7}),
        (OPENAI, "o3", {"seed": 7}),
        (OPENAI, "o4-mini-2025-04-16", {"seed": 7}),
        (OPENAI, "ft:gpt-5-mini:mine", {"seed": 7}),
        ("https://mine.services.ai.azure.com/openai/v1", "o3", {"seed": 7}),
        (OPENAI, "gpt-5-chat-latest", {"temperature": 0.0, "seed": 7}),
        ("https://openrouter.ai/api/v1", "openai/gpt-5-mini", {"seed": 7}),
        ("https://openrouter.ai/api/v1", "qwen/qwen3-8b", {"temperature": 0.0, "seed": 7}),
        ("https://my.openai.azure.com/openai/v1", "o3-mini", {"seed": 7}),
        (MISTRAL, "mistral-large-latest", {"temperature": 0.0, "random_seed": 7}),
        (GEMINI, "gemini-2.5-pro", {"temperature": 0.0}),
        (ANTHROPIC, "claude-sonnet-4-5", {"temperature": 0.0}),
        (LOCAL, "gpt-5-like", {"temperature": 0.0, "seed": 7}),
        ("https://notapi.mistral.ai.example.com/v1", "x", {"temperature": 0.0, "seed": 7}),
    ],
)
def test_fields(url: str, model: str, fields: Message) -> None:
    assert sent(url, model) == {"model": model, "messages": TALK, **fields}


def test_what_the_user_asks_for_stands_above() -> None:
    assert sent(OPENAI, "o3", extra={"temperature": 1, "seed": None}) == {
        "model": "o3",
        "messages": TALK,
        "temperature": 1,
    }


def test_a_field_that_has_another_name_is_meant_by_both() -> None:
    assert "random_seed" not in sent(MISTRAL, "m", extra={"seed": None})
    other = sent(MISTRAL, "m", extra={"seed": 5})
    assert (other["random_seed"], "seed" in other) == (5, False)


@pytest.mark.parametrize(
    ("model", "names"),
    [
        ("gemma2:9b", ["no-system-role"]),
        ("gemma:7b", ["no-system-role"]),
        ("google/gemma-2b-it", ["no-system-role"]),
        ("gemma-12b-it", []),
        ("google/gemma-3-4b-it", []),
        ("mistralai/Mistral-7B-Instruct-v0.2-GGUF", ["no-system-role"]),
        ("mistralai/Mistral-7B-Instruct-v0.3", []),
        ("llama3.1:8b", ["one-call-a-message"]),
        ("meta-llama/Llama-3.3-70B-Instruct", ["one-call-a-message"]),
        ("NousResearch/Hermes-3-Llama-3.1-8B", []),
        ("llama-3.10-foo", []),
    ],
)
def test_models_on_servers_of_ones_own(model: str, names: list[str]) -> None:
    assert [quirk.name for quirk in quirks_of(LOCAL, model)] == names
    assert "one-call-a-message" not in [q.name for q in quirks_of("https://api.groq.com/v1", model)]


@pytest.mark.parametrize("model", ["google/gemma-2-9b-it", "mistral-7b-instruct-v0.2"])
def test_models_without_a_system_role_get_the_prompt_from_the_customer(model: str) -> None:
    answer = {"role": "assistant", "content": "Who are you?"}
    talk = [*TALK, answer, {"role": "user", "content": "Ann"}]
    assert sent(LOCAL, model, talk)["messages"] == [
        {"role": "user", "content": "Prompt.\n\nHello"},
        *talk[2:],
    ]
    probe = [{"role": "user", "content": "Answer with the word ready."}]
    assert sent(LOCAL, model, probe)["messages"] == probe


def test_several_calls_go_back_one_by_one_where_templates_take_one() -> None:
    calls = [
        {"id": f"c{n}", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        for n in range(3)
    ]
    results = [{"role": "tool", "tool_call_id": f"c{n}", "content": str(n)} for n in range(3)]
    said = {"role": "assistant", "content": "Wait.", "reasoning": "Hm.", "tool_calls": calls}
    last = {"role": "assistant", "content": "Done."}
    talk = [*TALK, said, *results, last]
    assert sent(LOCAL, "meta-llama/Llama-3.1-8B-Instruct", talk)["messages"] == [
        *TALK,
        {"role": "assistant", "content": "Wait.", "reasoning": "Hm.", "tool_calls": calls[:1]},
        results[0],
        {"role": "assistant", "content": None, "tool_calls": calls[1:2]},
        results[1],
        {"role": "assistant", "content": None, "tool_calls": calls[2:]},
        results[2],
        last,
    ]
    assert sent(LOCAL, "qwen3-8b", talk)["messages"] == talk


async def test_responses_leave_out_the_same() -> None:
    endpoint = Endpoint(EndpointSettings(url=OPENAI, model="gpt-5.1", temperature=0.0))
    body = payload(endpoint, "Prompt.", [{"role": "user", "content": "Hello"}], [])
    assert body == {
        "model": "gpt-5.1",
        "instructions": "Prompt.",
        "input": [{"role": "user", "content": "Hello"}],
        "store": False,
        "include": ["reasoning.encrypted_content"],
    }
    await endpoint.close()


def test_runs_record_what_was_done_otherwise() -> None:
    recorded = EndpointSettings(url=OPENAI, model="o3").recorded()["quirks"]
    assert isinstance(recorded, dict)
    assert list(recorded) == ["openai-reasoning"]
    assert len(str(recorded["openai-reasoning"])) == 12
    # So that runs without any go on as before.
    assert "quirks" not in EndpointSettings(url=LOCAL, model="qwen3-8b").recorded()


def test_each_quirk_has_a_name_of_its_own_a_reason_and_an_effect() -> None:
    assert len({quirk.name for quirk in quirks()}) == len(quirks())
    page = (Path(__file__).parents[3] / "docs" / "endpoints.md").read_text("utf-8")
    for quirk in quirks():
        assert f"`{quirk.name}`" in page
        assert quirk.hosts or quirk.models
        assert quirk.why.endswith(".")
        plain = {"model": "m", "messages": TALK, "temperature": 0.0, "seed": 7}
        several = [*TALK, {"role": "assistant", "tool_calls": [{"id": "a"}, {"id": "b"}]}]
        changed = [quirk.applied(plain) != plain]
        changed.append(quirk.applied({**plain, "messages": several})["messages"] != several)
        assert any(changed), quirk.name
    assert quirks_of(LOCAL, "my-model") == ()
