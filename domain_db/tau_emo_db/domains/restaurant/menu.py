"""The menu: dishes and their plates, drawn from the catalogue, and what can replace what."""

from functools import cached_property
from itertools import product as every_choice

from tau_emo_db.domains.restaurant.catalogue import KINDS, SIMPLE, DishKind
from tau_emo_db.domains.restaurant.refs import Refs
from tau_emo_db.domains.restaurant.tables import Dish, Modifiers, Plate
from tau_emo_db.draw import Draw

PLATES_PER_DISH = {2: 36, 3: 36, 4: 50, 5: 48, 6: 10}
"""How many dishes there are with so many plates, beside the simple ones with one."""
UNSERVED_SHARE = 0.25
SOLE_DISHES = 10
"""Dishes of which one plate is served today and no other."""
LONE_CHEAPER_DISHES = 12
"""Dishes whose only plate below a certain one is not served today."""
RELATED_SHARE = 0.6
"""How often the next plate differs from an earlier one in a single modifier."""

Choice = tuple[str, ...]
"""One value for every modifier of a kind, in the order of the modifiers."""


class Menu:
    """All dishes with their plates. The same for every scale.

    Args:
        draw: where everything comes from.
        refs: makes the references.
    """

    def __init__(self, draw: Draw, refs: Refs) -> None:
        self.dishes: list[Dish] = []
        self.plates: dict[str, list[Plate]] = {}
        """Dish reference to its plates, in the order of insertion."""
        self.sole: list[Plate] = []
        """The one plate served today of some dishes with several."""
        self.above_lone_cheaper: list[Plate] = []
        """Plates with a single cheaper one, which is not served today."""
        self._by_ref: dict[str, Plate] = {}
        self._titles: dict[str, str] = {}
        counts = [n for n, dishes in PLATES_PER_DISH.items() for _ in range(dishes)]
        waiting = iter(draw.fork("counts").shuffled(counts))
        for kind in KINDS:
            for title in kind.titles:
                count = 1 if kind in SIMPLE else next(waiting)
                self._take_in(draw.fork(title), refs, kind, title, count)
        self._close_for_today(draw.fork("served"))

    def _take_in(self, draw: Draw, refs: Refs, kind: DishKind, title: str, count: int) -> None:
        dish = Dish(dish_ref=refs.fresh(draw, "d"), title=title)
        price = 5 * draw.integer(kind.lowest // 5, kind.highest // 5)
        plates: list[Plate] = []
        for choice in _carried(draw, kind, count):
            chosen = dict(zip(kind.forms, choice, strict=True))
            plates.append(
                Plate(
                    plate_ref=refs.fresh(draw, "p"),
                    dish_ref=dish.dish_ref,
                    modifiers=Modifiers.model_validate(chosen),
                    served_today=True,
                    cost=price + kind.surcharge(chosen),
                )
            )
        self.dishes.append(dish)
        self._titles[dish.dish_ref] = title
        self.plates[dish.dish_ref] = plates
        self._by_ref |= {plate.plate_ref: plate for plate in plates}

    def _close_for_today(self, draw: Draw) -> None:
        """Takes a quarter of the plates off today's menu, some of them where it matters."""
        left = round(UNSERVED_SHARE * len(self._by_ref))
        several = draw.shuffled([plates for plates in self.plates.values() if len(plates) >= 3])
        lone = [plates for plates in several if _second_cheapest(plates)][:LONE_CHEAPER_DISHES]
        sole = [plates for plates in several if plates not in lone][:SOLE_DISHES]
        for plates in lone:
            cheapest, anchor, *_ = sorted(plates, key=lambda plate: plate.cost)
            cheapest.served_today = False
            self.above_lone_cheaper.append(anchor)
            left -= 1
        for plates in sole:
            kept = draw.pick(plates)
            self.sole.append(kept)
            for plate in plates:
                plate.served_today = plate is kept
            left -= len(plates) - 1
        others = [one for one in self.plates.values() if one not in lone and one not in sole]
        for plate in draw.shuffled([plate for plates in others for plate in plates]):
            siblings = self.plates[plate.dish_ref]
            served = sum(one.served_today for one in siblings)
            if left and served > max(1, len(siblings) - 2):
                plate.served_today = False
                left -= 1

    def everything(self) -> list[Plate]:
        """All plates of all dishes."""
        return list(self._by_ref.values())

    def plate(self, plate_ref: str) -> Plate:
        """The plate with this reference."""
        return self._by_ref[plate_ref]

    def title(self, plate: Plate) -> str:
        """The title of the plate's dish."""
        return self._titles[plate.dish_ref]

    def others(self, plate: Plate, *, served: bool = True) -> list[Plate]:
        """The other plates of the same dish that are (or are not) served today."""
        return [
            other
            for other in self.plates[plate.dish_ref]
            if other is not plate and other.served_today is served
        ]

    def cheaper(self, plate: Plate) -> list[Plate]:
        """Served plates of the same dish that cost less today."""
        return [other for other in self.others(plate) if other.cost < plate.cost]

    def dearer(self, plate: Plate) -> list[Plate]:
        """Served plates of the same dish that cost more today."""
        return [other for other in self.others(plate) if other.cost > plate.cost]

    def level(self, plate: Plate) -> list[Plate]:
        """Served plates of the same dish at the same price."""
        return [other for other in self.others(plate) if other.cost == plate.cost]

    @cached_property
    def versatile(self) -> list[Plate]:
        """Plates beside which a cheaper, a dearer and an equally priced one are served."""
        return [
            plate
            for plate in self.everything()
            if self.cheaper(plate) and self.dearer(plate) and self.level(plate)
        ]

    @cached_property
    def with_dearer(self) -> list[Plate]:
        """Plates beside which a dearer one is served."""
        return [plate for plate in self.everything() if self.dearer(plate)]

    @cached_property
    def with_cheaper(self) -> list[Plate]:
        """Plates beside which a cheaper one is served."""
        return [plate for plate in self.everything() if self.cheaper(plate)]


def _second_cheapest(plates: list[Plate]) -> bool:
    """True if one plate alone is cheapest, and a second one stands alone above it."""
    first, second, third, *_ = sorted(plate.cost for plate in plates)
    return first < second < third


def _distance(one: Choice, other: Choice) -> int:
    """In how many modifiers two plates of a kind differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def _carried(draw: Draw, kind: DishKind, count: int) -> list[Choice]:
    """So many different forms in random order; many are one modifier away from another."""
    rest = draw.shuffled(list(every_choice(*kind.forms.values())))
    carried = [rest.pop()]
    while len(carried) < count:
        related = [c for c in rest if any(_distance(c, known) == 1 for known in carried)]
        found = draw.pick(related if related and draw.chance(RELATED_SHARE) else rest)
        rest.remove(found)
        carried.append(found)
    return draw.shuffled(carried)
