"""What the read tools find and show."""

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CANCELLED,
    DELIVERED,
    EXCHANGING,
    GREEN_S,
    LAMP,
    NORA,
    OMAR,
    OTHER_NORA,
    PENDING,
    RETURNING,
    SHIRT,
    order,
)


@pytest.mark.parametrize(
    ("email", "user_id"),
    [
        ("nora.quist8812@example.com", NORA),
        ("NORA.Quist8812@Example.com", NORA),
        ("  nora.quist8812@example.com\n", NORA),
        ("nora.quist8813@example.com", OTHER_NORA),
        ("omar.haddad@example.com", OMAR),  # stored with capitals
    ],
)
def test_a_user_is_found_by_email_whatever_its_case(
    desk: Episode, email: str, user_id: str
) -> None:
    assert desk.call("find_user_id_by_email", {"email": email}).result == user_id


@pytest.mark.parametrize(
    "email", ["nora.quist8814@example.com", "nora.quist8812", "nora%", "", NORA, "nora . quist"]
)
def test_an_email_must_match_whole(desk: Episode, email: str) -> None:
    refused(desk, "no user with the email", "find_user_id_by_email", email=email)


def by_name(desk: Episode, first: str, last: str, zip_code: str) -> str:
    names = {"first_name": first, "last_name": last, "zip": zip_code}
    return done(desk, "find_user_id_by_name_zip", **names)


def test_the_zip_tells_two_people_of_one_name_apart(desk: Episode) -> None:
    assert by_name(desk, "Nora", "Quist", "85719") == NORA
    assert by_name(desk, "nora", "QUIST", "10001") == OTHER_NORA
    assert by_name(desk, "OMAR", "HÅDDAD", "85719") == OMAR


@pytest.mark.parametrize(
    ("first", "last", "zip_code"),
    [
        ("Nora", "Quist", "85718"),
        ("Nora", "Quist", "085719"),
        ("Nora", "Quist", "85719-0001"),
        ("Omar", "Quist", "85719"),
        ("Nora", "Håddad", "85719"),
        ("Quist", "Nora", "85719"),
        ("Nor", "Quist", "85719"),
    ],
)
def test_name_and_zip_must_both_match(desk: Episode, first: str, last: str, zip_code: str) -> None:
    refused(
        desk,
        "there is no user",
        "find_user_id_by_name_zip",
        first_name=first,
        last_name=last,
        zip=zip_code,
    )


def test_a_zip_may_come_as_a_number(desk: Episode) -> None:
    assert (
        done(desk, "find_user_id_by_name_zip", first_name="Nora", last_name="Quist", zip=85719)
        == NORA
    )


def test_a_moved_customer_is_found_by_the_new_zip_only_and_twins_not_at_all(desk: Episode) -> None:
    house = {"address1": "1 Elm St", "address2": "", "city": "Reno", "state": "NV"}
    done(desk, "modify_user_address", user_id=NORA, country="USA", zip="89501", **house)
    assert by_name(desk, "Nora", "Quist", "89501") == NORA
    names = {"first_name": "Nora", "last_name": "Quist"}
    refused(desk, "there is no user", "find_user_id_by_name_zip", zip="85719", **names)

    done(desk, "modify_user_address", user_id=NORA, country="USA", zip="10001", **house)
    refused(
        desk,
        "several users are called Nora Quist and have the zip 10001; find the user by email",
        "find_user_id_by_name_zip",
        zip="10001",
        **names,
    )
    assert done(desk, "find_user_id_by_email", email="nora.quist8812@example.com") == NORA


def test_a_profile_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    assert desk.call("get_user_details", {"user_id": NORA}).result == (
        '{"user_id":"nora_quist_4127","name":{"first_name":"Nora","last_name":"Quist"},'
        '"email":"nora.quist8812@example.com",'
        '"address":{"address1":"14 Harbor Lane","address2":"Unit 3","city":"Tucson",'
        '"country":"USA","state":"AZ","zip":"85719"},'
        '"payment_methods":{'
        '"gift_card_1000001":{"id":"gift_card_1000001","source":"gift_card","balance":500},'
        '"gift_card_1000002":{"id":"gift_card_1000002","source":"gift_card","balance":10.05},'
        '"credit_card_1000003":{"id":"credit_card_1000003","source":"credit_card",'
        '"brand":"visa","last_four":"3051"},'
        '"paypal_1000004":{"id":"paypal_1000004","source":"paypal"},'
        '"gift_card_1000005":{"id":"gift_card_1000005","source":"credit_card",'
        '"brand":"visa","last_four":"0009"}},'
        '"orders":["#W1000001","#W1000002","#W1000003","#W1000004","#W1000005","#W1000006",'
        '"#W1000007","#W1000008","#W1000009","#W1000010","#W1000011","#W1000012"]}'
    )


def test_a_customer_may_have_no_order_and_no_payment_method(desk: Episode) -> None:
    shown = done(desk, "get_user_details", user_id=OTHER_NORA)
    assert (shown["payment_methods"], shown["orders"]) == ({}, [])


def test_an_unknown_user_is_an_error(desk: Episode) -> None:
    refused(desk, "no user nora_quist;", "get_user_details", user_id="nora_quist")
    refused(desk, "no user NORA", "get_user_details", user_id=NORA.upper())


def test_an_order_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    assert desk.call("get_order_details", {"order_id": PENDING}).result == (
        '{"order_id":"#W1000001","user_id":"nora_quist_4127",'
        '"address":{"address1":"14 Harbor Lane","address2":"Unit 3","city":"Tucson",'
        '"country":"USA","state":"AZ","zip":"85719"},"items":['
        '{"name":"T-Shirt","product_id":"4410927365","item_id":"7205518841","price":39.9,'
        '"options":{"color":"green","size":"S"}},'
        '{"name":"T-Shirt","product_id":"4410927365","item_id":"7205518841","price":42,'
        '"options":{"color":"green","size":"S"}},'
        '{"name":"T-Shirt","product_id":"4410927365","item_id":"7205518842","price":45,'
        '"options":{"color":"green","size":"M"}},'
        '{"name":"Desk Lamp","product_id":"4410927366","item_id":"9105518841","price":75.15,'
        '"options":{"material":"brass"}}],"fulfillments":[],"status":"pending",'
        '"payment_history":[{"transaction_type":"payment","amount":202.05,'
        '"payment_method_id":"credit_card_1000003"}]}'
    )
    assert order(desk, DELIVERED)["fulfillments"] == [
        {
            "tracking_id": ["602918447310"],
            "item_ids": ["7205518841", "7205518841", "7205518842", "9105518841"],
        }
    ]


def test_what_was_requested_is_shown_where_it_is_set_only(desk: Episode) -> None:
    plain = list(order(desk, PENDING))
    assert list(order(desk, DELIVERED)) == plain
    cancelled, returning, exchanging = (
        order(desk, key) for key in (CANCELLED, RETURNING, EXCHANGING)
    )
    assert list(cancelled) == [*plain, "cancel_reason"]
    assert cancelled["cancel_reason"] == "ordered by mistake"
    assert list(returning) == [*plain, "return_items", "return_payment_method_id"]
    assert returning["return_items"] == ["7205518841"]
    assert list(exchanging) == [
        *plain,
        "exchange_items",
        "exchange_new_items",
        "exchange_payment_method_id",
        "exchange_price_difference",
    ]
    assert exchanging["exchange_price_difference"] == 5.3


def test_the_hash_is_part_of_the_order_id(desk: Episode) -> None:
    refused(
        desk, "no order W1000001; check the id", "get_order_details", order_id=PENDING.lstrip("#")
    )
    refused(desk, "no order #w1000001", "get_order_details", order_id=PENDING.lower())


def test_a_product_is_shown_with_all_variants(desk: Episode) -> None:
    shown = done(desk, "get_product_details", product_id=SHIRT)
    assert list(shown) == ["name", "product_id", "variants"]
    assert (shown["name"], shown["product_id"]) == ("T-Shirt", SHIRT)
    assert [
        (key, variant["available"], variant["price"]) for key, variant in shown["variants"].items()
    ] == [
        ("7205518841", True, 41.35),
        ("7205518842", True, 45.2),
        ("7205518843", True, 30.1),
        ("7205518844", False, 41),
        ("7205518845", True, 45),
    ]
    call = desk.call("get_product_details", {"product_id": LAMP})
    assert call.result == (
        '{"name":"Desk Lamp","product_id":"4410927366","variants":{'
        '"9105518841":{"item_id":"9105518841","options":{"material":"brass"},'
        '"available":true,"price":80.05},'
        '"9105518842":{"item_id":"9105518842","options":{"material":"steel"},'
        '"available":true,"price":100.1}}}'
    )


def test_an_item_id_is_no_product_id(desk: Episode) -> None:
    for key in (GREEN_S, "T-Shirt", ""):
        refused(desk, "there is no product", "get_product_details", product_id=key)


def test_all_products_come_sorted_by_name(desk: Episode) -> None:
    assert desk.call("list_all_product_types", {}).result == (
        '{"Desk Lamp":"4410927366","T-Shirt":"4410927365"}'
    )


def test_reads_change_nothing(desk: Episode) -> None:
    by_name(desk, "Nora", "Quist", "85719")
    done(desk, "find_user_id_by_email", email="nora.quist8812@example.com")
    done(desk, "get_user_details", user_id=NORA)
    done(desk, "get_product_details", product_id=SHIRT)
    order(desk, PENDING)
    assert done(desk, "calculate", expression="100.10 - 75.15") == "24.95"
    assert done(desk, "think", thought="The lamp is dearer today.")
    assert desk.changes().is_empty


def test_after_the_hand_off_nothing_is_carried_out(desk: Episode) -> None:
    done(desk, "transfer_to_human_agents", summary="Wants another email.")
    refused(desk, "passed on", "get_user_details", user_id=NORA)
    refused(desk, "passed on", "cancel_pending_order", order_id=PENDING, reason="no longer needed")
    assert desk.changes().is_empty
