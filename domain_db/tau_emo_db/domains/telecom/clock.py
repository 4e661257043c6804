"""The simulated time of the company."""

NOW = "2025-09-28T12:00:00"
"""The moment at which every conversation takes place; a Sunday."""

TODAY = NOW[:10]
