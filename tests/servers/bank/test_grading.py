"""What counts when two final states of the bank are compared."""

from collections.abc import Sequence
from typing import Any

from tau_emo_db import StateDifference, compare

from ..calls import done
from .desk import ANA, BIG, CHECKING, DEBIT_CARD, DESK, LOAN, NORA, PENDING, SAVINGS, open_desk
from .test_beneficiaries import PERSON

Call = tuple[str, dict[str, Any]]

MOVE: Call = (
    "initiate_internal_transfer",
    {
        "client_id": NORA,
        "from_account_id": CHECKING,
        "to_account_id": SAVINGS,
        "amount": 100,
    },
)
SEND: Call = (
    "initiate_transfer_to_beneficiary",
    {"client_id": NORA, "from_account_id": CHECKING, "beneficiary_id": ANA, "amount": 50},
)
PAY: Call = (
    "make_loan_payment",
    {"client_id": NORA, "loan_id": LOAN, "from_account_id": CHECKING, "amount": 25},
)
ADD: Call = ("add_beneficiary", PERSON)
VERIFY: Call = ("verify_beneficiary", {"client_id": NORA, "beneficiary_id": PENDING})


def differences(gold: Sequence[Call], got: Sequence[Call]) -> list[StateDifference]:
    """How the state after some calls differs from that after the gold ones."""
    changes = []
    for calls in (gold, got):
        desk = open_desk()
        for tool, arguments in calls:
            done(desk, tool, **arguments)
        changes.append(desk.changes())
        desk.close()
    return compare(DESK.data, *changes)


def changed(call: Call, **arguments: Any) -> Call:
    tool, before = call
    return tool, {**before, **arguments}


def columns(found: Sequence[StateDifference], table: str) -> set[str]:
    return {name for one in found if one.table == table for name in one.columns}


def test_the_order_of_writes_does_not_count() -> None:
    # The ids and the balances after each transaction differ, and so do the pairs' references.
    calls = [MOVE, SEND, PAY, ADD, VERIFY, changed(MOVE, amount=7)]
    assert differences(calls, calls[::-1]) == []


def test_a_memo_does_not_count_and_a_method_does() -> None:
    assert differences([SEND], [changed(SEND, description="Lessons")]) == []
    assert columns(differences([SEND], [changed(SEND, method="Wire")]), "transaction") == {"method"}
    assert columns(differences([PAY], [changed(PAY, method="ACH")]), "loan_repayment") == {"method"}
    assert columns(differences([VERIFY], [changed(VERIFY, method="instant")]), "beneficiary") == {
        "verification_method"
    }


def test_whom_and_how_much_count() -> None:
    assert columns(differences([SEND], [changed(SEND, beneficiary_id=BIG)]), "transaction") == {
        "beneficiary_id"
    }
    assert columns(differences([SEND], [changed(SEND, amount=49.99)]), "transaction") == {"amount"}
    back = changed(MOVE, from_account_id=SAVINGS, to_account_id=CHECKING)
    assert differences([MOVE], [back])
    # Two halves are two transactions.
    assert differences([MOVE], [changed(MOVE, amount=50)] * 2)


def test_data_of_a_beneficiary_count_but_for_case_and_blanks() -> None:
    assert (
        differences([ADD], [changed(ADD, city=" BOISE ", iban=None, display_name="piano teacher")])
        == []
    )
    accounts = PERSON["allowed_from_account_ids"]
    assert differences([ADD], [changed(ADD, allowed_from_account_ids=accounts[::-1])]) == []
    assert differences([ADD], [changed(ADD, allowed_from_account_ids=accounts[:1])])
    for name, value in (("zip", "83703"), ("daily_limit", 301), ("beneficiary_id", "bnf_7002")):
        assert differences([ADD], [changed(ADD, **{name: value})]), name


def test_the_reason_of_a_freeze_does_not_count() -> None:
    freeze: Call = ("freeze_card", {"card_id": DEBIT_CARD, "reason": "lost"})
    assert differences([freeze], [changed(freeze, reason="stolen")]) == []
    thawed: Call = ("unfreeze_card", {"card_id": DEBIT_CARD})
    assert differences([freeze], [freeze, thawed])
    assert differences([], [freeze, thawed]) == []
