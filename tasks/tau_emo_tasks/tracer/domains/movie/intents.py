"""Where the recipes of the theaters gather."""

from tau_emo_tasks.tracer.recipe import Recipes

RECIPES = Recipes()
