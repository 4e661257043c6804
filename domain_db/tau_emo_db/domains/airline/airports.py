"""The 20 airports, and how far apart they are."""

import math
from dataclasses import dataclass

HUB = 6
"""The traffic of the busiest airports."""


@dataclass(frozen=True)
class Place:
    """An airport as the route planner sees it."""

    code: str
    city: str
    latitude: float
    longitude: float
    """Degrees north and west."""
    hours_behind: int
    """Hours by which its standard time is behind EST."""
    traffic: int
    """How busy it is, from 4 (fewest flights) to `HUB`."""

    def miles_to(self, other: "Place") -> float:
        """Statute miles to the other airport, within a few per cent."""
        # A degree of longitude shrinks nearly linearly between 25 and 48 degrees north. Only
        # operations that IEEE 754 rounds exactly are used, so the base is the same everywhere.
        degree = 80.0 - 0.345 * (self.latitude + other.latitude)
        east = degree * (self.longitude - other.longitude)
        north = 69.0 * (other.latitude - self.latitude)
        return math.sqrt(east * east + north * north)

    def minutes_to(self, other: "Place") -> int:
        """Scheduled minutes from gate to gate; flights to the west meet head wind."""
        miles = self.miles_to(other)
        eastward = 54.0 * (self.longitude - other.longitude) / miles
        return 5 * round((30 + miles / (8.0 + 0.6 * eastward)) / 5)


PLACES = (
    Place("ATL", "Atlanta", 33.64, 84.43, 0, 6),
    Place("BOS", "Boston", 42.36, 71.01, 0, 5),
    Place("CLT", "Charlotte", 35.21, 80.94, 0, 5),
    Place("DEN", "Denver", 39.86, 104.67, 2, 6),
    Place("DFW", "Dallas", 32.90, 97.04, 1, 6),
    Place("DTW", "Detroit", 42.21, 83.35, 0, 4),
    Place("EWR", "Newark", 40.69, 74.17, 0, 5),
    Place("IAH", "Houston", 29.98, 95.34, 1, 5),
    Place("JFK", "New York", 40.64, 73.78, 0, 6),
    Place("LAS", "Las Vegas", 36.08, 115.15, 3, 5),
    Place("LAX", "Los Angeles", 33.94, 118.41, 3, 6),
    Place("LGA", "LaGuardia", 40.78, 73.87, 0, 5),
    Place("MCO", "Orlando", 28.43, 81.31, 0, 5),
    Place("MIA", "Miami", 25.79, 80.29, 0, 5),
    Place("MSP", "Minneapolis", 44.88, 93.22, 1, 4),
    Place("ORD", "Chicago", 41.98, 87.90, 1, 6),
    Place("PHL", "Philadelphia", 39.87, 75.24, 0, 4),
    Place("PHX", "Phoenix", 33.43, 112.01, 2, 5),
    Place("SEA", "Seattle", 47.45, 122.31, 3, 5),
    Place("SFO", "San Francisco", 37.62, 122.38, 3, 5),
)
"""Three of them serve the New York area: `EWR`, `JFK` and `LGA`."""
