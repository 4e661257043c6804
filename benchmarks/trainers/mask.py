"""What is to be learnt, made by hand: token by token, from `trainable` alone.

The text of a conversation is put together here as Qwen3's documentation writes it, by no template
of any trainer.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

Row = Mapping[str, Any]
SAMPLES = 20
_BEFORE_TOOLS = (
    "# Tools\n\nYou may call one or more functions to assist with the user query.\n\nYou are"
    " provided with function signatures within <tools></tools> XML tags:\n<tools>"
)
_AFTER_TOOLS = (
    "\n</tools>\n\nFor each function call, return a json object with function name and arguments"
    " within <tool_call></tool_call> XML tags:\n<tool_call>\n"
    '{"name": <function-name>, "arguments": <args-json-object>}\n</tool_call><|im_end|>\n'
)


def read(file: Path) -> list[Row]:
    """The lines of a file."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def tell(line: str) -> None:
    """Print a line of the table, whatever else is printed."""
    print(line, file=sys.__stdout__, flush=True)


def chosen(exports: Path, sharegpt: bool = False) -> list[Row]:
    """The samples that are checked: first those with a step that is not to be learnt, or with
    thoughts.

    Args:
        exports: the folder with a folder for each form.
        sharegpt: only those that ShareGPT's form has.
    """
    rows = read(exports / "openai" / "openai.jsonl")
    if sharegpt:
        there = {row["id"] for row in read(exports / "sharegpt" / "sharegpt.jsonl")}
        rows = [row for row in rows if row["id"] in there]
    return sorted(rows, key=lambda row: (-_telling(row), row["id"]))[:SAMPLES]


def end_of(row: Row) -> int:
    """The number of messages to the agent's last one."""
    return max(at for at, one in enumerate(row["messages"], 1) if one["role"] == "assistant")


def _telling(row: Row) -> int:
    ours = [one for one in row["messages"] if one["role"] == "assistant"]
    return 2 * any(not one["trainable"] for one in ours) + any(
        one.get("reasoning_content") for one in ours
    )


def pieces(row: Row, *, thoughts: bool = True) -> Iterator[tuple[str, bool, int]]:
    """The text of a conversation in pieces, each with whether it is learnt, and its message.

    Args:
        row: of the form `openai`.
        thoughts: every step begins with its thought, if it has none with an empty one; False: only
            those that have one do.
    """
    messages: Sequence[Row] = row["messages"]
    tools = "".join(f"\n{_json(tool)}" for tool in row["tools"])
    system = f"<|im_start|>system\n{messages[0]['content']}\n\n"
    yield system + _BEFORE_TOOLS + tools + _AFTER_TOOLS, False, 0
    for place, message in enumerate(messages[1:], 1):
        match message["role"]:
            case "user":
                yield f"<|im_start|>user\n{message['content']}<|im_end|>\n", False, place
            case "assistant":
                yield "<|im_start|>assistant\n", False, place
                yield _written(message, thoughts), message["trainable"], place
            case _:
                first = messages[place - 1]["role"] != "tool"
                last = place + 1 == len(messages) or messages[place + 1]["role"] != "tool"
                text = f"\n<tool_response>\n{message['content']}\n</tool_response>"
                text = "<|im_start|>user" + text if first else text
                yield text + "<|im_end|>\n" if last else text, False, place


def _written(message: Row, thoughts: bool) -> str:
    thought = message.get("reasoning_content") or ""
    said = f"<think>\n{thought}\n</think>\n\n" if thoughts or thought else ""
    calls = [
        f'<tool_call>\n{{"name": "{call["name"]}", "arguments": {_json(call["arguments"])}}}\n'
        "</tool_call>"
        for call in (one["function"] for one in message.get("tool_calls", ()))
    ]
    return said + "\n".join([*filter(None, [message["content"]]), *calls]) + "<|im_end|>\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def expected(
    row: Row, tokenizer: Any, *, first: int = 0, end: int | None = None, thoughts: bool = True
) -> tuple[list[int], list[bool]]:
    """The tokens of a conversation, and which are learnt.

    Args:
        row: of the form `openai`.
        tokenizer: one that tells where its tokens stand.
        first: messages before this one are not learnt.
        end: the conversation goes to this message, not included; None: to its end.
        thoughts: see `pieces`.
    """
    text, marks = "", list[bool]()
    for piece, learnt, place in pieces(row, thoughts=thoughts):
        if end is None or place < end:
            text += piece
            marks += [learnt and place >= first] * len(piece)
    told = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    mask: list[bool] = []
    for start, stop in told["offset_mapping"]:
        (learnt,) = {*marks[start : max(stop, start + 1)]}
        mask.append(learnt)
    return told["input_ids"], mask


def compare(
    name: str,
    tokens: list[int],
    labels: list[int],
    wanted: tuple[list[int], list[bool]],
    tokenizer: Any,
) -> int:
    """How many tokens are learnt, once all agree with what is wanted.

    Raises:
        AssertionError: a token or its mask is another one; the message shows where.
    """
    ids, mask = wanted
    assert tokens == ids, _where(name, tokens, ids, tokenizer)
    found = [label != -100 for label in labels]
    assert found == mask, _where(name, found, mask, tokenizer, ids)
    assert all(label in (-100, token) for label, token in zip(labels, tokens, strict=True))
    return sum(mask)


def _where(name: str, found: Any, wanted: Any, tokenizer: Any, ids: Any = None) -> str:
    pairs = zip(found, wanted, strict=False)
    place = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(found), len(wanted)))
    around = slice(max(place - 30, 0), place + 30)
    if ids is not None:
        return f"{name}: token {place} {found[place]}: {tokenizer.decode(ids[around])!r}"
    found, wanted = (tokenizer.decode(one[around]) for one in (found, wanted))
    return f"{name}: at token {place}\n  found  {found!r}\n  wanted {wanted!r}"
