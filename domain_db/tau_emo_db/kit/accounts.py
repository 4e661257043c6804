"""What identifies a customer's account: user ids, e-mail addresses, phones and payment cards."""

from collections.abc import Collection
from dataclasses import dataclass

from tau_emo_db.draw import Draw
from tau_emo_db.kit.people import Person

CARD_BRANDS = ("visa", "mastercard")


@dataclass(frozen=True)
class Card:
    """A credit card as a profile shows it."""

    brand: str
    """`visa` or `mastercard`."""
    last_four: str
    """Four digits; the first may be 0."""


def user_id(draw: Draw, person: Person) -> str:
    """An id such as `nora_quist_4127`. Two of them may be equal: the caller sees to that."""
    return f"{person.first_name}_{person.last_name}_{draw.digits(4)}".lower()


def email(draw: Draw, person: Person) -> str:
    """An address such as `nora.quist8812@example.com`, in a domain that nobody owns."""
    return f"{person.first_name}.{person.last_name}{draw.digits(4)}@example.com".lower()


def phone(draw: Draw) -> str:
    """A number such as `(555) 720-0702`, in an area code that no subscriber has."""
    return f"(555) {draw.digits(3)}-{draw.integer(0, 9999):04d}"


def card(draw: Draw, *, brand: str | None = None, taken: Collection[str | None] = ()) -> Card:
    """A card of one of the two brands.

    Args:
        draw: where it comes from.
        brand: the only brand that will do; either if left out.
        taken: last four digits that will not do, as other cards of the profile have them.
    """
    while True:
        found = Card(brand=draw.pick(CARD_BRANDS), last_four=last_four(draw))
        if found.last_four not in taken and brand in (None, found.brand):
            return found


def last_four(draw: Draw) -> str:
    """The last four digits of a card or account number; the first may be 0."""
    return f"{draw.integer(0, 9999):04d}"
