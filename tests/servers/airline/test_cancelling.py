"""Cancelling, and certificates."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import ACTIVE, BALANCES, CARD, FLOWN, GIFT, GONE, NORA, OMAR, balances, ledger


def test_cancelling_refunds_every_payment_to_its_method_later(desk: Episode) -> None:
    done(
        desk,
        "update_reservation_baggages",
        reservation_id=ACTIVE,
        total_baggages=4,
        nonfree_baggages=2,
        payment_id=GIFT,
    )
    shown = done(desk, "cancel_reservation", reservation_id=ACTIVE)
    assert shown["status"] == "cancelled"
    assert ledger(shown) == [
        ("certificate_7", 150),
        (CARD, 250),
        (GIFT, 100),
        ("certificate_7", -150),
        (CARD, -250),
        (GIFT, -100),
    ]
    # The two bags cost 2 x 50, so 500 - 100 are on the gift card.
    # The money is under way: no balance has moved, and the certificate is not back.
    assert balances(desk) == {**BALANCES, GIFT: 400}
    assert len(shown["flights"]) == 2
    assert len(shown["passengers"]) == 2


def test_cancelling_releases_no_seat(desk: Episode) -> None:
    done(desk, "cancel_reservation", reservation_id=ACTIVE)
    assert set(desk.changes().root) == {"reservation", "reservation_payment"}


def test_a_reservation_is_cancelled_once(desk: Episode) -> None:
    shown = done(desk, "cancel_reservation", reservation_id=ACTIVE)
    refused(desk, "already cancelled", "cancel_reservation", reservation_id=ACTIVE)
    refused(desk, "already cancelled", "cancel_reservation", reservation_id=GONE)
    assert done(desk, "get_reservation_details", reservation_id=ACTIVE) == shown


def test_an_unknown_reservation_cannot_be_cancelled(desk: Episode) -> None:
    refused(desk, "no reservation ZZZZZZ", "cancel_reservation", reservation_id="ZZZZZZ")
    assert desk.changes().is_empty


def test_who_may_cancel_is_not_the_tools_concern(desk: Episode) -> None:
    assert done(desk, "cancel_reservation", reservation_id=FLOWN)["status"] == "cancelled"


def certificate(desk: Episode, amount: Any, user: str = NORA) -> str:
    return done(desk, "send_certificate", user_id=user, amount=amount)


def test_a_certificate_joins_the_profile(desk: Episode) -> None:
    told = certificate(desk, 150)
    assert "certificate_3221322" in told
    assert NORA in told
    assert "$150" in told
    methods = done(desk, "get_user_details", user_id=NORA)["payment_methods"]
    assert list(methods)[-1] == "certificate_3221322"
    assert methods["certificate_3221322"] == {
        "id": "certificate_3221322",
        "source": "certificate",
        "amount": 150,
    }


def test_certificates_are_numbered_per_user_without_end(desk: Episode) -> None:
    for amount in range(1, 7):
        certificate(desk, amount)
    certificate(desk, 50, OMAR)
    sent = {key: amount for key, amount in balances(desk).items() if key not in BALANCES}
    assert sent == {f"certificate_322132{1 + number}": number for number in range(1, 7)}
    assert balances(desk, OMAR)["certificate_3221322"] == 50


def test_the_number_of_a_spent_certificate_returns(desk: Episode) -> None:
    certificate(desk, 110)
    certificate(desk, 100)
    done(
        desk,
        "book_reservation",
        user_id=NORA,
        origin="JFK",
        destination="SEA",
        flight_type="one_way",
        cabin="economy",
        flights=[{"flight_number": "HAT002", "date": "2024-05-22"}],
        passengers=[{"first_name": "Nora", "last_name": "Quist", "dob": "1987-02-19"}],
        payment_methods=[{"payment_id": "certificate_3221322", "amount": 110}],
        total_baggages=0,
        nonfree_baggages=0,
        insurance="no",
    )
    assert "certificate_3221322" in certificate(desk, 70)
    assert balances(desk)["certificate_3221322"] == 70
    assert balances(desk)["certificate_3221323"] == 100


@pytest.mark.parametrize("amount", [0, -50, 99.5, 0.1, 1e300, "fifty", None, True])
def test_a_certificate_is_of_whole_dollars_above_0(desk: Episode, amount: Any) -> None:
    refused(desk, "amount", "send_certificate", user_id="nobody", amount=amount)
    assert desk.changes().is_empty


def test_a_certificate_needs_a_user(desk: Episode) -> None:
    refused(desk, "no user nobody", "send_certificate", user_id="nobody", amount=50)
    assert desk.changes().is_empty
