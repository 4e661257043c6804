"""Adding and verifying beneficiaries."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ANA,
    CHECKING,
    FAILED,
    NORA,
    NOW,
    OMAR,
    OMARS,
    OMARS_FRIEND,
    PENDING,
    REVOKED,
    SAVINGS,
    SUSPENDED,
    changed_tables,
    refused_in_order,
)

ADD = "add_beneficiary"
VERIFY = "verify_beneficiary"
NEW = "bnf_7001"
PERSON: dict[str, Any] = {
    "client_id": NORA,
    "beneficiary_id": NEW,
    "beneficiary_type": "individual",
    "display_name": "Piano teacher",
    "first_name": "Freya",
    "last_name": "Dahl",
    "business_name": None,
    "bank_name": "Old Canal Bank",
    "account_number_masked": "****7788",
    "routing_number": "021000322",
    "iban": "",
    "swift_bic": None,
    "address1": "9 Mill Road",
    "address2": "",
    "city": "Boise",
    "state": "ID",
    "zip": "83702",
    "country": "USA",
    "allowed_from_account_ids": [CHECKING, SAVINGS],
    "per_transfer_limit": 120.5,
    "daily_limit": 300,
}
BUSINESS = {
    **PERSON,
    "beneficiary_type": "business",
    "first_name": None,
    "last_name": None,
    "business_name": "Ivory Piano Studio",
}


def test_every_precondition_of_adding_in_its_order(desk: Episode) -> None:
    refused_in_order(
        desk,
        ADD,
        PERSON,
        [
            ("beneficiary_type 'person' is unknown", {"beneficiary_type": "person"}),
            ("verification_method 'mail' is unknown", {"verification_method": "mail"}),
            ("needs first_name and last_name", {"last_name": None}),
            ("bank_name must not be empty", {"bank_name": " "}),
            ("the list of accounts is empty", {"allowed_from_account_ids": []}),
            ("the per_transfer_limit must be above 0", {"per_transfer_limit": 0}),
            ("the daily_limit must be above 0", {"daily_limit": -1}),
            ("per_transfer_limit 120.5 is above daily_limit 120", {"daily_limit": 120}),
            ("there is no client CL00", {"client_id": "CL00"}),
            (f"the beneficiary id {ANA} is taken", {"beneficiary_id": ANA}),
            (
                f"account {OMARS} is not one of client",
                {"allowed_from_account_ids": [CHECKING, OMARS]},
            ),
        ],
    )


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ({"first_name": ""}, "needs first_name and last_name"),
        ({"first_name": "  "}, "needs first_name and last_name"),
        ({"account_number_masked": ""}, "account_number_masked must not be empty"),
        ({"beneficiary_id": ""}, "beneficiary_id must not be empty"),
        (
            {"address1": "", "city": "", "state": "", "zip": "", "country": ""},
            "address1, city, state, zip, country must not be empty",
        ),
        ({"allowed_from_account_ids": [CHECKING, CHECKING]}, f"account {CHECKING} is listed twice"),
        ({"allowed_from_account_ids": ["AC00"]}, "account AC00 is not one of client"),
        ({"per_transfer_limit": 0.005}, "per_transfer_limit 0.005 has more than two decimals"),
        ({"daily_limit": 300.001}, "daily_limit 300.001 has more than two decimals"),
        ({"beneficiary_id": OMARS_FRIEND}, f"the beneficiary id {OMARS_FRIEND} is taken"),
    ],
)
def test_what_is_refused_too(desk: Episode, broken: dict[str, Any], reason: str) -> None:
    refused(desk, reason, ADD, **{**PERSON, **broken})
    assert desk.changes().is_empty


def test_a_business_needs_its_own_name(desk: Episode) -> None:
    for name in (None, "", " "):
        refused(desk, "needs business_name", ADD, **{**BUSINESS, "business_name": name})
    assert done(desk, ADD, **BUSINESS)["name"]["business_name"] == "Ivory Piano Studio"


def test_a_new_beneficiary_is_active_and_pending(desk: Episode) -> None:
    shown = done(desk, ADD, **PERSON)
    assert shown == {
        "beneficiary_id": NEW,
        "type": "individual",
        "status": "active",
        "name": {
            "display_name": "Piano teacher",
            "first_name": "Freya",
            "last_name": "Dahl",
            "business_name": None,
        },
        "bank_details": {
            "bank_name": "Old Canal Bank",
            "account_number_masked": "****7788",
            "routing_number": "021000322",
            "iban": None,
            "swift_bic": None,
        },
        "address": {
            "address1": "9 Mill Road",
            "address2": "",
            "city": "Boise",
            "country": "USA",
            "state": "ID",
            "zip": "83702",
        },
        "allowed_from_account_ids": [CHECKING, SAVINGS],
        "transfer_limits": {"per_transfer_limit": 120.5, "daily_limit": 300},
        "verification": {"status": "pending", "method": "document", "verified_at": None},
        "created_at": NOW,
        "notes": None,
    }
    assert shown == done(desk, "get_beneficiary_details", beneficiary_id=NEW)
    assert done(desk, "get_client_details", client_id=NORA)["beneficiary_ids"][-1] == NEW
    assert changed_tables(desk) == {"beneficiary": (0, 1), "beneficiary_allowed_account": (0, 2)}
    refused(desk, "is taken", ADD, **PERSON)


def test_one_transfer_may_use_up_the_limit_of_the_day(desk: Episode) -> None:
    shown = done(desk, "add_beneficiary", **{**PERSON, "daily_limit": 120.5})
    assert shown["transfer_limits"] == {"per_transfer_limit": 120.5, "daily_limit": 120.5}


def test_a_missing_second_line_and_another_method(desk: Episode) -> None:
    wanted = {**PERSON, "address2": None, "verification_method": "instant"}
    shown = done(desk, ADD, **wanted)
    assert shown["address"]["address2"] == ""
    assert shown["verification"]["method"] == "instant"


# Verifying.


def test_every_precondition_of_verifying_in_its_order(desk: Episode) -> None:
    refused_in_order(
        desk,
        VERIFY,
        {"client_id": NORA, "beneficiary_id": PENDING},
        [
            ("method 'mail' is unknown; send one of micro_deposits, ", {"method": "mail"}),
            ("there is no client CL00", {"client_id": "CL00"}),
            (f"beneficiary {OMARS_FRIEND} is not one of client", {"beneficiary_id": OMARS_FRIEND}),
        ],
    )
    refused(
        desk,
        "beneficiary bnf_0000 is not one of client",
        VERIFY,
        client_id=NORA,
        beneficiary_id="bnf_0000",
    )
    refused(
        desk, f"beneficiary {ANA} is not one of client", VERIFY, client_id=OMAR, beneficiary_id=ANA
    )


def test_a_verified_beneficiary_is_stamped(desk: Episode) -> None:
    shown = done(desk, VERIFY, client_id=NORA, beneficiary_id=PENDING)
    # The row held micro_deposits; without a method it is document.
    assert shown["verification"] == {"status": "verified", "method": "document", "verified_at": NOW}
    assert shown["status"] == "active"
    assert changed_tables(desk) == {"beneficiary": (1, 1)}


@pytest.mark.parametrize("method", ["micro_deposits", "document", "instant"])
def test_the_method_is_the_given_one(desk: Episode, method: str) -> None:
    shown = done(desk, VERIFY, client_id=NORA, beneficiary_id=PENDING, method=method)
    assert shown["verification"]["method"] == method


@pytest.mark.parametrize(
    ("key", "status"),
    [(FAILED, "active"), (SUSPENDED, "suspended"), (REVOKED, "revoked"), (ANA, "active")],
)
def test_the_tool_stamps_any_beneficiary_and_leaves_its_status(
    desk: Episode, key: str, status: str
) -> None:
    shown = done(desk, VERIFY, client_id=NORA, beneficiary_id=key)
    assert (shown["verification"]["status"], shown["status"]) == ("verified", status)
