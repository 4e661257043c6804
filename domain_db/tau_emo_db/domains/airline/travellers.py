"""The users: who they are, what they pay with and whom they travel with."""

from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.airline.airports import PLACES
from tau_emo_db.domains.airline.clock import NOW
from tau_emo_db.domains.airline.ids import Ids
from tau_emo_db.domains.airline.tables import (
    Membership,
    PaymentMethod,
    SavedPassenger,
    User,
)
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

MEMBERSHIPS: dict[Membership, float] = {"regular": 0.46, "silver": 0.28, "gold": 0.26}
CERTIFICATE_VALUES = (50, 100, 150, 200, 250, 300, 400, 500)

RESERVATIONS_PER_USER = {
    0: 40, 1: 54, 2: 69, 3: 76, 4: 70, 5: 60, 6: 46,
    7: 30, 8: 20, 9: 14, 10: 10, 11: 6, 12: 3, 13: 2,
}  # fmt: skip
"""How many of the 500 users have so many reservations; 2,000 reservations in all."""

SAME_NAMES_EVERY = 40
"""Every so many users, one has the first and last name of the user before."""


@dataclass(frozen=True)
class Wallet:
    """A kind of profile by its payment methods, and how many users have it at scale 1."""

    count: int
    cards: tuple[int, int] = (0, 0)
    gift_cards: tuple[int, int] = (0, 0)
    certificates: tuple[int, int] = (0, 0)
    """The least and the greatest number of each."""
    one_brand: bool = False
    """All credit cards are of one brand."""
    spent_gift_card: bool = False
    """One gift card has a balance of 0."""
    measured: bool = False
    """The balances of two gift cards are set by a change that the user is likely to ask for."""


CARDS_ONLY = Wallet(130, cards=(1, 3))
CARD_AND_GIFT_CARD = Wallet(115, cards=(1, 2), gift_cards=(1, 2))
MIXED = Wallet(90, cards=(1, 2), gift_cards=(1, 2), certificates=(1, 3))
GIFT_CARDS_ONLY = Wallet(18, gift_cards=(1, 2))
CERTIFICATES_ONLY = Wallet(12, certificates=(1, 3))
TWIN_CARDS = Wallet(30, cards=(2, 3), gift_cards=(0, 1), one_brand=True)
GIFT_CARD_COLLECTION = Wallet(25, cards=(1, 1), gift_cards=(3, 5), certificates=(0, 2))
FULL = Wallet(10, cards=(2, 2), gift_cards=(3, 3), certificates=(3, 3))
SPENT_GIFT_CARD = Wallet(30, cards=(1, 1), gift_cards=(1, 2), spent_gift_card=True)
MEASURED_GIFT_CARDS = Wallet(40, cards=(0, 1), gift_cards=(2, 2), measured=True)

WALLETS = (
    CARDS_ONLY,
    CARD_AND_GIFT_CARD,
    MIXED,
    GIFT_CARDS_ONLY,
    CERTIFICATES_ONLY,
    TWIN_CARDS,
    GIFT_CARD_COLLECTION,
    FULL,
    SPENT_GIFT_CARD,
    MEASURED_GIFT_CARDS,
)


@dataclass(frozen=True)
class Companion:
    """Somebody who travels."""

    person: kit.Person
    dob: str


@dataclass
class Customer:
    """A user with everything that reservations need to know of them."""

    user: User
    home: str
    """The code of the airport from which most of their trips begin."""
    wallet: Wallet
    methods: list[PaymentMethod]
    companions: list[Companion]
    """The saved passengers."""
    reservations: int
    """How many they will have."""
    owner: Companion = field(init=False)

    def __post_init__(self) -> None:
        self.owner = Companion(kit.Person(self.user.first_name, self.user.last_name), self.user.dob)

    @property
    def has_certificates_only(self) -> bool:
        """Whether nothing in the profile can pay for a change."""
        return self.wallet is CERTIFICATES_ONLY

    def ids(self, source: str) -> list[str]:
        """The ids of the payment methods of the source, in the order of the profile."""
        return [method.id for method in self.methods if method.source == source]

    def rows(self) -> list[Table]:
        """The rows of the database, the user first."""
        passengers = [
            SavedPassenger(
                user_id=self.user.user_id,
                position=position,
                first_name=companion.person.first_name,
                last_name=companion.person.last_name,
                dob=companion.dob,
            )
            for position, companion in enumerate(self.companions)
        ]
        return [self.user, *self.methods, *passengers]


def profiles(draw: Draw, scale: int) -> list[tuple[int, Wallet]]:
    """For every user the number of reservations and the kind of wallet, in random order.

    Whoever holds certificates only has at most one reservation; the owners of measured gift
    cards have two to six, so that there is a trip to change.
    """
    counts = draw.shuffled(
        [number for number, users in RESERVATIONS_PER_USER.items() for _ in range(users * scale)]
    )
    found: list[tuple[int, Wallet]] = []
    for wallet, least, most in ((CERTIFICATES_ONLY, 0, 1), (MEASURED_GIFT_CARDS, 2, 6)):
        fitting = [place for place, number in enumerate(counts) if least <= number <= most]
        taken = set(fitting[: wallet.count * scale])
        found += [(counts[place], wallet) for place in sorted(taken)]
        counts = [number for place, number in enumerate(counts) if place not in taken]
    others = [
        wallet
        for wallet in WALLETS
        if wallet not in (CERTIFICATES_ONLY, MEASURED_GIFT_CARDS)
        for _ in range(wallet.count * scale)
    ]
    return draw.shuffled([*found, *zip(counts, draw.shuffled(others), strict=True)])


def draw_customer(
    draw: Draw, ids: Ids, reservations: int, wallet: Wallet, namesake: Customer | None
) -> Customer:
    """A customer, with the name of the namesake if there is one."""
    who = namesake.owner.person if namesake else kit.person(draw)
    user = User(
        user_id=ids.user(draw, who),
        first_name=who.first_name,
        last_name=who.last_name,
        email=kit.email(draw, who),
        dob=kit.birth_date(draw, 19, 78, NOW),
        address=kit.postal_address(draw),
        membership=draw.weighted(MEMBERSHIPS),
    )
    return Customer(
        user=user,
        home=draw.pick(PLACES).code,
        wallet=wallet,
        methods=_methods(draw, ids, user.user_id, wallet),
        companions=_companions(draw, who),
        reservations=reservations,
    )


def draw_companion(draw: Draw, family_name: str) -> Companion:
    """Somebody to travel with, in half of the cases of the family name."""
    who = kit.person(draw)
    if draw.chance(0.5):
        who = kit.Person(who.first_name, family_name)
    return Companion(who, kit.birth_date(draw, 3, 80, NOW))


def _companions(draw: Draw, owner: kit.Person) -> list[Companion]:
    number = draw.weighted({0: 10, 1: 20, 2: 25, 3: 20, 4: 15, 5: 10})
    found: dict[kit.Person, Companion] = {}
    while len(found) < number:
        companion = draw_companion(draw, owner.last_name)
        if companion.person != owner:
            found[companion.person] = companion
    return list(found.values())


def _methods(draw: Draw, ids: Ids, user_id: str, wallet: Wallet) -> list[PaymentMethod]:
    methods: list[PaymentMethod] = []
    brand = draw.pick(kit.CARD_BRANDS)
    for _ in range(draw.integer(*wallet.cards)):
        plastic = kit.card(draw)
        methods.append(
            PaymentMethod(
                user_id=user_id,
                id=ids.payment(draw, "credit_card"),
                source="credit_card",
                brand=brand if wallet.one_brand else plastic.brand,
                last_four=plastic.last_four,
            )
        )
    for place in range(draw.integer(*wallet.gift_cards)):
        spent = wallet.spent_gift_card and place == 0
        methods.append(
            PaymentMethod(
                user_id=user_id,
                id=ids.payment(draw, "gift_card"),
                source="gift_card",
                amount=0 if spent else draw.integer(12, 480),
            )
        )
    methods += [
        PaymentMethod(
            user_id=user_id,
            id=ids.payment(draw, "certificate"),
            source="certificate",
            amount=draw.pick(CERTIFICATE_VALUES),
        )
        for _ in range(draw.integer(*wallet.certificates))
    ]
    return draw.shuffled(methods)
