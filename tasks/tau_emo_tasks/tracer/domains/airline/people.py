"""People whom the airline does not know yet."""

from tau_emo_db import Draw
from tau_emo_db.domains.airline.tables import SavedPassenger
from tau_emo_tasks.tracer.domains.airline.base import Air


def stranger(air: Air, user: str, draw: Draw, last_name: str = "") -> SavedPassenger:
    """A person whose first name nobody of the customer's trips and profile has.

    Args:
        air: the base, whose names are used.
        user: the customer.
        draw: decides.
        last_name: the last name; empty: any.
    """
    used = {air.users[user].first_name, *(one.first_name for one in air.saved[user])}
    used |= {one.first_name for trip in air.trips[user] for one in trip.travelers}
    everybody = tuple(air.users.values())
    while (first := draw.pick(everybody).first_name) in used:
        pass
    last = last_name or draw.pick(everybody).last_name
    born = f"{draw.integer(1950, 2004)}-{draw.integer(1, 12):02d}-{draw.integer(1, 28):02d}"
    return SavedPassenger(user_id=user, position=0, first_name=first, last_name=last, dob=born)


def mistyped(born: str, draw: Draw) -> str:
    """The right birth date of which the one given is a slip: another day, month or year."""
    year, month, day = (int(part) for part in born.split("-"))
    while True:
        match draw.integer(1, 3):
            case 1:
                right = (year, month, draw.integer(1, 28))
            case 2:
                right = (year, draw.integer(1, 12), min(day, 28))
            case _:
                right = (year + draw.pick([-10, -1, 1, 10]), month, min(day, 28))
        if right != (year, month, day):
            return f"{right[0]}-{right[1]:02d}-{right[2]:02d}"
