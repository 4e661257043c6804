"""The policy rules of the bank, in the order of its policy."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from tau_emo_db import Table
from tau_emo_db.domains.bank.tables import Account, Beneficiary, Card, Loan
from tau_emo_servers.common_rules import (
    Identification,
    confirmed_writes,
    found_key,
    grounded_arguments,
    hand_off_when_due,
    identified_first,
    known_facts_only,
    leaves,
    no_repeated_failure,
    nothing_unasked,
    notice_alone_follows,
    one_call_per_turn,
    one_principal,
    owners_by,
    principal,
    refused_without_hand_off,
    reported_outcomes,
    said,
)
from tau_emo_servers.domains.bank.listings import WRITES, names_method
from tau_emo_servers.rules import Moment, Rule, kept_by_tools, left_to_judge, rule
from tau_emo_servers.values import values_in

BY_EMAIL = "find_client_id_by_email"
PROFILE = "get_client_details"
ACCOUNT = "get_account_details"
ACCOUNTS = "list_client_accounts"
ADD = "add_beneficiary"
VERIFY = "verify_beneficiary"
SEND = "initiate_transfer_to_beneficiary"
PAY = "make_loan_payment"

OBJECTS: Mapping[str, type[Table]] = {
    "account_id": Account,
    "from_account_id": Account,
    "to_account_id": Account,
    "allowed_from_account_ids": Account,
    "card_id": Card,
    "loan_id": Loan,
    "beneficiary_id": Beneficiary,
}
"""The parameters that name things of a client."""

SHOWN_BY: Mapping[str, tuple[str, ...]] = {
    "account_id": (PROFILE, ACCOUNT, ACCOUNTS),
    "from_account_id": (PROFILE, ACCOUNT),
    "to_account_id": (PROFILE, ACCOUNT, ACCOUNTS),
    "allowed_from_account_ids": (PROFILE, ACCOUNT, ACCOUNTS),
    "card_id": (PROFILE, "get_card_details"),
    "loan_id": ("get_loan_details",),
    "beneficiary_id": ("get_beneficiary_details", ADD, VERIFY),
}
"""The tools that show what a parameter names. A balance is not in the list of accounts."""

METHODS = {SEND: "method", PAY: "method"}


IDENTIFICATION = Identification(principal={BY_EMAIL: found_key})


def _named(moment: Moment) -> Iterator[tuple[str, str]]:
    """The parameters of the call that name things, each with an id; a new id names nothing."""
    assert moment.call is not None
    for parameter in OBJECTS:
        if moment.call.name == ADD and parameter == "beneficiary_id":
            continue
        for key in leaves(moment.arguments.get(parameter)):
            if key:
                yield parameter, key


@rule(
    "BNK-03",
    "Look up and use only accounts, cards, loans and beneficiaries of the client.",
    judge="whether the agent told something about anyone else's",
)
def own_things_only(moment: Moment) -> str | None:
    """Every id that the call names belongs to the client, also in a read."""
    known = principal(moment, IDENTIFICATION)
    if known is None or moment.call is None:
        return None
    for parameter, key in _named(moment):
        row: Any = moment.row(OBJECTS[parameter], key)
        if row is not None and row.client_id != known:
            return f"{parameter} {key} belongs to {row.client_id}; the client is {known}"
    return None


@rule(
    "BNK-11",
    "Read every account, card, loan and beneficiary before a write uses it.",
    on="write",
    judge="whether the conditions were compared with what was read",
)
def looked_at_first(moment: Moment) -> str | None:
    """A successful result shows the thing: its own, or one in which it stands."""
    for parameter, key in _named(moment):
        shown = any(f'"{key}"' in call.result for call in moment.succeeded(*SHOWN_BY[parameter]))
        if not shown:
            return f"{parameter} {key} was used before it was looked at"
    return None


_grounded = grounded_arguments(
    "BNK-12",
    ignored={"description", "reason", "method", "verification_method", "beneficiary_type"},
)


@rule(
    "BNK-12",
    "Take every argument from the client or a result; leave method and memo out unless named.",
    on="write",
    judge="whether the choice was the client's",
)
def given_arguments(moment: Moment) -> str | None:
    """The values were said or shown; a method that is sent was named by the client."""
    assert moment.call is not None
    method = moment.arguments.get(METHODS.get(moment.call.name, ""))
    if method and _is_unnamed(moment, method):
        return f"the client has not named the method {method}"
    assert _grounded.check is not None
    return _grounded.check(moment)


def _is_unnamed(moment: Moment, method: str) -> bool:
    """True if a method that exists was not named by the client; the tool refuses others."""
    try:
        return not names_method(moment.user_text, method)
    except KeyError:
        return False


@rule(
    "BNK-14",
    "Add a beneficiary with the client's own data and accounts only.",
    on="write",
    tools={ADD},
    judge="whether the type is the right one",
)
def data_of_the_client(moment: Moment) -> str | None:
    """Every value but ids of client and accounts was said by the client."""
    looked_up = {"client_id", "allowed_from_account_ids", "beneficiary_type"}
    for name, value in moment.arguments.items():
        if name in looked_up:
            continue
        known = (
            not _is_unnamed(moment, value)
            if name == "verification_method"
            else said(moment.user_text, value)
        )
        if not known:
            return f"the client has not given {name} {value!r}"
    return None


@rule(
    "BNK-15",
    "Verify only an active beneficiary whose verification is pending, by the method named.",
    on="write",
    tools={VERIFY},
)
def verifies_pending(moment: Moment) -> str | None:
    """The state before the call, and the method in the client's words or left out."""
    one = moment.row(Beneficiary, moment.arguments["beneficiary_id"])
    if one is not None and (one.status, one.verification_status) != ("active", "pending"):
        return f"the beneficiary is {one.status} and its verification {one.verification_status}"
    method = moment.arguments.get("method")
    if method and _is_unnamed(moment, method):
        return f"the client has not named the method {method}"
    return None


@rule(
    "BNK-17",
    "Stay within the limits of a beneficiary; do not split an amount to pass one.",
    on="write",
    tools={SEND},
    judge="whether several transfers are one amount in parts (the tool keeps the limits)",
)
def not_in_parts(moment: Moment) -> str | None:
    """Transfers of the conversation do not add up to an amount that a limit forbids.

    Such an amount is one that the client has named or that a tool has refused.
    """
    key = moment.arguments["beneficiary_id"]
    one = moment.row(Beneficiary, key)
    if one is None:
        return None
    sent = Decimal(0)
    wanted = set(values_in(moment.user_text).numbers)
    parts = 0
    for past in moment.past:
        arguments = moment.arguments_of(past.call)
        if past.call.name != SEND or arguments.get("beneficiary_id") != key:
            continue
        amount = Decimal(str(arguments["amount"]))
        if past.call.is_error:
            wanted.add(amount)
        else:
            sent, parts = sent + amount, parts + 1
    total = sent + Decimal(str(moment.arguments["amount"]))
    limit = Decimal(one.per_transfer_limit) / 100
    if parts and total > limit and total in wanted:
        return f"{total} was sent in parts; one transfer takes {limit} at most"
    return None


@rule(
    "BNK-22",
    "Ask for a reason before a freeze.",
    on="write",
    tools={"freeze_card", "freeze_account"},
    judge="whether the reason is the client's",
)
def reason_given(moment: Moment) -> str | None:
    """The reason is not empty."""
    return None if moment.arguments["reason"].strip() else "the reason is empty"


RULES: tuple[Rule, ...] = (
    identified_first(
        "BNK-01",
        IDENTIFICATION,
        text="Find the client by the email they state first, even if they state a client id.",
    ),
    one_principal("BNK-02", IDENTIFICATION, owners_by("client_id", {})),
    own_things_only,
    confirmed_writes("BNK-04", WRITES),
    one_call_per_turn("BNK-05"),
    known_facts_only("BNK-06"),
    left_to_judge(
        "BNK-07",
        "Give no opinion and no recommendation.",
        judge="whether the agent recommends or judges something",
    ),
    refused_without_hand_off("BNK-08", text="Refuse what these rules or the facts forbid."),
    hand_off_when_due(
        "BNK-09", text="Hand off only a client without a known email, or a service without a tool."
    ),
    notice_alone_follows("BNK-10", text="After the hand-off send the notice, and nothing else."),
    looked_at_first,
    given_arguments,
    kept_by_tools(
        "BNK-13",
        "Move money between own, active accounts of one currency, not from credit, if available.",
    ),
    data_of_the_client,
    verifies_pending,
    kept_by_tools(
        "BNK-16", "Send only to an active, verified beneficiary, from an account it allows."
    ),
    not_in_parts,
    kept_by_tools("BNK-18", "Send by ACH or Wire."),
    kept_by_tools(
        "BNK-19",
        "Pay an open loan from an own, active account of its currency that is not credit.",
        judge="whether an installment is called settled",
    ),
    kept_by_tools("BNK-20", "Freeze or unfreeze a card only while it is active or blocked."),
    kept_by_tools("BNK-21", "Freeze or unfreeze an account unless it is closed."),
    reason_given,
    nothing_unasked(
        "BNK-23",
        text="Do nothing unasked; lift a freeze only at the client's own wish.",
        judge="whether each write was asked for, and no freeze lifted to let another pass",
    ),
    reported_outcomes("COM-12", WRITES),
    no_repeated_failure("COM-14"),
)
