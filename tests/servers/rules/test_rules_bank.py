"""The rules of the bank, each on conversations that keep it and that break it."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from sqlmodel import Session

from tau_emo_db.domains.bank.tables import (
    Account,
    Beneficiary,
    BeneficiaryAllowedAccount,
    Card,
    Client,
    Loan,
)
from tau_emo_servers.domains.bank.rules import RULES
from tau_emo_servers.rules import TaskLabel

from .talk import NOTICE, Talk, rows

NOBODY = "nobody@example.com"


def some(table: Any, fits: Callable[[Session, Any], object]) -> Any:
    """The first row of the base that fits."""
    return Talk("bank").find(lambda db: next(one for one in rows(db, table) if fits(db, one)))


def rich(db: Session, client_id: str) -> list[Account]:
    """The active accounts of a client with money, credit aside."""
    held = rows(db, Account, client_id=client_id, status="active")
    return [one for one in held if one.type != "credit" and one.available > 100_00]


def client_of(row: Any) -> Client:
    return Talk("bank").find(lambda db: db.get_one(Client, row.client_id))


def known(client: Client, said: str = "") -> Talk:
    """The client was found by email, and the profile was looked at."""
    talk = Talk("bank").user(f"{said} My email is {client.email}.")
    talk.done("find_client_id_by_email", email=client.email)
    return talk.done("get_client_details", client_id=client.client_id)


@cache
def active_card() -> Card:
    return some(Card, lambda db, one: one.status == "active")


def freeze(talk: Talk, card: Card, answer: str = "Yes, please.", reason: str = "lost") -> Talk:
    ending = card.extra_info.last_four
    talk.agent(
        f"I would freeze your {card.type} card ending in {ending} ({card.extra_info.brand}); "
        "it cannot be used until it is unfrozen. Shall I go ahead, yes or no?"
    ).user(answer)
    talk.call("freeze_card", card_id=card.card_id, reason=reason)
    return talk.agent(f"Your card ending in {ending} is frozen.")


def test_every_rule_of_the_policy_is_declared_once() -> None:
    own = [rule.id for rule in RULES if rule.id.startswith("BNK-")]
    assert own == [f"BNK-{number:02d}" for number in range(1, 24)]
    others = [rule.id for rule in RULES if not rule.id.startswith("BNK-")]
    assert others == ["COM-12", "COM-14"]
    assert {rule.id for rule in RULES if rule.kind == "tool"} == {
        *("BNK-13", "BNK-16", "BNK-18", "BNK-19", "BNK-20", "BNK-21")
    }
    assert {rule.id for rule in RULES if rule.kind == "judge"} == {"BNK-07", "BNK-23"}


# Identity.


def test_a_right_freeze_breaks_nothing() -> None:
    card = active_card()
    assert freeze(known(client_of(card), "I lost my card."), card).violations() == []


def test_a_stated_client_id_identifies_nobody() -> None:
    client = client_of(active_card())
    talk = Talk("bank").user(f"I am {client.client_id}.").done("think", thought="well")
    assert talk.violations() == []
    assert talk.done("get_client_details", client_id=client.client_id).broken() == {"BNK-01"}


def test_the_email_is_the_clients_own_word() -> None:
    client = client_of(active_card())
    talk = Talk("bank").user("Hello!").done("find_client_id_by_email", email=client.email)
    assert talk.broken() == {"BNK-01"}
    talk = Talk("bank").user(f"{NOBODY}, or {client.email}.")
    talk.refused("find_client_id_by_email", email=NOBODY)
    assert talk.done("find_client_id_by_email", email=client.email).broken() == set()


def test_one_client_per_conversation() -> None:
    card = active_card()
    client = client_of(card)
    other = some(Client, lambda db, one: one.client_id != client.client_id)
    talk = known(client).done("get_client_details", client_id=other.client_id)
    assert talk.broken() == {"BNK-02"}
    talk = known(client).user(f"And my wife: {other.email}.")
    assert talk.done("find_client_id_by_email", email=other.email).broken() == {"BNK-02"}


@pytest.mark.parametrize(
    ("table", "key", "tool"),
    [
        (Account, "account_id", "get_account_details"),
        (Card, "card_id", "get_card_details"),
        (Loan, "loan_id", "get_loan_details"),
        (Beneficiary, "beneficiary_id", "get_beneficiary_details"),
        (Account, "account_id", "get_recent_transactions"),
    ],
)
def test_things_of_others_are_not_even_read(table: Any, key: str, tool: str) -> None:
    client = client_of(some(table, lambda db, one: True))
    own = some(table, lambda db, one: one.client_id == client.client_id)
    others = some(table, lambda db, one: one.client_id != client.client_id)
    assert known(client).done(tool, **{key: getattr(own, key)}).broken() == set()
    assert known(client).done(tool, **{key: getattr(others, key)}).broken() == {"BNK-03"}


def test_a_new_beneficiary_id_that_is_taken_is_nobodys_thing() -> None:
    taken = some(Beneficiary, lambda db, one: True)
    account = some(Account, lambda db, one: one.client_id != taken.client_id)
    talk, wanted = addition(account, beneficiary_id=taken.beneficiary_id)
    talk.refused("add_beneficiary", **wanted).agent("That id is taken; which other one?")
    assert talk.broken() == set()


# The listing and the yes.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes. And then I want to move money.", set()),
        ("GO AHEAD. I don't trust you.", set()),
        ("Freeze it now!", set()),
        ("okay", {"BNK-04"}),
        ("Yes, if it is free.", {"BNK-04"}),
        ("Yes, but the one ending in 0000.", {"BNK-04"}),
    ],
)
def test_only_a_yes_covers_a_freeze(answer: str, broken: set[str]) -> None:
    card = active_card()
    talk = freeze(known(client_of(card), "I lost my card."), card, answer)
    assert talk.broken() == broken


def test_the_listing_names_the_card_and_the_right_act() -> None:
    card = some(
        Card,
        lambda db, one: one.status == "active" and len(rows(db, Card, client_id=one.client_id)) > 1,
    )
    for listed, broken in (
        (f"freeze the card ending in {card.extra_info.last_four}", set()),
        ("freeze your card", {"BNK-04"}),
        (f"unfreeze the card ending in {card.extra_info.last_four}", {"BNK-04"}),
    ):
        talk = known(client_of(card), "I lost a card.")
        talk.agent(f"I would {listed}. Shall I go ahead, yes or no?").user("Yes.")
        talk.done("freeze_card", card_id=card.card_id, reason="lost")
        assert talk.agent("The card is frozen.").broken() == broken, listed


def test_a_listed_freeze_is_no_listed_unfreeze() -> None:
    card = active_card()
    talk = freeze(known(client_of(card), "I lost my card."), card)
    assert talk.done("unfreeze_card", card_id=card.card_id).broken() == {"BNK-04"}
    talk.agent("I would unfreeze it, your card ending in " + card.extra_info.last_four + ". Yes?")
    talk.user("Yes.").done("unfreeze_card", card_id=card.card_id)
    assert [one.rule for one in talk.agent("Your card is unfrozen.").violations()] == ["BNK-04"]


def test_cards_of_one_ending_are_told_apart() -> None:
    def twin(db: Session, one: Card) -> bool:
        held = rows(db, Card, client_id=one.client_id)
        return len({c.extra_info.last_four for c in held}) < len(held) == 2

    card = some(Card, twin)
    ending = card.extra_info.last_four
    for listed, broken in (
        (f"the card ending in {ending}", {"BNK-04"}),
        (f"the {card.type} card ending in {ending}", set()),
    ):
        talk = known(client_of(card), f"I lost my {card.type} card ending in {ending}.")
        talk.agent(f"I would freeze {listed}. Shall I go ahead, yes or no?").user("Yes.")
        talk.done("freeze_card", card_id=card.card_id, reason="lost")
        assert talk.agent("The card is frozen.").broken() == broken, listed


# Money between own accounts.


def pair() -> tuple[Account, Account]:
    """A checking and a savings account of one client in one currency, with money."""

    def fits(db: Session, one: Account) -> bool:
        held = rich(db, one.client_id)
        kinds = sorted(each.type for each in held)
        return (
            one.type == "checking"
            and kinds == ["checking", "savings"]
            and (len({each.currency for each in held}) == 1)
            and one.available > 100_00
        )

    source = some(Account, fits)
    target = Talk("bank").find(
        lambda db: next(
            each for each in rich(db, source.client_id) if each.account_id != source.account_id
        )
    )
    return source, target


def transfer(talk: Talk, amount: float, listed: str, **more: Any) -> Talk:
    source, target = pair()
    talk.agent(f"I would move {listed} at once; nothing is charged. Yes or no?").user("Yes.")
    talk.done(
        "initiate_internal_transfer",
        client_id=source.client_id,
        from_account_id=source.account_id,
        to_account_id=target.account_id,
        amount=amount,
        **more,
    )
    return talk.agent(f"{amount} was transferred to your savings account.")


def test_a_transfer_names_both_accounts_and_the_amount() -> None:
    source, _ = pair()
    said = "Please move 25.50 from checking to savings."
    for listed, broken in (
        ("25.50 from your checking to your savings account", set()),
        ("25.50 to your savings account", {"BNK-04"}),
        ("25 from your checking to your savings account", {"BNK-04"}),
        (f"25.50 from {source.account_id} to your savings account", set()),
    ):
        talk = known(client_of(source), said)
        assert transfer(talk, 25.5, listed).broken() - {"BNK-06"} == broken, listed


def test_an_amount_comes_from_the_client_or_from_arithmetic() -> None:
    source, _ = pair()
    listed = "77.77 from your checking to your savings account"
    talk = transfer(known(client_of(source), "Move money from checking to savings."), 77.77, listed)
    assert talk.broken() == {"BNK-06", "BNK-12"}


def test_accounts_are_looked_at_before_they_are_used() -> None:
    source, target = pair()
    client = client_of(source)
    for reads, broken in (
        ((), {"BNK-11"}),
        (("list_client_accounts",), {"BNK-11"}),  # It shows no balance of the source.
        (("list_client_accounts", "get_account_details"), set()),
        (("get_client_details",), set()),
    ):
        talk = Talk("bank").user(
            f"{client.email}. Move 25.50 from {source.account_id} to {target.account_id}."
        )
        talk.done("find_client_id_by_email", email=client.email)
        for tool in reads:
            key = "account_id" if tool == "get_account_details" else "client_id"
            talk.done(tool, **{key: getattr(source, key)})
        listed = f"25.50 from {source.account_id} to {target.account_id}"
        assert transfer(talk, 25.5, listed).broken() == broken, reads


# Methods.


def payable() -> tuple[Beneficiary, Account]:
    """A beneficiary that can be sent 20.00 twice, alone with its name, and an account for it."""

    def fits(db: Session, one: Beneficiary) -> bool:
        if (one.status, one.verification_status) != ("active", "verified"):
            return False
        links = rows(db, BeneficiaryAllowedAccount, beneficiary_id=one.beneficiary_id)
        accounts = [db.get_one(Account, link.account_id) for link in links]
        return one.per_transfer_limit == 500_00 and any(
            each.status == "active" and each.type == "checking" and each.available > 1_000_00
            for each in accounts[:1]
        )

    one = some(Beneficiary, fits)
    link = Talk("bank").find(
        lambda db: rows(db, BeneficiaryAllowedAccount, beneficiary_id=one.beneficiary_id)[0]
    )
    return one, Talk("bank").find(lambda db: db.get_one(Account, link.account_id))


def send(talk: Talk, amount: float, method: str = "", **more: Any) -> Talk:
    one, account = payable()
    way = f" by {method}" if method else ""
    talk.agent(
        f"I would send {amount:.2f}{way} from {account.account_id} to {one.beneficiary_id}; "
        "this cannot be undone. Yes or no?"
    ).user("Yes.")
    talk.call(
        "initiate_transfer_to_beneficiary",
        client_id=one.client_id,
        from_account_id=account.account_id,
        beneficiary_id=one.beneficiary_id,
        amount=amount,
        **({"method": method} if method else {}),
        **more,
    )
    return talk.agent("That transfer was sent, or refused as told.")


def ready(said: str) -> Talk:
    one, account = payable()
    talk = known(client_of(one), f"{said} It goes from {account.account_id}.")
    return talk.done("get_beneficiary_details", beneficiary_id=one.beneficiary_id)


def test_a_method_is_named_by_the_client_or_left_out() -> None:
    assert send(ready("Send 20.00."), 20).broken() == set()
    assert send(ready("Wire 20.00."), 20, "Wire").broken() == set()
    assert send(ready("Send 20.00."), 20, "Wire").broken() == {"BNK-12"}
    assert send(ready("Send 20.00."), 20, "ACH").broken() == {"BNK-12"}
    assert send(ready("Send 20.00 by ACH."), 20, "ACH").broken() == set()


def test_a_wire_is_listed_as_one() -> None:
    one, account = payable()
    talk = ready("Wire 20.00.").agent(
        f"I would send 20.00 from {account.account_id} to {one.beneficiary_id}. Yes or no?"
    )
    talk.user("Yes.").done(
        "initiate_transfer_to_beneficiary",
        client_id=one.client_id,
        from_account_id=account.account_id,
        beneficiary_id=one.beneficiary_id,
        amount=20,
        method="Wire",
    )
    assert talk.agent("20.00 was sent.").broken() == {"BNK-04"}


def test_a_beneficiary_is_looked_at_before_it_is_paid() -> None:
    one, account = payable()
    talk = known(client_of(one), f"Send 20.00 to {one.beneficiary_id} from {account.account_id}.")
    assert send(talk, 20).broken() == {"BNK-11"}


def test_an_amount_is_not_sent_in_parts() -> None:
    # The limit of one transfer is 500.00.
    talk = send(send(ready("Send 510.00."), 500), 10)
    assert talk.broken() - {"BNK-06"} == {"BNK-17"}
    talk = send(ready("Send 510.00."), 510).user("Then send 300.00 and 210.00.")
    assert send(send(talk, 300), 210).broken() == {"BNK-17"}
    assert send(ready("Send 510.00, or just 500.00."), 500).broken() == set()
    assert send(send(ready("Send 20.00, and 30.00 for the paint."), 20), 30).broken() == set()


# Adding and verifying.


def addition(account: Account, **changes: Any) -> tuple[Talk, dict[str, Any]]:
    """A client who has said all that a new beneficiary takes, and a listing with a yes."""
    wanted: dict[str, Any] = {
        "client_id": account.client_id,
        "beneficiary_id": "bnf_x701",
        "beneficiary_type": "individual",
        "display_name": None,
        "first_name": "Freya",
        "last_name": "Dahl",
        "business_name": None,
        "bank_name": "Old Canal Bank",
        "account_number_masked": "****7788",
        "routing_number": "021000322",
        "iban": None,
        "swift_bic": None,
        "address1": "9 Mill Road",
        "address2": "",
        "city": "Boise",
        "state": "ID",
        "zip": "83702",
        "country": "USA",
        "allowed_from_account_ids": [account.account_id],
        "per_transfer_limit": 120,
        "daily_limit": 300,
        **changes,
    }
    said = (
        f"Freya Dahl, a person, with Old Canal Bank, account ****7788, routing number 021000322, "
        "9 Mill Road, Boise, ID 83702, USA. At most 120 at once and 300 a day, from account "
        f"{account.account_id}, and the id is {wanted['beneficiary_id']}."
    )
    talk = known(client_of(account), said)
    talk.agent(f"I would add as a beneficiary: {said} Nothing is charged. Yes or no?").user("Yes.")
    return talk, wanted


def test_a_beneficiary_is_added_with_the_clients_data() -> None:
    account, _ = pair()
    for changes, broken in (
        ({}, set()),
        ({"country": "Canada"}, {"BNK-12", "BNK-14"}),
        ({"city": client_of(account).address.city}, {"BNK-04", "BNK-14"}),
        ({"verification_method": "instant"}, {"BNK-04", "BNK-14"}),
        ({"verification_method": "document"}, {"BNK-14"}),
        ({"daily_limit": 333.37}, {"BNK-04", "BNK-12", "BNK-14"}),
    ):
        talk, wanted = addition(account, **changes)
        talk.done("add_beneficiary", **wanted)
        assert talk.agent("Freya Dahl was added.").broken() == broken, changes


def state(status: str, verification: str) -> Beneficiary:
    return some(
        Beneficiary,
        lambda db, one: (one.status, one.verification_status) == (status, verification),
    )


def verify(one: Beneficiary, said: str = "", **method: str) -> set[str]:
    key = one.beneficiary_id
    talk = known(client_of(one), f"Please verify {key}. {said}")
    talk.done("get_beneficiary_details", beneficiary_id=key)
    way = " ".join(method.values())
    talk.agent(f"I would verify {key} now {way}; nothing is charged. Yes or no?").user("Yes.")
    talk.done("verify_beneficiary", client_id=one.client_id, beneficiary_id=key, **method)
    return talk.agent(f"{key} is verified.").broken()


def test_only_an_active_and_pending_beneficiary_is_verified() -> None:
    assert verify(state("active", "pending")) == set()
    for status, verification in (
        ("active", "failed"),
        ("active", "verified"),
        ("suspended", "pending"),
        ("revoked", "pending"),
    ):
        assert verify(state(status, verification)) == {"BNK-15"}


def test_a_verification_takes_the_method_that_the_client_names() -> None:
    one = state("active", "pending")
    assert verify(one, "They sent micro-deposits.", method="micro_deposits") == set()
    assert verify(one, method="micro_deposits") == {"BNK-15"}
    assert verify(one, method="document") == {"BNK-15"}


def test_what_was_added_in_the_conversation_was_seen() -> None:
    account, _ = pair()
    talk, wanted = addition(account)
    talk.done("add_beneficiary", **wanted).agent("bnf_x701 was added.")
    talk.user("Now verify it.").agent("I would verify bnf_x701. Yes or no?").user("Yes.")
    talk.done("verify_beneficiary", client_id=account.client_id, beneficiary_id="bnf_x701")
    assert talk.agent("bnf_x701 is verified.").broken() == set()


# Loans.


def test_a_loan_is_looked_at_and_named_before_it_is_paid() -> None:
    def fits(db: Session, one: Loan) -> bool:
        account = db.get_one(Account, one.linked_repayment_account_id)
        return one.status == "active" and account.status == "active" and account.available > 10_00

    loan = some(Loan, fits)
    key = loan.linked_repayment_account_id
    for reads, listed, broken in (
        (True, "your loan", set()),
        (False, "your loan", {"BNK-11"}),
        (True, "it", {"BNK-04"}),
    ):
        talk = known(client_of(loan), f"Pay 5.00 on my loan from {key}.")
        if reads:
            talk.done("get_loan_details", loan_id=loan.loan_id)
        talk.agent(f"I would pay 5.00 on {listed} from {key}. Yes or no?").user("Yes.")
        talk.done(
            "make_loan_payment",
            client_id=loan.client_id,
            loan_id=loan.loan_id,
            from_account_id=key,
            amount=5,
        )
        assert talk.agent("5.00 was paid.").broken() == broken, listed


# Freezes.


def test_a_freeze_has_a_reason() -> None:
    card = active_card()
    assert freeze(known(client_of(card)), card, reason="  ").broken() == {"BNK-22"}


# The rest.


def test_a_turn_holds_one_call_and_no_text() -> None:
    card = active_card()
    talk = known(client_of(card))
    read = ("get_card_details", {"card_id": card.card_id})
    assert talk.turn("", read).broken() == set()
    assert talk.turn("One moment.", read).broken() == {"BNK-05"}
    assert known(client_of(card)).turn("", read, read).broken() == {"BNK-05"}


def test_facts_come_from_somewhere() -> None:
    card = active_card()
    client = client_of(card)
    account = Talk("bank").find(lambda db: db.get_one(Account, card.linked_account_id))
    available = f"{account.available / 100:.2f}"
    assert known(client).agent(f"You have {available}.").broken() == set()
    assert known(client).agent("You have 123,456.78.").broken() == {"BNK-06"}
    assert known(client).agent("It is account AC00X0XX.").broken() == {"BNK-06"}


def test_a_refusal_is_no_hand_off() -> None:
    client = client_of(active_card())
    talk = known(client).done("transfer_to_human_agents", summary="limit").agent(NOTICE)
    assert talk.broken() == set()
    assert talk.broken(TaskLabel(hands_off=True)) == set()
    assert talk.broken(TaskLabel(refuses=("BNK-17",))) == {"BNK-08", "BNK-09"}
    assert talk.broken(TaskLabel()) == {"BNK-09"}
    assert known(client).agent("I cannot.").broken(TaskLabel(hands_off=True)) == {"BNK-09"}


def test_a_client_without_a_known_email_may_be_handed_off() -> None:
    talk = Talk("bank").user(f"I have {NOBODY} only.")
    talk.refused("find_client_id_by_email", email=NOBODY)
    talk.done("transfer_to_human_agents", summary="no email on file").agent(NOTICE)
    assert talk.broken(TaskLabel(hands_off=True)) == set()


def test_after_the_hand_off_comes_the_notice_alone() -> None:
    client = client_of(active_card())
    assert known(client).done("transfer_to_human_agents", summary="x").broken() == {"BNK-10"}
    talk = known(client).done("transfer_to_human_agents", summary="x").agent("Bye.")
    assert talk.broken() == {"BNK-10"}
    talk = known(client).done("transfer_to_human_agents", summary="x").agent(NOTICE)
    assert talk.agent("And goodbye.").broken() == {"BNK-10"}


def test_an_outcome_is_reported() -> None:
    card = active_card()
    talk = known(client_of(card), "I lost my card.")
    talk.agent(
        f"I would freeze the card {card.card_id}, which ends in {card.extra_info.last_four}. "
        "Yes or no?"
    ).user("Yes.").done("freeze_card", card_id=card.card_id, reason="lost")
    assert talk.agent("Anything else?").broken() == {"COM-12"}


def test_a_failed_call_is_not_repeated() -> None:
    talk = Talk("bank").user(f"{NOBODY}.")
    talk.refused("find_client_id_by_email", email=NOBODY)
    assert talk.refused("find_client_id_by_email", email=NOBODY).broken() == {"COM-14"}


# Further breaches.


def test_a_freeze_of_an_account_has_a_reason_too() -> None:
    account, _ = pair()
    talk = known(client_of(account), f"Freeze {account.account_id}.")
    talk.done("get_account_details", account_id=account.account_id)
    talk.agent(f"I would freeze {account.account_id}; it neither pays nor receives. Yes or no?")
    talk.user("Yes.").call("freeze_account", account_id=account.account_id, reason="")
    assert "BNK-22" in talk.broken()


def test_an_outcome_is_reported_by_a_value_of_the_write() -> None:
    source, _ = pair()
    wish = "Please move 25.50 from checking to savings."
    for told, broken in (
        ("It is done: 25.50 left the one for the other.", set[str]()),
        ("It is done: 25 left the one for the other.", {"COM-12"}),
    ):
        talk = transfer(
            known(client_of(source), wish), 25.5, "25.50 from your checking to your savings account"
        )
        talk.events[-1] = talk.events[-1].model_copy(update={"text": told})
        assert talk.broken() & {"COM-12"} == broken, told
