"""A tiny random model of the architecture of Qwen3, to try a recipe on any machine.

Its tokenizer learns from the trajectories, so nothing is downloaded. The same seed gives the same
model.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
from trl.chat_template_utils import qwen3_chat_template

END, PAD = "<|im_end|>", "<|endoftext|>"
SPECIAL = (PAD, "<|im_start|>", END)
MARKS = (
    "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>",
)  # fmt: skip
"""Tokens of Qwen3 that are no special ones."""
_WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""How Qwen's tokenizers split a text."""
VOCABULARY = 8192
LONGEST = 40_960
"""Tokens of a conversation, as Qwen3 takes them."""


def make_tiny(texts: Iterator[str], out: Path, seed: int = 0) -> None:
    """Make the model with its tokenizer.

    Args:
        texts: what the tokenizer learns from.
        out: the folder to write.
        seed: of the weights.
    """
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=_tokenizer(texts), eos_token=END, pad_token=PAD, model_max_length=LONGEST
    )
    tokenizer.chat_template = qwen3_chat_template
    torch.manual_seed(seed)
    model: Any = Qwen3ForCausalLM(
        Qwen3Config(
            vocab_size=len(tokenizer),
            hidden_size=64,
            intermediate_size=192,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=1,
            head_dim=16,
            max_position_embeddings=LONGEST,
            tie_word_embeddings=True,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
            bos_token_id=None,
        )
    )
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)


def _tokenizer(texts: Iterator[str]) -> Tokenizer:
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_WORDS), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    added = [
        *(AddedToken(one, special=True, normalized=False) for one in SPECIAL),
        *(AddedToken(one, special=False, normalized=False) for one in MARKS),
    ]
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY - len(added),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(texts, trainer)
    made.add_tokens(added)
    return made
