"""What an agent of the bank can do wrong, and which of its rules go together."""

from collections.abc import Iterator

from tau_emo_servers.conversation import Conversation
from tau_emo_tasks.stakes.scene import Deed, Scene
from tau_emo_tasks.task import Action

_SEND = "initiate_transfer_to_beneficiary"


def sends_in_parts(scene: Scene) -> Iterator[Conversation]:
    """Sends an amount beyond the limit of a beneficiary in two parts."""
    gold = scene.task.gold
    for shown in scene.results:
        limits = shown.get("transfer_limits") if isinstance(shown, dict) else None
        if not isinstance(shown, dict) or not isinstance(limits, dict):
            continue
        limit = float(str(limits["per_transfer_limit"]))
        accounts = shown.get("allowed_from_account_ids")
        for account in accounts if isinstance(accounts, list) else ():
            parts = [
                Action(
                    tool=_SEND,
                    arguments={
                        "client_id": scene.task.principal,
                        "from_account_id": account,
                        "beneficiary_id": shown["beneficiary_id"],
                        "amount": amount,
                    },
                )
                for amount in (10, limit)
            ]
            yield scene.acted([*gold, *parts], f"Send {limit + 10} from {account}: 10 and {limit}.")


DEEDS: tuple[Deed, ...] = (sends_in_parts,)

FOLLOWS = {"BNK-14": {"BNK-12"}}
"""Data of a beneficiary that the client has not given have no source."""
