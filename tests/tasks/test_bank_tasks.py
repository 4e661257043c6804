"""The hand-written bank tasks: what they span, and outcomes worked out by hand."""

from collections import Counter

from hand_written import after, outcomes

from tau_emo_servers.domain import served_domain
from tau_emo_tasks.condition import FAMILIES
from tau_emo_tasks.load import hand_written
from tau_emo_tasks.task import Task

BANK = hand_written("bank")
WRITES = {name for name, tool in served_domain("bank").tools.items() if tool.kind == "write"}


def named(name: str) -> Task:
    return next(task for task in BANK if task.id == name)


def test_there_are_eight_in_order_of_eight_clients() -> None:
    assert [task.id for task in BANK] == [f"bank-{number}" for number in range(1, 9)]
    assert len({task.principal for task in BANK}) == 8
    assert len({task.condition.model_dump_json() for task in BANK}) == 8
    assert {task.condition.family for task in BANK} == set(FAMILIES)
    for dimension in ("politeness", "urgency", "trust_in_agent"):
        assert len({getattr(task.condition, dimension) for task in BANK}) == 3


def test_every_write_is_called_for() -> None:
    called = Counter(action.tool for task in BANK for action in task.gold)
    assert len(WRITES) == 9
    assert set(called) >= WRITES


def test_most_of_the_intents_are_combined() -> None:
    intents = {intent for task in BANK for intent in task.provenance.intents}
    assert intents == {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 19}
    assert all(len(task.user_script.goals) > 1 for task in BANK)


def test_three_rules_refuse_and_one_client_is_handed_off() -> None:
    refusing = [task for task in BANK if "refused" in outcomes(task)]
    assert {rule for task in refusing for rule in task.refuses} == {"BNK-03", "BNK-17", "BNK-19"}
    handed_off = [task for task in BANK if task.hands_off]
    assert [task.id for task in handed_off] == ["bank-6"]
    for task in (*refusing, *handed_off):
        assert any(action.tool in WRITES for action in task.gold)


def balances(task: Task) -> dict[object, tuple[object, object]]:
    """Current and available balances of the accounts that the gold actions touch."""
    rows = after(task, "account", "account_id", "current", "available")
    return {key: (current, available) for key, current, available in rows}


def test_a_top_up_and_the_late_installment() -> None:
    # Checking lacks 428.69 - 112.21 = 316.48. Afterwards it is empty, and savings hold
    # 7894.19 - 316.48 = 7577.71. The installment stays late.
    task = named("bank-1")
    assert balances(task) == {"AC55F9RS": (757771, 757771), "AC10M7NT": (0, 0)}
    rows = after(task, "transaction", "account_id", "type", "direction", "amount", "method")
    assert rows == [
        ("AC55F9RS", "transfer", "debit", 31648, "Internal"),
        ("AC10M7NT", "transfer", "credit", 31648, "Internal"),
        ("AC10M7NT", "payment", "debit", 42869, "Internal"),
    ]
    assert after(task, "loan_repayment", "loan_id", "amount", "principal_component") == [
        ("LN38K4TK", 42869, 42869)
    ]
    assert not task.gold_changes["loan_payment_schedule"].after
    assert [output.value for output in task.outputs] == ["7577.71"]


def test_two_of_three_charges_count_and_both_freezes() -> None:
    # Three times 39.85, of which the last was reversed.
    task = named("bank-2")
    assert [output.value for output in task.outputs] == ["79.7"]
    assert after(task, "account", "account_id", "status") == [("AC37J5XZ", "frozen")]
    assert after(task, "card", "card_id", "status") == [("CD15H8KN", "blocked")]


def test_a_new_beneficiary_is_verified_and_paid() -> None:
    # Of 448.20 are left 448.20 - 185.50 = 262.70.
    task = named("bank-3")
    columns = ("beneficiary_id", "business_name", "status", "verification_status")
    assert after(task, "beneficiary", *columns, "verification_method", "per_transfer_limit") == [
        (
            "bnf_flowers1",
            "Larkspur Hall Funeral Flowers",
            "active",
            "verified",
            "micro_deposits",
            20000,
        )
    ]
    assert after(task, "beneficiary_allowed_account", "account_id") == [("AC16R5XD",)]
    assert balances(task) == {"AC16R5XD": (26270, 26270)}
    assert after(task, "transaction", "amount", "method", "beneficiary_id") == [
        (18550, "ACH", "bnf_flowers1")
    ]


def test_the_most_that_one_transfer_takes() -> None:
    # The limit of one transfer is 300.00; with 280.00 of this morning it stays below 600.00.
    task = named("bank-4")
    assert after(task, "transaction", "amount", "method", "beneficiary_id") == [
        (30000, "Wire", "bnf_5992")
    ]
    assert balances(task) == {"AC72J3PP": (616398 - 30000, 616398 - 30000)}


def test_what_was_frozen_can_pay_again() -> None:
    # 3410.43 - 640.25 = 2770.18, and 8975.68 + 640.25 = 9615.93.
    task = named("bank-5")
    assert balances(task) == {"AC46H6CQ": (277018, 277018), "AC46B9PM": (961593, 961593)}
    assert after(task, "card", "card_id", "status") == [("CD84Q4QM", "active")]


def test_only_dollars_pay_a_loan_in_dollars() -> None:
    # 131.98 - 115.40 = 16.58; the pounds stay.
    task = named("bank-7")
    assert balances(task) == {"AC54H2CJ": (1658, 1658)}
    assert [output.value for output in task.outputs] == ["16.58"]


def test_a_debt_gets_smaller_and_a_partners_card_stays_active() -> None:
    # Checking: 2151.17 - 250.00. Credit: -1084.12 + 250.00, and as much more of the line is free.
    task = named("bank-8")
    assert balances(task) == {"AC71Q6ZF": (190117, 190117), "AC67H1DV": (-83412, 1116588)}
    assert sorted(after(task, "card", "card_id", "status")) == [
        ("CD45F1PQ", "blocked"),
        ("CD82P5KZ", "blocked"),
    ]
