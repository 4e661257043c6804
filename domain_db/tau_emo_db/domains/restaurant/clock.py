"""The simulated time of the restaurant."""

NOW = "2025-05-15T18:00:00"
"""The moment at which every conversation takes place; a Thursday."""
