"""What the read tools show."""

import json

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import ACTIVE, AIRPORTS, CARD, CERTIFICATE, FLOWN, GIFT, GONE, NORA


def test_a_profile_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    assert desk.call("get_user_details", {"user_id": NORA}).result == (
        '{"user_id":"nora_quist_4127","name":{"first_name":"Nora","last_name":"Quist"},'
        '"address":{"address1":"14 Harbor Lane","address2":"","city":"Tucson","country":"USA",'
        '"state":"AZ","zip":"85719"},"email":"nora_quist_4127@example.com","dob":"1987-02-19",'
        '"payment_methods":{'
        '"gift_card_1000001":{"id":"gift_card_1000001","source":"gift_card","amount":500},'
        '"gift_card_1000002":{"id":"gift_card_1000002","source":"gift_card","amount":40},'
        '"credit_card_1000003":{"id":"credit_card_1000003","source":"credit_card",'
        '"brand":"visa","last_four":"3051"},'
        '"certificate_1000004":{"id":"certificate_1000004","source":"certificate","amount":200}},'
        '"saved_passengers":[{"first_name":"Tomas","last_name":"Reyes","dob":"1964-11-08"}],'
        '"membership":"gold","reservations":["K3M9TZ","AAAAAA","BBBBBB"]}'
    )


def test_an_unknown_user_is_an_error(desk: Episode) -> None:
    refused(desk, "no user nora_quist", "get_user_details", user_id="nora_quist")
    refused(desk, "no user NORA", "get_user_details", user_id=NORA.upper())


def test_a_reservation_is_shown_whole_in_a_fixed_order(desk: Episode) -> None:
    assert desk.call("get_reservation_details", {"reservation_id": FLOWN}).result == (
        '{"reservation_id":"AAAAAA","user_id":"nora_quist_4127","origin":"SEA",'
        '"destination":"JFK","flight_type":"round_trip","cabin":"economy","flights":['
        '{"flight_number":"HAT001","date":"2024-05-14","origin":"SEA","destination":"JFK",'
        '"price":80,"status":"landed","actual_departure_time_est":"2024-05-14T06:10:00",'
        '"actual_arrival_time_est":"2024-05-14T14:05:00"},'
        '{"flight_number":"HAT002","date":"2024-05-22","origin":"JFK","destination":"SEA",'
        '"price":110,"status":"available"}],'
        '"passengers":[{"first_name":"Nora","last_name":"Quist","dob":"1987-02-19"}],'
        '"payment_history":[{"payment_id":"certificate_7","amount":150},'
        '{"payment_id":"credit_card_1000003","amount":250}],"created_at":"2024-05-06T09:41:30",'
        '"total_baggages":3,"nonfree_baggages":1,"insurance":"no","status":null}'
    )
    assert done(desk, "get_reservation_details", reservation_id=GONE)["status"] == "cancelled"


def test_an_unknown_reservation_is_named_as_such(desk: Episode) -> None:
    call = refused(
        desk, "no reservation k3m9tz", "get_reservation_details", reservation_id="k3m9tz"
    )
    assert "user" not in call.result


def test_all_airports_come_in_the_order_of_insertion(desk: Episode) -> None:
    assert desk.call("list_all_airports", {}).result == json.dumps(AIRPORTS, separators=(",", ":"))


def direct(desk: Episode, origin: str, destination: str, date: str) -> list[str]:
    found = done(desk, "search_direct_flight", origin=origin, destination=destination, date=date)
    return [flight["flight_number"] for flight in found]


def test_a_direct_search_shows_seats_and_prices_by_cabin_and_full_cabins_as_zero(
    desk: Episode,
) -> None:
    route = {"origin": "SEA", "destination": "JFK", "date": "2024-05-20"}
    assert desk.call("search_direct_flight", route).result == (
        '[{"flight_number":"HAT001","origin":"SEA","destination":"JFK",'
        '"scheduled_departure_time_est":"06:00:00","scheduled_arrival_time_est":"14:00:00",'
        '"status":"available",'
        '"available_seats":{"basic_economy":0,"economy":2,"business":5},'
        '"prices":{"basic_economy":60,"economy":100,"business":300}}]'
    )


def test_only_available_departures_of_exactly_this_route_and_date_are_found(
    desk: Episode,
) -> None:
    assert direct(desk, "SEA", "ORD", "2024-05-20") == ["HAT003", "HAT006"]
    assert direct(desk, "SEA", "JFK", "2024-05-14") == []  # landed
    assert direct(desk, "SEA", "JFK", "2024-05-15") == []  # delayed
    assert direct(desk, "SEA", "LGA", "2024-05-20") == []  # another airport of New York
    assert direct(desk, "SEA", "XXX", "2024-05-20") == []
    assert direct(desk, "SEA", "JFK", "20 May") == []
    assert direct(desk, "sea", "jfk", "2024-05-20") == []


def onestop(desk: Episode, date: str, destination: str = "JFK") -> list[list[tuple[str, ...]]]:
    found = done(desk, "search_onestop_flight", origin="SEA", destination=destination, date=date)
    return [[(leg["flight_number"], leg["date"]) for leg in pair] for pair in found]


def test_a_connection_may_leave_the_moment_the_first_flight_lands(desk: Episode) -> None:
    # HAT006 lands at 12:00, HAT007 leaves at 12:00. HAT003 lands on the 21st, when no
    # second flight leaves; HAT004 on the 20th would be a day too early. HAT010 would fit too,
    # but is cancelled.
    assert onestop(desk, "2024-05-20") == [[("HAT006", "2024-05-20"), ("HAT007", "2024-05-20")]]


def test_after_a_landing_on_the_next_day_the_second_flight_is_of_that_day(desk: Episode) -> None:
    # HAT003 lands at 01:30 on 1 June; HAT004 leaves at 01:30, HAT005 a minute too early.
    assert onestop(desk, "2024-05-31") == [[("HAT003", "2024-05-31"), ("HAT004", "2024-06-01")]]
    first, second = done(
        desk, "search_onestop_flight", origin="SEA", destination="JFK", date="2024-05-31"
    )[0]
    assert first["prices"] == {"basic_economy": 52, "economy": 102, "business": 202}
    assert second["prices"] == {"basic_economy": 91, "economy": 191, "business": 491}
    assert second["available_seats"] == {"basic_economy": 2, "economy": 0, "business": 3}
    assert list(second) == [
        "flight_number",
        "origin",
        "destination",
        "date",
        "scheduled_departure_time_est",
        "scheduled_arrival_time_est",
        "status",
        "available_seats",
        "prices",
    ]


def test_a_search_for_connections_that_finds_none_is_an_empty_list(desk: Episode) -> None:
    assert onestop(desk, "2024-05-23") == []  # HAT007 leaves, but HAT006 is cancelled
    for date in ("2024-05-21", "9999-12-31", "tomorrow", "", "now"):
        assert onestop(desk, date) == []
    assert onestop(desk, "2024-05-20", "LGA") == []


def test_reads_change_nothing(desk: Episode) -> None:
    done(desk, "get_user_details", user_id=NORA)
    done(desk, "get_reservation_details", reservation_id=ACTIVE)
    onestop(desk, "2024-05-31")
    assert done(desk, "calculate", expression="2 * (90 + 110)") == "400.0"
    assert done(desk, "think", thought="A certificate covers half of it.")
    assert desk.changes().is_empty


def test_after_the_hand_off_nothing_is_carried_out(desk: Episode) -> None:
    done(desk, "transfer_to_human_agents", summary="Wants a wheelchair.")
    refused(desk, "passed on", "get_user_details", user_id=NORA)
    refused(desk, "passed on", "cancel_reservation", reservation_id=ACTIVE)
    assert desk.changes().is_empty


def test_the_desk_is_as_written_down(desk: Episode) -> None:
    methods = done(desk, "get_user_details", user_id=NORA)["payment_methods"]
    assert list(methods) == [GIFT, "gift_card_1000002", CARD, CERTIFICATE]
