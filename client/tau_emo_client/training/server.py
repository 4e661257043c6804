"""A trained model behind a chat-completions endpoint: `python -m tau_emo_client.training.server`.

It asks the model with exactly the tokens that it was trained on, thoughts and texts beside calls
included, and answers one request after the other. It is for trials and small models; for the
others vLLM is many times faster.
"""

import argparse
import json
import threading
from pathlib import Path
from typing import Any

import torch
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from transformers import AutoModelForCausalLM, AutoTokenizer

from tau_emo_client.training.tokens import prepare, read_answer

LONGEST = 2048
"""Tokens of an answer, unless the request says otherwise."""


class Model:
    """Answers one conversation after the other.

    Args:
        folder: where model and tokenizer are.
        name: what the model is called.
    """

    def __init__(self, folder: str, name: str) -> None:
        self.name = name
        self._tokenizer: Any = AutoTokenizer.from_pretrained(folder)
        prepare(self._tokenizer)
        device = "cuda" if torch.cuda.is_available() else "cpu"
        model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype="auto")
        self._model: Any = model.to(device).eval()
        self._turn = threading.Lock()

    @property
    def longest(self) -> int:
        """Tokens that question and answer have together at most."""
        return self._model.config.max_position_embeddings

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        """The completion for the body of a request.

        Raises:
            ValueError: the conversation is too long.
        """
        tools = body.get("tools") or None
        asked: list[int] = self._tokenizer.apply_chat_template(
            [_read(message) for message in body["messages"]],
            tools=tools,
            add_generation_prompt=True,
            return_dict=False,
        )
        most = body.get("max_completion_tokens") or body.get("max_tokens") or LONGEST
        room = self.longest - len(asked)
        if room <= 0:
            raise ValueError(
                f"This model's maximum context length is {self.longest} tokens. However, your "
                f"messages resulted in {len(asked)} tokens."
            )
        written = self._write(asked, min(most, room), body)
        ended = written[-1:] == [self._tokenizer.eos_token_id]
        said = read_answer(self._tokenizer, written, prefix=asked, tools=tools)
        message: dict[str, Any] = {"role": "assistant", "content": said.get("content") or None}
        if said.get("reasoning_content", "").strip():
            message["reasoning_content"] = said["reasoning_content"].strip("\n")
        if said.get("tool_calls"):
            message["tool_calls"] = [*map(_call, said["tool_calls"], range(len(asked)))]
        return {
            "object": "chat.completion",
            "model": self.name,
            "choices": [
                {"index": 0, "finish_reason": "stop" if ended else "length", "message": message}
            ],
            "usage": {"prompt_tokens": len(asked), "completion_tokens": len(written)},
        }

    def _write(self, asked: list[int], most: int, body: dict[str, Any]) -> list[int]:
        temperature = body.get("temperature") or 0
        sampling: dict[str, Any] = {"do_sample": False, "temperature": None}
        if temperature:
            sampling = {"do_sample": True, "temperature": temperature}
        prompt = torch.tensor([asked], device=self._model.device)
        with self._turn, torch.inference_mode():
            torch.manual_seed(body.get("seed") or 0)
            output = self._model.generate(
                input_ids=prompt,
                attention_mask=torch.ones_like(prompt),
                max_new_tokens=most,
                eos_token_id=self._tokenizer.eos_token_id,
                pad_token_id=self._tokenizer.pad_token_id,
                **sampling,
            )
        return output[0][len(asked) :].tolist()


def _read(message: dict[str, Any]) -> dict[str, Any]:
    """A message as the template takes it: arguments as objects."""
    calls = message.get("tool_calls")
    if not calls:
        return message
    read: list[dict[str, Any]] = []
    for call in calls:
        given = call["function"]["arguments"]
        arguments = json.loads(given) if isinstance(given, str) else given
        read.append({**call, "function": {**call["function"], "arguments": arguments}})
    return {**message, "tool_calls": read}


def _call(call: dict[str, Any], number: int) -> dict[str, Any]:
    function = call["function"]
    given = function["arguments"]
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return {
        "id": f"call_{number + 1}",
        "type": "function",
        "function": {"name": function["name"], "arguments": text},
    }


def app(model: Model) -> Starlette:
    """The endpoint."""

    async def complete(request: Request) -> JSONResponse:
        try:
            return JSONResponse(await run_in_threadpool(model.answer, await request.json()))
        except ValueError as error:
            refusal = {"message": str(error), "code": "context_length_exceeded"}
            return JSONResponse({"error": refusal}, status_code=400)

    async def models(request: Request) -> JSONResponse:
        return JSONResponse({"object": "list", "data": [{"id": model.name, "object": "model"}]})

    return Starlette(
        routes=[
            Route("/v1/chat/completions", complete, methods=["POST"]),
            Route("/v1/models", models),
        ]
    )


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="A trained model behind an endpoint.")
    parser.add_argument("model", help="the folder of the model")
    parser.add_argument("--name", help="what it is called; default: as its folder")
    parser.add_argument("--port", type=int, default=8094)
    given = parser.parse_args()
    model = Model(given.model, given.name or Path(given.model).name)
    uvicorn.run(app(model), host="127.0.0.1", port=given.port, log_level="warning")


if __name__ == "__main__":
    main()
