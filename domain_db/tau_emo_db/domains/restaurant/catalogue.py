"""What the kitchen cooks: kinds of dishes, their titles, and what each form costs more.

The price of a plate is the price of its dish plus the surcharge of every modifier. Values
with equal surcharges make equally priced plates. All figures are US cents; many are chosen
so that sums of them go wrong in binary floating point.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class DishKind:
    """Dishes that come in the same forms."""

    titles: tuple[str, ...]
    lowest: int
    """The lowest price in cents of a dish with every modifier at surcharge 0."""
    highest: int
    """The highest one."""
    forms: Mapping[str, Mapping[str, int]]
    """Modifier to its values, each with its surcharge in cents; one value makes no choice."""

    def surcharge(self, chosen: Mapping[str, str]) -> int:
        """What one choice of a value for every modifier costs more, in cents."""
        return sum(self.forms[name][value] for name, value in chosen.items())


def _titles(text: str) -> tuple[str, ...]:
    return tuple(title.strip() for title in text.split(","))


SPICES = {"mild": 0, "medium": 0, "hot": 60, "extra hot": 1_10}
SIZES = {"small": -2_20, "regular": 0, "large": 3_30}

# One modifier a line reads best here, so the formatter stays out.
# fmt: off
SAVOURY = (
    DishKind(_titles(
        "Thai Green Curry, Thai Red Curry, Goan Coconut Curry, Massaman Curry, Kashmiri Curry, "
        "Katsu Curry, Cape Malay Curry, Jungle Curry, Tomato Butter Curry, Spinach Curry"
    ), 11_10, 16_70, {
        "spice_level": SPICES,
        "portion": {"regular": 0, "large": 3_30},
        "protein": {"chicken": 0, "tofu": 0, "prawn": 3_85, "lamb": 2_20},
    }),
    DishKind(_titles(
        "Sesame Noodles, Peanut Noodles, Drunken Noodles, Singapore Noodles, Pad Thai, "
        "Miso Ramen, Black Garlic Ramen, Biang Biang Noodles, Dan Dan Noodles, Yakisoba"
    ), 9_40, 14_30, {
        "spice_level": {"mild": 0, "medium": 0, "hot": 70},
        "portion": {"regular": 0, "large": 2_75},
        "protein": {"chicken": 0, "tofu": 0, "pork": 1_10, "prawn": 3_30},
    }),
    DishKind(_titles(
        "Smoked Trout Pie, Smoked Haddock Pie, Fisherman's Pie, Cottage Pie, Steak and Ale Pie, "
        "Leek and Potato Pie, Harvest Pie, Shepherd's Pie, Game Pie, Chicken and Leek Pie"
    ), 10_20, 15_60, {
        "portion": SIZES,
        "preparation": {"shortcrust": 0, "puff pastry": 0, "potato crust": 70},
    }),
    DishKind(_titles(
        "Pizza Margherita, Pizza Marinara, Pizza Capricciosa, Pizza Diavola, Pizza Ortolana, "
        "Pizza Quattro Formaggi, Pizza Bianca, Pizza Tonno, Pizza Prosciutto, Pizza Funghi"
    ), 9_10, 14_10, {
        "portion": SIZES,
        "preparation": {"thin crust": 0, "deep pan": 0, "wood-fired": 1_40},
    }),
    DishKind(_titles(
        "House Burger, Smokehouse Burger, Blue Cheese Burger, Jalapeño Burger, Picnic Burger, "
        "Teriyaki Burger, Brioche Burger, Harissa Burger, Onion Ring Burger, Truffle Burger"
    ), 10_60, 16_10, {
        "spice_level": {"mild": 0, "hot": 0},
        "protein": {"beef": 0, "chicken": 0, "bean": -1_10, "halloumi": 1_30},
        "preparation": {"grilled": 0, "fried": 40},
    }),
    DishKind(_titles(
        "Caesar Salad, Niçoise Salad, Fattoush, Greek Salad, Waldorf Salad, Cobb Salad, "
        "Quinoa Salad, Green Papaya Salad, Roast Beetroot Salad, Warm Lentil Salad"
    ), 8_30, 12_90, {
        "portion": {"starter": -2_20, "main": 0},
        "protein": {"no topping": 0, "chicken": 2_30, "egg": 1_10, "salmon": 4_70},
    }),
    DishKind(_titles(
        "Tom Yum Soup, Tomato Soup, Lentil Soup, Pho, Minestrone, Borscht, Laksa, Harira, "
        "Manhattan Chowder, Corn Chowder"
    ), 6_20, 10_70, {
        "spice_level": {"mild": 0, "medium": 0, "hot": 30},
        "portion": {"cup": -1_90, "bowl": 0},
        "protein": {"vegetable": 0, "chicken": 1_40, "shrimp": 2_70},
    }),
    DishKind(_titles(
        "Ribeye Steak, Sirloin Steak, Flat Iron Steak, Lamb Chops, Veal Chop, Rack of Lamb, "
        "Pork Tomahawk, Bavette Steak, Duck Breast, Mixed Grill"
    ), 24_60, 48_70, {
        "portion": {"regular": 0, "large": 9_90},
        "preparation": {"rare": 0, "medium": 0, "well done": 0, "peppered": 1_10},
    }),
    DishKind(_titles(
        "Sea Bass, Sea Bream, Cod Fillet, Salmon Fillet, Monkfish, Halibut, Mackerel, "
        "Dover Sole, Swordfish, Rainbow Trout"
    ), 16_40, 34_20, {
        "spice_level": {"plain": 0, "chilli": 30},
        "portion": {"regular": 0, "large": 6_60},
        "preparation": {"grilled": 0, "pan-fried": 0, "steamed": -1_10},
    }),
    DishKind(_titles(
        "Street Tacos, Baja Tacos, Breakfast Burrito, Mission Burrito, Enchiladas Verdes, "
        "Enchiladas Rojas, Quesadilla, Chilaquiles, Tostadas, Fajitas"
    ), 8_80, 14_40, {
        "spice_level": SPICES,
        "protein": {"chicken": 0, "black bean": -70, "carnitas": 1_10, "fish": 2_20},
    }),
    DishKind(_titles(
        "Hyderabadi Biryani, Lucknow Biryani, Jollof Rice, Paella Marinera, Paella Valenciana, "
        "Risotto Milanese, Mushroom Risotto, Nasi Goreng, Bibimbap, Jambalaya"
    ), 11_70, 18_90, {
        "spice_level": {"mild": 0, "medium": 0, "hot": 60},
        "portion": {"regular": 0, "to share": 8_80},
        "protein": {"vegetable": -1_10, "chicken": 0, "prawn": 3_30},
    }),
    DishKind(_titles(
        "Potsticker Dumplings, Soup Dumplings, Pierogi, Manti, Momo, Wontons, Mandu, "
        "Pelmeni, Har Gow, Gyoza"
    ), 7_30, 11_80, {
        "portion": {"six pieces": 0, "ten pieces": 3_70},
        "protein": {"pork": 0, "cabbage": -70, "shrimp": 1_90},
        "preparation": {"steamed": 0, "pan-fried": 0, "in broth": 1_10},
    }),
    DishKind(_titles(
        "Lasagne, Tagliatelle al Ragù, Spaghetti Carbonara, Spaghetti alle Vongole, "
        "Penne Arrabbiata, Gnocchi alla Romana, Orecchiette, Cacio e Pepe, Ravioli, Cannelloni"
    ), 10_30, 16_80, {
        "portion": SIZES,
        "protein": {"beef": 1_30, "mushroom": 0, "ricotta": 0},
    }),
    DishKind(_titles(
        "Moroccan Tagine, Burgundy Stew, Irish Stew, Goulash, Groundnut Stew, Feijoada, "
        "Cassoulet, Gumbo, Texas Chilli, Doro Wat"
    ), 12_20, 18_30, {
        "spice_level": {"mild": 0, "medium": 0, "hot": 40},
        "portion": {"regular": 0, "large": 3_30},
        "protein": {"beef": 1_90, "lamb": 2_60, "chickpea": 0},
    }),
    DishKind(_titles(
        "Shish Kebab, Adana Kebab, Satay, Yakitori, Anticuchos, Souvlaki, Suya, "
        "Espetadas, Tikka Skewers, Seekh Kebab"
    ), 9_70, 15_20, {
        "spice_level": {"mild": 0, "hot": 0},
        "portion": {"two skewers": 0, "four skewers": 5_50},
        "protein": {"chicken": 0, "beef": 1_10, "paneer": -40, "king prawn": 4_10},
    }),
    DishKind(_titles(
        "Eggs Benedict, Eggs Florentine, Shakshuka, Huevos Rancheros, Full Breakfast, "
        "Avocado Toast, Buckwheat Galette, Potato Rösti, Savoury Pancakes, Corn Fritters"
    ), 7_60, 13_40, {
        "portion": {"regular": 0, "large": 2_30},
        "protein": {"bacon": 1_10, "mushroom": 0, "smoked salmon": 3_70},
        "preparation": {"poached": 0, "scrambled": 0, "fried": 0},
    }),
    DishKind(_titles(
        "Patatas Bravas, Crêpe Suzon, Padrón Peppers, Arancini, Falafel, Croquetas, "
        "Grilled Halloumi, Smoked Trout Pâté, Mushroom Pâté, Stuffed Vine Leaves"
    ), 5_40, 9_80, {
        "spice_level": {"mild": 0, "hot": 0},
        "portion": {"tasting": -1_20, "regular": 0, "platter": 6_30},
    }),
    DishKind(_titles(
        "Moussaka, Potato Gratin, Macaroni and Cheese, Noodle Bake, Pastitsio, "
        "Aubergine Parmigiana, Cauliflower Cheese, Toad in the Hole, Hotpot, Baked Gnocchi"
    ), 9_20, 14_90, {
        "portion": SIZES,
        "protein": {"vegetable": 0, "chicken": 1_70, "beef": 2_20},
    }),
)
SIMPLE = (
    DishKind(_titles(
        "Crème Brûlée, Tiramisù, Apple Crumble, Baklava, Mochi, Churros, Sticky Toffee Pudding, "
        "Lemon Tart, Rice Pudding, Chocolate Fondant"
    ), 5_10, 8_70, {}),
    DishKind(_titles(
        "Mint Tea, Masala Chai, Iced Coffee, Mango Lassi, Ginger Lemonade, Elderflower Spritz, "
        "Horchata, Rooibos Tea, Hibiscus Cooler, Fresh Orange Juice"
    ), 4_00, 6_30, {"portion": {"regular": 0}}),
)
# fmt: on
KINDS = SAVOURY + SIMPLE
"""All kinds, in the order of the menu: the dishes of the last two come in one form."""
