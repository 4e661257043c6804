"""The list that every part of the registration desk's recipes adds its intents to."""

from tau_emo_tasks.tracer.recipe import Recipes

RECIPES = Recipes()
"""What students want. The numbers are those of the domain's intents; 15 to 18 are those that
must be refused (R1 to R4), 19 and 20 those that are handed off (H1, H2)."""
