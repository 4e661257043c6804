"""The shop's products and variants, drawn from the catalogue, and what can replace what."""

from functools import cached_property
from itertools import product as every_choice

from tau_emo_db import kit
from tau_emo_db.domains.retail.catalogue import PRODUCT_TYPES, ProductType
from tau_emo_db.domains.retail.tables import Product, Variant
from tau_emo_db.draw import Draw

AVAILABLE_SHARE = 2 / 3
RELATED_SHARE = 0.6
"""How often the next variant differs from an earlier one in a single option."""

Choice = tuple[str, ...]
"""One value for every option of a type, in the order of the options."""


class Stock:
    """All products with their variants. The same for every scale.

    Args:
        draw: where ids, combinations and availability come from.
    """

    def __init__(self, draw: Draw) -> None:
        self.products: list[Product] = []
        self.variants: dict[str, list[Variant]] = {}
        """Product id to its variants, in the order of insertion."""
        self._ids = kit.Unique()
        for kind in PRODUCT_TYPES:
            self._take_in(draw.fork(kind.name), kind)

    def _take_in(self, draw: Draw, kind: ProductType) -> None:
        product = Product(product_id=self._fresh_id(draw), name=kind.name)
        choices = _carried(draw, kind)
        on_hand = set(draw.sample(range(len(choices)), round(len(choices) * AVAILABLE_SHARE)))
        self.products.append(product)
        self.variants[product.product_id] = [
            Variant(
                item_id=self._fresh_id(draw),
                product_id=product.product_id,
                options=(options := dict(zip(kind.options, choice, strict=True))),
                available=position in on_hand,
                price=kind.price(options),
            )
            for position, choice in enumerate(choices)
        ]

    def _fresh_id(self, draw: Draw) -> str:
        """Ten digits that no product and no item has yet."""
        return self._ids.fresh(lambda: draw.digits(10))

    def everything(self) -> list[Variant]:
        """All variants of all products."""
        return [variant for variants in self.variants.values() for variant in variants]

    def name(self, variant: Variant) -> str:
        """The name of the variant's product."""
        return next(p.name for p in self.products if p.product_id == variant.product_id)

    def others(self, variant: Variant, *, available: bool = True) -> list[Variant]:
        """The other variants of the same product that are (or are not) available."""
        return [
            other
            for other in self.variants[variant.product_id]
            if other.item_id != variant.item_id and other.available is available
        ]

    def cheaper(self, variant: Variant) -> list[Variant]:
        """Available variants of the same product that cost less today."""
        return [other for other in self.others(variant) if other.price < variant.price]

    def dearer(self, variant: Variant) -> list[Variant]:
        """Available variants of the same product that cost more today."""
        return [other for other in self.others(variant) if other.price > variant.price]

    def level(self, variant: Variant) -> list[Variant]:
        """Available variants of the same product at the same price."""
        return [other for other in self.others(variant) if other.price == variant.price]

    def neighbours(self, variant: Variant) -> list[Variant]:
        """Available variants of the same product that differ in one option only."""
        return [
            other
            for other in self.others(variant)
            if _distance(tuple(other.options.values()), tuple(variant.options.values())) == 1
        ]

    @cached_property
    def versatile(self) -> list[Variant]:
        """Variants with every kind of alternative.

        One is cheaper, one dearer, one equally priced, one differs in a single option, all
        of them available; and one is not available.
        """
        return [
            variant
            for variant in self.everything()
            if self.cheaper(variant)
            and self.dearer(variant)
            and self.level(variant)
            and self.neighbours(variant)
            and self.others(variant, available=False)
        ]


def _distance(one: Choice, other: Choice) -> int:
    """In how many options two variants of a type differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def _carried(draw: Draw, kind: ProductType) -> list[Choice]:
    """The combinations that the shop carries, in random order.

    The cheapest and the dearest combination are always among them; many of the rest are
    one option away from another, so that a single wish leads from variant to variant.
    """
    rest = sorted(
        draw.shuffled(list(every_choice(*kind.options.values()))),
        key=lambda choice: kind.price(dict(zip(kind.options, choice, strict=True))),
    )
    carried = [rest.pop(0), rest.pop()]
    while len(carried) < kind.variants:
        related = [c for c in rest if any(_distance(c, known) == 1 for known in carried)]
        found = draw.pick(related if related and draw.chance(RELATED_SHARE) else rest)
        rest.remove(found)
        carried.append(found)
    return draw.shuffled(carried)
