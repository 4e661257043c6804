"""The movies that run and the shows of every theater."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.movie.clock import FIRST_DAY, LAST_DAY, TODAY, short_moment
from tau_emo_db.domains.movie.films import FILMS, Film
from tau_emo_db.domains.movie.ids import Ids
from tau_emo_db.domains.movie.tables import (
    CastMember,
    Crew,
    Format,
    Movie,
    Seat,
    Show,
    ShowStatus,
)
from tau_emo_db.domains.movie.tariff import show_prices
from tau_emo_db.domains.movie.theaters import Hall, House
from tau_emo_db.draw import Draw

SLOTS = ("12:45", "15:30", "18:30", "21:30")
"""When shows begin; no movie runs longer than the time between two of them."""
EVENING = (2, 3)
"""The slots after the moment of every conversation."""
AFTERNOON = (0, 1)
OTHER_LANGUAGES = ("Spanish", "French", "Hindi", "Korean", "Japanese", "Arabic", "Portuguese")
NO_SUBTITLES = "none"
_FIRST_RELEASE = "2024-03-01"


@dataclass(eq=False)
class Screening:
    """A show, where it takes place, and the seats that confirmed bookings hold."""

    show: Show
    house: House
    hall: Hall
    day: str
    """The ISO day."""
    start: str
    """The ISO moment."""
    taken: set[str] = field(default_factory=set[str])
    bookings: int = 0

    @property
    def free(self) -> list[Seat]:
        """The seats that nobody holds, in the order of the hall."""
        return [seat for seat in self.hall.seats if seat.seat_id not in self.taken]

    def blocks(self, count: int) -> list[list[Seat]]:
        """Every run of so many free seats side by side, without those for wheelchairs."""
        found: list[list[Seat]] = []
        for row in self.hall.rows:
            for start in range(len(row) - count + 1):
                block = row[start : start + count]
                open_to_all = all(not seat.wheelchair_accessible for seat in block)
                if open_to_all and not self.taken & {seat.seat_id for seat in block}:
                    found.append(block)
        return found


def make_movie(draw: Draw, ids: Ids, film: Film, week: int) -> Movie:
    """A movie that starts on the Friday of a week and runs for ten weeks or more.

    Args:
        draw: where names, languages and the end of the run come from.
        ids: gives the id.
        film: what is known of it.
        week: so many weeks after the first release.
    """
    release = kit.add_days(_FIRST_RELEASE, 7 * week)
    spoken = ["English", *draw.sample(OTHER_LANGUAGES, draw.weighted({0: 5, 1: 3}))]
    return Movie(
        movie_id=ids.fresh(draw, "MV"),
        title=film.title,
        genres=list(film.genres),
        runtime_minutes=film.minutes,
        mpaa_rating=film.rating,
        languages_audio=spoken,
        subtitles=["English", *draw.sample(OTHER_LANGUAGES, draw.integer(0, 2))],
        formats=list(film.formats),
        release_date=kit.short_day(release),
        end_of_run_est=kit.short_day(kit.add_days(release, 7 * draw.integer(10, 16) + 2)),
        cast=[
            CastMember(name=kit.person(draw).name, role=draw.pick(kit.FIRST_NAMES))
            for _ in range(draw.integer(2, 4))
        ],
        crew=Crew(
            director=kit.person(draw).name,
            writer=kit.person(draw).name,
            producer=kit.person(draw).name,
            music=kit.person(draw).name,
        ),
        synopsis=film.synopsis,
    )


class Program:
    """All movies, and the shows as they are put on; no hall shows two movies at once.

    Args:
        draw: where the movies come from.
        ids: gives all ids.
    """

    def __init__(self, draw: Draw, ids: Ids) -> None:
        self._ids = ids
        weeks = [place % 13 for place in range(len(FILMS))]
        self.movies = [
            make_movie(draw.fork(film.title), ids, film, week)
            for film, week in zip(FILMS, draw.shuffled(weeks), strict=True)
        ]
        self.screenings: list[Screening] = []
        self._busy: set[tuple[str, str, int]] = set()

    def running(self, day: str, format: Format) -> list[Movie]:  # noqa: A002
        """The movies that are shown in this format on the ISO day."""
        short = kit.short_day(day)
        return [
            movie
            for movie in self.movies
            if movie.release_date <= short <= movie.end_of_run_est and format in movie.formats
        ]

    def is_free(self, hall: Hall, day: str, slot: int) -> bool:
        """True if the hall shows nothing in the slot of the ISO day."""
        return (hall.auditorium.auditorium_id, day, slot) not in self._busy

    def put_on(
        self,
        draw: Draw,
        house: House,
        hall: Hall,
        day: str,
        slot: int,
        *,
        movie: Movie | None = None,
        format: Format | None = None,  # noqa: A002
        status: ShowStatus = "scheduled",
    ) -> Screening:
        """A show in a free slot of the hall on the ISO day.

        Args:
            draw: where everything left open comes from.
            house: the theater.
            hall: one of its halls.
            day: the ISO day.
            slot: the place in `SLOTS`.
            movie: what is shown; any movie that runs if left out.
            format: how; any format of the hall if left out.
            status: what became of it.
        """
        weights: dict[Format, float] = {one: 3 if one == "2D" else 2 for one in hall.formats}
        how: Format = format or draw.weighted(weights)
        what = movie or draw.pick(self.running(day, how))
        start = f"{day}T{SLOTS[slot]}:00"
        end = kit.add_minutes(start, what.runtime_minutes)
        language = draw.pick(what.languages_audio)
        offered = [one for one in what.subtitles if one != language]
        self._busy.add((hall.auditorium.auditorium_id, day, slot))
        screening = Screening(
            Show(
                show_id=self._ids.fresh(draw, "SH"),
                theater_id=house.theater.theater_id,
                auditorium_id=hall.auditorium.auditorium_id,
                movie_id=what.movie_id,
                date=kit.short_day(day),
                start_time_local=short_moment(start),
                end_time_local=short_moment(end),
                format=how,
                language=language,
                subtitles=draw.pick([NO_SUBTITLES, NO_SUBTITLES, *offered]),
                status=status,
                price_schema=show_prices(
                    house.theater.pricing_rules, how, int(start[11:13]), kit.weekday(day)
                ),
            ),
            house,
            hall,
            day,
            start,
        )
        self.screenings.append(screening)
        return screening

    def free_slot(
        self,
        draw: Draw,
        house: House,
        days: Sequence[str],
        slots: Sequence[int] = range(len(SLOTS)),
    ) -> tuple[Hall, str, int] | None:
        """A hall, an ISO day and a slot in which it shows nothing; None if all are taken."""
        open_slots = [
            (hall, day, slot)
            for hall in house.halls
            for day in days
            for slot in slots
            if self.is_free(hall, day, slot)
        ]
        return draw.pick(open_slots) if open_slots else None


def coming_days(draw: Draw, count: int) -> list[str]:
    """So many ISO days after today, on which everything is still to come."""
    return draw.sample(kit.day_range(kit.add_days(TODAY, 1), LAST_DAY), count)


def past_day(draw: Draw) -> str:
    """An ISO day before today, on which every show is over."""
    return draw.pick(kit.day_range(FIRST_DAY, kit.add_days(TODAY, -1)))
