"""How people speak of shows, seats, tickets and ways to pay, and what a listing must name."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from tau_emo_db import Draw
from tau_emo_db.domains.movie.box_office import SNACKS, Snack
from tau_emo_db.domains.movie.tables import (
    Booking,
    CustomerPaymentMethod,
    DeliveryMethod,
    Show,
)
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.tracer.domains.movie.base import Theaters
from tau_emo_tasks.tracer.kit.lists import listed
from tau_emo_tasks.tracer.trace import Detail

Ordered = tuple[str, str]
"""A seat and the kind of ticket for it."""
Line = tuple[Snack, int]
"""Something to eat or drink, and how often."""

_COUNTS = ("no", "one", "two", "three", "four", "five", "six")
_PLURALS = {"adult": "adults", "child": "children", "senior": "seniors"}
ARTICLES: dict[str, str] = {"adult": "an adult", "child": "a child", "senior": "a senior"}
"""A kind of ticket with its article."""
_DELIVERIES: dict[DeliveryMethod, tuple[str, ...]] = {
    "e-ticket": ("as e-tickets",),
    "box-office": ("for pick-up at the box office", "ready at the box office"),
    "kiosk": ("for pick-up at the kiosk", "ready at the kiosk"),
}
_DELIVERY_WORDS: dict[DeliveryMethod, tuple[str, ...]] = {
    "e-ticket": ("e-ticket", "e-tickets", "eticket", "electronic ticket"),
    "box-office": ("box office", "box-office"),
    "kiosk": ("kiosk",),
}
_UNITS = {
    "Popcorn": "bucket",
    "Soda": "cup",
    "Nachos": "portion",
    "Water": "bottle",
    "Chocolate drops": "bag",
}
_PARTS = {"12": "", "15": "in the afternoon", "18": "in the evening", "21": "in the evening"}


def count(number: int) -> str:
    """A small number in words."""
    return _COUNTS[number]


# -- time ---------------------------------------------------------------------------------


def _moment(show: Show | Booking) -> datetime:
    return datetime.strptime(show.start_time_local, "%y-%m-%d-%H-%M")  # noqa: DTZ007


def iso(show: Show | Booking) -> str:
    """The day of a show, `2024-05-18`."""
    return f"20{show.date}"


def hour(show: Show | Booking) -> str:
    """The time of a show, `18:30`."""
    return f"{_moment(show):%H:%M}"


def day(show: Show | Booking, draw: Draw) -> str:
    """The day of a show as people say it."""
    when = datetime.strptime(show.date, "%y-%m-%d")  # noqa: DTZ007
    return draw.pick((f"{when:%A}, {when:%B} {when.day}", f"{when:%B} {when.day}"))


def clock(show: Show, draw: Draw) -> str:
    """The time of a show as people say it."""
    when = _moment(show)
    part = _PARTS.get(f"{when:%H}", "")
    twelve = f"{when.hour % 12 or 12}:{when:%M}"
    forms = [f"{twelve} pm", f"{when:%H:%M}", *([f"{twelve} {part}"] if part else [])]
    return draw.pick(forms)


def when(show: Show, draw: Draw) -> str:
    """Day and time of a show: "Saturday, May 18 at 6:30 pm"."""
    return f"{day(show, draw)} at {clock(show, draw)}"


# -- tickets ------------------------------------------------------------------------------


def party(kinds: Sequence[str]) -> str:
    """Who comes: "two adults and one child"."""
    counts = Counter(kinds)
    return listed(
        [
            f"{count(many)} {kind if many == 1 else _PLURALS[kind]}"
            for kind, many in sorted(counts.items())
        ]
    )


def tickets(kinds: Sequence[str]) -> str:
    """What they need: "two adult tickets", "one adult and two child tickets"."""
    counts = sorted(Counter(kinds).items())
    named = listed([f"{count(many)} {kind}" for kind, many in counts])
    return f"{named} {'ticket' if counts[-1][1] == 1 else 'tickets'}"


def forms(many: int) -> dict[str, str]:
    """The blanks that depend on how many tickets there are."""
    pairs = {
        "tickets_noun": ("ticket", "tickets"),
        "seats_noun": ("seat", "seats"),
        "them": ("it", "them"),
        "tickets_are": ("is", "are"),
    }
    return {name: one if many == 1 else more for name, (one, more) in pairs.items()}


def seats_said(seats: Sequence[Ordered]) -> str:
    """The seats with their tickets: "the seats R3-01 (adult) and R3-02 (child)"."""
    kinds = {kind for _, kind in seats}
    if len(seats) == 1:
        return f"seat {seats[0][0]} ({seats[0][1]})"
    if len(kinds) == 1:
        both = "both" if len(seats) == 2 else "all"
        return f"the seats {listed([one for one, _ in seats])} ({both} {seats[0][1]})"
    return f"the seats {listed([f'{one} ({kind})' for one, kind in seats])}"


def places(seats: Sequence[str]) -> str:
    """The seats alone: "seat R3-01", "R3-01 and R3-02"."""
    return f"seat {seats[0]}" if len(seats) == 1 else listed(seats)


def kind_details(kinds: Sequence[str]) -> tuple[Detail, ...]:
    """A listing names every kind of ticket, and no other."""
    others = tuple(kind for kind in ("senior", "child", "adult") if kind not in kinds)
    return tuple(
        Detail(
            name=f"{kind} ticket",
            accept=(kind, _PLURALS[kind], *(("kid",) if kind == "child" else ())),
            reject=others,
        )
        for kind in sorted(set(kinds))
    )


def seat_details(seats: Sequence[str], reject: Sequence[str] = ()) -> tuple[Detail, ...]:
    """A listing names every seat."""
    return tuple(
        Detail(name=f"seat {place}", accept=(one,), reject=tuple(reject))
        for place, one in enumerate(seats, 1)
    )


# -- money --------------------------------------------------------------------------------


def method_name(method: CustomerPaymentMethod) -> str:
    """How its owner calls it: "Visa ending in 3219", "wallet", "gift card"."""
    if method.source == "card":
        return f"{str(method.brand).capitalize()} ending in {method.last_four}"
    return method.source.replace("_", " ")


def method_detail(
    base: Theaters, customer: str, method: CustomerPaymentMethod, name: str = "payment"
) -> Detail:
    """What a listing must say about how to pay."""
    others = [one for one in base.methods[customer] if one.source != method.source]
    return Detail(
        name=name,
        accept=_method_words(method),
        reject=tuple(word for one in others for word in _method_words(one)),
    )


def _method_words(method: CustomerPaymentMethod) -> tuple[str, ...]:
    if method.source == "card":
        return (str(method.last_four), str(method.brand), f"card ending in {method.last_four}")
    return (method.source.replace("_", " "),)


# -- what comes with a booking --------------------------------------------------------------


def delivery_facts(method: DeliveryMethod, many: int, draw: Draw) -> dict[str, str]:
    """How the tickets are handed out, behind "the tickets"."""
    text = draw.pick(_DELIVERIES[method])
    return {"delivery": text.replace("as e-tickets", "as an e-ticket") if many == 1 else text}


def delivery_detail(method: DeliveryMethod) -> Detail:
    """A listing names how the tickets are handed out."""
    others = [words[0] for one, words in _DELIVERY_WORDS.items() if one != method]
    return Detail(name="delivery", accept=_DELIVERY_WORDS[method], reject=tuple(others))


def snacks(draw: Draw, most: int = 2) -> list[Line]:
    """One or two different things to eat or drink; of one kind of thing one size only."""
    picked: list[Line] = []
    for snack in draw.shuffled(SNACKS):
        if snack.name not in {one.name for one, _ in picked}:
            picked.append((snack, draw.integer(1, 3)))
    return picked[: draw.integer(1, most)]


def food_said(food: Sequence[Line]) -> str:
    """Food and drink with all that the counter needs to know."""
    return listed([_line_said(snack, many) for snack, many in food])


def _line_said(snack: Snack, many: int) -> str:
    each = " each" if many > 1 else ""
    unit = f"{_UNITS[snack.name]}s" if many > 1 else _UNITS[snack.name]
    sized = unit if snack.size == "regular" else f"{snack.size} {unit}"
    size = "regular size, " if snack.size == "regular" else ""
    return (
        f"{count(many)} {sized} of {snack.name.lower()} "
        f"({size}item {snack.item_id}, ${money(snack.price)}{each})"
    )


def food_details(food: Sequence[Line]) -> tuple[Detail, ...]:
    """A listing names each thing."""
    sizes = {one.size for one in SNACKS}
    return tuple(
        Detail(
            name=f"food {place}",
            accept=(snack.name,),
            reject=tuple(
                f"{size} {snack.name}"
                for size in sorted(sizes - {snack.size})
                if any((one.name, one.size) == (snack.name, size) for one in SNACKS)
            ),
        )
        for place, (snack, _) in enumerate(food, 1)
    )
