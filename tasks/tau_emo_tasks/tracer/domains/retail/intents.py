"""Where the recipes of the shop are kept."""

from tau_emo_tasks.tracer.recipe import Recipes

RECIPES = Recipes()
