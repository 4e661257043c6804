"""Reading answers of OpenAI's Responses protocol."""

import json
from typing import Any

import pytest

from tau_emo_client.agents.agent import AgentError, Usage
from tau_emo_client.endpoint.faults import ContentFiltered, Outage
from tau_emo_client.endpoint.prices import Price
from tau_emo_client.endpoint.response import ModelResponse, read_response

CALL = {"type": "mcp_call", "id": "m1", "name": "think", "arguments": "{}", "output": ""}


def message(text: str) -> dict[str, Any]:
    return {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": text}],
    }


def thought(text: str) -> dict[str, Any]:
    return {"type": "reasoning", "summary": [{"type": "summary_text", "text": text}]}


def read(*output: dict[str, Any], price: Price | None = None, **body: Any) -> ModelResponse:
    content = json.dumps({"status": "completed", "output": output, **body}).encode()
    return read_response(content, "the endpoint", price)


def test_what_is_said_before_a_call_is_recorded_and_not_delivered() -> None:
    output = [thought("Who?"), message("Let me look."), CALL, message("Done."), message("Bye.")]
    answer = read(*output)
    assert answer.text == "Done.\n\nBye."
    assert answer.reasoning == "Who?\nLet me look."
    assert list(answer.output) == output


def test_nothing_but_calls_is_no_message() -> None:
    answer = read(message("Let me look."), CALL)
    assert answer.text == ""
    assert answer.reasoning == "Let me look."


def test_a_refusal_is_the_message() -> None:
    refusal = {"type": "message", "content": [{"type": "refusal", "refusal": "I will not."}]}
    assert read(refusal).text == "I will not."


def test_usage_and_cost() -> None:
    usage = {
        "input_tokens": 1_000_000,
        "output_tokens": 100_000,
        "input_tokens_details": {"cached_tokens": 400_000},
    }
    answer = read(message("Hi."), usage=usage, price=Price(prompt=2, completion=10, cached=0.5))
    # 600,000 at 2 and 400,000 at 0.5 dollars for a million, and 100,000 at 10: 1.2 + 0.2 + 1.
    assert answer.usage.cost == pytest.approx(2.4)
    assert answer.usage.model_copy(update={"cost": None}) == Usage(
        prompt_tokens=1_000_000, completion_tokens=100_000, cached_tokens=400_000
    )


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"status": "failed", "error": {"message": "overloaded"}}, Outage),
        ({"incomplete_details": {"reason": "content_filter"}}, ContentFiltered),
        ({"output": [{"type": "mcp_approval_request"}]}, AgentError),
        ({"output": "none"}, Outage),
        ({"output": None}, Outage),
    ],
)
def test_whose_fault_it_is(body: dict[str, Any], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        read_response(json.dumps({"output": [], **body}).encode(), "the endpoint", None)
