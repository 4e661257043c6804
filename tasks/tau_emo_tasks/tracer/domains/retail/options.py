"""How people put an option of an article: "in navy", "with a leather band", "without GPS"."""

from collections.abc import Mapping

from tau_emo_db.domains.retail.tables import OrderItem, Product

_ANY: Mapping[str, str] = {
    "age group": "for {}",
    "armrests": "with {} armrests",
    "backlight": "with {a} backlight",
    "band": "with {a} band",
    "battery life": "with a battery life of {}",
    "blade length": "with {a} blade",
    "brakes": "with {} brakes",
    "brightness": "with {}",
    "burners": "with {} burners",
    "capacity": "with a capacity of {}",
    "case": "with a case of {}",
    "color": "in {}",
    "connection": "in the {} version",
    "cover": "with {a} cover",
    "cushioning": "with {} cushioning",
    "deck": "with {a} deck",
    "design": "in the {} design",
    "dial": "with {a} dial",
    "diameter": "with a diameter of {}",
    "dust collection": "with {a} for the dust",
    "filter": "with {a} filter",
    "firmness": "in the {} version",
    "fit": "in a {} fit",
    "frame": "with {a} frame",
    "gears": "with {} gears",
    "handle": "with a handle of {}",
    "hood": "with {a} hood",
    "layers": "with {} layers",
    "layout": "in the {} layout",
    "length": "with a length of {}",
    "lens": "with {} lenses",
    "light": "with {a} light",
    "material": "in {}",
    "memory": "with {} of memory",
    "motif": "with {} as the motif",
    "movement": "with {a} movement",
    "neck": "with {a} neck",
    "panel": "with {a} panel",
    "pieces": "with {} pieces",
    "pressure": "with {} of pressure",
    "processor": "with {a} processor",
    "resolution": "with {} resolution",
    "room size": "for a {} room",
    "scale": "in the scale {}",
    "screen": "with {a} screen",
    "season": "made for {}",
    "seats": "with {} seats",
    "shape": "in the {} shape",
    "shell": "with {a} shell",
    "shelves": "with {} shelves",
    "size": "in size {}",
    "steel": "with a blade of {} steel",
    "storage": "with {} of storage",
    "strap": "with {a} strap",
    "surface": "made for running on the {}",
    "switches": "with {} switches",
    "theme": "with the {} theme",
    "thickness": "with a thickness of {}",
    "top": "with {a} top",
    "type": "in the {} version",
    "waist": "with a waist of {}",
    "weave": "in {} weave",
    "wheels": "with {} wheels",
    "width": "with a width of {}",
    "wool": "in {}",
    "zoom": "with {a} zoom",
}
"""By option; `{}` is the value, `{a}` the value with its article."""
_PARTICULAR: Mapping[tuple[str, str], str] = {
    ("power source", "AC adapter"): "with an AC adapter",
    ("power source", "USB"): "with USB power",
    ("power source", "battery"): "with battery power",
    ("color", "natural"): "in the natural color",
    ("color", "clear"): "in clear",
    ("material", "mesh"): "in mesh",
    ("armrests", "none"): "without armrests, none at all",
    ("backlight", "none"): "without a backlight, none at all",
    ("drive", "electric"): "with a plain electric drive",
    ("drive", "electric with memory"): "with the drive that is electric with memory",
    ("drive", "hand crank"): "with a hand crank",
    ("drive", "four-wheel"): "with four-wheel drive",
    ("drive", "two-wheel"): "with two-wheel drive",
    ("dust collection", "bagless"): "in the bagless version",
    ("filter", "HEPA"): "with a plain HEPA filter",
    ("control", "app"): "with app control",
    ("control", "buttons"): "with buttons for control",
    ("control", "dial"): "with a dial for control",
    ("control", "touch"): "with touch control",
    ("navigation", "camera"): "with camera navigation",
    ("navigation", "gyroscope"): "with gyroscope navigation",
    ("navigation", "laser"): "with laser navigation",
    ("handle", "olive wood"): "with a handle of olive wood",
    ("neck", "V-neck"): "with a V-neck",
    ("length", "hip"): "in hip length",
    ("length", "knee"): "in knee length",
    ("surface", "trail"): "made for the trail",
    ("surface", "road"): "made for the road",
    ("height", "high"): "in the high cut",
    ("height", "mid"): "in the mid cut",
    ("movement", "solar"): "with solar power",
    ("display", "AMOLED"): "with an AMOLED display",
    ("display", "LCD"): "with an LCD display",
    ("waterproof", "IPX4"): "with IPX4 protection",
    ("waterproof", "IPX7"): "with IPX7 protection",
    ("storage", "CF card"): "with a slot for a CF card",
    ("storage", "SD card"): "with a slot for an SD card",
    ("storage", "1 TB SSD"): "with a 1 TB SSD",
    ("storage", "256 GB SSD"): "with a 256 GB SSD",
    ("storage", "512 GB SSD"): "with a 512 GB SSD",
    ("battery", "one"): "with one battery",
    ("battery", "two"): "with two batteries",
    ("mopping", "yes"): "with a mopping function",
    ("mopping", "no"): "without a mopping function",
    ("self-emptying", "yes"): "with self-emptying",
    ("self-emptying", "no"): "without self-emptying",
    ("headrest", "yes"): "with a headrest",
    ("headrest", "no"): "without a headrest",
    ("milk frother", "yes"): "with a milk frother",
    ("milk frother", "no"): "without a milk frother",
    ("non-stick", "yes"): "with a non-stick coating",
    ("non-stick", "no"): "without the non-stick coating",
    ("polarized", "yes"): "with polarized lenses",
    ("polarized", "no"): "without polarized lenses",
    ("waterproof", "yes"): "in the waterproof version",
    ("waterproof", "no"): "in the version that is not waterproof",
    ("water resistant", "yes"): "in the water resistant version",
    ("water resistant", "no"): "in the version that is not water resistant",
    ("GPS", "yes"): "with GPS",
    ("GPS", "no"): "without GPS",
    ("noise cancelling", "yes"): "with noise cancelling",
    ("noise cancelling", "no"): "without noise cancelling",
    ("laptop sleeve", "yes"): "with a laptop sleeve",
    ("laptop sleeve", "no"): "without a laptop sleeve",
    ("side burner", "yes"): "with a side burner",
    ("side burner", "no"): "without a side burner",
    ("storage box", "yes"): "with the storage box",
    ("storage box", "no"): "without the storage box",
}
_OF_ONE: Mapping[tuple[str, str], str] = {
    ("Area Rug", "size"): "in {}",
    ("Mattress", "filling"): "filled with {}",
    ("Winter Coat", "filling"): "filled with {}",
    ("Tent", "capacity"): "for {}",
    ("Road Bike", "size"): "in {}",
    ("Computer Monitor", "size"): "in {}",
    ("Computer Monitor", "resolution"): "in {}",
    ("Digital Camera", "resolution"): "with {}",
    ("Bluetooth Speaker", "size"): "in the {} size",
    ("Suitcase", "size"): "in the {} size",
    ("Mattress", "size"): "in {} size",
    ("Bedding Set", "size"): "in {} size",
    ("Cookware Set", "material"): "made of {}",
    ("Jigsaw Puzzle", "material"): "made of {}",
    ("Bookshelf", "material"): "made of {}",
}

_SAID_WITH_A_VOWEL = ("8", "RGB")
"""Words that are spoken with a vowel first and written without."""


def put(article: OrderItem | Product, option: str, value: str) -> str:
    """An option as it stands behind the article: "(a backpack) with a capacity of 30 L".

    Args:
        article: what has the option.
        option: its name.
        value: its value.
    """
    pattern = _PARTICULAR.get((option, value)) or _OF_ONE.get((article.name, option))
    pattern = pattern or _ANY.get(option, f"with the {option} {{}}")
    article_of = "an" if value[:1] in "aeiouAI" or value.split()[0] in _SAID_WITH_A_VOWEL else "a"
    return pattern.format(value, a=f"{article_of} {value}")


def spellings(option: str, value: str) -> tuple[str, ...]:
    """How a right listing may put it."""
    if value == "yes":
        return ("yes", f"with {option}", f"with a {option}", option)
    if value == "no":
        return ("no", f"without {option}", f"without a {option}", f"non-{option}")
    if value == "none":
        return ("none", f"without {option}", f"without a {option}", f"no {option}")
    return (value, *((value.replace(" in", f"{mark}inch") for mark in (" ", "-"))
            if value.endswith(" in") else ()))  # fmt: skip
