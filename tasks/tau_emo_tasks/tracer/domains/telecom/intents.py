"""Where the intents of the company's customers are collected."""

from tau_emo_tasks.tracer.recipe import Recipes

RECIPES = Recipes()
