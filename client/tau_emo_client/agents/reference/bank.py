"""The reference agent's words in the bank domain."""

import re
from typing import Any

from tau_emo_client.agents.reference.manner import Arguments, DomainWords, Result
from tau_emo_client.agents.reference.phrases import capital, joined, spaced
from tau_emo_client.agents.reference.seen import Seen

_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£"}
_CURRENCIES = {
    "USD": re.compile(r"\b(?:usd|dollars?)\b|\$", re.IGNORECASE),
    "EUR": re.compile(r"\b(?:eur|euros?)\b|€", re.IGNORECASE),
    "GBP": re.compile(r"\b(?:gbp|pounds?)\b|£", re.IGNORECASE),
    "CAD": re.compile(r"\b(?:cad|canadian)\b", re.IGNORECASE),
    "CHF": re.compile(r"\b(?:chf|francs?|swiss)\b", re.IGNORECASE),
}
_WHY = re.compile(
    r"\b(?:lost|stol\w+|missing|gone|left|never (?:been|bought|was)|did(?:n't| not) (?:buy|make)"
    r"|recogni\w+|fraud|because)\b",
    re.IGNORECASE,
)
_TYPES = {
    "checking": re.compile(r"\bchecking\b", re.IGNORECASE),
    "savings": re.compile(r"\bsavings?\b", re.IGNORECASE),
    "credit": re.compile(r"\bcredit\b", re.IGNORECASE),
}
_METHODS = {"Wire": "wire", "micro_deposits": "micro-deposits"}


# What is still to be asked.


def _ask_why(args: Arguments, seen: Seen) -> str:
    return "" if _WHY.search(seen.heard) else "May I ask why it should be frozen?"


def _ask_source(args: Arguments, seen: Seen) -> str:
    """From which account it goes, unless there is one only or one was named."""
    account = seen.find(args["from_account_id"])
    accounts = seen.find(args["client_id"])["accounts"]
    named = (_TYPES[account["type"]], _CURRENCIES[account["currency"]])
    ending = account["account_number_masked"][-4:]
    if len(accounts) == 1 or ending in seen.heard or any(one.search(seen.heard) for one in named):
        return ""
    return "Which of your accounts should it come from?"


_DATA = {
    "beneficiary_id": "the id you want it to have",
    "bank_name": "the bank",
    "account_number_masked": "the account number as far as it may be shown",
    "address1": "the address",
}


def _ask_data(args: Arguments, seen: Seen) -> str:
    missing = [words for name, words in _DATA.items() if not seen.knows(args[name])]
    limits = [
        "the limits per transfer and per day"
        for name in ("per_transfer_limit", "daily_limit")
        if not seen.knows(f"{args[name]:g}")
    ]
    wanted = [*missing, *limits[:1]]
    return f"Could you please give me {joined(wanted)} of the new beneficiary?" if wanted else ""


# What stands in the bank.


def _money(amount: float, currency: str) -> str:
    sign = _SIGNS.get(currency)
    return f"{sign}{amount:,.2f}" if sign else f"{currency} {amount:,.2f}"


def _account(account_id: str, seen: Seen) -> str:
    """An account by its type and number."""
    account = seen.find(account_id)
    return f"your {account['type']} account ending in {account['account_number_masked'][-4:]}"


def _in_currency_of(account_id: str, amount: float, seen: Seen) -> str:
    return _money(amount, seen.find(account_id)["currency"])


def _card(card_id: str, seen: Seen) -> str:
    """A card by its type, brand and last digits."""
    card = seen.find(card_id)
    face = card["extra_info"]
    return f"your {card['type']} card, the {face['brand'].capitalize()} ending in " + str(
        face["last_four"]
    )


def _loan(loan_id: str, seen: Seen) -> str:
    return f"your {spaced(seen.find(loan_id)['type'])} loan"


def _name(name: dict[str, Any]) -> str:
    full = " ".join(part for part in (name["first_name"], name["last_name"]) if part)
    return str(name["business_name"] or full or name["display_name"])


def _beneficiary(beneficiary_id: str, seen: Seen) -> str:
    """A beneficiary by name, bank and number."""
    one = seen.find(beneficiary_id)
    details = one["bank_details"]
    return (
        f"{_name(one['name'])} ({details['bank_name']}, account ending in "
        f"{details['account_number_masked'][-4:]})"
    )


# Listings and reports.


def _route(args: Arguments, seen: Seen) -> str:
    amount = _in_currency_of(args["from_account_id"], args["amount"], seen)
    return (
        f"{amount} from {_account(args['from_account_id'], seen)} to "
        f"{_account(args['to_account_id'], seen)}"
    )


def _list_internal(args: Arguments, result: Result, seen: Seen) -> str:
    return f"transfer {_route(args, seen)}, at once and without a charge."


def _data(args: Arguments, result: Result, seen: Seen) -> str:
    """All that is stored of a new beneficiary."""
    currency = seen.find(args["allowed_from_account_ids"][0])["currency"]
    details = {
        "shown as": args["display_name"],
        "bank": args["bank_name"],
        "account number": args["account_number_masked"],
        "routing number": args["routing_number"],
        "IBAN": args["iban"],
        "SWIFT code": args["swift_bic"],
    }
    address = [args[part] for part in ("address1", "address2", "city", "state", "zip", "country")]
    return (
        f"{_name(result['name'])}, {'a business' if args['business_name'] else 'an individual'}, "
        f"with the id {args['beneficiary_id']}; "
        + ", ".join(f"{name} {value}" for name, value in details.items() if value)
        + f"; address {', '.join(part for part in address if part)}; to be paid from "
        + joined([_account(one, seen) for one in args["allowed_from_account_ids"]])
        + f", at most {_money(args['per_transfer_limit'], currency)} per transfer and "
        f"{_money(args['daily_limit'], currency)} per day"
    )


def _list_addition(args: Arguments, result: Result, seen: Seen) -> str:
    return f"add as a beneficiary {_data(args, result, seen)}. Nothing is charged."


def _by(args: Arguments) -> str:
    method = args.get("method", "")
    return f" by {_METHODS.get(method, method)}" if method else ""


def _list_verification(args: Arguments, result: Result, seen: Seen) -> str:
    one = _beneficiary_of(args, result)
    return f"verify {one}{_by(args) or ' by document'}. Nothing is charged."


def _beneficiary_of(args: Arguments, result: Result) -> str:
    return (
        f"{_name(result['name'])} ({args['beneficiary_id']}, {result['bank_details']['bank_name']})"
    )


def _sent(args: Arguments, seen: Seen) -> str:
    amount = _in_currency_of(args["from_account_id"], args["amount"], seen)
    return (
        f"{amount} from {_account(args['from_account_id'], seen)} to "
        f"{_beneficiary(args['beneficiary_id'], seen)}{_by(args) or ' by ACH'}"
    )


def _list_transfer(args: Arguments, result: Result, seen: Seen) -> str:
    return f"send {_sent(args, seen)}, at once and without a charge. This cannot be undone."


def _paid(args: Arguments, seen: Seen) -> str:
    amount = _in_currency_of(args["from_account_id"], args["amount"], seen)
    return (
        f"{amount} on {_loan(args['loan_id'], seen)} from {_account(args['from_account_id'], seen)}"
        f"{_by(args)}"
    )


def _list_payment(args: Arguments, result: Result, seen: Seen) -> str:
    return f"pay {_paid(args, seen)}, at once and without a charge."


WORDS = DomainWords(
    sign="",
    questions={
        "email": "the email address on your profile",
        "merchant_name_contains": "the name of the merchant",
    },
    intakes={
        "initiate_internal_transfer": _ask_source,
        "add_beneficiary": _ask_data,
        "initiate_transfer_to_beneficiary": _ask_source,
        "freeze_card": _ask_why,
        "freeze_account": _ask_why,
        "make_loan_payment": _ask_source,
    },
    listings={
        "initiate_internal_transfer": _list_internal,
        "add_beneficiary": _list_addition,
        "verify_beneficiary": _list_verification,
        "initiate_transfer_to_beneficiary": _list_transfer,
        "freeze_card": lambda args, result, seen: (
            f"freeze {_card(args['card_id'], seen)}: it cannot be used until it is unfrozen, "
            "and this costs nothing."
        ),
        "unfreeze_card": lambda args, result, seen: (
            f"unfreeze {_card(args['card_id'], seen)}, so that it can be used again; "
            "this costs nothing."
        ),
        "freeze_account": lambda args, result, seen: (
            f"freeze {_account(args['account_id'], seen)}: it can neither pay nor receive until "
            "it is unfrozen, and this costs nothing."
        ),
        "unfreeze_account": lambda args, result, seen: (
            f"unfreeze {_account(args['account_id'], seen)}, so that it can pay and receive "
            "again; this costs nothing."
        ),
        "make_loan_payment": _list_payment,
    },
    reports={
        "initiate_internal_transfer": lambda args, result, seen: (
            f"The money has been moved: {_route(args, seen)}."
        ),
        "add_beneficiary": lambda args, result, seen: (
            f"{_name(result['name'])} has been added as {args['beneficiary_id']}; before a "
            "transfer it still has to be verified."
        ),
        "verify_beneficiary": lambda args, result, seen: (
            f"{_beneficiary_of(args, result)} has been verified."
        ),
        "initiate_transfer_to_beneficiary": lambda args, result, seen: (
            f"The money has been sent: {_sent(args, seen)}."
        ),
        "freeze_card": lambda args, result, seen: (
            f"{capital(_card(args['card_id'], seen))}, has been frozen."
        ),
        "unfreeze_card": lambda args, result, seen: (
            f"{capital(_card(args['card_id'], seen))}, has been unfrozen and can be used again."
        ),
        "freeze_account": lambda args, result, seen: (
            f"{capital(_account(args['account_id'], seen))} has been frozen."
        ),
        "unfreeze_account": lambda args, result, seen: (
            f"{capital(_account(args['account_id'], seen))} has been unfrozen."
        ),
        "make_loan_payment": lambda args, result, seen: (
            f"The payment has been made: {_paid(args, seen)}."
        ),
    },
    refusals={
        "BNK-02": "I can only help you with your own profile in this conversation.",
        "BNK-03": (
            "I can only look up and change what belongs to you, and this does not; the person it "
            "belongs to has to ask for it."
        ),
        "BNK-13": (
            "money can be moved only between your own active accounts of one currency, never from "
            "a credit account, and only as far as it is available."
        ),
        "BNK-15": (
            "only an active beneficiary whose verification is pending can be verified, and this "
            "one is not."
        ),
        "BNK-16": (
            "only an active and verified beneficiary can be paid, and only from an account that it "
            "allows."
        ),
        "BNK-17": (
            "the amount is above the limit that you set for this beneficiary, and it cannot be "
            "sent in parts either."
        ),
        "BNK-18": "money can be sent to a beneficiary by ACH or by wire only.",
        "BNK-19": (
            "a loan can be paid only in its own currency, from an active account of yours that "
            "has the amount available, and nothing is exchanged."
        ),
        "BNK-20": "an expired card can be neither frozen nor unfrozen.",
        "BNK-21": "a closed account can be neither frozen nor unfrozen.",
    },
)
