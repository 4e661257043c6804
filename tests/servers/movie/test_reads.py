"""What the read tools find and show."""

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    CANCELED,
    EVENING,
    FERRY,
    FREE,
    HALL,
    HELD,
    LATE,
    MOMENT,
    NORAS,
    ODD,
    OFF,
    ORBIT,
    OVER,
    PENDING,
    PROMOTED,
    RENO,
    TULSA,
    WHEELCHAIR,
    available,
    booking,
)

NO_SHOW = f"no show SH9NONE in theater {RENO}"
EVENING_VIEW = {
    "show_id": EVENING,
    "theater_id": RENO,
    "auditorium_id": HALL,
    "movie_id": ORBIT,
    "date": "24-05-18",
    "start_time_local": "24-05-18-19-30",
    "end_time_local": "24-05-18-23-59",
    "format": "2D",
    "language": "English",
    "subtitles": "none",
    "status": "scheduled",
    "price_schema": {
        "adult": 12.5,
        "child": 9,
        "senior": 10,
        "fees": {"convenience_fee": 1.5},
    },
}


def test_lists_show_two_fields_each(desk: Episode) -> None:
    assert done(desk, "list_movies") == [
        {"movie_id": ORBIT, "title": "Orbit of Glass"},
        {"movie_id": FERRY, "title": "Midnight Ferry"},
    ]
    assert done(desk, "list_theaters") == [
        {"theater_id": RENO, "name": "Lantern Cinema"},
        {"theater_id": TULSA, "name": "Lantern Cinema"},
    ]


def test_a_movie_is_shown_whole(desk: Episode) -> None:
    assert done(desk, "get_movie_details", movie_id=FERRY) == {
        "movie_id": FERRY,
        "title": "Midnight Ferry",
        "genres": ["Drama", "Thriller"],
        "runtime_minutes": 118,
        "mpaa_rating": "R",
        "languages_audio": ["English"],
        "subtitles": ["Spanish"],
        "formats": ["2D"],
        "release_date": "24-04-05",
        "end_of_run_est": "24-06-30",
        "cast": [{"name": "Leila Byrne", "role": "Mara"}],
        "crew": {
            "director": "Ana Sen",
            "writer": "Bo Aoki",
            "producer": "Cy Vega",
            "music": "Di Osei",
        },
        "synopsis": "Somebody waits.",
    }
    for unknown in ("MV9NONE", "mv2fery", "Midnight Ferry"):
        refused(desk, f"no movie {unknown}", "get_movie_details", movie_id=unknown)


def test_a_theater_is_shown_with_rules_seats_and_shows(desk: Episode) -> None:
    shown = done(desk, "get_theater_details", theater_id=RENO)
    assert shown["address"]["city"] == "Reno"
    assert shown["contact"]["phone"] == "(555) 310-4411"
    assert shown["amenities"] == ["Cafe"]
    assert shown["pricing_rules"] == {
        "base": {"adult": 99.99, "child": 99.98, "senior": 99.97},
        "format_surcharges": {"2D": 0, "IMAX": 5.5},
        "time_based": {"matinee_discount": 2.25, "peak_surcharge": 1},
        "fees": {"convenience_fee": 99.96, "booking_fee": 2},
        "tax_rate_percent": 8,
    }
    (hall,) = shown["auditoriums"]
    assert (hall["auditorium_id"], hall["name"], hall["capacity"]) == (HALL, "Screen 1", 10)
    rows = hall["seat_map"]["rows"]
    assert list(rows) == ["R1", "R2"]
    assert rows["R2"][0] == {
        "seat_id": "R2-01",
        "type": "recliner",
        "wheelchair_accessible": False,
    }
    flagged = [
        seat["seat_id"] for row in rows.values() for seat in row if seat["wheelchair_accessible"]
    ]
    assert flagged == [WHEELCHAIR]
    assert {
        date: [show["show_id"] for show in day["shows"]] for date, day in shown["dates"].items()
    } == {"24-05-18": [EVENING, LATE], "24-05-19": [OFF], "24-05-12": [OVER]}
    assert shown["dates"]["24-05-18"]["shows"][0] == EVENING_VIEW
    tulsa = done(desk, "get_theater_details", theater_id=TULSA)
    assert (tulsa["name"], tulsa["address"]["city"]) == ("Lantern Cinema", "Tulsa")
    assert tulsa["pricing_rules"]["tax_rate_percent"] == 8.25


def test_a_theater_that_does_not_exist_is_not_shown(desk: Episode) -> None:
    refused(desk, "no theater TH9NONE", "get_theater_details", theater_id="TH9NONE")


def test_shows_of_a_date_whatever_their_status(desk: Episode) -> None:
    def listed(**arguments: str | None) -> list[str]:
        shows = done(desk, "list_shows", **{"theater_id": RENO, **arguments})
        return [show["show_id"] for show in shows]

    assert done(desk, "list_shows", theater_id=RENO, date="24-05-18")[0] == EVENING_VIEW
    assert listed(date="24-05-18") == [EVENING, LATE]
    assert listed(date="24-05-18", movie_id=ORBIT) == [EVENING, LATE]
    assert listed(date="24-05-18", movie_id=None) == [EVENING, LATE]
    assert listed(date="24-05-18", movie_id=FERRY) == []
    assert listed(date="24-05-18", movie_id="MV9NONE") == []
    assert listed(date="24-05-19") == [OFF]
    assert listed(date="24-05-12") == [OVER]
    for empty in ("24-05-20", "2024-05-18", "tomorrow"):
        assert listed(date=empty) == []
    assert listed(theater_id=TULSA, date="24-05-18") == [ODD]
    refused(desk, "no theater TH9NONE", "list_shows", theater_id="TH9NONE", date="24-05-18")


def test_a_show_is_found_in_its_theater_over_all_dates(desk: Episode) -> None:
    known = {"theater_id": RENO, "show_id": EVENING}
    assert done(desk, "get_show_details", **known) == EVENING_VIEW
    assert done(desk, "get_show_details", **known, date="24-05-18") == EVENING_VIEW
    assert done(desk, "get_show_details", theater_id=RENO, show_id=OVER)["status"] == "completed"


def test_a_show_is_refused_in_the_documented_order(desk: Episode) -> None:
    tool = "get_show_details"
    everything_wrong = {"theater_id": "TH9NONE", "show_id": "SH9NONE", "date": "24-05-20"}
    refused(desk, "no theater TH9NONE", tool, **everything_wrong)
    wrong = {**everything_wrong, "theater_id": RENO}
    refused(desk, f"theater {RENO} has no shows on 24-05-20", tool, **wrong)
    wrong["date"] = "24-05-18"
    refused(desk, "has no show SH9NONE on 24-05-18", tool, **wrong)
    refused(desk, f"has no show {OFF} on 24-05-18", tool, **{**wrong, "show_id": OFF})
    del wrong["date"]
    refused(desk, NO_SHOW, tool, **wrong)
    refused(desk, f"no show {ODD} in", tool, theater_id=RENO, show_id=ODD)


def test_the_status_is_one_word(desk: Episode) -> None:
    statuses = {EVENING: "scheduled", OFF: "canceled", OVER: "completed"}
    for show, status in statuses.items():
        assert done(desk, "get_show_status", theater_id=RENO, show_id=show) == status
    refused(desk, "no theater", "get_show_status", theater_id="TH9NONE", show_id=EVENING)
    refused(desk, NO_SHOW, "get_show_status", theater_id=RENO, show_id="SH9NONE")
    refused(desk, "no show", "get_show_status", theater_id=TULSA, show_id=EVENING)


def test_only_confirmed_bookings_hold_seats(desk: Episode) -> None:
    shown = done(desk, "get_seat_availability", theater_id=RENO, show_id=EVENING)
    assert shown == {"available": FREE, "booked": HELD}
    assert booking(desk, PENDING)["seats"][0]["seat_id"] in FREE
    assert booking(desk, CANCELED)["seats"][0]["seat_id"] in FREE


def test_availability_is_sorted_as_text_and_told_of_every_show(desk: Episode) -> None:
    odd = done(desk, "get_seat_availability", theater_id=TULSA, show_id=ODD)
    assert odd == {"available": ["R1-02", "R1-10", "R2-01"], "booked": []}
    assert "R1-01" not in available(desk, OFF)
    assert "R1-01" not in available(desk, OVER)


@pytest.mark.parametrize("tool", ["get_seat_availability"])
def test_availability_needs_a_theater_and_its_show(desk: Episode, tool: str) -> None:
    refused(desk, "no theater TH9NONE", tool, theater_id="TH9NONE", show_id="SH9NONE")
    refused(desk, NO_SHOW, tool, theater_id=RENO, show_id="SH9NONE")
    refused(desk, "no show", tool, theater_id=RENO, show_id=ODD)


def test_a_booking_is_shown_whole(desk: Episode) -> None:
    shown = booking(desk, NORAS)
    assert list(shown) == [
        "booking_id",
        "theater_id",
        "movie_id",
        "show_id",
        "date",
        "start_time_local",
        "status",
        "created_at",
        "canceled_at",
        "customer",
        "seats",
        "concessions",
        "promotions_applied",
        "payments",
        "totals",
        "delivery",
        "special_requests",
    ]
    assert (shown["status"], shown["created_at"], shown["canceled_at"]) == (
        "confirmed",
        MOMENT,
        None,
    )
    assert shown["customer"] == {
        "name": {"first_name": "Nora", "last_name": "Quist"},
        "email": "Nora.Quist8812@Example.com",
        "phone": "(555) 720-0702",
        "loyalty_id": None,
    }
    assert shown["seats"][1] == {
        "seat_id": "R1-02",
        "ticket_type": "child",
        "price": 9,
        "convenience_fee": 1.5,
        "tax": 0.84,
    }
    assert shown["concessions"] == [
        {
            "item_id": "POP-S",
            "name": "Popcorn",
            "size": "small",
            "quantity": 2,
            "price_each": 6,
            "tax_each": 0.48,
            "total": 12.96,
        }
    ]
    assert shown["payments"] == [
        {
            "payment_id": f"{NORAS}-PAY-1",
            "amount": 53.84,
            "method": {
                "source": "card",
                "payment_method_id": "visa-4410",
                "extra_info": {"brand": "visa", "last_four": "4410"},
            },
            "created_at": MOMENT,
        }
    ]
    assert shown["totals"] == {
        "tickets_subtotal": 31.5,
        "concessions_subtotal": 12,
        "fees_total": 6.5,
        "tax_total": 3.84,
        "grand_total": 53.84,
        "amount_paid": 53.84,
        "amount_due": 0,
    }
    assert shown["delivery"]["method"] == "e-ticket"
    assert shown["delivery"]["tickets"][2] == {
        "ticket_id": f"{NORAS}-TKT-003",
        "barcode": f"BAR-{NORAS}-TKT-003",
    }
    assert booking(desk, PROMOTED)["promotions_applied"] == [
        {"code": "SPRING", "description": "spring", "discount_amount": 5}
    ]
    assert booking(desk, PENDING)["delivery"]["tickets"] == []


@pytest.mark.parametrize("key", ["BK9NONE", "bk1nora", "BKG001", "nora.quist8812@example.com"])
def test_a_booking_is_found_by_its_whole_id_only(desk: Episode, key: str) -> None:
    refused(desk, f"no booking {key}", "get_booking_details", booking_id=key)
