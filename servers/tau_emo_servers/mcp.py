"""One domain as an MCP server: its tools, its policy and instructions."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

import mcp_types as mt
from fastmcp import FastMCP
from fastmcp.prompts import Prompt
from fastmcp.resources import TextResource
from fastmcp.server.http import StarletteWithLifespan
from fastmcp.server.middleware import CallNext, Middleware, MiddlewareContext
from fastmcp.tools import Tool, ToolResult
from pydantic import AnyUrl, PrivateAttr

from tau_emo_db.version import BENCHMARK_VERSION
from tau_emo_servers.conversation import ToolCall
from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.episode import Episode
from tau_emo_servers.line import SEND, Line
from tau_emo_servers.toolkit import ToolSpec

Resolve = Callable[[], Episode]
"""Gives the episode that the request being served belongs to."""
Reach = Callable[[], Line | None]
"""Gives the line to the customer in that episode; None: the agent has no line of its own."""


class EpisodeTool(Tool):
    """A tool of a domain; the arguments go to the episode as they came."""

    _resolve: Resolve = PrivateAttr()

    @classmethod
    def of(cls, spec: ToolSpec, resolve: Resolve) -> "EpisodeTool":
        """The MCP tool of a specification."""
        tool = cls(
            name=spec.name,
            title=spec.title,
            description=spec.description,
            parameters=spec.parameters,
            annotations=mt.ToolAnnotations(
                title=spec.title,
                read_only_hint=spec.kind == "read",
                destructive_hint=spec.destructive,
                idempotent_hint=spec.idempotent,
                open_world_hint=False,
            ),
        )
        tool._resolve = resolve
        return tool

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Carry out the call on the episode of this request."""
        return _result(self._resolve().call(self.name, arguments))


class _EpisodeCalls(Middleware):
    """Hands every `tools/call` to the episode, so that it records unknown tools and
    malformed arguments too and no other layer words an error first."""

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve

    async def on_call_tool(
        self,
        context: MiddlewareContext[mt.CallToolRequestParams],
        call_next: CallNext[mt.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        message = context.message
        return _result(self._resolve().call(message.name, message.arguments or {}))

    async def on_request(
        self,
        context: MiddlewareContext[Any],
        call_next: CallNext[Any, Any],
    ) -> Any:
        message = context.message
        if context.method != "tools/call" or not isinstance(message, Mapping):
            return await call_next(context)
        # Only a call that the protocol layer could not read arrives as a bare mapping.
        sent = cast("Mapping[str, Any]", message)
        name, arguments = sent.get("name"), sent.get("arguments")
        if not isinstance(name, str) or isinstance(arguments, Mapping | None):
            return await call_next(context)
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        call = self._resolve().call(name, text)
        return mt.CallToolResult(content=_content(call), is_error=call.is_error)


class SendMessage(Tool):
    """The tool by which an agent that is an MCP host of its own speaks to the customer."""

    _reach: Reach = PrivateAttr()

    @classmethod
    def over(cls, reach: Reach) -> "SendMessage":
        """The tool over the line of the request being served."""
        tool = cls(
            name=SEND,
            title="Send message to user",
            description=(
                "Send the customer one message and get their answer. Begin with an empty text, "
                "which gives what the customer opens the conversation with. This is the only way "
                "to speak to the customer. If the customer is still writing, call again with an "
                "empty text."
            ),
            parameters={
                "type": "object",
                "properties": {
                    "text": {
                        "type": "string",
                        "description": "The message; empty to get what the customer says.",
                    },
                    "message_id": {
                        "type": "string",
                        "description": "An id of your own for the message: one that was delivered "
                        "is not delivered again under the same id.",
                    },
                },
                "required": ["text"],
            },
            annotations=mt.ToolAnnotations(
                title="Send message to user",
                read_only_hint=False,
                destructive_hint=False,
                idempotent_hint=False,
                open_world_hint=True,
            ),
        )
        tool._reach = reach
        return tool

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Deliver the message and wait for the answer."""
        line = self._reach()
        if line is None:
            return _said("Error: this agent has no line to the customer.", is_error=True)
        text, message_id = arguments.get("text") or "", arguments.get("message_id") or ""
        if not isinstance(text, str) or not isinstance(message_id, str):
            return _said("Error: `text` and `message_id` are texts.", is_error=True)
        answer, is_error = await line.send(_printable(text), _printable(message_id))
        return _said(answer, is_error=is_error)


class _LineToCustomer(Middleware):
    """Offers `send_message_to_user` in episodes that have such a line, and only there."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._tool = SendMessage.over(reach)

    async def on_list_tools(
        self,
        context: MiddlewareContext[mt.ListToolsRequest],
        call_next: CallNext[mt.ListToolsRequest, Sequence[Tool]],
    ) -> Sequence[Tool]:
        listed = await call_next(context)
        return listed if self._reach() is None else [*listed, self._tool]

    async def on_call_tool(
        self,
        context: MiddlewareContext[mt.CallToolRequestParams],
        call_next: CallNext[mt.CallToolRequestParams, ToolResult],
    ) -> ToolResult:
        if context.message.name != SEND or self._reach() is None:
            return await call_next(context)
        return await self._tool.run(context.message.arguments or {})


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


def _said(text: str, *, is_error: bool) -> ToolResult:
    return ToolResult(content=[mt.TextContent(type="text", text=text)], is_error=is_error)


def domain_server(
    domain: ServedDomain, resolve: Resolve, reach: Reach | None = None
) -> FastMCP[Any]:
    """The MCP server of one domain.

    It holds no state of its own: each request is carried out on the episode that `resolve`
    gives, so one server serves any number of episodes, over any transport and in both
    protocol eras. The calls are short and run on the event loop.

    Args:
        domain: the domain to serve.
        resolve: gives the episode of the request being served.
        reach: gives the line to the customer in it, where agents may have one.
    """
    line = [_LineToCustomer(reach)] if reach else []
    server: FastMCP[Any] = FastMCP(
        name=f"tau-emo {domain.name}",
        version=BENCHMARK_VERSION,
        instructions=(
            f"You serve the customers of one company ({domain.name}). Its policy is the "
            f"resource policy://{domain.name} and the prompt `policy`: follow it. Results are "
            "texts; a result that starts with `Error:` has changed nothing."
        ),
        tools=[EpisodeTool.of(spec, resolve) for spec in domain.tools.values()],
        middleware=[*line, _EpisodeCalls(resolve)],
        on_duplicate="error",
        strict_input_validation=False,
        mask_error_details=True,
    )
    server.add_resource(
        TextResource(
            uri=AnyUrl(f"policy://{domain.name}"),
            name="policy",
            title="Policy",
            description="The policy that the agent follows.",
            mime_type="text/markdown",
            text=domain.policy,
        )
    )

    def policy() -> str:
        return domain.policy

    server.add_prompt(
        Prompt.from_function(
            policy, title="Policy", description="The policy that the agent follows."
        )
    )
    return server


def http_app(
    domain: ServedDomain,
    resolve: Resolve,
    allowed_hosts: Sequence[str] | None = None,
    allowed_origins: Sequence[str] | None = None,
    reach: Reach | None = None,
) -> StarletteWithLifespan:
    """The domain's server as an ASGI application at `/mcp`, without sessions.

    A foreign Host is answered with 421 and a foreign Origin with 403, on loopback always and
    elsewhere if hosts are given.

    Args:
        domain: the domain to serve.
        resolve: gives the episode of the request being served.
        allowed_hosts: names that the Host header may hold beside the loopback ones.
        allowed_origins: origins that browsers may call from.
        reach: gives the line to the customer in it, where agents may have one.
    """
    return domain_server(domain, resolve, reach).http_app(
        path="/mcp",
        json_response=True,
        stateless_http=True,
        host_origin_protection="auto",
        allowed_hosts=list(allowed_hosts) if allowed_hosts else None,
        allowed_origins=list(allowed_origins) if allowed_origins else None,
    )


def _content(call: ToolCall) -> list[mt.ContentBlock]:
    return [mt.TextContent(type="text", text=call.result)]


def _result(call: ToolCall) -> ToolResult:
    return ToolResult(content=_content(call), is_error=call.is_error)
