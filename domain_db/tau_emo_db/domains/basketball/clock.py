"""The simulated time of the association."""

NOW = "2025-01-15T19:30:00"
"""The moment at which every conversation takes place; a Wednesday."""

TODAY = NOW[:10]
