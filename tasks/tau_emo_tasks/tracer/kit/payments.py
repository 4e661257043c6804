"""What a listing must say about how to pay."""

from collections.abc import Iterable, Sequence

from tau_emo_tasks.tracer.trace import Detail


def payment_detail(name: str, own: Sequence[str], others: Iterable[Sequence[str]]) -> Detail:
    """The method that is meant, told apart from the others of its owner.

    Args:
        name: the detail, such as `payment` or `refund`.
        own: the words of which a right listing names one.
        others: the words of each other method.
    """
    reject = dict.fromkeys(word for words in others for word in words if word not in own)
    return Detail(name=name, accept=tuple(own), reject=tuple(reject))
