"""What customers ask about shows without booking. The numbers are those of the intents."""

from collections.abc import Iterator
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.movie.tables import Show
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.movie.base import Theaters
from tau_emo_tasks.tracer.domains.movie.bookings import FAMILIES, PARTIES, show_facts
from tau_emo_tasks.tracer.domains.movie.counter import (
    find_show,
    find_theater,
    free_seats,
    preview,
)
from tau_emo_tasks.tracer.domains.movie.intents import RECIPES
from tau_emo_tasks.tracer.domains.movie.speech import party
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Heard, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError


@RECIPES.intent(22, "told")
def ask_price(base: Theaters, customer: str) -> Iterator[Offer]:
    """What a party would pay, without booking."""
    for show in base.coming:
        yield Offer(partial(_ask_price, base, show), frozenset({show.show_id}))


def _ask_price(base: Theaters, show: Show, walk: Walk, draw: Draw) -> TraceGoal:
    find_show(base, walk, show)
    free_seats(walk, show)
    kinds = draw.pick((*PARTIES[1:], *FAMILIES))
    run = base.blocks(show, len(kinds))
    if not run:
        raise WalkError("no such seats")
    seats = [(one.seat_id, kind) for one, kind in zip(run[0], kinds, strict=True)]
    total = preview(walk, show, seats)
    if total % 100 == 0:
        raise WalkError("a round sum is easily guessed")
    return TraceGoal(
        intent=22,
        act="ask for the price",
        outcome="told",
        facts={**show_facts(base, show, draw), "party": party(kinds)},
        hears=(Heard(name="grand total", kind="amount"),),
        outputs=(
            Output(
                name="grand total",
                value=money(total),
                kind="amount",
                source=("price_preview",),
            ),
        ),
    )


@RECIPES.intent(22, "told")
def ask_about_show(base: Theaters, customer: str) -> Iterator[Offer]:
    """A question about a show, its movie or its theater."""
    for show in base.coming:
        for question in ("street", "end", "director", "free seats"):
            if question == "free seats" and len(base.free(show)) < 10:
                continue  # a number that small stands in the ids of the seats
            yield Offer(partial(_ask_about, base, show, question), frozenset({show.show_id}))


def _ask_about(base: Theaters, show: Show, question: str, walk: Walk, draw: Draw) -> TraceGoal:
    theater, movie = base.theater(show), base.movies[show.movie_id]
    if question == "street":
        find_theater(base, walk, theater)
        walk.call("get_theater_details", theater_id=show.theater_id)
        heard = Heard(name="street", kind="name")
        output = Output(
            name="street", value=theater.address.street, kind="name",
            source=("get_theater_details",),
        )  # fmt: skip
    elif question == "director":
        walk.call("list_movies")
        walk.call("get_movie_details", movie_id=show.movie_id)
        heard = Heard(name="director", kind="name")
        output = Output(
            name="director", value=movie.crew.director, kind="name", source=("get_movie_details",)
        )
    elif question == "end":
        find_show(base, walk, show)
        walk.call("get_show_details", theater_id=show.theater_id, show_id=show.show_id)
        heard = Heard(name="end of the show", kind="time")
        end = show.end_time_local[-5:].replace("-", ":")
        output = Output(
            name="end of the show", value=end, kind="time", source=("get_show_details",)
        )
    else:
        find_show(base, walk, show)
        free_seats(walk, show)
        heard = Heard(name="free seats", kind="number")
        output = Output(
            name="free seats", value=str(len(base.free(show))), kind="number",
            source=("get_seat_availability",), computed=True,
        )  # fmt: skip
    return TraceGoal(
        intent=22,
        act=f"ask about {question}",
        outcome="told",
        facts=show_facts(base, show, draw),
        hears=(heard,),
        outputs=(output,),
    )
