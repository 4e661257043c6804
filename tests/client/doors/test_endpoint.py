"""The shared access to endpoints: what is sent, what is tried again, and whose fault it is."""

import json
import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from faulty_endpoint import (
    FaultyEndpoint,
    call,
    dropped,
    endless,
    error,
    gate,
    message,
    raw,
    silent,
    text,
    tool_calls,
)

from tau_emo_client.agents.agent import AgentError, ContextOverflowError, Usage
from tau_emo_client.concurrency import Concurrency
from tau_emo_client.endpoint.endpoint import Endpoint
from tau_emo_client.endpoint.faults import ContentFiltered, Outage, RefusedRequest
from tau_emo_client.endpoint.prices import Price, load_prices
from tau_emo_client.endpoint.settings import EndpointSettings, Patience
from tau_emo_client.players import PlayerError

HELLO: list[dict[str, Any]] = [{"role": "user", "content": "Hello"}]


async def test_what_is_sent(serve: Any, asking: Any) -> None:
    server = serve(text("Hi."))
    endpoint = asking(server, api_key="sk-secret", extra={"top_p": 0.5, "seed": None})
    await endpoint.complete(HELLO, seed=7)
    await asking(server).complete(HELLO, seed=8, tools=[{"type": "function"}])
    assert server.requests == [
        {"model": "scripted", "messages": HELLO, "temperature": 0.0, "top_p": 0.5},
        {
            "model": "scripted",
            "messages": HELLO,
            "tools": [{"type": "function"}],
            "temperature": 0.0,
            "seed": 8,
        },
    ]
    assert server.headers[0]["authorization"] == "Bearer sk-secret"


async def test_headers_of_another_service_are_not_sent(
    serve: Any, asking: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-mine")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-mine")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
    server = serve(text("Hi."))
    await asking(server).complete(HELLO, seed=1)
    assert "mine" not in json.dumps(server.headers[0])


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(error(500), id="500"),
        pytest.param(error(502, "<html>Bad gateway</html>"), id="502"),
        pytest.param(error(408), id="408"),
        pytest.param(dropped, id="dropped mid-body"),
        pytest.param(silent, id="silent"),
        pytest.param(raw(b"<html>ok</html>", media_type="text/html"), id="html"),
        pytest.param(raw(b'{"choices": [{"mess'), id="half a JSON"),
        pytest.param(raw(b""), id="empty body"),
        pytest.param(raw(b"null"), id="null"),
        pytest.param(raw(b'{"choices": []}'), id="no choice"),
        pytest.param(raw(b'{"choices": [{"message": {"content": 5}}]}'), id="no text"),
        pytest.param(
            raw(b'{"error": {"code": 502, "message": "upstream"}}'), id="an error with status 200"
        ),
        pytest.param(
            raw(b'{"choices": [{"message": {"content": ""}, "error": {"message": "died"}}]}'),
            id="an error in the choice",
        ),
    ],
)
async def test_outages_are_tried_again_and_then_given_up(
    fault: Any, serve: Any, asking: Any
) -> None:
    healing = serve(fault, text("Back."))
    assert (await asking(healing).complete(HELLO, seed=1)).text == "Back."
    assert len(healing.requests) == 2
    assert healing.requests[0] == healing.requests[1]

    lasting = serve(fault)
    with pytest.raises(Outage) as failed:
        await asking(lasting).complete(HELLO, seed=1)
    assert len(lasting.requests) == 3
    assert lasting.url in str(failed.value)


async def test_connection_refused_is_an_outage(asking: Any) -> None:
    with FaultyEndpoint(text("Hi.")) as server:
        endpoint = asking(server)
    with pytest.raises(Outage, match="cannot be reached"):
        await endpoint.complete(HELLO, seed=1)


async def test_silence_is_counted_between_bytes(serve: Any, asking: Any) -> None:
    server = serve(silent)
    began = time.perf_counter()
    with pytest.raises(Outage, match=r"silent for 0\.2 s; --endpoint-timeout"):
        await asking(server, silence=0.2, patience=Patience(attempts=1)).complete(HELLO, seed=1)
    assert 0.2 <= time.perf_counter() - began < 2


async def test_an_answer_without_end_is_given_up(serve: Any, asking: Any) -> None:
    server = serve(endless)
    with pytest.raises(Outage, match=r"did not finish an answer in 0\.3 s"):
        await asking(
            server, silence=0.2, patience=Patience(attempts=1, longest_answer=0.3)
        ).complete(HELLO, seed=1)


async def test_retry_after_is_honoured_and_lowers_concurrency(serve: Any, asking: Any) -> None:
    server = serve(error(429, retry_after="0.3"), error(429, retry_after_ms="100"), text("Hi."))
    concurrency = Concurrency(8, 64)
    began = time.perf_counter()
    async with concurrency.slot():
        await asking(server).complete(HELLO, seed=1)
    assert time.perf_counter() - began >= 0.4
    assert concurrency.rate_limits == 2
    assert concurrency.limit == 4


async def test_silence_lowers_concurrency(serve: Any, asking: Any) -> None:
    concurrency = Concurrency(8, 64)
    async with concurrency.slot():
        await asking(serve(silent, text("Hi.")), silence=0.1).complete(HELLO, seed=1)
    assert concurrency.limit == 4


async def test_a_key_that_is_told_back_is_not_recorded(serve: Any, asking: Any) -> None:
    server = serve(error(401, {"error": {"message": "bad key sk-secret given"}}))
    with pytest.raises(RefusedRequest, match=r"bad key \*\*\* given"):
        await asking(server, api_key="sk-secret").complete(HELLO, seed=1)


@pytest.mark.parametrize(
    "step",
    [
        error(401, {"error": {"message": "x" * 390 + " sk-secret-of-mine given"}}),
        error(403, "no JSON: sk-secret-of-mine"),
        raw(b'{"error": {"code": 401, "message": "bad key sk-secret-of-mine"}}'),
        raw(b"bad key sk-secret-of-mine"),
    ],
)
async def test_no_part_of_a_key_is_recorded_wherever_it_is_told_back(
    step: Any, serve: Any, asking: Any
) -> None:
    endpoint = asking(serve(*[step] * 5), api_key="sk-secret-of-mine")
    with pytest.raises((RefusedRequest, Outage)) as told:
        await endpoint.complete(HELLO, seed=1)
    assert "sk-sec" not in str(told.value)


async def test_answers_keep_words_that_are_the_key_as_well(serve: Any, asking: Any) -> None:
    answer = await asking(serve(text("none of it")), api_key="none").complete(HELLO, seed=1)
    assert answer.text == "none of it"


async def test_rate_limits_outlast_the_attempts_but_not_the_patience(
    serve: Any, asking: Any
) -> None:
    server = serve(*[error(429)] * 6, text("Hi."))
    assert (await asking(server).complete(HELLO, seed=1)).text == "Hi."
    endless = serve(error(429, retry_after="3600"))
    with pytest.raises(Outage, match="429"):
        await asking(endless).complete(HELLO, seed=1)
    assert len(endless.requests) == 1


OVERFLOWS = {
    "OpenAI": (
        400,
        {
            "error": {
                "message": "This model's maximum context length is 8192 tokens. However, your "
                "messages resulted in 9001 tokens.",
                "type": "invalid_request_error",
                "param": "messages",
                "code": "context_length_exceeded",
            }
        },
    ),
    "vLLM": (
        400,
        {
            "object": "error",
            "message": "This model's maximum context length is 4096 tokens. However, you "
            "requested 5000 tokens.",
            "type": "BadRequestError",
            "param": None,
            "code": 400,
        },
    ),
    "vLLM, prompt": (
        400,
        {
            "error": {
                "message": "The decoder prompt (length 5000) is longer than the maximum model "
                "length of 4096.",
                "type": "BadRequestError",
                "code": 400,
            }
        },
    ),
    "Anthropic": (
        400,
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": "prompt is too long: 210000 tokens > 200000 maximum",
            },
        },
    ),
    "Anthropic, output": (
        400,
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": "input length and `max_tokens` exceed context limit: 190000 + 20000",
            },
        },
    ),
    "llama.cpp": (
        400,
        {
            "error": {
                "code": 400,
                "message": "the request exceeds the available context size",
                "type": "exceed_context_size_error",
            }
        },
    ),
    "Gemini": (
        400,
        [
            {
                "error": {
                    "code": 400,
                    "message": "The input token count (1200000) exceeds the maximum number of "
                    "tokens allowed (1048576).",
                    "status": "INVALID_ARGUMENT",
                }
            }
        ],
    ),
    "SGLang, as a server error": (
        500,
        {
            "message": "The input (5000 tokens) is longer than the model's context length "
            "(4096 tokens)."
        },
    ),
}


@pytest.mark.parametrize("shape", OVERFLOWS)
async def test_overflow_is_the_agents_and_is_not_tried_again(
    shape: str, serve: Any, asking: Any
) -> None:
    status, body = OVERFLOWS[shape]
    server = serve(error(status, body))
    with pytest.raises(ContextOverflowError):
        await asking(server).complete(HELLO, seed=1)
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (error(400, {"error": {"code": "content_filter", "message": "no"}}), ContentFiltered),
        (message(finish="content_filter", content="I"), ContentFiltered),
        (error(400, {"error": {"code": "tool_use_failed", "message": "no"}}), AgentError),
        (error(400, {"error": {"message": "unknown field"}}), RefusedRequest),
        (error(422, {"detail": [{"msg": "bad"}]}), RefusedRequest),
        (error(401), RefusedRequest),
        (error(404), RefusedRequest),
        (error(429, {"error": {"code": "insufficient_quota", "message": "pay"}}), RefusedRequest),
        # A rate limit that speaks of tokens is no overflow.
        (
            error(429, {"error": {"message": "Rate limit: the maximum context length counts"}}),
            Outage,
        ),
    ],
)
async def test_whose_fault_it_is(step: Any, kind: type[Exception], serve: Any, asking: Any) -> None:
    server = serve(step)
    with pytest.raises(kind) as failed:
        await asking(server, patience=Patience(1, rate_limit_seconds=0)).complete(HELLO, seed=1)
    assert type(failed.value) is kind
    assert len(server.requests) == 1


async def test_as_many_requests_at_once_as_there_are(serve: Any, asking: Any) -> None:
    count = 150  # more than the 100 connections that HTTP clients allow by default
    server = serve(gate(count, text("Hi.")))
    endpoint = asking(server, silence=20.0)
    async with anyio.create_task_group() as group:
        for seed in range(count):
            group.start_soon(lambda seed=seed: endpoint.complete(HELLO, seed=seed))
    assert server.at_once == count
    assert sorted(body["seed"] for body in server.requests) == list(range(count))


async def test_usage_and_cost(serve: Any, asking: Any) -> None:
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 200,
        "prompt_tokens_details": {"cached_tokens": 400},
    }
    server = serve(text("Hi.", usage=usage))
    priced = asking(server, price=Price(prompt=2, completion=10, cached=0.5))
    # 600 at 2, 400 at 0.5 and 200 at 10 dollars a million
    used = (await priced.complete(HELLO, seed=1)).usage
    assert used.cost == pytest.approx(0.0034)
    assert used.model_copy(update={"cost": None}) == Usage(
        prompt_tokens=1000, completion_tokens=200, cached_tokens=400
    )
    assert (await asking(server).complete(HELLO, seed=1)).usage.cost is None
    stated = serve(text("Hi.", usage={"prompt_tokens": 5, "completion_tokens": 1, "cost": 0.25}))
    assert (await asking(stated).complete(HELLO, seed=1)).usage.cost == 0.25


def test_price_file(tmp_path: Path) -> None:
    file = tmp_path / "prices.json"
    file.write_text('{"m": {"prompt": 2.5, "completion": 10}}')
    assert load_prices(file) == {"m": Price(prompt=2.5, completion=10)}
    assert load_prices(file)["m"].cost(1_000_000, 100_000, 1_000_000) == pytest.approx(3.5)
    file.write_text('{"m": {"prompt": -1, "completion": 10}}')
    with pytest.raises(ValueError, match=r"prices.json: m\.prompt"):
        load_prices(file)
    with pytest.raises(ValueError, match="cannot be read"):
        load_prices(tmp_path / "none.json")


async def test_answers_in_other_forms(serve: Any, asking: Any) -> None:
    server = serve(
        message(content=[{"type": "text", "text": "Good "}, {"type": "text", "text": "day."}]),
        message(content=None, refusal="I will not."),
        text("<think>\nLet me see.\n</think>\n\nDone."),
        text("half a character: \ud83d"),
        tool_calls(call("f", "{}", None), call("f", '{"a": 1}', ""), call("f", "{}", "same")),
        tool_calls({"id": "x", "function": {"name": "f", "arguments": {"a": 1}}}),
    )
    endpoint = asking(server)
    done = [await endpoint.complete(HELLO, seed=1) for _ in range(6)]
    assert done[0].text == "Good day."
    assert done[1].text == "I will not."
    assert (done[2].text, done[2].reasoning) == ("Done.", "Let me see.")
    assert done[3].text == "half a character: ?"
    assert [c.id for c in done[4].calls] == ["call_1", "call_2", "same"]
    assert [c["id"] for c in done[4].message["tool_calls"]] == ["call_1", "call_2", "same"]
    assert done[5].calls[0].arguments == {"a": 1}
    assert done[5].message["tool_calls"][0]["function"]["arguments"] == '{"a": 1}'


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (error(401, {"error": {"message": "bad key"}}), "bad key; set the key in TAU_EMO_AGENT"),
        (error(403), "may not use this model"),
        (error(404), "check the address"),
        (error(400, {"error": {"message": "no temperature"}}), "no temperature; a field it does"),
        (raw(b"<html>", media_type="text/html"), "no JSON: <html>"),
        (silent, "was silent"),
    ],
)
async def test_check_says_what_to_do(step: Any, said: str, serve: Any, asking: Any) -> None:
    server = serve(step)
    with pytest.raises(PlayerError, match=said):
        await asking(server).check()
    assert len(server.requests) == 1


@pytest.mark.parametrize("step", [text("ready"), text(""), error(429), error(503)])
async def test_check_passes_what_answers(step: Any, serve: Any, asking: Any) -> None:
    server = serve(step)
    await asking(server).check()
    assert len(server.requests) == 1


def test_no_address() -> None:
    with pytest.raises(PlayerError, match="no address"):
        Endpoint(EndpointSettings(url="localhost:8000", model="m"))


def test_records_hold_no_secret() -> None:
    settings = EndpointSettings(
        url="https://me:pass@host/v1/chat/completions?key=k", model="m", api_key="sk-1"
    )
    assert settings.recorded() == {
        "endpoint": "https://host/v1",
        "model": "m",
        "extra": {},
    }
    assert "sk-1" not in repr(settings)
