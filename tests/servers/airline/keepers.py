"""Who keeps each rule of the policy: the tools, which refuse, or the agent, whom they would let.

Every check is made at the small airline of desk.py, each in a fresh episode.
"""

from collections.abc import Callable
from typing import Any

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ACTIVE,
    CARD,
    CERTIFICATE,
    FLOWN,
    GIFT,
    NORA,
    OMAR,
    OMARS_CARD,
    SMALL_GIFT,
    balances,
    flights,
    ledger,
    payments,
    people,
)

OUT, BACK, LATER_BACK = ("HAT001", "2024-05-20"), ("HAT002", "2024-05-22"), ("HAT002", "2024-05-23")
CALLED_OFF = ("HAT009", "2024-05-20")


def trip(**changed: Any) -> dict[str, Any]:
    """From JFK to SEA for Nora alone, in economy, 110 by card."""
    return {
        "user_id": NORA,
        "origin": "JFK",
        "destination": "SEA",
        "flight_type": "one_way",
        "cabin": "economy",
        "flights": flights(BACK),
        "passengers": people(1),
        "payment_methods": payments(**{CARD: 110}),
        "total_baggages": 0,
        "nonfree_baggages": 0,
        "insurance": "no",
        **changed,
    }


def book(desk: Episode, **changed: Any) -> Any:
    return done(desk, "book_reservation", **trip(**changed))


def no_booking(desk: Episode, reason: str, **changed: Any) -> None:
    refused(desk, reason, "book_reservation", **trip(**changed))


def to(*segments: tuple[str, str], **changed: Any) -> dict[str, Any]:
    """Nora's trip by these flights, settled by card."""
    return {
        "reservation_id": ACTIVE,
        "cabin": "economy",
        "flights": flights(*segments),
        "payment_id": CARD,
        **changed,
    }


def move(desk: Episode, *segments: tuple[str, str], **changed: Any) -> Any:
    return done(desk, "update_reservation_flights", **to(*segments, **changed))


def not_moved(desk: Episode, reason: str, *segments: tuple[str, str], **changed: Any) -> None:
    refused(desk, reason, "update_reservation_flights", **to(*segments, **changed))


def bags(total: int, paid: int, payment: str = CARD) -> dict[str, Any]:
    return {
        "reservation_id": ACTIVE,
        "total_baggages": total,
        "nonfree_baggages": paid,
        "payment_id": payment,
    }


def cancel(desk: Episode, key: str) -> Any:
    return done(desk, "cancel_reservation", reservation_id=key)


def send(desk: Episode, user: str, amount: int = 100) -> None:
    assert f"of ${amount} " in done(desk, "send_certificate", user_id=user, amount=amount)


def identified(desk: Episode) -> None:
    done(desk, "get_user_details", user_id=NORA)


# Kept by the tools.


def one_cabin_for_all(desk: Episode) -> None:
    """Neither a passenger nor a flight takes a cabin of its own."""
    apart = [{**people(1)[0], "cabin": "business"}]
    no_booking(desk, "cabin", passengers=apart)
    no_booking(desk, "cabin", flights=[{**flights(BACK)[0], "cabin": "business"}])


def methods_of_the_profile(desk: Episode) -> None:
    no_booking(desk, f"{OMARS_CARD} is not in", payment_methods=payments(**{OMARS_CARD: 110}))


def certificate_used_up(desk: Episode) -> None:
    """No call keeps what is left of it."""
    book(desk, payment_methods=payments(**{CERTIFICATE: 110}))
    assert CERTIFICATE not in balances(desk)
    no_booking(desk, "not in the profile", payment_methods=payments(**{CERTIFICATE: 90, CARD: 20}))


def bags_cost_50(desk: Episode) -> None:
    no_booking(desk, "the total is $160", total_baggages=1, nonfree_baggages=1)
    with_bag = {"total_baggages": 1, "nonfree_baggages": 1}
    no_booking(desk, "the total is $160", payment_methods=payments(**{CARD: 159}), **with_bag)
    refused(desk, "below the $50", "update_reservation_baggages", **bags(3, 1, SMALL_GIFT))


def only_available(desk: Episode) -> None:
    for segment, status in ((CALLED_OFF, "cancelled"), (("HAT009", "2024-05-15"), "delayed")):
        no_booking(desk, f"its status is {status}", flights=flights(segment))
        not_moved(desk, f"its status is {status}", segment, BACK)


def kept_price(desk: Episode) -> None:
    """A flight that stays keeps its 90 where today's price is 100: no call gives a price."""
    not_moved(desk, "price", flights=[{**flights(OUT)[0], "price": 100}, *flights(LATER_BACK)])
    shown = move(desk, OUT, LATER_BACK)
    assert [leg["price"] for leg in shown["flights"]] == [90, 80]


def cabin_of_all_segments(desk: Episode) -> None:
    not_moved(desk, "cabin", flights=[{**flights(OUT)[0], "cabin": "business"}, *flights(BACK)])
    not_moved(desk, "below the $700", OUT, BACK, cabin="business", payment_id=GIFT)
    assert ledger(move(desk, OUT, BACK, cabin="business"))[-1] == (CARD, 700)


def number_of_passengers(desk: Episode) -> None:
    for count in (1, 3):
        call = {"reservation_id": ACTIVE, "passengers": people(count)}
        refused(desk, "cannot change", "update_reservation_passengers", **call)


def one_card_settles(desk: Episode) -> None:
    not_moved(desk, "certificate cannot pay", OUT, LATER_BACK, payment_id=CERTIFICATE)
    not_moved(desk, "payment_id", OUT, LATER_BACK, payment_id=[GIFT, CARD])
    call = bags(3, 1, CERTIFICATE)
    refused(desk, "certificate cannot pay", "update_reservation_baggages", **call)


# Left to the agent: the tools carry these calls out.


def before_anybody_is_known(desk: Episode) -> None:
    assert cancel(desk, ACTIVE)["status"] == "cancelled"


def two_customers(desk: Episode) -> None:
    for user in (NORA, OMAR):
        assert done(desk, "get_user_details", user_id=user)["email"] == f"{user}@example.com"


def unseen_unlisted_and_for_no_known_reason(desk: Episode) -> None:
    """Nobody named or saw the reservation, wrote a listing or asked why."""
    identified(desk)
    assert cancel(desk, ACTIVE)["status"] == "cancelled"


def a_hand_off_without_need(desk: Episode) -> None:
    assert done(desk, "transfer_to_human_agents", summary="wants a refund") == (
        "Transfer successful."
    )


def a_trip_nobody_described(desk: Episode) -> None:
    """Neither trip, nor passenger, nor insurance were spoken of."""
    stranger = [{"first_name": "Ann", "last_name": "Bell", "dob": "1980-02-03"}]
    assert book(desk, passengers=stranger, insurance="no")["passengers"] == stranger


def six_passengers(desk: Episode) -> None:
    paid = payments(**{CARD: 660})
    assert len(book(desk, passengers=people(6), payment_methods=paid)["passengers"]) == 6


def two_certificates(desk: Episode) -> None:
    send(desk, NORA, 50)
    paid = payments(**{CERTIFICATE: 100, "certificate_3221322": 10})
    assert ledger(book(desk, payment_methods=paid)) == [
        (CERTIFICATE, 100),
        ("certificate_3221322", 10),
    ]


def any_free_bags(desk: Episode) -> None:
    """Gold has 3 free ones in economy: 9 are free all the same, or the first is paid."""
    assert book(desk, total_baggages=9)["nonfree_baggages"] == 0
    paid = payments(**{CARD: 160})
    book(desk, total_baggages=1, nonfree_baggages=1, payment_methods=paid)


def flights_of_basic_economy(desk: Episode) -> None:
    paid = payments(**{CARD: 50})
    key = book(desk, cabin="basic_economy", payment_methods=paid)["reservation_id"]
    shown = move(desk, LATER_BACK, reservation_id=key, cabin="basic_economy")
    assert shown["flights"][0]["date"] == LATER_BACK[1]


def another_route(desk: Episode) -> None:
    shown = move(desk, ("HAT008", "2024-05-22"), OUT)
    assert [leg["origin"] for leg in shown["flights"]] == ["LGA", "SEA"]


def fewer_bags(desk: Episode) -> None:
    shown = done(desk, "update_reservation_baggages", **bags(0, 0))
    assert shown["total_baggages"] == 0


def no_ground_to_cancel(desk: Episode) -> None:
    """In economy, booked long ago, not insured, and no flight was called off."""
    assert cancel(desk, ACTIVE)["insurance"] == "no"


def a_used_trip(desk: Episode) -> None:
    assert cancel(desk, FLOWN)["flights"][0]["status"] == "landed"


def a_part_of_a_trip(desk: Episode) -> None:
    """Its way back is dropped and refunded: 2 x 110."""
    assert ledger(move(desk, OUT))[-1] == (CARD, -220)


def a_certificate_for_nothing(desk: Episode) -> None:
    """Nothing was cancelled or delayed, nobody complained; and then once more."""
    identified(desk)
    for amount in (100, 50):
        send(desk, NORA, amount)


def a_certificate_for_a_regular_member(desk: Episode) -> None:
    assert done(desk, "get_user_details", user_id=OMAR)["membership"] == "regular"
    send(desk, OMAR)


def a_failed_call_again(desk: Episode) -> None:
    for _ in range(2):
        refused(desk, "no reservation ZZZZZZ", "cancel_reservation", reservation_id="ZZZZZZ")


KEPT_BY_TOOLS: dict[str, Callable[[Episode], None]] = {
    "AIR-11": one_cabin_for_all,
    "AIR-13": methods_of_the_profile,
    "AIR-14": certificate_used_up,
    "AIR-16": bags_cost_50,
    "AIR-18": only_available,
    "AIR-22": kept_price,
    "AIR-23": cabin_of_all_segments,
    "AIR-26": number_of_passengers,
    "AIR-27": one_card_settles,
}
LEFT_TO_THE_AGENT: dict[str, Callable[[Episode], None]] = {
    "AIR-01": before_anybody_is_known,
    "AIR-02": two_customers,
    "AIR-03": unseen_unlisted_and_for_no_known_reason,
    "AIR-06": a_hand_off_without_need,
    "AIR-07": a_hand_off_without_need,
    "AIR-08": a_trip_nobody_described,
    "AIR-09": six_passengers,
    "AIR-10": a_trip_nobody_described,
    "AIR-12": two_certificates,
    "AIR-15": any_free_bags,
    "AIR-17": a_trip_nobody_described,
    "AIR-19": unseen_unlisted_and_for_no_known_reason,
    "AIR-20": flights_of_basic_economy,
    "AIR-21": another_route,
    "AIR-24": fewer_bags,
    "AIR-28": unseen_unlisted_and_for_no_known_reason,
    "AIR-29": no_ground_to_cancel,
    "AIR-30": a_used_trip,
    "AIR-31": a_part_of_a_trip,
    "AIR-33": a_certificate_for_nothing,
    "AIR-34": a_certificate_for_a_regular_member,
    "AIR-35": a_certificate_for_nothing,
    "AIR-36": a_certificate_for_nothing,
    "AIR-37": unseen_unlisted_and_for_no_known_reason,
    "COM-14": a_failed_call_again,
}
ONLY_TALK = {
    "AIR-04": "how many calls a turn holds, and text beside them",
    "AIR-05": "what the agent states",
    "AIR-25": "how a wish for insurance is answered, as no tool adds it to a reservation",
    "AIR-32": "which target and time of a refund are told, as no tool takes another",
    "COM-12": "how an outcome is reported",
}
"""Rules about messages, which no call can show."""
