"""`inspect eval tau_emo/DOMAIN`: the tasks of each domain for Inspect AI, extra `inspect`."""

from collections.abc import Callable

from inspect_ai import Task, task

from tau_emo_client.environments.inspect_task import inspect_task
from tau_emo_servers.domain import served_domain_names


def _offered(domain: str) -> Callable[..., Task]:
    @task(name=domain)
    def domain_task(
        split: str = "test", emotion: str = "task", seed: int = 0, protocol: str = "v1"
    ) -> Task:
        return inspect_task(domain, split, emotion, seed, protocol)

    return domain_task


TASKS = {domain: _offered(domain) for domain in served_domain_names()}
"""What Inspect calls to make the task of a domain; see `inspect_task` for the arguments."""
