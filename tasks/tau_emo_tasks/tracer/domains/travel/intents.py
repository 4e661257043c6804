"""The list that every part of the agency's recipes adds its intents to."""

from tau_emo_tasks.tracer.recipe import Recipes

RECIPES = Recipes()
