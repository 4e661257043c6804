"""What the read tools find and show."""

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ALL_OF_NORA,
    CURRY,
    DELIVERY,
    DINE_IN,
    MILD,
    NORA,
    OMAR,
    OMARS,
    OTHER_NORA,
    PIE,
    TEA,
    ticket,
)


@pytest.mark.parametrize(
    ("email", "guest_ref"),
    [
        ("nora.quist8812@example.com", NORA),
        ("NORA.Quist8812@Example.com", NORA),
        ("  nora.quist8812@example.com\n", NORA),
        ("nora.quist8813@example.com", OTHER_NORA),
        ("omar.haag@example.com", OMAR),  # stored with capitals
    ],
)
def test_a_patron_is_found_by_email_whatever_its_case(
    desk: Episode, email: str, guest_ref: str
) -> None:
    assert desk.call("find_patron_ref_by_email", {"email": email}).result == guest_ref


@pytest.mark.parametrize(
    "email", ["nora.quist8814@example.com", "nora.quist8812", "nora%", "", NORA, "nora . quist"]
)
def test_an_email_must_match_whole(desk: Episode, email: str) -> None:
    refused(desk, "no patron with the email", "find_patron_ref_by_email", email=email)


def by_name(desk: Episode, given: str, family: str, code: str) -> str:
    names = {"given": given, "family": family, "postal_code": code}
    return done(desk, "find_patron_ref_by_name_zip", **names)


def test_the_postal_code_tells_two_people_of_one_name_apart(desk: Episode) -> None:
    assert by_name(desk, "Nora", "Quist", "SE1 7PB") == NORA
    assert by_name(desk, "nora", "QUIST", "01069") == OTHER_NORA
    assert by_name(desk, "OMÁR", "Van Der HÅAG", "SE1 7PB") == OMAR


@pytest.mark.parametrize(
    ("given", "family", "code"),
    [
        ("Nora", "Quist", "SE1 7PA"),
        ("Nora", "Quist", "se1 7pb"),
        ("Nora", "Quist", "SE17PB"),
        ("Nora", "Quist", "SE1  7PB"),
        ("Nora", "Quist", "1069"),
        ("Omar", "van der Håag", "SE1 7PB"),  # accents count
        ("Omár", "van der Haag", "SE1 7PB"),
        ("Omár", "vander Håag", "SE1 7PB"),  # blanks count
        ("Omár", "Quist", "SE1 7PB"),
        ("Quist", "Nora", "SE1 7PB"),
        ("Nor", "Quist", "SE1 7PB"),
    ],
)
def test_name_and_postal_code_must_match(desk: Episode, given: str, family: str, code: str) -> None:
    names = {"given": given, "family": family, "postal_code": code}
    refused(desk, "there is no patron", "find_patron_ref_by_name_zip", **names)


def test_several_patrons_of_one_name_at_one_code_are_not_guessed(desk: Episode) -> None:
    names = {"given": "ana", "family": "sol", "postal_code": "01069"}
    refused(
        desk,
        "several patrons are called ana sol and have the postal code 01069; find the patron by",
        "find_patron_ref_by_name_zip",
        **names,
    )


def test_a_profile_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    log = ",".join(f'"{key}"' for key in ALL_OF_NORA)
    assert desk.call("get_patron_details", {"guest_ref": NORA}).result == (
        '{"guest_ref":"gB5nW8e","identity":{"given":"Nora","family":"Quist"},'
        '"location":{"line_one":"14 Mill Lane","line_two":"Flat 3","municipality":"London",'
        '"nation":"United Kingdom","province":"Greater London","postal_code":"SE1 7PB"},'
        '"contact_email":"nora.quist8812@example.com","saved_instruments":{'
        '"iC6yT1s":{"instrument_ref":"iC6yT1s","origin":"credit_card",'
        '"metadata":{"issuer":"Visa","tail_digits":"4410"}},'
        '"iD3xK8p":{"instrument_ref":"iD3xK8p","origin":"credit_card",'
        '"metadata":{"issuer":"Visa","tail_digits":"0917"}},'
        '"iF5vM2r":{"instrument_ref":"iF5vM2r","origin":"paypal",'
        '"metadata":{"issuer":"PayPal","tail_digits":"2281"}},'
        '"iG8wN4t":{"instrument_ref":"iG8wN4t","origin":"gift_card",'
        '"metadata":{"issuer":"House Gift Card","tail_digits":"7730"}}},'
        f'"ticket_log":[{log}]}}'
    )


def test_a_patron_may_have_no_ticket_and_no_instrument(desk: Episode) -> None:
    shown = done(desk, "get_patron_details", guest_ref=OTHER_NORA)
    assert (shown["saved_instruments"], shown["ticket_log"]) == ({}, [])


def test_an_unknown_patron_is_an_error(desk: Episode) -> None:
    for key in (NORA.upper(), NORA.lower(), DELIVERY, "", f" {NORA}"):
        refused(desk, "there is no patron", "get_patron_details", guest_ref=key)


def test_a_ticket_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    plain = '"mods":{"heat":null,"sauce":null,"side":null}}'
    assert desk.call("get_ticket_details", {"ticket_ref": DELIVERY}).result == (
        '{"ticket_ref":"tF2hL7u","guest_ref":"gB5nW8e","service_mode":"delivery",'
        '"dropoff":{"line_one":"14 Mill Lane","line_two":"Flat 3","municipality":"London",'
        '"nation":"United Kingdom","province":"Greater London","postal_code":"SE1 7PB"},'
        '"table_info":null,"state":"placed","line_entries":['
        '{"label":"Thai Green Curry","dish_ref":"dQ7mX2a","plate_ref":"pM3vR9t","cost":12.3,'
        '"mods":{"heat":null,"sauce":null,"side":"rice"}},'
        f'{{"label":"Thai Green Curry","dish_ref":"dQ7mX2a","plate_ref":"pM3vR9t","cost":12.7,'
        f"{plain},"
        f'{{"label":"Thai Green Curry","dish_ref":"dQ7mX2a","plate_ref":"pH4wS8u","cost":13.1,'
        f"{plain},"
        f'{{"label":"Smoked Trout Pie","dish_ref":"dR8nY3b","plate_ref":"pS8aW4y","cost":10.1,'
        f"{plain}],"
        '"prep_batches":[{"parcel_tags":["BAG-101"],"plate_refs":["pM3vR9t","pH4wS8u"]},'
        '{"parcel_tags":["BAG-102"],"plate_refs":["pM3vR9t","pS8aW4y"]}],'
        '"charges":[{"kind":"payment","total":56.31,"instrument_ref":"iC6yT1s"},'
        '{"kind":"tax","total":3.86,"instrument_ref":"iC6yT1s"},'
        '{"kind":"delivery_fee","total":4.25,"instrument_ref":"iC6yT1s"}]}'
    )


def test_a_table_is_shown_where_there_is_one(desk: Episode) -> None:
    shown = ticket(desk, DINE_IN)
    assert shown["table_info"] == {"zone": "Terrace", "table_no": "T07", "seat_count": 2}
    assert shown["dropoff"] is None


def test_anybodys_ticket_is_shown_and_an_unknown_one_is_an_error(desk: Episode) -> None:
    assert ticket(desk, OMARS)["guest_ref"] == OMAR
    for key in ("tF2hL7v", DELIVERY.upper(), NORA, ""):
        refused(desk, "there is no ticket", "get_ticket_details", ticket_ref=key)


def test_a_dish_is_shown_with_all_plates_also_those_not_served_today(desk: Episode) -> None:
    shown = done(desk, "get_dish_details", dish_ref=CURRY)
    assert list(shown) == ["dish_ref", "title", "selections"]
    assert [
        (key, plate["served_today"], plate["cost"]) for key, plate in shown["selections"].items()
    ] == [
        ("pM3vR9t", True, 12.5),
        ("pE7zV5x", True, 12.5),
        ("pH4wS8u", True, 13.1),
        ("pL5xT7v", True, 15.8),
        ("pC6yU6w", False, 11.1),
    ]
    assert desk.call("get_dish_details", {"dish_ref": TEA}).result == (
        '{"dish_ref":"dT9pZ4c","title":"Crème de Menthe Tea","selections":{'
        '"pT2cY2a":{"plate_ref":"pT2cY2a","modifiers":{"spice_level":null,"portion":null,'
        '"protein":null,"preparation":null},"served_today":true,"cost":4}}}'
    )


def test_a_plate_is_no_dish(desk: Episode) -> None:
    for key in (MILD, "Thai Green Curry", CURRY.lower(), ""):
        refused(desk, "there is no dish", "get_dish_details", dish_ref=key)


def test_all_dishes_come_sorted_by_title_in_plain_letters(desk: Episode) -> None:
    assert desk.call("list_all_dishes", {}).result == (
        f'{{"Crème de Menthe Tea":"{TEA}","Smoked Trout Pie":"{PIE}","Thai Green Curry":"{CURRY}"}}'
    )


def test_reads_change_nothing(desk: Episode) -> None:
    by_name(desk, "Nora", "Quist", "SE1 7PB")
    done(desk, "find_patron_ref_by_email", email="nora.quist8812@example.com")
    done(desk, "get_patron_details", guest_ref=NORA)
    done(desk, "get_dish_details", dish_ref=PIE)
    ticket(desk, DELIVERY)
    assert done(desk, "calculate", expression="0.10 + 0.20") == "0.3"
    assert done(desk, "think", thought="The pie is dearer today.")
    assert desk.changes().is_empty


def test_after_the_hand_off_nothing_is_carried_out(desk: Episode) -> None:
    done(desk, "transfer_to_human_agents", summary="Wants another email.")
    refused(desk, "passed on", "get_patron_details", guest_ref=NORA)
    refused(desk, "passed on", "cancel_placed_ticket", ticket_ref=DELIVERY, reason="ill")
    assert desk.changes().is_empty
