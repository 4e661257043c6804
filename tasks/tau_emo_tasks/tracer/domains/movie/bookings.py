"""What customers want to book. The numbers are those of the domain's intents."""

from collections.abc import Iterator, Sequence
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.movie.tables import CustomerPaymentMethod, Seat, Show
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.movie.base import Theaters, number, runs
from tau_emo_tasks.tracer.domains.movie.counter import (
    Order,
    a_delivery,
    book,
    find_show,
    find_theater,
    free_seats,
    preview,
    sum_of,
)
from tau_emo_tasks.tracer.domains.movie.intents import RECIPES
from tau_emo_tasks.tracer.domains.movie.speech import (
    ARTICLES,
    Line,
    Ordered,
    clock,
    count,
    day,
    delivery_detail,
    delivery_facts,
    food_details,
    food_said,
    forms,
    hour,
    iso,
    kind_details,
    method_detail,
    method_name,
    party,
    seat_details,
    seats_said,
    snacks,
    tickets,
    when,
)
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

NEW = "new booking"
"""Touched by whatever makes one: a customer makes one of them."""
PARTIES: tuple[tuple[str, ...], ...] = (
    ("adult",), ("adult", "adult"), ("adult", "adult"), ("adult", "adult", "adult"),
    ("adult", "adult", "adult", "adult"), ("senior", "senior"), ("adult", "senior"), ("senior",),
)  # fmt: skip
FAMILIES: tuple[tuple[str, ...], ...] = (
    ("adult", "child"), ("adult", "child", "child"), ("adult", "adult", "child"),
    ("adult", "child", "senior"), ("child", "senior"), ("adult", "adult", "child", "child"),
    ("child", "senior", "senior"), ("adult", "adult", "senior"),
)  # fmt: skip


def payers(base: Theaters, customer: str) -> list[CustomerPaymentMethod]:
    """What can pay for anything: a card or a wallet."""
    return [one for one in base.methods[customer] if one.source != "gift_card"]


def show_facts(base: Theaters, show: Show, draw: Draw) -> dict[str, str]:
    """What fills the blanks about a show."""
    theater = base.theater(show)
    return {
        "movie": base.title(show),
        "theater": f"{theater.name} in {theater.address.city}",
        "city": theater.address.city,
        "when": when(show, draw),
        "day": day(show, draw),
    }


def show_details(base: Theaters, show: Show) -> tuple[Detail, ...]:
    """What a listing must say of a show."""
    others = {hour(one) for one in base.alike(show) if one.date == show.date} - {hour(show)}
    return (
        Detail(name="movie", accept=(base.title(show),)),
        Detail(name="date", accept=(iso(show),)),
        Detail(name="show", accept=(hour(show),), reject=tuple(sorted(others))),
    )


def some_seats(base: Theaters, show: Show, kinds: Sequence[str], draw: Draw) -> list[Ordered]:
    """Free ordinary seats side by side for a party.

    Raises:
        WalkError: there are none.
    """
    blocks = base.blocks(show, len(kinds))
    if not blocks:
        raise WalkError("no such seats")
    return [(one.seat_id, kind) for one, kind in zip(draw.pick(blocks), kinds, strict=True)]


def order_facts(order: Order, draw: Draw) -> dict[str, str]:
    """What fills the blanks about an order."""
    kinds = [kind for _, kind in order.seats]
    return {
        "party": party(kinds),
        "tickets": tickets(kinds),
        "seats": seats_said(order.seats),
        "card": method_name(order.method),
        "food": food_said(order.food) if order.food else "",
        **delivery_facts(order.delivery, len(kinds), draw),
        **forms(len(kinds)),
    }


def order_details(base: Theaters, customer: str, order: Order) -> tuple[Detail, ...]:
    """What a listing must say of an order."""
    loyalty = base.customers[customer].loyalty_id
    return (
        *seat_details([seat for seat, _ in order.seats]),
        *kind_details([kind for _, kind in order.seats]),
        *food_details(order.food),
        *((Detail(name="loyalty id", accept=(str(loyalty),)),) if order.loyalty else ()),
        delivery_detail(order.delivery),
        method_detail(base, customer, order.method),
    )


def a_booking(
    base: Theaters, customer: str, show: Show, order: Order, intent: int, act: str, draw: Draw
) -> TraceGoal:
    """The goal of a booking in the usual words."""
    return TraceGoal(
        intent=intent,
        act=act,
        outcome="done",
        facts={
            **show_facts(base, show, draw),
            **order_facts(order, draw),
            "loyalty": str(base.customers[customer].loyalty_id),
        },
        details=(*show_details(base, show), *order_details(base, customer, order)),
    )


def _each(base: Theaters, customer: str) -> Iterator[tuple[Show, CustomerPaymentMethod]]:
    """The shows that the customer can book, with what can pay."""
    booked = {one.show_id for one in base.bookings[customer]}
    for show in base.coming:
        if show.show_id not in booked and base.ordinary(show):
            for method in payers(base, customer):
                yield show, method


@RECIPES.intent(1, "done")
def book_seats(base: Theaters, customer: str) -> Iterator[Offer]:
    """Seats that were picked from the plan."""
    for show, method in _each(base, customer):
        yield Offer(
            partial(_book_seats, base, customer, show, method), frozenset({NEW, show.show_id})
        )


def _book_seats(
    base: Theaters,
    customer: str,
    show: Show,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    find_show(base, walk, show, plan=draw.chance(0.5))
    free_seats(walk, show)
    seats = some_seats(base, show, draw.pick(PARTIES), draw)
    order = Order(seats, a_delivery(draw), method)
    book(base, walk, customer, show, order)
    return a_booking(base, customer, show, order, 1, "book", draw)


@RECIPES.intent(1, "done")
def book_in_row(base: Theaters, customer: str) -> Iterator[Offer]:
    """One seat or two of a row, by where they are in it; seats for wheelchairs do not count."""
    for show, method in _each(base, customer):
        play = partial(_book_in_row, base, customer, show, method)
        yield Offer(play, frozenset({NEW, show.show_id}))


def _book_in_row(
    base: Theaters,
    customer: str,
    show: Show,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    find_show(base, walk, show, plan=True)
    free_seats(walk, show)
    flagged = {one.row_id for one in base.free(show) if one.wheelchair_accessible}
    many = draw.integer(1, 2)
    rows = sorted({one.row_id for one in base.ordinary(show)} & flagged) or ["R2"]
    row = draw.pick(rows) if draw.chance(0.6) else f"R{draw.integer(1, 3)}"
    highest = draw.chance(0.7)
    seats = [(one, "adult") for one in _by_place(base.ordinary(show), row, many, highest)]
    order = Order(seats, a_delivery(draw), method)  # pyright: ignore[reportArgumentType]
    book(base, walk, customer, show, order)
    goal = a_booking(base, customer, show, order, 1, f"book in a row, {count(many)}", draw)
    end = "highest" if highest else "lowest"
    return goal.model_copy(
        update={"facts": {**goal.facts, "row": row, "end": end, "row_number": row[1:]}}
    )


def _by_place(seats: Sequence[Seat], row: str, many: int, highest: bool) -> list[str]:
    found = runs([one for one in seats if one.row_id == row], many)
    if len(found) < 2:
        raise WalkError("nothing to choose from")
    picked = max(found, key=lambda run: number(run[0])) if highest else found[0]
    return [one.seat_id for one in picked]


@RECIPES.intent(1, "done")
def book_first(base: Theaters, customer: str) -> Iterator[Offer]:
    """The first show that can be booked in a theater, whatever is shown."""
    for show, method in _each(base, customer):
        if show is base.first_at(show.theater_id):
            play = partial(_book_first, base, customer, show, method)
            yield Offer(play, frozenset({NEW, show.show_id}))


def _book_first(
    base: Theaters,
    customer: str,
    show: Show,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    find_theater(base, walk, base.theater(show))
    walk.call("get_theater_details", theater_id=show.theater_id)
    walk.call("get_movie_details", movie_id=show.movie_id)
    free_seats(walk, show)
    row = f"R{draw.integer(2, 3)}"
    seats = [(one, "adult") for one in _by_place(base.ordinary(show), row, 2, highest=False)]
    order = Order(seats, a_delivery(draw), method)  # pyright: ignore[reportArgumentType]
    book(base, walk, customer, show, order)
    goal = a_booking(base, customer, show, order, 1, "book the first show", draw)
    details = tuple(one for one in goal.details if one.name != "movie")
    return goal.model_copy(
        update={
            "facts": {**goal.facts, "row": row, "row_number": row[1:]},
            "details": details,
        }
    )


@RECIPES.intent(2, "done")
def book_family(base: Theaters, customer: str) -> Iterator[Offer]:
    """Seats for people of different age, with food and drink."""
    for show, method in _each(base, customer):
        play = partial(_book_family, base, customer, show, method, None)
        yield Offer(play, frozenset({NEW, show.show_id}))


@RECIPES.intent(3, "done")
def book_and_split(base: Theaters, customer: str) -> Iterator[Offer]:
    """A part is paid with the gift card, the rest otherwise."""
    gift = next((one for one in base.methods[customer] if one.source == "gift_card"), None)
    if gift is not None:
        for show, method in _each(base, customer):
            play = partial(_book_family, base, customer, show, method, gift)
            yield Offer(play, frozenset({NEW, show.show_id}))


def _book_family(
    base: Theaters,
    customer: str,
    show: Show,
    method: CustomerPaymentMethod,
    gift: CustomerPaymentMethod | None,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    find_show(base, walk, show, plan=draw.chance(0.6))
    free_seats(walk, show)
    kinds = draw.pick(FAMILIES) if gift is None else draw.pick((*FAMILIES, *PARTIES[1:7]))
    food: list[Line] = snacks(draw) if gift is None else []
    known = bool(base.customers[customer].loyalty_id) and draw.chance(0.4)
    order = Order(
        some_seats(base, show, kinds, draw),
        a_delivery(draw),
        method,
        food,
        loyalty=known,
        gift=gift,
        gift_cents=draw.pick((1000, 1250, 1500, 1800, 2000, 2200, 2500)) if gift else 0,
    )
    book(base, walk, customer, show, order)
    if gift is None:
        act = "book with food and loyalty id" if known else "book with food"
        return a_booking(base, customer, show, order, 2, act, draw)
    order_plain = Order(order.seats, order.delivery, method, loyalty=known)
    act = "book and split, loyalty id" if known else "book and split"
    goal = a_booking(base, customer, show, order_plain, 3, act, draw)
    part = money(order.gift_cents)
    split = (
        Detail(name="gift card", accept=("gift card",)),
        Detail(name="gift card amount", accept=(part,)),
    )
    details = tuple(
        one.model_copy(update={"reject": ()}) if one.name == "payment" else one
        for one in goal.details
    )
    return goal.model_copy(
        update={"facts": {**goal.facts, "part": part}, "details": (*details, *split)}
    )


@RECIPES.intent(4, "done")
def book_for_wheelchair(base: Theaters, customer: str) -> Iterator[Offer]:
    """A seat for a wheelchair, alone or with the ordinary seat beside it."""
    for show, method in _each(base, customer):
        if len(_with_companion(base, show)) == 1:
            play = partial(_book_for_wheelchair, base, customer, show, method)
            yield Offer(play, frozenset({NEW, show.show_id}))


def _with_companion(base: Theaters, show: Show) -> list[tuple[Seat, Seat]]:
    return [
        (chair, beside)
        for chair in base.free(show)
        if chair.wheelchair_accessible
        for beside in base.ordinary(show)
        if beside.row_id == chair.row_id and abs(number(chair) - number(beside)) == 1
    ]


def _book_for_wheelchair(
    base: Theaters,
    customer: str,
    show: Show,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    find_show(base, walk, show, plan=True)
    free_seats(walk, show)
    chair, beside = _with_companion(base, show)[0]
    alone = draw.chance(0.3)
    flagged = [one for one in base.free(show) if one.wheelchair_accessible]
    kinds: Sequence[str] = draw.pick((("adult", "adult"), ("senior", "adult")))
    if alone:
        places_ = [(min(flagged, key=number).seat_id, kinds[0])]
    else:
        places_ = [(chair.seat_id, kinds[0]), (beside.seat_id, kinds[1])]
    order = Order(places_, a_delivery(draw), method)
    book(base, walk, customer, show, order)
    act = "book for a wheelchair" if alone else "book for a wheelchair and a companion"
    goal = a_booking(base, customer, show, order, 4, act, draw)
    facts = {
        **goal.facts,
        "kind": kinds[0],
        "other_kind": kinds[1],
        "kind_ticket": f"{ARTICLES[kinds[0]]} ticket",
        "other_ticket": f"{ARTICLES[kinds[1]]} ticket",
    }
    return goal.model_copy(update={"facts": facts})


# -- comparisons and conditions -------------------------------------------------------------


def _pairs(base: Theaters, show: Show) -> Iterator[tuple[str, Show]]:
    """Other shows of the theater that cost another price, with what the two have in common."""
    for other in base.coming_at(show.theater_id):
        if other.show_id <= show.show_id or other.price_schema.adult == show.price_schema.adult:
            continue
        if other.movie_id == show.movie_id:
            yield "formats" if other.date == show.date else "days", other
        else:
            yield "movies", other


@RECIPES.intent(5, "done")
def book_the_cheaper_format(base: Theaters, customer: str) -> Iterator[Offer]:
    """Whichever of two shows of a movie on one day costs less."""
    yield from _cheaper(base, customer, "formats")


@RECIPES.intent(5, "done")
def book_the_cheaper_day(base: Theaters, customer: str) -> Iterator[Offer]:
    """Whichever of two days costs less."""
    yield from _cheaper(base, customer, "days")


@RECIPES.intent(5, "done")
def book_the_cheaper_movie(base: Theaters, customer: str) -> Iterator[Offer]:
    """Whichever of two movies costs less."""
    yield from _cheaper(base, customer, "movies")


def _cheaper(base: Theaters, customer: str, common: str) -> Iterator[Offer]:
    for show, method in _each(base, customer):
        for shared, other in _pairs(base, show):
            if shared == common:
                play = partial(_book_the_cheaper, base, customer, (show, other), common, method)
                yield Offer(play, frozenset({NEW, show.show_id, other.show_id}))


def _shared_seats(
    base: Theaters, shows: Sequence[Show], kinds: Sequence[str], draw: Draw
) -> list[Ordered]:
    """Seats that are free and ordinary in both shows."""
    blocks = [
        [one.seat_id for one in run]
        for run in base.blocks(shows[0], len(kinds))
        if [one.seat_id for one in run]
        in [[one.seat_id for one in other] for other in base.blocks(shows[1], len(kinds))]
    ]
    if not blocks:
        raise WalkError("no such seats")
    return [*zip(draw.pick(blocks), kinds, strict=True)]


def _tickets_price(show: Show, kinds: Sequence[str]) -> int:
    return sum(getattr(show.price_schema, kind) for kind in kinds)


def _two(base: Theaters, shows: Sequence[Show], draw: Draw) -> dict[str, str]:
    first, second = shows
    return {
        "first": f"{base.title(first)} on {when(first, draw)}",
        "second": f"{base.title(second)} on {when(second, draw)}",
        "first_when": when(first, draw),
        "second_when": when(second, draw),
        "first_clock": clock(first, draw),
        "second_clock": clock(second, draw),
    }


def _book_the_cheaper(
    base: Theaters,
    customer: str,
    shows: tuple[Show, Show],
    common: str,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    kinds = draw.pick((("adult",), *PARTIES[1:7], *FAMILIES[:4]))
    seats = _shared_seats(base, shows, kinds, draw)
    dear, show = sorted(shows, key=lambda one: -_tickets_price(one, kinds))
    for one in (dear, show):
        find_show(base, walk, one)
        free_seats(walk, one)
    high, low = (preview(walk, one, seats) for one in (dear, show))
    if low >= high:
        raise WalkError("a tie")
    asks = draw.chance(0.5)
    if asks:
        difference = sum_of(walk, f"{money(high)} - {money(low)}")
    else:
        walk.call("think", thought=f"{money(low)} is less than {money(high)}.")
        difference = high - low
    order = Order(seats, a_delivery(draw), method)
    book(base, walk, customer, show, order)
    act = f"book the cheaper of two {common}"
    goal = a_booking(base, customer, show, order, 5, f"{act}, told" if asks else act, draw)
    details = tuple(
        one.model_copy(update={"reject": (hour(dear),)})
        if one.name == "show" and hour(dear) != hour(show) and common == "formats"
        else one
        for one in goal.details
    )
    told = (_amount("difference", money(difference), ("calculate",)),) if asks else ()
    return goal.model_copy(
        update={
            "facts": {**goal.facts, **_two(base, shows, draw)},
            "details": details,
            "hears": (Heard(name="difference", kind="amount"),) if asks else (),
            "outputs": told,
        }
    )


def _amount(name: str, value: str, source: tuple[str, ...]) -> Output:
    return Output(name=name, value=value, kind="amount", source=source)


@RECIPES.intent(5, "done")
def book_unless_dear(base: Theaters, customer: str) -> Iterator[Offer]:
    """One show if it costs no more than so much, else another one."""
    for show, method in _each(base, customer):
        for _, other in _pairs(base, show):
            dear, cheap = sorted((show, other), key=lambda one: -one.price_schema.adult)
            play = partial(_book_unless_dear, base, customer, dear, cheap, method)
            yield Offer(play, frozenset({NEW, show.show_id, other.show_id}))


def _book_unless_dear(
    base: Theaters,
    customer: str,
    dear: Show,
    cheap: Show,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    kinds = draw.pick(PARTIES[1:5])
    seats = _shared_seats(base, (dear, cheap), kinds, draw)
    find_show(base, walk, dear)
    free_seats(walk, dear)
    total = preview(walk, dear, seats)
    keeps = draw.chance(0.5)
    limit = total // 100 + draw.integer(1, 4) if keeps else total // 100 - draw.integer(0, 4)
    if not keeps:
        find_show(base, walk, cheap)
        free_seats(walk, cheap)
    show = dear if keeps else cheap
    order = Order(seats, a_delivery(draw), method)
    book(base, walk, customer, show, order)
    goal = a_booking(base, customer, show, order, 5, "book unless dear", draw)
    facts = {**goal.facts, **_two(base, (dear, cheap), draw), "limit": f"${limit}"}
    return goal.model_copy(update={"facts": facts})


@RECIPES.intent(13, "done")
def book_or_else(base: Theaters, customer: str) -> Iterator[Offer]:
    """A show that may have been called off, else another one of the theater."""
    each = [*_each(base, customer)]
    for gone in base.shows.values():
        if gone.status != "canceled":
            continue
        for show, method in each:
            if show.theater_id == gone.theater_id and show.movie_id != gone.movie_id:
                play = partial(_book_or_else, base, customer, gone, show, method)
                yield Offer(play, frozenset({NEW, show.show_id, gone.show_id}))


def _book_or_else(
    base: Theaters,
    customer: str,
    gone: Show,
    show: Show,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    find_show(base, walk, gone)
    find_show(base, walk, show)
    free_seats(walk, show)
    seats = some_seats(base, show, draw.pick(PARTIES[:5]), draw)
    order = Order(seats, a_delivery(draw), method)
    book(base, walk, customer, show, order)
    goal = a_booking(base, customer, show, order, 13, "book or else", draw)
    facts = {**goal.facts, **_two(base, (gone, show), draw)}
    return goal.model_copy(update={"facts": facts})


@RECIPES.intent(14, "done")
def book_seat_or_else(base: Theaters, customer: str) -> Iterator[Offer]:
    """A seat that is taken, else another one that was named."""
    for show, method in _each(base, customer):
        if base.held(show):
            play = partial(_book_seat_or_else, base, customer, show, method)
            yield Offer(play, frozenset({NEW, show.show_id}))


def _book_seat_or_else(
    base: Theaters,
    customer: str,
    show: Show,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    find_show(base, walk, show)
    free_seats(walk, show)
    kind: str = draw.pick(("adult", "adult", "senior"))
    seats = some_seats(base, show, (kind,), draw)
    taken = draw.pick(sorted(base.held(show)))
    order = Order(seats, a_delivery(draw), method)
    book(base, walk, customer, show, order)
    goal = a_booking(base, customer, show, order, 14, "book a seat or else", draw)
    facts = {**goal.facts, "taken": taken, "free": seats[0][0], "kind": kind}
    return goal.model_copy(update={"facts": facts})


@RECIPES.intent(16, "done")
def book_all_at_once(base: Theaters, customer: str) -> Iterator[Offer]:
    """Half now and half later if that is possible; it is not, so all of it now."""
    for show, method in _each(base, customer):
        play = partial(_book_all_at_once, base, customer, show, method)
        yield Offer(play, frozenset({NEW, show.show_id}))


def _book_all_at_once(
    base: Theaters,
    customer: str,
    show: Show,
    method: CustomerPaymentMethod,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    find_show(base, walk, show)
    free_seats(walk, show)
    order = Order(some_seats(base, show, draw.pick(PARTIES), draw), a_delivery(draw), method)
    book(base, walk, customer, show, order)
    return a_booking(base, customer, show, order, 16, "book, all at once", draw)
