"""Loans: installments and other sums paid, topped up for, or refused."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.bank.tables import Account, Loan, LoanPaymentSchedule
from tau_emo_servers.money import two_decimals as two
from tau_emo_tasks.tracer.domains.bank.base import LOANS, Desk, month, plain, some_amount
from tau_emo_tasks.tracer.domains.bank.intents import (
    LEFT,
    RECIPES,
    amount_detail,
    left_after,
    odd,
    profile,
    route,
    route_details,
    spoken_money,
    told_amount,
    transfer,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk

SAID = {
    "auto": ("auto loan", "car loan", "vehicle loan", "auto", "loan"),
    "personal": ("personal loan", "loan"),
    "mortgage": ("mortgage",),
    "credit_line": ("credit line", "line of credit", "loan"),
}
INSTALLMENT = Known(name="sum", value="installment")


def payable(base: Desk, client: str) -> Iterator[tuple[Loan, Account]]:
    """A loan that is open, with an account of its currency that can pay."""
    for loan in base.loans[client]:
        if loan.status != "closed":
            for source in base.usable(client):
                if source.currency == loan.currency:
                    yield loan, source


def look_up(walk: Walk, loan: Loan) -> None:
    """Open the profile and the loan."""
    profile(walk, loan.client_id)
    walk.call("get_loan_details", loan_id=loan.loan_id)


def pay(walk: Walk, loan: Loan, source: Account, cents: int) -> None:
    """Pay a sum on a loan."""
    walk.call(
        "make_loan_payment",
        client_id=loan.client_id,
        loan_id=loan.loan_id,
        from_account_id=source.account_id,
        amount=float(plain(cents)),
    )


def loan_detail(loan: Loan) -> Detail:
    """What a listing must say of a loan."""
    return Detail(name="loan", accept=SAID[loan.type])


def _facts(base: Desk, loan: Loan, source: Account, **amounts: int) -> dict[str, str]:
    return {
        "loan": LOANS[loan.type],
        "source": base.account(source),
        **spoken_money(source, **amounts),
    }


def _details(base: Desk, loan: Loan, source: Account) -> tuple[Detail, ...]:
    return (loan_detail(loan), base.account_detail(source, "source"))


def _both(loan: Loan, *accounts: Account) -> frozenset[str]:
    return frozenset({loan.loan_id, *(one.account_id for one in accounts)})


@RECIPES.intent(6, "done")
def pay_the_late_one(base: Desk, client: str) -> Iterator[Offer]:
    """Pay the one installment that is late."""
    for loan, source in payable(base, client):
        late = base.lines(loan, "late")
        if len(late) == 1 and late[0].amount <= source.available:
            play = partial(_pay_lines, base, loan, source, late, "pay the late one")
            yield Offer(play, _both(loan, source))


@RECIPES.intent(6, "done")
def pay_all_late_ones(base: Desk, client: str) -> Iterator[Offer]:
    """Pay all installments that are late, in one payment."""
    for loan, source in payable(base, client):
        late = base.lines(loan, "late")
        if len(late) > 1 and sum(one.amount for one in late) <= source.available:
            play = partial(_pay_lines, base, loan, source, late, "pay all late ones")
            yield Offer(play, _both(loan, source))


def _due(base: Desk, loan: Loan) -> list[LoanPaymentSchedule]:
    """The installments to come, if none is late and none was deferred."""
    return [] if base.lines(loan, "late", "deferred") else base.lines(loan, "due")


@RECIPES.intent(6, "done")
def pay_the_next_one(base: Desk, client: str) -> Iterator[Offer]:
    """Pay the next installment before its day."""
    for loan, source in payable(base, client):
        due = _due(base, loan)[:1]
        if due and due[0].amount <= source.available:
            play = partial(_pay_lines, base, loan, source, due, "pay the next one")
            yield Offer(play, _both(loan, source))


@RECIPES.intent(6, "done")
def pay_the_next_two(base: Desk, client: str) -> Iterator[Offer]:
    """Pay the next two installments in one payment."""
    for loan, source in payable(base, client):
        due = _due(base, loan)[:2]
        if len(due) == 2 and sum(one.amount for one in due) <= source.available:
            play = partial(_pay_lines, base, loan, source, due, "pay the next two")
            yield Offer(play, _both(loan, source))


def _pay_lines(
    base: Desk,
    loan: Loan,
    source: Account,
    lines: Sequence[LoanPaymentSchedule],
    act: str,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    look_up(walk, loan)
    if len(lines) > 1:
        walk.call("calculate", expression=" + ".join(two(one.amount) for one in lines))
    pay(walk, loan, source, sum(one.amount for one in lines))
    many = len(lines) > 1
    return TraceGoal(
        intent=6,
        act=act,
        outcome="done",
        facts={**_facts(base, loan, source), "month": month(lines[0].due_date)},
        knows=(Known(name="sum", value="installments") if many else INSTALLMENT,),
        details=_details(base, loan, source),
    )


@RECIPES.intent(6, "done")
def pay_and_hear(base: Desk, client: str) -> Iterator[Offer]:
    """Pay the next installment, and hear what is left."""
    for loan, source in payable(base, client):
        due = _due(base, loan)[:1]
        if due and due[0].amount <= source.available and odd(source.available - due[0].amount):
            yield Offer(partial(_pay_and_hear, base, loan, source, due[0]), _both(loan, source))


def _pay_and_hear(
    base: Desk,
    loan: Loan,
    source: Account,
    line: LoanPaymentSchedule,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    look_up(walk, loan)
    output = left_after(walk, source, line.amount, "get_client_details")
    pay(walk, loan, source, line.amount)
    return TraceGoal(
        intent=6,
        act="pay and hear",
        outcome="done",
        facts={**_facts(base, loan, source), "month": month(line.due_date)},
        knows=(INSTALLMENT,),
        details=_details(base, loan, source),
        hears=(LEFT,),
        outputs=(output,),
    )


@RECIPES.intent(6, "done")
def pay_some(base: Desk, client: str) -> Iterator[Offer]:
    """Pay a named sum on a loan."""
    for loan, source in payable(base, client):
        if source.available >= 50_00:
            yield Offer(partial(_pay_some, base, loan, source), _both(loan, source))


def _pay_some(base: Desk, loan: Loan, source: Account, walk: Walk, draw: Draw) -> TraceGoal:
    cents = some_amount(draw, 20_00, min(source.available, 2_000_00))
    look_up(walk, loan)
    pay(walk, loan, source, cents)
    return TraceGoal(
        intent=6,
        act="pay some",
        outcome="done",
        facts=_facts(base, loan, source, amount=cents),
        details=(amount_detail(cents), *_details(base, loan, source)),
    )


@RECIPES.intent(6, "done")
def pay_if(base: Desk, client: str) -> Iterator[Offer]:
    """Pay the next installment if it is no more than a sum, and a part of it if it is."""
    for loan, source in payable(base, client):
        due = _due(base, loan)[:1]
        if due and 100_00 <= due[0].amount <= source.available:
            for whole in (True, False):
                play = partial(_pay_if, base, loan, source, due[0], whole)
                yield Offer(play, _both(loan, source))


def _pay_if(
    base: Desk,
    loan: Loan,
    source: Account,
    line: LoanPaymentSchedule,
    whole: bool,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    bound = line.amount * (draw.integer(115, 150) if whole else draw.integer(60, 90)) // 100
    bound -= bound % (50_00 if bound > 150_00 else 10_00)
    if whole and bound <= line.amount:
        bound += 50_00
    part = draw.integer(bound // 20_00, bound * 3 // 20_00) * 5_00
    look_up(walk, loan)
    pay(walk, loan, source, line.amount if whole else part)
    named = (amount_detail(part, line.amount),) if not whole else ()
    return TraceGoal(
        intent=6,
        act="pay if",
        outcome="done",
        facts=_facts(base, loan, source, bound=bound, part=part),
        details=(*named, *_details(base, loan, source)),
    )


def _first(base: Desk, loan: Loan) -> Sequence[LoanPaymentSchedule]:
    """The one late installment, or the next one; none if several are late."""
    late = base.lines(loan, "late")
    return late if len(late) == 1 else [] if late else _due(base, loan)[:1]


@RECIPES.intent(7, "done")
def top_up_exactly(base: Desk, client: str) -> Iterator[Offer]:
    """Move what is missing for the installment, then pay it."""
    for loan, target in payable(base, client):
        line = _first(base, loan)
        for source, other in base.pairs(client):
            missing = line[0].amount - target.available if line else 0
            if other is target and 0 < missing <= source.available:
                play = partial(_top_up, base, loan, source, target, line[0], None)
                yield Offer(play, _both(loan, source, target))


@RECIPES.intent(7, "done")
def top_up_by_a_sum(base: Desk, client: str) -> Iterator[Offer]:
    """Move a named sum, then pay the installment."""
    for loan, target in payable(base, client):
        line = _first(base, loan)
        for source, other in base.pairs(client):
            if other is target and line:
                least = max(20_00, line[0].amount - target.available)
                if source.available >= least + 100_00:
                    play = partial(_top_up, base, loan, source, target, line[0], least)
                    yield Offer(play, _both(loan, source, target))


def _top_up(
    base: Desk,
    loan: Loan,
    source: Account,
    target: Account,
    line: LoanPaymentSchedule,
    least: int | None,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    missing = line.amount - target.available
    look_up(walk, loan)
    if least is None:
        walk.call(
            "calculate",
            expression=f"{two(line.amount)} - {two(target.available)}",
        )
        cents = missing
    else:
        cents = some_amount(draw, least, min(source.available, least * 2 + 100_00))
    transfer(walk, source, target, cents)
    pay(walk, loan, target, line.amount)
    named = () if least is None else (amount_detail(cents),)
    which = {"late": "late", "due": "next"}[line.status]
    return TraceGoal(
        intent=7,
        act="top up exactly" if least is None else "top up by a sum",
        outcome="done",
        facts={
            "loan": LOANS[loan.type],
            "which": which,
            **route(base, source, target),
            **spoken_money(source, amount=cents if least is not None else 0),
        },
        knows=(INSTALLMENT,),
        details=(*named, *route_details(base, source, target), loan_detail(loan)),
    )


# -- what is told of a loan ---------------------------------------------------------------


@RECIPES.intent(13, "told")
def next_day(base: Desk, client: str) -> Iterator[Offer]:
    """When the next installment falls due, and how much it is."""
    for loan in base.loans[client]:
        due = _due(base, loan)
        if due and odd(due[0].amount) and base.accounts[client]:
            yield Offer(partial(_next_day, loan, due[0]), frozenset({loan.loan_id}))


def _next_day(loan: Loan, line: LoanPaymentSchedule, walk: Walk, draw: Draw) -> TraceGoal:
    look_up(walk, loan)
    day = told_amount("amount of the installment", line.amount, "get_loan_details")
    return TraceGoal(
        intent=13,
        act="next installment",
        outcome="told",
        facts={"loan": LOANS[loan.type]},
        hears=(
            Heard(name="due date", kind="date"),
            Heard(name="installment", kind="amount"),
        ),
        outputs=(
            day.model_copy(update={"name": "due date", "value": line.due_date, "kind": "date"}),
            day.model_copy(update={"name": "installment"}),
        ),
    )


@RECIPES.intent(13, "told")
def sum_to_come(base: Desk, client: str) -> Iterator[Offer]:
    """What the late installments come to, or the ones to come."""
    for loan in base.loans[client]:
        for status in ("late", "due"):
            lines = base.lines(loan, status)
            certain = len(lines) > 1 and not base.lines(loan, "deferred")
            if certain and odd(sum(one.amount for one in lines)):
                play = partial(_sum_to_come, loan, lines, status)
                yield Offer(play, frozenset({loan.loan_id}))


def _sum_to_come(
    loan: Loan, lines: Sequence[LoanPaymentSchedule], status: str, walk: Walk, draw: Draw
) -> TraceGoal:
    look_up(walk, loan)
    walk.call("calculate", expression=" + ".join(two(one.amount) for one in lines))
    total = sum(one.amount for one in lines)
    output = told_amount("sum of the installments", total, "get_loan_details", computed=True)
    return TraceGoal(
        intent=13,
        act=f"sum of the {status} installments",
        outcome="told",
        facts={"loan": LOANS[loan.type]},
        hears=(Heard(name="sum of the installments", kind="amount"),),
        outputs=(output,),
    )


# -- what cannot be paid ------------------------------------------------------------------


def _refused(
    base: Desk, loan: Loan, source: Account, act: str, intent: int, walk: Walk, draw: Draw
) -> TraceGoal:
    cents = some_amount(draw, 20_00, min(max(source.available, 50_00), 900_00))
    look_up(walk, loan)
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="refused",
        facts=_facts(base, loan, source, amount=cents),
        knows=(Known(name="amount", value=two(cents)),),
        refuses=("BNK-19",),
    )


@RECIPES.intent(15, "refused")
def pay_in_another_currency(base: Desk, client: str) -> Iterator[Offer]:
    """Pay a loan from an account in another currency."""
    for loan in base.loans[client]:
        for source in base.usable(client):
            if loan.status != "closed" and source.currency != loan.currency:
                play = partial(_refused, base, loan, source, "pay in another currency", 15)
                yield Offer(play, _both(loan, source))


@RECIPES.intent(15, "refused", tells=True)
def pay_in_another_currency_or_less(base: Desk, client: str) -> Iterator[Offer]:
    """Pay a loan from an account in another currency, and failing that less from the right one."""
    for loan, other in payable(base, client):
        for source in base.usable(client):
            if source.currency != loan.currency and other.available >= 30_00:
                play = partial(_refused_or_less, base, loan, source, other)
                yield Offer(play, _both(loan, source, other))


def _refused_or_less(
    base: Desk, loan: Loan, source: Account, other: Account, walk: Walk, draw: Draw
) -> Sequence[TraceGoal]:
    refused = _refused(base, loan, source, "pay in another currency", 15, walk, draw)
    walk.goal += 1
    less = draw.integer(2, min(other.available, 400_00) // 10_00) * 10_00
    pay(walk, loan, other, less)
    done = TraceGoal(
        intent=6,
        act="then pay less",
        follows=True,
        outcome="done",
        facts=_facts(base, loan, other, less=less),
        details=(amount_detail(less), *_details(base, loan, other)),
    )
    return (refused, done)


@RECIPES.intent(15, "refused")
def pay_from_credit(base: Desk, client: str) -> Iterator[Offer]:
    """Pay a loan out of a credit account."""
    for loan in base.loans[client]:
        for source in base.accounts[client]:
            if source.type == "credit" and loan.status != "closed" and source.available >= 100_00:
                play = partial(_refused, base, loan, source, "pay from credit", 15)
                yield Offer(play, _both(loan, source))


@RECIPES.intent(17, "refused")
def pay_a_closed_one(base: Desk, client: str) -> Iterator[Offer]:
    """Pay on a loan that is closed."""
    for loan in base.loans[client]:
        for source in base.usable(client):
            if loan.status == "closed" and source.available >= 50_00:
                play = partial(_refused, base, loan, source, "pay a closed one", 17)
                yield Offer(play, _both(loan, source))


@RECIPES.intent(17, "refused", tells=True)
def pay_a_closed_one_or_hear(base: Desk, client: str) -> Iterator[Offer]:
    """Pay on a loan that is closed; then the day of the last payment is asked for."""
    for loan in base.loans[client]:
        paid = base.lines(loan, "paid")
        for source in base.usable(client):
            if loan.status == "closed" and paid and source.available >= 50_00:
                play = partial(_closed_or_hear, base, loan, source, paid[-1])
                yield Offer(play, _both(loan, source))


def _closed_or_hear(
    base: Desk,
    loan: Loan,
    source: Account,
    line: LoanPaymentSchedule,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    goal = _refused(base, loan, source, "pay a closed one or hear", 17, walk, draw)
    output = told_amount("due date", line.amount, "get_loan_details").model_copy(
        update={
            "name": "due date of the last installment",
            "value": line.due_date,
            "kind": "date",
        }
    )
    return goal.model_copy(
        update={
            "hears": (Heard(name="due date of the last installment", kind="date"),),
            "outputs": (output,),
        }
    )
