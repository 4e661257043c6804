"""Tokenizers made fit for training: what a model is trained on is what it is asked with.

Qwen3's own chat template writes earlier turns otherwise than they were generated, and does not
mark what the agent wrote. The one that TRL has for training does both right. It is saved with the
trained model, so that any server renders a conversation as it was learnt.
"""

from collections.abc import Sequence
from typing import Any

from trl.chat_template_utils import add_response_schema, get_training_chat_template

from tau_emo_client.training.recipe import TrainingError
from tau_emo_servers.line import SEND

_RESULT = '{%- elif message.role == "tool" %}'
_ANSWER = (
    '{%- elif message.role == "tool" and message.name == "' + SEND + '" %}\n'
    "        {{- '<|im_start|>user\\n' + content + '<|im_end|>\\n' }}\n"
    "    "
)


def prepare(tokenizer: Any) -> None:
    """Give a tokenizer the template for training, and what calls are read back by.

    Args:
        tokenizer: of a model whose template TRL knows.

    Raises:
        TrainingError: TRL does not know it.
    """
    try:
        if getattr(tokenizer, "response_template", None) is None:
            add_response_schema(tokenizer)
        template = get_training_chat_template(tokenizer)
    except ValueError as error:
        raise TrainingError(
            f"this model's chat template cannot be trained with: {error}"
        ) from error
    if template is not None:
        tokenizer.chat_template = template


def answering(template: str) -> str:
    """The template with what the customer answers as a message of theirs, not as a result: in
    GRPO the trainer reaches the customer by a call.

    Args:
        template: of Qwen's form.

    Raises:
        TrainingError: it is of another form.
    """
    if template.count(_RESULT) != 1:
        raise TrainingError("GRPO needs a model with Qwen3's chat template")
    return template.replace(_RESULT, _ANSWER + _RESULT)


def read_answer(
    tokenizer: Any, tokens: Sequence[int], *, prefix: Sequence[int], tools: Any
) -> dict[str, Any]:
    """What a model wrote: `content`, `reasoning_content` and `tool_calls`. What cannot be read as
    calls is text.

    Args:
        tokenizer: one that is prepared.
        tokens: what was written.
        prefix: what the model was asked with.
        tools: the functions that it was told of.
    """
    # Not by `tokenizer.parse_response`: TRL sees to texts that it cannot read.
    from trl.chat_template_utils import parse_response

    return parse_response(tokenizer, [*tokens], prefix=[*prefix], tools=tools)
