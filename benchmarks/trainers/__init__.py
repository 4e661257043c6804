"""Whether the forms that trajectories are exported in are read by their trainers as they are meant.

Each module is run by the Python of an environment that holds its trainer; see docs/recipe.md. They
import nothing of ours.
"""
