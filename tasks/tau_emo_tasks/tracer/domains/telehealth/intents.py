"""Where the recipes of the centre are kept. The numbers are those of the domain's intents."""

from tau_emo_tasks.tracer.recipe import Recipes

RECIPES = Recipes()
