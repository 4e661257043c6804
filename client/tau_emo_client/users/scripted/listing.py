"""What an agent asks a yes for, seen against the goals of the customer.

A yes is only ever said to a listing that is open: a message that asks for it, proposes the act
of an open goal and gets every field of that goal right. Everything else gets another answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tau_emo_client.users.scripted.compare import holds_any
from tau_emo_client.users.scripted.fit import Fit
from tau_emo_client.users.scripted.pursuit import Pursuit
from tau_emo_client.users.scripted.reading import Reading, is_short, points_back


@dataclass(frozen=True)
class Listing:
    """A request for a yes: the goals it is about, each with its verdict."""

    judged: tuple[tuple[Pursuit, Fit], ...]

    @property
    def about(self) -> tuple[Pursuit, ...]:
        """The goals it is about."""
        return tuple(pursuit for pursuit, _ in self.judged)

    @property
    def wrong(self) -> tuple[tuple[Pursuit, Fit], ...]:
        """The goals of which it gets something wrong."""
        return tuple((pursuit, verdict) for pursuit, verdict in self.judged if verdict.wrong)

    @property
    def right(self) -> tuple[Pursuit, ...]:
        """The goals it lists in full."""
        return tuple(pursuit for pursuit, verdict in self.judged if verdict.complete)

    @property
    def partial(self) -> tuple[tuple[Pursuit, Fit], ...]:
        """The goals of which it leaves something out.

        Beside a goal that is listed in full, one of which hardly anything is named is not meant.
        """
        return tuple(
            (pursuit, verdict)
            for pursuit, verdict in self.judged
            if verdict.missing and (not self.right or len(verdict.right) > len(verdict.missing))
        )


def listing_in(reading: Reading, candidates: Sequence[Pursuit]) -> Listing | None:
    """The listing in a message; None if it asks for no yes to any of the goals.

    Args:
        reading: the message.
        candidates: the goals that the customer has raised and that are not settled.
    """
    if reading.asks_yes:
        about = _about(reading, candidates)
    elif question := reading.closing_question:
        # In whatever words: after all that matters, a short question or one about the act can
        # only ask for the yes.
        about = [
            one
            for one in candidates
            if one.goal.fields
            and _is_whole(one, reading)
            and (is_short(question) or points_back(question) or one.named_in(question.text))
        ]
    else:
        return None
    if not about:
        return None
    return Listing(tuple((pursuit, _judged(pursuit, reading)) for pursuit in about))


def _judged(pursuit: Pursuit, reading: Reading) -> Fit:
    """How the listing fits a goal; what is refused beside it is none of what is proposed.

    "Only single rooms are left on that date, so it can't be had. I'd book the twin. Shall I?"
    """
    seen = pursuit.judge(reading.text, reading.cased)
    if not (seen.wrong and reading.refusals):
        return seen
    offered = pursuit.judge(reading.offered, reading.cased)
    return seen if offered.wrong or len(offered.right) < len(seen.right) else offered


def _about(reading: Reading, candidates: Sequence[Pursuit]) -> list[Pursuit]:
    # "I can't cancel it; shall I ...?" is no listing of the cancellation.
    named = [one for one in candidates if one.named_in(reading.offered)]
    fitting = [one for one in named if _fits(one, reading)]
    touched = [one for one in fitting if not one.goal.fields or one.touched_in(reading.text)]
    if touched or fitting:
        return touched or fitting
    if any(one.goal.fields for one in named):
        return [one for one in named if one.goal.fields]
    whole = [
        one
        for one in candidates
        if reading.refusals
        and one.goal.outcome == "done"
        and one.goal.fields
        and _is_mostly_right(one, reading)
    ]
    if (whole and reading.plainly_asks_yes) or (whole and reading.closing_question):
        # "A postponed game can't be started directly, so I'd do it in two steps. Go?"
        return whole
    if reading.asks_if_complete or _asks_for_a_value(reading, candidates):
        return []
    return [one for one in candidates if one.goal.fields and _is_whole(one, reading)]


def _asks_for_a_value(reading: Reading, candidates: Sequence[Pursuit]) -> bool:
    """True if what sounds like asking for a yes only settles a value ("Is PayPal fine?")."""
    return not reading.plainly_asks_yes and any(
        holds_any(reading.asking, (*field.accept, *field.reject))
        for one in candidates
        for field in one.goal.fields
    )


_MOSTLY = 4


def _is_mostly_right(pursuit: Pursuit, reading: Reading) -> bool:
    seen = pursuit.fit(reading.text)
    return not seen.wrong and len(seen.right) >= _MOSTLY * len(seen.missing)


def _is_whole(pursuit: Pursuit, reading: Reading) -> bool:
    return pursuit.fit(reading.offered).complete


def _fits(pursuit: Pursuit, reading: Reading) -> bool:
    if pursuit.goal.fields:
        seen = pursuit.judge(reading.text)
        return bool(seen.right or seen.wrong)
    if reading.refusals and not pursuit.named_in(reading.asking):
        # Grounds for a refusal name the act as well; only the question can then propose it.
        return False
    return pursuit.concerns(reading.text)
