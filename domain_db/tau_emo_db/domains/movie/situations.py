"""Shows and bookings that meet a rule of the theaters at its edge.

Each function adds what one situation needs; `SITUATIONS` says how often each is played at
scale 1.
"""

from functools import partial

from tau_emo_db import kit
from tau_emo_db.domains.movie.box_office import PROMOTIONS
from tau_emo_db.domains.movie.chain import Chain
from tau_emo_db.domains.movie.moviegoers import Moviegoer
from tau_emo_db.domains.movie.schedule import EVENING, Screening, coming_days
from tau_emo_db.domains.movie.tables import BookingStatus, Seat, TicketType
from tau_emo_db.draw import Draw

SMALL_HALL = 18
"""Halls that are filled have no more seats."""


# Shows


def two_formats(chain: Chain, draw: Draw) -> None:
    """A movie on one evening in 2D and in a dearer format, in one hall or in two."""
    while True:
        house = draw.pick(chain.houses)
        (day,) = coming_days(draw, 1)
        hall = house.halls[0]
        other = house.halls[-1]
        dearer = draw.pick(hall.formats[1:])
        movies = chain.program.running(day, dearer)
        early, late = draw.shuffled(EVENING)
        open_slots = [
            chain.program.is_free(hall, day, early),
            chain.program.is_free(other, day, late),
        ]
        if movies and all(open_slots):
            break
    movie = draw.pick(movies)
    chain.program.put_on(draw, house, hall, day, early, movie=movie, format=dearer)
    chain.program.put_on(draw, house, other, day, late, movie=movie, format="2D")


def crowded(chain: Chain, draw: Draw) -> None:
    """A show with three to six bookings of different people, and seats still free."""
    screening = chain.show_soon(draw)
    while len(screening.free) < 18:
        screening = chain.show_soon(draw)
    booked: set[str] = set()
    for _ in range(draw.integer(3, 6)):
        goer = _somebody_else(chain, draw, booked)
        chain.book(draw, goer, screening, chain.party(draw)[:2])


def nearly_full(left: int, chain: Chain, draw: Draw) -> None:
    """A show in a small hall with so many seats left; the seats for wheelchairs go last."""
    screening = chain.show_soon(draw, most=SMALL_HALL)
    fill(chain, draw, screening, sorted(screening.free, key=_flagged_last)[left:])


def only_for_wheelchairs(chain: Chain, draw: Draw) -> None:
    """A show in a small hall with nothing left but seats for wheelchairs."""
    screening = chain.show_soon(draw, most=SMALL_HALL)
    fill(chain, draw, screening, [one for one in screening.free if not one.wheelchair_accessible])


def fill(chain: Chain, draw: Draw, screening: Screening, seats: list[Seat]) -> None:
    """Sells these seats to parties of up to five."""
    booked: set[str] = set()
    while seats:
        count = min(len(seats), draw.integer(3, 5))
        party, seats = seats[:count], seats[count:]
        types: list[TicketType] = ["adult" for _ in party]
        goer = _somebody_else(chain, draw, booked)
        chain.book(draw, goer, screening, types, seats=party)


def _flagged_last(seat: Seat) -> bool:
    return seat.wheelchair_accessible


def _somebody_else(chain: Chain, draw: Draw, booked: set[str]) -> Moviegoer:
    """Somebody who has not booked this show; the next one will not be the same."""
    while (goer := chain.anybody(draw)).customer.customer_id in booked:
        continue
    booked.add(goer.customer.customer_id)
    return goer


# Bookings


def three_types(chain: Chain, draw: Draw) -> None:
    """A booking with an adult, a child and a senior."""
    types: list[TicketType] = ["adult", "child", "senior"]
    chain.book(draw, chain.newcomer(draw), _roomy(chain, draw), types)


def with_snacks(chain: Chain, draw: Draw) -> None:
    """A booking with food and drink, paid by card."""
    goer = chain.newcomer(draw, "card")
    chain.book(draw, goer, _roomy(chain, draw), snacks=chain.snacks(draw))


def with_promotion(chain: Chain, draw: Draw) -> None:
    """A booking of two or more seats with a discount."""
    types: list[TicketType] = ["adult", "adult", *draw.sample(["child", "senior"], 1)]  # pyright: ignore[reportAssignmentType]
    goer = chain.newcomer(draw, "card")
    chain.book(draw, goer, _roomy(chain, draw), types, promotion=draw.pick(PROMOTIONS))


def card_and_gift_card(chain: Chain, draw: Draw) -> None:
    """A booking that a card and a gift card have paid together."""
    goer = chain.newcomer(draw, "card", "gift_card")
    chain.book(draw, goer, _roomy(chain, draw), ["adult", "adult"], split=True)


def room_beside(chain: Chain, draw: Draw) -> None:
    """Two seats with a free one beside them, and others behind."""
    screening = _roomy(chain, draw)
    block = draw.pick(screening.blocks(3))
    goer = chain.newcomer(draw, "card", "wallet")
    chain.book(draw, goer, screening, ["adult", "adult"], seats=block[:2], snacks=())


def called_off(chain: Chain, draw: Draw) -> None:
    """Confirmed bookings for a show that the theater has canceled."""
    screening = chain.show_soon(draw, status="canceled")
    for _ in range(draw.integer(1, 2)):
        chain.book(draw, chain.newcomer(draw), screening)


def over(chain: Chain, draw: Draw) -> None:
    """A confirmed booking for a show that is over."""
    chain.book(draw, chain.newcomer(draw), chain.show_past(draw))


def with_status(status: BookingStatus, chain: Chain, draw: Draw) -> None:
    """A booking for a show to come that holds no seat."""
    chain.book(draw, chain.newcomer(draw), chain.show_soon(draw), status=status)


# People


def regular(chain: Chain, draw: Draw) -> None:
    """Somebody with two or three bookings for different shows."""
    goer = chain.newcomer(draw, "card", "wallet", "gift_card")
    for _ in range(draw.integer(2, 3)):
        chain.book(draw, goer, chain.show_soon(draw))


def namesakes(chain: Chain, draw: Draw) -> None:
    """Two people of one name with different e-mails and a booking each."""
    someone = kit.person(draw)
    for _ in range(2):
        chain.book(draw, chain.newcomer(draw, person=someone), chain.show_soon(draw))


def guest(chain: Chain, draw: Draw) -> None:
    """A booking of somebody whom the theaters do not know."""
    chain.book(draw, chain.newcomer(draw, known=False), chain.show_soon(draw))


def _roomy(chain: Chain, draw: Draw) -> Screening:
    """A show to come with many free seats, some of them three side by side."""
    while True:
        screening = chain.show_soon(draw)
        if len(screening.blocks(3)) >= 3:
            return screening


SITUATIONS: kit.Situations[Chain] = {
    "two formats": (two_formats, 6),
    "crowded": (crowded, 8),
    "sold out": (partial(nearly_full, 0), 2),
    "one seat left": (partial(nearly_full, 1), 2),
    "only for wheelchairs": (only_for_wheelchairs, 2),
    "three types": (three_types, 4),
    "snacks": (with_snacks, 6),
    "promotion": (with_promotion, 5),
    "card and gift card": (card_and_gift_card, 5),
    "room beside": (room_beside, 8),
    "called off": (called_off, 6),
    "over": (over, 6),
    "canceled": (partial(with_status, "canceled"), 6),
    "refunded": (partial(with_status, "refunded"), 4),
    "pending": (partial(with_status, "pending"), 5),
    "regular": (regular, 6),
    "namesakes": (namesakes, 3),
    "guest": (guest, 5),
}
"""What is played, under a label that names its stream of draws, and how often."""
