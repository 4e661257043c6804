"""Broken rules of a run: what programs found, and what a judge finds beside it."""
