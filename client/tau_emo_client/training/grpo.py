"""Learning by trying: `python -m tau_emo_client.training.grpo FOLDER`.

Each rollout is an episode with an emotional customer, and its reward is the grader's. The model
is asked with the tokens that an evaluation asks it with: TRL knows calls only, so a message of the
model is taken as a call that sends it, and what the customer answers is written as theirs.
"""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from datasets import Dataset
from transformers import AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

from tau_emo_client.corpus.sample import functions, system_text
from tau_emo_client.environments.tool_environment import ToolEnvironments
from tau_emo_client.training.course import finish, lora, run_by_folder
from tau_emo_client.training.folder import CHECKPOINTS_FOLDER, Training, base_model, checkpoint
from tau_emo_client.training.recipe import TrainingError
from tau_emo_client.training.tokens import answering, prepare
from tau_emo_servers.domain import served_domain_names
from tau_emo_servers.line import LEFT, SEND
from tau_emo_tasks.load import load_tasks


class ServiceTrainer(GRPOTrainer):
    """The trainer, with the tools as an evaluation tells them.

    TRL makes their descriptions of the signatures of methods, which say less.

    Args:
        domains: whose customers come.
        more: what the trainer of TRL takes.
    """

    def __init__(self, *, domains: Sequence[str], **more: Any) -> None:
        super().__init__(**more)
        if not hasattr(self, "_env_tools"):
            raise TrainingError("this version of TRL keeps tools elsewhere; see the extra `train`")
        self._env_tools = {name: functions(name) for name in domains}


def train(folder: Path, training: Training) -> None:
    """Train to the end, from the last checkpoint if there is one.

    Args:
        folder: of the training.
        training: what is trained.

    Raises:
        TrainingError: the model cannot be trained so.
    """
    domains = training.domains or served_domain_names()
    config = GRPOConfig(
        output_dir=str(folder / CHECKPOINTS_FOLDER), report_to="none", **training.recipe.settings
    )
    tokenizer: Any = AutoTokenizer.from_pretrained(base_model(folder, training))
    prepare(tokenizer)
    template = tokenizer.chat_template
    tokenizer.chat_template = answering(template)
    tokenizer.parse_response = partial(_read, tokenizer, tokenizer.parse_response)
    with ToolEnvironments(seed=config.seed) as environments:
        trainer = ServiceTrainer(
            domains=domains,
            model=base_model(folder, training),
            args=config,
            train_dataset=_prompts(domains, environments.protocol.prompts),
            processing_class=tokenizer,
            environment_factory={name: environments.factory(name) for name in domains},
            peft_config=lora(training.recipe),
        )
        trainer.train(resume_from_checkpoint=checkpoint(folder))
    del tokenizer.parse_response
    tokenizer.chat_template = template
    finish(trainer, tokenizer, folder)


def _prompts(domains: Sequence[str], prompts: str) -> Dataset:
    """What the agent is told at the beginning of each task; the customer's opening is added."""
    return Dataset.from_list(
        [
            {
                "prompt": [
                    {"role": "system", "content": system_text(name, prompts)},
                    {"role": "user", "content": ""},
                ],
                "environment": name,
                "task_id": task.id,
            }
            for name in domains
            for task in load_tasks(name, "train")
        ]
    )


def _read(tokenizer: Any, parse: Any, tokens: Any, *, prefix: Any = None, **more: Any) -> Any:
    """What the model wrote, a message as the call that sends it.

    After the end there is nobody to send it to: it stays a message, which ends the rollout.
    """
    try:
        read: dict[str, Any] = parse(tokens, prefix=prefix, **more) or {}
    except (ValueError, TypeError):
        read = {}
    text = read.get("content") or ""
    if not read:
        text = tokenizer.decode(tokens, skip_special_tokens=True)
    if read.get("tool_calls") or not text.strip() or _is_over(tokenizer, prefix):
        return read or {"role": "assistant", "content": text}
    call = {"name": SEND, "arguments": {"text": text.removesuffix(tokenizer.eos_token)}}
    return {**read, "role": "assistant", "tool_calls": [{"type": "function", "function": call}]}


def _is_over(tokenizer: Any, prefix: Any) -> bool:
    """True if the last thing that was told to the model was that the customer has left."""
    said = tokenizer.decode([*(prefix or ())][-200:])
    return LEFT in said.rpartition("<|im_start|>user")[2]


if __name__ == "__main__":
    sys.exit(run_by_folder(train))
