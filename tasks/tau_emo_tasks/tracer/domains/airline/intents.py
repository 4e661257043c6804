"""The list that the recipes of the airline are kept in, and that they share no more than this."""

from tau_emo_tasks.tracer.recipe import Recipes

RECIPES = Recipes()
"""All recipes of the airline."""
