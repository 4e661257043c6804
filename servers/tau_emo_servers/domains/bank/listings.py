"""What the listing of each write of the bank must name before the client's yes."""

import re
from collections.abc import Iterator, Sequence

from tau_emo_db.domains.bank.tables import Account, Beneficiary, Card, Loan
from tau_emo_servers.domains.bank.views import beneficiary_name
from tau_emo_servers.listing import Fact, Part, WriteTool, fact, money_fact, text_facts
from tau_emo_servers.rules import Moment
from tau_emo_servers.values import normalised

_Ways = list[Part | Sequence[Part]]

_ACCOUNTS = {
    "checking": re.compile(r"\bchecking\b|\bcurrent account\b"),
    "savings": re.compile(r"\bsavings?\b"),
    "credit": re.compile(r"\bcredit (?:card|line|account)|\bcredit\b"),
}
_CARDS = {"debit": re.compile(r"\bdebit\b"), "credit": re.compile(r"\bcredit\b")}
_LOANS = {
    "mortgage": re.compile(r"\bmortgage\b"),
    "auto": re.compile(r"\b(?:auto|car|vehicle)\b"),
    "personal": re.compile(r"\bpersonal\b"),
    "credit_line": re.compile(r"\bcredit[ _-]line\b|\bline of credit\b"),
}
_BENEFICIARY_TYPES = {
    "individual": re.compile(r"\bindividual\b|\bperson\b|\bprivate\b"),
    "business": re.compile(r"\bbusiness\b|\bcompany\b"),
}
_METHODS = {
    "ACH": re.compile(r"\bach\b"),
    "Wire": re.compile(r"\bwired?\b"),
    "Card": re.compile(r"\b(?:by|via|with|through|as|method:?) (?:a |the )?card\b"),
    "ATM": re.compile(r"\batm\b"),
    "Internal": re.compile(r"\binternal"),
    "document": re.compile(r"\bdocument"),
    "micro_deposits": re.compile(r"\bmicro[ _-]?deposit"),
    "instant": re.compile(r"\binstant"),
}
"""How each method is called, of payments and of verifications."""


def names_method(text: str, method: str) -> bool:
    """True if the text names the method."""
    return _METHODS[method].search(normalised(text)) is not None


def _account(moment: Moment, account_id: str) -> Fact:
    """An account by its id, its number, or by what singles it out in the profile."""
    ways: _Ways = [(account_id, "id")]
    account = moment.row(Account, account_id)
    if account is not None:
        held = moment.rows(Account, client_id=account.client_id)
        kind, currency = _ACCOUNTS[account.type], _word(account.currency)
        ways.append((account.account_number_masked[-4:], "digits"))
        alike = [one for one in held if one.type == account.type]
        if len(alike) == 1:
            ways.append(kind)
        if sum(one.currency == account.currency for one in alike) == 1:
            ways.append([kind, currency])
        if sum(one.currency == account.currency for one in held) == 1:
            ways.append([re.compile(r"\baccount\b"), currency])
        if sum(one.status == account.status for one in alike) == 1:
            ways.append([kind, _word(account.status)])
    return fact(f"account {account_id}", *ways)


def _word(text: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(text.lower())}\b")


def _card(moment: Moment) -> Fact:
    """A card by its id, or by what singles it out in the profile."""
    card_id = moment.arguments["card_id"]
    ways: _Ways = [(card_id, "id")]
    card = moment.row(Card, card_id)
    if card is not None:
        held = moment.rows(Card, client_id=card.client_id)
        four = card.extra_info.last_four
        ending: Part = (four, "digits")
        alike = [one for one in held if one.extra_info.last_four == four]
        for part, like in (
            (_CARDS[card.type], [one for one in held if one.type == card.type]),
            (
                _word(card.extra_info.brand),
                [one for one in held if one.extra_info.brand == card.extra_info.brand],
            ),
            (_word(card.issuer), [one for one in held if one.issuer == card.issuer]),
        ):
            if len(like) == 1:
                ways.append(part)
            if sum(one in alike for one in like) == 1:
                ways.append([part, ending])
        if len(alike) == 1:
            ways.append(ending)
    return fact(f"card {card_id}", *ways)


def _beneficiary(moment: Moment) -> Fact:
    """A beneficiary by its id, or by a name that no other one of the client has."""
    key = moment.arguments["beneficiary_id"]
    ways: _Ways = [(key, "id")]
    one = moment.row(Beneficiary, key)
    if one is not None:
        held = moment.rows(Beneficiary, client_id=one.client_id)
        for name in dict.fromkeys((beneficiary_name(one), *_own_names(one))):
            called: Part = (name, "label")
            if sum(name in (beneficiary_name(two), *_own_names(two)) for two in held) == 1:
                ways.append(called)
            ways.append([called, (one.bank_name, "label")])
            ways.append([called, (one.account_number_masked[-4:], "digits")])
    return fact(f"beneficiary {key}", *ways)


def _own_names(one: Beneficiary) -> Iterator[str]:
    if one.first_name and one.last_name:
        yield f"{one.first_name} {one.last_name}"
    if one.business_name:
        yield one.business_name


def _loan(moment: Moment) -> Fact:
    """A loan by its id, or by its type where the client has one such loan."""
    loan_id = moment.arguments["loan_id"]
    ways: _Ways = [(loan_id, "id")]
    loan = moment.row(Loan, loan_id)
    if loan is not None:
        held = moment.rows(Loan, client_id=loan.client_id)
        if sum(one.type == loan.type for one in held) == 1:
            ways.append(_LOANS[loan.type])
        if len(held) == 1:
            ways.append(re.compile(r"\bloan\b"))
    return fact(f"loan {loan_id}", *ways)


def _amount(moment: Moment) -> Fact:
    return money_fact("the amount", str(moment.arguments["amount"]))


def _method(moment: Moment, name: str, default: str) -> Iterator[Fact]:
    """A method that is not the one taken anyway."""
    method = moment.arguments.get(name, default)
    if method != default and method in _METHODS:
        yield fact(f"the method {method}", _METHODS[method])


def _internal(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    return [
        _account(moment, wanted["from_account_id"]),
        _account(moment, wanted["to_account_id"]),
        _amount(moment),
    ]


def _addition(moment: Moment) -> list[Fact]:
    wanted = moment.arguments
    facts = [fact(f"the id {wanted['beneficiary_id']}", (wanted["beneficiary_id"], "id"))]
    kind = wanted["beneficiary_type"]
    if kind in _BENEFICIARY_TYPES:
        facts.append(fact(f"the type {kind}", _BENEFICIARY_TYPES[kind]))
    facts += text_facts(moment, _TEXTS)
    facts += [_account(moment, one) for one in wanted["allowed_from_account_ids"]]
    for name in ("per_transfer_limit", "daily_limit"):
        facts.append(money_fact(name, str(wanted[name])))
    return [*facts, *_method(moment, "verification_method", "document")]


_TEXTS = (
    "display_name",
    "first_name",
    "last_name",
    "business_name",
    "bank_name",
    "account_number_masked",
    "routing_number",
    "iban",
    "swift_bic",
    "address1",
    "address2",
    "city",
    "state",
    "zip",
)


def _verification(moment: Moment) -> list[Fact]:
    return [_beneficiary(moment), *_method(moment, "method", "document")]


def _transfer(moment: Moment) -> list[Fact]:
    return [
        _beneficiary(moment),
        _account(moment, moment.arguments["from_account_id"]),
        _amount(moment),
        *_method(moment, "method", "ACH"),
    ]


def _payment(moment: Moment) -> list[Fact]:
    return [
        _loan(moment),
        _account(moment, moment.arguments["from_account_id"]),
        _amount(moment),
        *_method(moment, "method", "Internal"),
    ]


def _card_alone(moment: Moment) -> list[Fact]:
    return [_card(moment)]


def _account_alone(moment: Moment) -> list[Fact]:
    return [_account(moment, moment.arguments["account_id"])]


_FREEZE = "freez|froze|block|lock"
_NOT_NOW = "".join(
    f"(?<!{words} )"
    for words in ("until", "until it is", "until it has been", "until you", "can be", "you can")
)
"""What a freeze is told to last until is no unfreeze."""
_UNFREEZE = f"{_NOT_NOW}unfr(?:eez|oz)|unblock|unlock|lift|reactivat|active again"
_SEND = "transfer|send|sent|mov|pay|paid|wir"

WRITES = {
    "initiate_internal_transfer": WriteTool(_SEND, _internal, also="tak|put|into|went|go"),
    "add_beneficiary": WriteTool("add|creat|regist|set up|new beneficiary", _addition),
    "verify_beneficiary": WriteTool("verif", _verification),
    "initiate_transfer_to_beneficiary": WriteTool(_SEND, _transfer),
    "freeze_card": WriteTool(_FREEZE, _card_alone),
    "unfreeze_card": WriteTool(_UNFREEZE, _card_alone),
    "freeze_account": WriteTool(_FREEZE, _account_alone),
    "unfreeze_account": WriteTool(_UNFREEZE, _account_alone),
    "make_loan_payment": WriteTool("pay|paid", _payment),
}
"""The bank's write tools, as a listing and a report name them."""
