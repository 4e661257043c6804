"""What customers of the theaters want: to book, to change what they have, and things in vain."""

from tau_emo_tasks.tracer.domains.movie import bookings, changes, questions, refusals
from tau_emo_tasks.tracer.domains.movie.base import Theaters, theaters
from tau_emo_tasks.tracer.domains.movie.intents import RECIPES

__all__ = ["RECIPES", "bookings", "changes", "customers", "questions", "refusals"]


def customers() -> Theaters:
    """The theaters' customers."""
    return theaters()
