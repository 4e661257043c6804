"""What the airline charges beside the fare, and how many bags are free."""

from tau_emo_db.domains.airline.tables import Cabin, Membership

INSURANCE_PRICE = 30
"""Dollars per passenger."""
BAG_PRICE = 50
"""Dollars per checked bag that is not free."""
FREE_BAGS: dict[Membership, dict[Cabin, int]] = {
    "regular": {"basic_economy": 0, "economy": 1, "business": 2},
    "silver": {"basic_economy": 1, "economy": 2, "business": 3},
    "gold": {"basic_economy": 2, "economy": 3, "business": 3},
}
"""Checked bags of each passenger that cost nothing, by the owner's membership and the cabin."""
