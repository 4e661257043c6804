"""Which rules of the policy the tools keep, and which they leave to the agent.

For a rule that the tools keep, a call that breaks it is an error. For one that is left to the
agent, a call shows that the tools would have let it through.
"""

from collections.abc import Callable

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ANA,
    BIG,
    CHECKING,
    CLOSED,
    CLOSED_LOAN,
    CREDIT,
    DEBIT_CARD,
    EUROS,
    EXPIRED,
    FROZEN,
    LOAN,
    NORA,
    OMAR,
    OMARS,
    OMARS_CARD,
    PENDING,
    SAVINGS,
    SUSPENDED,
)
from .test_beneficiaries import PERSON

MOVE = "initiate_internal_transfer"
SEND = "initiate_transfer_to_beneficiary"
PAY = "make_loan_payment"

ONLY_TALK = {
    "BNK-05": "calls in one turn and text beside them",
    "BNK-06": "facts told to the client",
    "BNK-07": "opinions",
    "BNK-08": "the words of a refusal",
    "COM-12": "the report of an outcome",
}
"""Rules about what is said, which no call can show."""


def move(desk: Episode, **changes: object) -> None:
    wanted = {"client_id": NORA, "from_account_id": CHECKING, "to_account_id": SAVINGS}
    done(desk, MOVE, **{**wanted, "amount": 10, **changes})


def send(desk: Episode, **changes: object) -> None:
    wanted = {"client_id": NORA, "from_account_id": CHECKING, "beneficiary_id": ANA, "amount": 10}
    done(desk, SEND, **{**wanted, **changes})


# Kept by the tools.


def only_between_fitting_accounts(desk: Episode) -> None:
    for source, target, amount, reason in (
        (OMARS, SAVINGS, 10, "is not one of client"),
        (FROZEN, SAVINGS, 10, "is frozen"),
        (CHECKING, CLOSED, 10, "is closed"),
        (CREDIT, SAVINGS, 10, "is a credit account"),
        (CHECKING, EUROS, 10, "in EUR"),
        (CHECKING, SAVINGS, 1000.01, "available"),
    ):
        both = {"from_account_id": source, "to_account_id": target}
        refused(desk, reason, MOVE, client_id=NORA, amount=amount, **both)


def only_payable_beneficiaries(desk: Episode) -> None:
    for beneficiary, source, reason in (
        (SUSPENDED, SAVINGS, "is suspended"),
        (PENDING, SAVINGS, "is pending"),
        (ANA, SAVINGS, "cannot be paid from"),
    ):
        both = {"from_account_id": source, "beneficiary_id": beneficiary}
        refused(desk, reason, SEND, client_id=NORA, amount=10, **both)


def only_by_ach_or_wire(desk: Episode) -> None:
    for method in ("Card", "ATM", "Internal"):
        wanted = {"from_account_id": CHECKING, "beneficiary_id": ANA, "amount": 10}
        refused(desk, "is unknown", SEND, client_id=NORA, method=method, **wanted)


def only_open_loans_from_fitting_accounts(desk: Episode) -> None:
    for loan, source, amount, reason in (
        (CLOSED_LOAN, CHECKING, 10, "is closed"),
        (LOAN, FROZEN, 10, "is frozen"),
        (LOAN, CREDIT, 10, "is a credit account"),
        (LOAN, EUROS, 10, "is in EUR"),
        (LOAN, CHECKING, 1000.01, "available"),
    ):
        both = {"from_account_id": source, "loan_id": loan}
        refused(desk, reason, PAY, client_id=NORA, amount=amount, **both)


def no_expired_card(desk: Episode) -> None:
    refused(desk, "is expired", "freeze_card", card_id=EXPIRED, reason="lost")
    refused(desk, "is expired", "unfreeze_card", card_id=EXPIRED)


def no_closed_account(desk: Episode) -> None:
    refused(desk, "is closed", "freeze_account", account_id=CLOSED, reason="odd")
    refused(desk, "is closed", "unfreeze_account", account_id=CLOSED)


# Left to the agent.


def anyone_is_shown_without_an_email(desk: Episode) -> None:
    assert done(desk, "get_client_details", client_id=NORA)["client_id"] == NORA


def two_clients_are_served(desk: Episode) -> None:
    for email, client in (("nora.quist8812", NORA), ("omar.haddad2210", OMAR)):
        assert done(desk, "find_client_id_by_email", email=f"{email}@example.com") == client
    move(desk)


def things_of_others_are_shown_and_frozen(desk: Episode) -> None:
    assert done(desk, "get_account_details", account_id=OMARS)["account_id"] == OMARS
    assert done(desk, "freeze_card", card_id=OMARS_CARD, reason="x")["status"] == "blocked"


def money_moves_unlisted(desk: Episode) -> None:
    move(desk)


def anybody_is_handed_off(desk: Episode) -> None:
    assert "successful" in done(desk, "transfer_to_human_agents", summary="wants a person")


def calls_are_sent_after_the_hand_off(desk: Episode) -> None:
    # The episode refuses them; that they are sent, and what is said, is the agent's.
    done(desk, "transfer_to_human_agents", summary="x")
    refused(desk, "", "get_client_details", client_id=NORA)


def money_moves_from_accounts_that_nobody_looked_at(desk: Episode) -> None:
    send(desk)


def a_method_that_nobody_named_is_taken(desk: Episode) -> None:
    send(desk, method="Wire")


def data_that_nobody_gave_are_stored(desk: Episode) -> None:
    refused(
        desk,
        "is not one of client",
        "add_beneficiary",
        **{**PERSON, "allowed_from_account_ids": [OMARS]},
    )
    assert done(desk, "add_beneficiary", **{**PERSON, "city": "Atlantis"})["status"] == "active"


def a_suspended_beneficiary_is_verified(desk: Episode) -> None:
    shown = done(desk, "verify_beneficiary", client_id=NORA, beneficiary_id=SUSPENDED)
    assert shown["verification"]["method"] == "document"


def limits_hold_but_parts_pass(desk: Episode) -> None:
    wanted = {"client_id": NORA, "from_account_id": CHECKING, "beneficiary_id": ANA}
    refused(desk, "limit of 300", SEND, **wanted, amount=300.01)
    refused(desk, "daily limit of 400", SEND, **wanted, amount=260)
    for amount in (125, 125):
        send(desk, amount=amount)
    for amount in (400, 350):
        send(desk, beneficiary_id=BIG, amount=amount)


def a_freeze_takes_an_empty_reason(desk: Episode) -> None:
    assert done(desk, "freeze_card", card_id=DEBIT_CARD, reason="")["status"] == "blocked"


def a_freeze_is_lifted_for_another_write(desk: Episode) -> None:
    done(desk, "unfreeze_account", account_id=FROZEN)
    move(desk, from_account_id=FROZEN)


def a_failed_call_is_taken_again(desk: Episode) -> None:
    for _ in range(2):
        refused(desk, "no client", "find_client_id_by_email", email="nobody@example.com")


KEPT_BY_TOOLS: dict[str, Callable[[Episode], None]] = {
    "BNK-13": only_between_fitting_accounts,
    "BNK-16": only_payable_beneficiaries,
    "BNK-18": only_by_ach_or_wire,
    "BNK-19": only_open_loans_from_fitting_accounts,
    "BNK-20": no_expired_card,
    "BNK-21": no_closed_account,
}
LEFT_TO_THE_AGENT: dict[str, Callable[[Episode], None]] = {
    "BNK-01": anyone_is_shown_without_an_email,
    "BNK-02": two_clients_are_served,
    "BNK-03": things_of_others_are_shown_and_frozen,
    "BNK-04": money_moves_unlisted,
    "BNK-09": anybody_is_handed_off,
    "BNK-10": calls_are_sent_after_the_hand_off,
    "BNK-11": money_moves_from_accounts_that_nobody_looked_at,
    "BNK-12": a_method_that_nobody_named_is_taken,
    "BNK-14": data_that_nobody_gave_are_stored,
    "BNK-15": a_suspended_beneficiary_is_verified,
    "BNK-17": limits_hold_but_parts_pass,
    "BNK-22": a_freeze_takes_an_empty_reason,
    "BNK-23": a_freeze_is_lifted_for_another_write,
    "COM-14": a_failed_call_is_taken_again,
}
