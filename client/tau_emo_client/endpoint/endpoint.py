"""One model's endpoint, asked by all episodes of a run through one HTTP client."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar

import anyio
import httpx2
from openai import APIError, APITimeoutError, AsyncOpenAI, DefaultAsyncHttpx2Client
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    wait_exponential,
    wait_random,
)

from tau_emo_client.agent_time import uncharged
from tau_emo_client.agents.agent import AgentError, InfrastructureError
from tau_emo_client.concurrency import report_rate_limit
from tau_emo_client.endpoint.completion import Completion, Message, read_completion
from tau_emo_client.endpoint.faults import Outage, RefusedRequest, fault_of
from tau_emo_client.endpoint.hidden import hidden
from tau_emo_client.endpoint.settings import EndpointSettings, Patience
from tau_emo_client.players import PlayerError

CHAT = "/chat/completions"
"""The path of the chat-completions protocol."""

Answer = TypeVar("Answer")
Hideable = TypeVar("Hideable")

_CONNECT = 10.0
"""Seconds in which a connection must stand."""
_PROBE: tuple[Message, ...] = ({"role": "user", "content": "Answer with the word ready."},)


class Endpoint:
    """Asks one endpoint.

    The HTTP client opens as many connections as there are requests at once, so only the
    concurrency of the run limits them.

    Args:
        settings: which endpoint, model and key.
    """

    def __init__(self, settings: EndpointSettings) -> None:
        self.settings = settings
        self.where = f"the endpoint {settings.public_url}"
        """The endpoint as messages name it."""
        self._client = AsyncOpenAI(
            # The client insists on a key; endpoints that want none ignore it.
            api_key=settings.api_key or "none",
            base_url=settings.base_url,
            max_retries=0,
            http_client=DefaultAsyncHttpx2Client(
                timeout=httpx2.Timeout(
                    settings.silence, connect=min(_CONNECT, settings.silence), pool=None
                ),
                limits=httpx2.Limits(max_connections=None, max_keepalive_connections=None),
            ),
        )
        # These come from the environment of the openai client and are meant for OpenAI alone.
        self._client.organization = self._client.project = None

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        seed: int,
        tools: Sequence[Mapping[str, Any]] = (),
    ) -> Completion:
        """The model's answer to a conversation.

        Outages are tried again; the time they take is not charged to the agent.

        Args:
            messages: the conversation so far.
            seed: sent along, for endpoints that sample by it.
            tools: what the model may call; whether it does is left to it.

        Raises:
            Outage: the endpoint failed at every try.
            RefusedRequest: the endpoint will not take the request (key, model, a field).
            ContextOverflowError: the conversation does not fit the model.
            AgentError: the endpoint held the answer back, or cannot read what its model wrote.
        """
        ids = [call["id"] for message in messages for call in message.get("tool_calls") or ()]

        def read(content: bytes) -> Completion:
            return read_completion(content, self.where, self.settings.price, ids)

        return await self.ask(CHAT, self._payload(messages, seed, tools), read)

    async def ask(
        self,
        path: str,
        payload: Mapping[str, Any],
        read: Callable[[bytes], Answer],
        may_repeat: Callable[[], Awaitable[bool]] | None = None,
    ) -> Answer:
        """The answer to one request, whatever the protocol.

        Outages are tried again; the time they take is not charged to the agent.

        Args:
            path: the path of the protocol.
            payload: the body of the request.
            read: makes the answer of a body, or raises what is wrong with it.
            may_repeat: False if a request that failed has had effects, so that it must not be
                sent again.

        Raises:
            Outage: the endpoint failed at every try, or failed and may not be tried again.
            RefusedRequest: the endpoint will not take the request (key, model, a field).
            ContextOverflowError: the conversation does not fit the model.
            AgentError: the endpoint held the answer back, or cannot read what its model wrote.
        """
        bearing = _Bearing(self.settings.patience)
        with uncharged() as charge:
            async for attempt in AsyncRetrying(
                sleep=anyio.sleep,
                retry=retry_if_exception_type(Outage),
                stop=bearing.stop,
                wait=bearing.wait,
                reraise=True,
            ):
                with attempt:
                    began = time.perf_counter()
                    try:
                        answer = self._understood(read, await self._post(path, payload))
                    except Outage as error:
                        if may_repeat is None or await may_repeat():
                            raise
                        raise InfrastructureError(
                            f"{error}; the agent had called tools by then"
                        ) from error
                    charge.seconds = time.perf_counter() - began
                    return answer
        raise AssertionError("a request neither succeeded nor failed")

    async def check(self, tools: Sequence[Mapping[str, Any]] = ()) -> None:
        """Ask for a completion once, before any episode; see `try_once`.

        Args:
            tools: any, to find out whether the endpoint takes them.

        Raises:
            PlayerError: it cannot be reached, or refuses the key, the model or the request.
        """
        await self.try_once(
            CHAT,
            self._payload(_PROBE, 0, tools),
            lambda content: read_completion(content, self.where, None),
        )

    async def try_once(
        self, path: str, payload: Mapping[str, Any], read: Callable[[bytes], object]
    ) -> None:
        """Send one request before any episode.

        An endpoint that is merely busy or failing passes: requests to it are tried again.

        Args:
            path: the path of the protocol.
            payload: the body of the request.
            read: raises what is wrong with the body of the answer.

        Raises:
            PlayerError: it cannot be reached, or refuses the key, the model or the request.
        """
        try:
            self._understood(read, await self._post(path, payload))
        except RefusedRequest as error:
            raise PlayerError(f"{error}{_REMEDIES.get(error.status, '')}") from error
        except Outage as error:
            if not error.answered:
                raise PlayerError(str(error)) from error
        except AgentError as error:
            raise PlayerError(str(error)) from error

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    def _payload(
        self, messages: Sequence[Message], seed: int, tools: Sequence[Mapping[str, Any]]
    ) -> dict[str, Any]:
        return self.settings.request(
            messages=list(messages),
            tools=list(tools) or None,
            temperature=self.settings.temperature,
            seed=seed,
        )

    async def _post(self, path: str, payload: Mapping[str, Any]) -> bytes:
        longest = self.settings.patience.longest_answer
        with anyio.move_on_after(longest):
            return await self._send(path, payload)
        raise Outage(f"{self.where} did not finish an answer in {longest:g} s")

    async def _send(self, path: str, payload: Mapping[str, Any]) -> bytes:
        try:
            response = await self._client.post(path, cast_to=httpx2.Response, body=dict(payload))
        except APIError as error:
            # Records keep what went wrong, and some endpoints repeat the key they refuse.
            error.body = self._hidden(error.body)
            error.message = self._hidden(error.message)
            fault = fault_of(error, self.where, self.settings.silence)
            fault.args = tuple(self._hidden([*fault.args]))
            if isinstance(fault, Outage) and (fault.busy or isinstance(error, APITimeoutError)):
                # Silence is how a queue that is too long shows.
                wait, longest = fault.retry_after, self.settings.patience.rate_limit_seconds
                report_rate_limit(None if wait is None else min(wait, longest))
            raise fault from error
        return response.content

    def _understood(self, read: Callable[[bytes], Answer], content: bytes) -> Answer:
        """What `read` makes of a body. An answer is never changed, but an error that repeats it
        comes from the body without the key."""
        try:
            return read(content)
        except (Outage, AgentError, RefusedRequest):
            read(self._hidden(content))
            raise

    def _hidden(self, value: Hideable) -> Hideable:
        return hidden(value, (self.settings.api_key,))


class _Bearing:
    """When a request is given up, and how long the next try waits."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._outages = 0
        self._waited = 0.0
        # So that those who were told the same wait do not all come back at once.
        self._spread = wait_random(0, patience.first_wait)
        self._grow = wait_exponential(patience.first_wait, patience.longest_wait) + self._spread

    def stop(self, state: RetryCallState) -> bool:
        error = _outage(state)
        if error.busy:
            # The wait before the next try is counted already.
            return self._waited > self._patience.rate_limit_seconds
        self._outages += 1
        return self._outages >= self._patience.attempts

    def wait(self, state: RetryCallState) -> float:
        error = _outage(state)
        if error.retry_after:
            seconds = error.retry_after + self._spread(state)
        else:
            seconds = self._grow(state)
        if error.busy:
            self._waited += seconds
        return seconds


def _outage(state: RetryCallState) -> Outage:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, Outage)
    return error


_REMEDIES = {
    401: "; set the key in TAU_EMO_AGENT_API_KEY (or TAU_EMO_USER_API_KEY, TAU_EMO_JUDGE_API_KEY)",
    403: "; the key may not use this model",
    404: "; check the address, which usually ends in /v1, and the name of the model",
    400: "; a field it does not take can be left out: --agent-extra '{\"temperature\": null}' "
    "(or --user-extra, --judge-extra)",
}
