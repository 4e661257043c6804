"""The simulated time of the shop. All times are EST."""

NOW = "2024-05-15T15:00:00"
"""The moment at which every conversation takes place; a Wednesday."""
