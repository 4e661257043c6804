"""Who keeps each rule: the tools, by refusing what breaks it, or the assistant, whom they let."""

from collections.abc import Callable

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import (
    ANA,
    BEN,
    CANCELLED,
    CARD,
    COOKING,
    HER,
    HIM,
    LATE,
    LENA,
    MINE,
    NORA,
    OMARS,
    OMARS_CARD,
    PORTO,
    SHARED,
    SOON,
    TODAYS,
)
from .test_booking import ARGUMENTS, pay

Check = Callable[[Episode], object]


def book(desk: Episode, **other: object) -> object:
    return done(desk, "book_package", **{**ARGUMENTS, **other})


def not_booked(desk: Episode, reason: str, **other: object) -> object:
    return refused(desk, reason, "book_package", **{**ARGUMENTS, **other})


def set_add_ons(desk: Episode, key: str, *add_ons: object) -> object:
    arguments = {"booking_id": key, "add_ons": [*add_ons], "payment_method_id": CARD}
    return done(desk, "update_booking_add_ons", **arguments)


def move(desk: Episode, key: str, date: str = "24-10-05") -> object:
    arguments = {"booking_id": key, "new_departure_date": date, "payment_method_id": CARD}
    return done(desk, "update_booking_departure_date", **arguments)


def cancel(desk: Episode, key: str) -> object:
    return done(desk, "cancel_booking", booking_id=key)


def set_travelers(desk: Episode, key: str, *travelers: object) -> object:
    return done(desk, "update_booking_travelers", booking_id=key, travelers=[*travelers])


KEPT_BY_TOOLS: dict[str, Check] = {
    "TRV-10": lambda desk: (
        not_booked(desk, "is limited", departure_date="24-11-02"),
        not_booked(desk, "2 slots left", travelers=[HER, LENA, HIM]),
        not_booked(desk, "not later than today", departure_date="24-05-15"),
    ),
    "TRV-15": lambda desk: not_booked(desk, "add up to", payment_methods=pay((CARD, 3119))),
    "TRV-16": lambda desk: not_booked(
        desk, "is not in the profile", payment_methods=pay((OMARS_CARD, 3120))
    ),
    "TRV-19": lambda desk: refused(
        desk,
        "their number cannot change",
        "update_booking_travelers",
        booking_id=MINE,
        travelers=[HER, LENA, HIM],
    ),
    "TRV-20": lambda desk: [
        refused(
            desk,
            reason,
            "update_booking_departure_date",
            booking_id=MINE,
            new_departure_date=date,
            payment_method_id=CARD,
        )
        for date, reason in (
            ("24-09-01", "no departure"),  # a date of another package
            ("24-11-02", "is limited"),
            ("24-05-15", "not later than today"),
        )
    ],
    "TRV-23": lambda desk: [
        refused(desk, "is cancelled", tool, booking_id=CANCELLED, **arguments)
        for tool, arguments in {
            "cancel_booking": {},
            "update_booking_add_ons": {"add_ons": [], "payment_method_id": CARD},
            "update_booking_departure_date": {
                "new_departure_date": "24-09-14",
                "payment_method_id": CARD,
            },
            "update_booking_travelers": {"travelers": [HER]},
            "update_booking_rooming": {"rooming": {"room_type": "suite", "occupancy": 1}},
        }.items()
    ],
}
"""Calls against the rule, which the tools refuse."""

LEFT_TO_THE_AGENT: dict[str, Check] = {
    # Nobody was identified, nothing was listed, no message was written in any of these.
    "TRV-01": lambda desk: cancel(desk, MINE),
    "TRV-02": lambda desk: (cancel(desk, MINE), cancel(desk, OMARS)),
    "TRV-03": lambda desk: set_travelers(desk, MINE, HER, HIM),
    "TRV-08": lambda desk: done(desk, "transfer_to_human_agents", summary="wants a person"),
    "TRV-11": lambda desk: set_travelers(
        desk, LATE, {"first_name": "Any", "last_name": "Body", "dob": "80-01-01"}
    ),
    "TRV-12": lambda desk: (
        book(desk, rooming={"room_type": "single", "occupancy": 1}, agent_id=BEN),
        done(
            desk,
            "update_booking_rooming",
            booking_id=MINE,
            rooming={"room_type": "twin", "occupancy": 3},
        ),
    ),
    "TRV-13": lambda desk: set_add_ons(desk, LATE, {**COOKING, "price": 1}),
    "TRV-14": lambda desk: book(desk),
    "TRV-17": lambda desk: book(desk),
    "TRV-18": lambda desk: cancel(desk, LATE),
    "TRV-21": lambda desk: set_add_ons(desk, LATE, SHARED),
    "TRV-22": lambda desk: set_add_ons(desk, MINE, SHARED),
    # Ten days before departure the terms allow neither a change nor a cancellation.
    "TRV-24": lambda desk: move(desk, SOON),
    "TRV-25": lambda desk: cancel(desk, MINE),
    "TRV-26": lambda desk: cancel(desk, SOON),
    "TRV-28": lambda desk: (move(desk, TODAYS), cancel(desk, TODAYS)),
    "TRV-29": lambda desk: done(
        desk,
        "schedule_agent_meeting",
        agent_id=ANA,
        date="24-05-20",
        time_range="09:00-10:00",
        traveler_id=NORA,
    ),
    "COM-11": lambda desk: done(
        desk,
        "update_booking_rooming",
        booking_id=LATE,
        rooming={"room_type": "suite", "occupancy": 1},
    ),
    "COM-14": lambda desk: [
        refused(desk, "no package", "get_package_details", package_id=PORTO.lower())
        for _ in range(2)
    ],
}
"""Calls against the rule, which the tools carry out all the same, or let be sent again."""

ONLY_TALK = {
    "TRV-04": "how many calls stand in a turn",
    "TRV-05": "what is told",
    "TRV-06": "opinions",
    "TRV-07": "how a wish is refused",
    "TRV-09": "the notice",
    "TRV-27": "what is told of refunds",
    "COM-12": "what is reported",
}
"""Rules that no call can keep or break."""
