"""The postal address that people of most domains have."""

from pydantic import BaseModel


class Address(BaseModel):
    """An address, stored as one JSON value with its fields in this order."""

    address1: str
    """House number and street."""
    address2: str
    """A unit such as `Apt 12` or `Suite 340`; empty for a house."""
    city: str
    country: str
    state: str
    """Two capital letters."""
    zip: str
    """Five digits."""
