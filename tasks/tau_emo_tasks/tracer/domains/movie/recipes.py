"""What customers of the theaters want: to book, to change what they have, and things in vain."""

from tau_emo_tasks.tracer.domains.movie import bookings, changes, questions, refusals
from tau_emo_tasks.tracer.domains.movie.intents import RECIPES
from tau_emo_tasks.tracer.domains.movie.theaters import Theaters, theaters

__all__ = ["RECIPES", "bookings", "changes", "customers", "questions", "refusals"]


def customers() -> Theaters:
    """The theaters' customers."""
    return theaters()
