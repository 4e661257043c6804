"""The list that every part of the association's recipes adds its intents to."""

from tau_emo_tasks.tracer.recipe import Recipes

RECIPES = Recipes()
"""What players want. The numbers are those of the domain's intents, the refusals and hand-offs
counted on: 15 what is private or a teammate's, 16 a status that does not follow, 17 an event in
a game that is not running, 18 an event that does not fit, 19 another email, 20 what cannot be
corrected here.
"""
