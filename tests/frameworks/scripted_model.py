"""A model server that plays the tasks rightly, for agents of every kind and framework.

It speaks chat completions and OpenAI's Responses protocol, plain and streamed. It keeps nothing
between requests: what it says next follows from the conversation that it is sent.
"""

import ast
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastmcp import Client
from loopback import Loopback
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from tau_emo_client.agents.agent import (
    Act,
    AgentError,
    Briefing,
    CustomerSays,
    Observation,
    RequestedCall,
    ToolsAnswered,
)
from tau_emo_client.agents.reference import ReferenceAgent
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import served_domain, served_domain_names
from tau_emo_servers.line import LAST_WORDS, LEFT, SEND
from tau_emo_servers.toolkit import ToolSpec
from tau_emo_tasks.task import Task

DONE = "The conversation is over."
FINAL = "final_answer"
"""The tool by which some frameworks let a model end."""
Message = dict[str, Any]


class ScriptedModel:
    """The reference agent as a model: given a conversation, its next step.

    Args:
        tasks: those that it can play; it knows them by what their customers open with.
    """

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._tasks = tasks

    async def next(self, heard: Sequence[Observation]) -> Act:
        """The step after these observations."""
        opening = heard[0]
        assert isinstance(opening, CustomerSays)
        task = self._task(opening.text)
        agent = ReferenceAgent(task)
        await agent.start(Briefing(domain="", policy="", tools=(), seed=0))
        act = Act()
        try:
            for observation in heard:
                act = await agent.act(observation)
        except AgentError:
            act = Act(text="Is there anything else?")
        await agent.close()
        tools = served_domain(task.domain).tools
        calls = tuple(_without_nulls(call, tools[call.name]) for call in act.calls)
        return Act(text=act.text, calls=calls)

    def _task(self, opening: str) -> Task:
        found = [one for one in self._tasks if one.user_script.goals[0].say in opening]
        assert found, f"no task opens with {opening[:200]!r}"
        return max(found, key=lambda one: len(one.user_script.goals[0].say))


def _without_nulls(call: RequestedCall, tool: ToolSpec) -> RequestedCall:
    """The call as a model makes it that keeps to the schema, where no type is null."""
    assert isinstance(call.arguments, dict)
    kept = {
        name: "" if value is None else value
        for name, value in call.arguments.items()
        if value is not None or tool.inputs[name].required
    }
    return call.model_copy(update={"arguments": kept})


@dataclass(frozen=True)
class Tools:
    """The tools that a request offers, by the names that the framework gave them."""

    names: tuple[str, ...]

    def offered(self, bare: str) -> str:
        """The name under which a tool is offered: frameworks put prefixes before it."""
        # The shortest one: `reschedule_appointment` ends in the name of another tool.
        return min((one for one in self.names if one.endswith(bare)), key=len, default=bare)

    def bare(self, offered: str) -> str:
        """The name that the server knows a tool by; `offered` the other way round."""
        return next((one for one in _BARE if offered.endswith(one)), offered)

    @property
    def speaks_by_tool(self) -> bool:
        """True if messages to the customer are calls of a tool."""
        return any(one.endswith(SEND) for one in self.names)


def _bare_names() -> tuple[str, ...]:
    names = {name for domain in served_domain_names() for name in served_domain(domain).tools}
    return tuple(sorted((*names, SEND), key=len, reverse=True))


_BARE = _bare_names()


def observations(items: Iterator[tuple[str, Any, Any]], tools: Tools) -> list[Observation]:
    """What the agent has seen so far.

    Args:
        items: `("user", text, None)` and `("call", (name, arguments), result)` in order.
        tools: the tools offered.
    """
    seen: list[Observation] = []
    for kind, what, result in items:
        if kind == "user":
            if not tools.speaks_by_tool:
                seen.append(CustomerSays(text=what))
            continue
        name, arguments = what
        bare = tools.bare(name)
        if bare == SEND:
            seen.append(CustomerSays(text=result))
            continue
        call = ToolCall(
            id=f"call-{len(seen)}",
            name=bare,
            arguments=arguments,
            result=result,
            is_error=result.startswith("Error:"),
        )
        seen.append(ToolsAnswered(calls=(call,)))
    return seen


async def step(model: ScriptedModel, seen: Sequence[Observation], tools: Tools) -> Act:
    """The model's next step, in the form that the tools ask for."""
    if not tools.speaks_by_tool:
        return await model.next(seen)
    if not seen:
        return _speak("")
    last = seen[-1]
    if isinstance(last, CustomerSays) and (LEFT in last.text or LAST_WORDS in last.text):
        if FINAL not in tools.names:
            return Act(text=DONE)
        return Act(calls=(RequestedCall(id="end", name=FINAL, arguments={"answer": DONE}),))
    act = await model.next(seen)
    return act if act.calls else _speak(act.text)


def _speak(text: str) -> Act:
    return Act(calls=(RequestedCall(id="say", name=SEND, arguments={"text": text}),))


def plain(content: Any) -> str:
    """The text of a message or result, however a framework wraps it."""
    if isinstance(content, str):
        if content[:1] in "[{" and '"text"' in content:
            try:
                parsed = json.loads(content)
            except ValueError:
                return content
            if isinstance(parsed, dict) and isinstance(parsed.get("content"), list):
                parsed = parsed["content"]
            first = parsed[0] if isinstance(parsed, list) and parsed else parsed
            if isinstance(first, dict) and first.get("type") in ("text", "input_text"):
                return plain(parsed)
        return content
    if isinstance(content, Mapping):
        return str(content.get("text", ""))
    return "".join(plain(part) for part in content or ())


# -- text that holds calls ------------------------------------------------------------------


def _react_items(messages: Sequence[Message]) -> Iterator[tuple[str, Any, Any]]:
    """The items of a conversation in the ReAct form."""
    asked: tuple[str, Any] | None = None
    for message in messages:
        text = plain(message["content"])
        if message["role"] == "assistant" and "\nAction: " in text:
            call = json.loads(text.partition("\nAction: ")[2])
            asked = call["name"], call["arguments"]
        elif text.startswith("Customer: "):
            yield "user", text.removeprefix("Customer: "), None
        elif text.startswith("Observation: ") and asked:
            yield "call", asked, text.removeprefix("Observation: ")


def _as_react(act: Act) -> Act:
    """A step as text."""
    if not act.calls:
        return Act(text=f"Thought: I know enough.\nAnswer: {act.text}")
    (call,) = act.calls
    action = json.dumps({"name": call.name, "arguments": call.arguments})
    return Act(text=f"Thought: I need {call.name}.\nAction: {action}")


# -- chat completions ---------------------------------------------------------------------


_CALLS, _RESULT = "Calling tools:", "Observation:"


def _chat_items(messages: Sequence[Message]) -> Iterator[tuple[str, Any, Any]]:
    asked: dict[str, tuple[str, Any]] = {}
    written: tuple[str, Any] | None = None
    for message in messages:
        role, text = message["role"], plain(message.get("content")).strip()
        if role == "assistant" and text.startswith(_CALLS):
            # smolagents tells its model of calls and results in words.
            (call,) = ast.literal_eval(text.removeprefix(_CALLS).strip())
            written = call["function"]["name"], call["function"]["arguments"]
        elif role == "user" and text.startswith(_RESULT) and written:
            yield "call", written, text.removeprefix(_RESULT).strip()
            written = None
        elif role == "user":
            yield "user", text, None
        for call in message.get("tool_calls") or ():
            function = call["function"]
            asked[call["id"]] = function["name"], json.loads(function["arguments"] or "{}")
        if role == "tool":
            yield "call", asked[message["tool_call_id"]], text


def _completion(act: Act, tools: Tools, number: int, model: str) -> Message:
    calls = [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {
                "name": tools.offered(call.name),
                "arguments": json.dumps(call.arguments),
            },
        }
        for call in act.calls
    ]
    message: Message = {"role": "assistant", "content": act.text or None}
    if calls:
        message["tool_calls"] = calls
    return {
        "id": f"completion-{number}",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [
            {"index": 0, "finish_reason": "tool_calls" if calls else "stop", "message": message}
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }


async def _chunks(completion: Message) -> AsyncIterator[bytes]:
    message = completion["choices"][0]["message"]
    calls = [{"index": 0, **call} for call in message.get("tool_calls", ())]
    delta = {**message, **({"tool_calls": calls} if calls else {})}
    finish = completion["choices"][0]["finish_reason"]
    head = {**completion, "object": "chat.completion.chunk"}
    usage = head.pop("usage")
    for choices, more in (
        ([{"index": 0, "delta": delta, "finish_reason": None}], {}),
        ([{"index": 0, "delta": {}, "finish_reason": finish}], {}),
        ([], {"usage": usage}),
    ):
        yield f"data: {json.dumps({**head, 'choices': choices, **more})}\n\n".encode()
    yield b"data: [DONE]\n\n"


# -- responses ----------------------------------------------------------------------------


def _response_items(given: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(given, str):
        yield "user", given, None
        return
    asked: dict[str, tuple[str, Any]] = {}
    for item in given:
        kind = item.get("type", "message")
        if kind == "message" and item["role"] == "user":
            yield "user", plain(item["content"]), None
        elif kind == "function_call":
            asked[item["call_id"]] = item["name"], json.loads(item["arguments"] or "{}")
        elif kind == "function_call_output":
            yield "call", asked[item["call_id"]], plain(item["output"])
        elif kind == "mcp_call":
            result = item.get("output") or item.get("error") or ""
            yield "call", (item["name"], json.loads(item["arguments"])), result


async def _with_remote_tools(
    model: ScriptedModel, seen: list[Observation], server: Message
) -> list[Message]:
    """The output of a request whose tools are an MCP server: all calls, then the message."""
    output: list[Message] = []
    async with Client(server["server_url"]) as client:
        listed = await client.list_tools()
        output.append(
            {
                "type": "mcp_list_tools",
                "id": "mcpl_1",
                "server_label": server["server_label"],
                "tools": [
                    {"name": tool.name, "input_schema": tool.input_schema} for tool in listed
                ],
            }
        )
        while True:
            act = await model.next(seen)
            if not act.calls:
                break
            call = act.calls[0]
            assert isinstance(call.arguments, dict)
            answer = await client.call_tool_mcp(call.name, call.arguments)
            text = "".join(part.text for part in answer.content)
            seen.append(
                ToolsAnswered(
                    calls=(
                        ToolCall(
                            id=call.id,
                            name=call.name,
                            arguments=call.arguments,
                            result=text,
                            is_error=bool(answer.is_error),
                        ),
                    )
                )
            )
            output.append(
                {
                    "type": "mcp_call",
                    "id": f"mcp_{len(seen)}",
                    "server_label": server["server_label"],
                    "name": call.name,
                    "arguments": json.dumps(call.arguments),
                    "output": None if answer.is_error else text,
                    "error": text if answer.is_error else None,
                }
            )
    return [*output, _message_item(act.text, len(seen))]


def _message_item(text: str, number: int) -> Message:
    return {
        "type": "message",
        "id": f"msg_{number}",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": text, "annotations": []}],
    }


def _function_item(call: RequestedCall, tools: Tools, number: int) -> Message:
    return {
        "type": "function_call",
        "id": f"fc_{number}",
        "call_id": f"call_{number}",
        "status": "completed",
        "name": tools.offered(call.name),
        "arguments": json.dumps(call.arguments),
    }


# -- the server ---------------------------------------------------------------------------


class ModelServer(Loopback):
    """The model behind HTTP."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._model = ScriptedModel(tasks)
        super().__init__(
            Starlette(
                routes=[
                    Route("/v1/chat/completions", self._chat, methods=["POST"]),
                    Route("/v1/responses", self._responses, methods=["POST"]),
                    Route("/v1/models", self._models, methods=["GET"]),
                ]
            )
        )

    async def _models(self, _: Request) -> Response:
        return JSONResponse({"object": "list", "data": [{"id": "scripted", "object": "model"}]})

    async def _chat(self, request: Request) -> Response:
        body = await request.json()
        names = [one["function"]["name"] for one in body.get("tools") or ()]
        tools = Tools(tuple(names))
        if names == ["ready"] or (not names and len(body["messages"]) == 1):
            act, seen = Act(text="ready"), []
        elif not names:
            seen = observations(_react_items(body["messages"]), tools)
            act = _as_react(await self._model.next(seen))
        else:
            seen = observations(_chat_items(body["messages"]), tools)
            act = await step(self._model, seen, tools)
        completion = _completion(act, tools, len(seen), body["model"])
        if body.get("stream"):
            return StreamingResponse(_chunks(completion), media_type="text/event-stream")
        return JSONResponse(completion)

    async def _responses(self, request: Request) -> Response:
        body = await request.json()
        offered = body.get("tools") or []
        tools = Tools(tuple(one["name"] for one in offered if one["type"] == "function"))
        remote = next((one for one in offered if one["type"] == "mcp"), None)
        if not offered:
            output, seen = [_message_item("ready", 0)], []
        else:
            seen = observations(_response_items(body["input"]), tools)
            if remote:
                output = await _with_remote_tools(self._model, seen, remote)
            else:
                act = await step(self._model, seen, tools)
                output = [_function_item(call, tools, len(seen)) for call in act.calls]
                output = output or [_message_item(act.text, len(seen))]
        return JSONResponse(
            {
                "id": f"resp_{len(seen)}",
                "object": "response",
                "created_at": 1,
                "model": body["model"],
                "status": "completed",
                "output": output,
                "parallel_tool_calls": False,
                "tool_choice": "auto",
                "tools": offered,
                "usage": {
                    "input_tokens": 100,
                    "input_tokens_details": {"cached_tokens": 0},
                    "output_tokens": 10,
                    "output_tokens_details": {"reasoning_tokens": 0},
                    "total_tokens": 110,
                },
            }
        )
