"""The simulated time of the university. All times are EST."""

NOW = "2025-05-15T15:00:00"
"""The moment at which every conversation takes place; a Thursday."""

TODAY = NOW[:10]
