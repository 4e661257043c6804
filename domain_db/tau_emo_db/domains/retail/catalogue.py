"""What the shop sells: fifty types of product, their options and what each option costs.

A price is the base price of the type plus the surcharge of every chosen option value, so
a customer who asks for more pays more. Values with equal surcharges make equally priced
alternatives. All figures are US cents.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ProductType:
    """A type of product before its variants are drawn."""

    name: str
    """The name of the product and of every order line that holds it."""
    variants: int
    """How many of the possible combinations of options the shop carries."""
    base: int
    """The price in cents with every option at surcharge 0."""
    options: Mapping[str, Mapping[str, int]]
    """Option name to its values, each with its surcharge in cents."""

    def price(self, chosen: Mapping[str, str]) -> int:
        """The catalogue price in cents of one choice of a value for every option."""
        return self.base + sum(self.options[name][value] for name, value in chosen.items())


CLOTHES_SIZES = {"XS": 0, "S": 0, "M": 0, "L": 1_50, "XL": 3_00}
SHOE_SIZES = {"7": 0, "8": 0, "9": 0, "10": 2_00, "11": 4_00}

# One option a line reads best here, so the formatter stays out.
# fmt: off
HOUSEHOLD = (
    ProductType("Desk Lamp", 14, 41_35, {
        "color": {"black": 0, "white": 0, "brass": 6_20},
        "brightness": {"300 lumens": 0, "500 lumens": 7_45, "800 lumens": 15_90},
        "power source": {"battery": 0, "USB": 4_15, "AC adapter": 8_60},
    }),
    ProductType("Wall Clock", 8, 33_60, {
        "diameter": {"10 in": 0, "12 in": 6_15, "16 in": 14_70},
        "frame": {"plastic": 0, "wood": 9_80, "metal": 9_80},
    }),
    ProductType("Area Rug", 13, 124_00, {
        "size": {"4 x 6 ft": 0, "5 x 8 ft": 71_50, "8 x 10 ft": 189_00},
        "material": {"jute": 0, "cotton": 12_30, "wool": 86_40},
        "color": {"beige": 0, "grey": 0, "navy": 8_75},
    }),
    ProductType("Bookshelf", 11, 94_50, {
        "shelves": {"3": 0, "4": 26_80, "5": 49_90},
        "material": {"pine": 0, "oak": 61_25, "bamboo": 18_40},
        "color": {"natural": 0, "white": 7_10, "espresso": 7_10},
    }),
    ProductType("Office Chair", 15, 139_90, {
        "material": {"mesh": 0, "fabric": 0, "leather": 96_35},
        "armrests": {"fixed": 0, "adjustable": 28_15, "none": -14_60},
        "headrest": {"yes": 22_45, "no": 0},
        "color": {"black": 0, "grey": 0, "blue": 5_75},
    }),
    ProductType("Standing Desk", 12, 319_00, {
        "width": {"48 in": 0, "55 in": 47_30, "63 in": 92_80},
        "drive": {"hand crank": -71_20, "electric": 0, "electric with memory": 64_45},
        "top": {"laminate": 0, "bamboo": 58_10, "walnut": 143_60},
    }),
    ProductType("Sofa", 9, 948_00, {
        "seats": {"2": 0, "3": 286_50, "4": 571_20},
        "cover": {"linen": 0, "velvet": 133_75, "leather": 702_40},
        "color": {"sand": 0, "charcoal": 0, "olive": 34_90},
    }),
    ProductType("Mattress", 12, 387_00, {
        "size": {"twin": 0, "full": 118_60, "queen": 207_35, "king": 331_80},
        "filling": {"springs": 0, "foam": 62_25, "latex": 214_50},
        "firmness": {"soft": 0, "medium": 0, "firm": 19_40},
    }),
    ProductType("Bedding Set", 14, 52_80, {
        "size": {"twin": 0, "queen": 17_20, "king": 27_65},
        "material": {"cotton": 0, "linen": 38_95, "bamboo": 21_70},
        "color": {"white": 0, "sage": 0, "slate": 3_45},
    }),
    ProductType("Bath Towel Set", 10, 34_25, {
        "pieces": {"4": 0, "6": 13_40, "8": 24_55},
        "color": {"white": 0, "aqua": 2_10, "charcoal": 2_10},
        "weave": {"terry": 0, "waffle": 6_85},
    }),
    ProductType("Vacuum Cleaner", 12, 148_75, {
        "type": {"canister": 0, "upright": 23_90, "cordless stick": 107_45},
        "dust collection": {"bag": 0, "bagless": 18_20},
        "filter": {"standard": 0, "HEPA": 31_65},
        "color": {"red": 0, "grey": 0},
    }),
    ProductType("Robot Vacuum", 9, 229_30, {
        "mopping": {"yes": 78_15, "no": 0},
        "navigation": {"gyroscope": 0, "camera": 64_80, "laser": 121_25},
        "self-emptying": {"yes": 153_60, "no": 0},
    }),
    ProductType("Air Purifier", 11, 119_40, {
        "room size": {"small": 0, "medium": 74_85, "large": 168_90},
        "filter": {"carbon": 0, "HEPA": 27_55, "HEPA and carbon": 44_10},
        "control": {"buttons": 0, "app": 22_95},
    }),
    ProductType("Pet Bed", 10, 31_50, {
        "size": {"small": 0, "medium": 10_85, "large": 23_40},
        "shape": {"round": 0, "rectangular": 0, "cave": 8_30},
        "material": {"fleece": 0, "memory foam": 19_75},
    }),
)

KITCHEN = (
    ProductType("Electric Kettle", 13, 36_90, {
        "capacity": {"1 L": 0, "1.5 L": 7_35, "2 L": 13_80},
        "material": {"plastic": 0, "stainless steel": 12_45, "glass": 16_20},
        "color": {"white": 0, "black": 0, "red": 2_65},
    }),
    ProductType("Espresso Machine", 12, 264_50, {
        "type": {"capsule": -96_15, "semi-automatic": 0, "automatic": 418_70},
        "pressure": {"9 bar": 0, "15 bar": 46_25},
        "milk frother": {"yes": 68_40, "no": 0},
        "color": {"black": 0, "silver": 0, "cream": 21_35},
    }),
    ProductType("Air Fryer", 11, 79_95, {
        "capacity": {"3 qt": 0, "5 qt": 31_40, "8 qt": 66_85},
        "control": {"dial": 0, "touch": 17_25},
        "color": {"black": 0, "white": 0, "teal": 6_55},
    }),
    ProductType("Cookware Set", 11, 146_80, {
        "pieces": {"5": 0, "8": 64_70, "12": 148_15},
        "material": {"aluminum": 0, "stainless steel": 72_60, "copper": 261_95},
        "non-stick": {"yes": 24_30, "no": 0},
    }),
    ProductType("Chef's Knife", 9, 58_30, {
        "blade length": {"6 in": 0, "8 in": 14_20, "10 in": 31_75},
        "steel": {"stainless": 0, "carbon": 26_55, "Damascus": 88_90},
        "handle": {"polymer": 0, "pakkawood": 17_60, "olive wood": 17_60},
    }),
    ProductType("Water Bottle", 14, 28_00, {
        "capacity": {"500 ml": 0, "750 ml": 4_35, "1000 ml": 8_90},
        "material": {"plastic": 0, "stainless steel": 9_25, "glass": 6_70},
        "color": {"clear": 0, "blue": 0, "green": 0, "black": 1_80},
    }),
)

CLOTHING = (
    ProductType("T-Shirt", 20, 29_40, {
        "color": {"white": 0, "black": 0, "green": 0, "burgundy": 2_15},
        "size": CLOTHES_SIZES,
        "material": {"cotton": 0, "linen": 9_95, "merino": 24_80},
        "neck": {"crew": 0, "V-neck": 1_25},
    }),
    ProductType("Jeans", 15, 64_50, {
        "waist": {"30 in": 0, "32 in": 0, "34 in": 0, "36 in": 3_20},
        "fit": {"slim": 0, "straight": 0, "relaxed": 4_75},
        "color": {"indigo": 0, "black": 2_90, "stone": 5_60},
    }),
    ProductType("Wool Sweater", 15, 82_75, {
        "color": {"cream": 0, "navy": 0, "rust": 4_45},
        "size": CLOTHES_SIZES,
        "wool": {"lambswool": 0, "merino": 23_60, "cashmere": 118_25},
    }),
    ProductType("Rain Jacket", 15, 97_30, {
        "color": {"yellow": 0, "navy": 0, "olive": 3_85},
        "size": CLOTHES_SIZES,
        "layers": {"2": 0, "2.5": 31_15, "3": 78_50},
        "hood": {"fixed": 0, "removable": 9_60},
    }),
    ProductType("Winter Coat", 14, 178_60, {
        "color": {"black": 0, "camel": 13_70, "grey": 0},
        "size": CLOTHES_SIZES,
        "filling": {"polyester": 0, "down": 104_85},
        "length": {"hip": 0, "knee": 27_40},
    }),
    ProductType("Running Shoes", 17, 89_95, {
        "color": {"white": 0, "black": 0, "coral": 3_65},
        "size": SHOE_SIZES,
        "cushioning": {"light": 0, "medium": 12_80, "maximum": 29_35},
        "surface": {"road": 0, "trail": 17_55},
    }),
    ProductType("Hiking Boots", 15, 118_40, {
        "size": SHOE_SIZES,
        "material": {"synthetic": 0, "suede": 22_35, "leather": 46_70},
        "waterproof": {"yes": 24_15, "no": 0},
        "height": {"mid": 0, "high": 13_25},
    }),
    ProductType("Sunglasses", 11, 47_80, {
        "frame": {"black": 0, "tortoise": 0, "gold": 14_95},
        "lens": {"brown": 0, "grey": 0, "mirrored": 9_20},
        "polarized": {"yes": 26_45, "no": 0},
    }),
    ProductType("Wristwatch", 12, 142_30, {
        "movement": {"quartz": 0, "solar": 68_55, "automatic": 247_10},
        "strap": {"silicone": 0, "leather": 31_20, "steel": 54_85},
        "dial": {"white": 0, "black": 0, "blue": 12_60},
    }),
)

ELECTRONICS = (
    ProductType("Laptop", 16, 848_00, {
        "screen": {"13 in": 0, "15 in": 142_60, "17 in": 298_35},
        "processor": {"i5": 0, "i7": 263_80, "i9": 614_25},
        "memory": {"8 GB": 0, "16 GB": 124_90, "32 GB": 341_70},
        "storage": {"256 GB SSD": 0, "512 GB SSD": 87_45, "1 TB SSD": 216_15},
        "color": {"silver": 0, "black": 0, "rose": 28_30},
    }),
    ProductType("Smartphone", 16, 496_40, {
        "storage": {"128 GB": 0, "256 GB": 97_85, "512 GB": 231_60},
        "screen": {"5.8 in": 0, "6.1 in": 84_30, "6.7 in": 187_55},
        "memory": {"6 GB": 0, "8 GB": 63_20},
        "color": {"black": 0, "blue": 0, "lilac": 18_75},
    }),
    ProductType("Smart Watch", 12, 164_90, {
        "case": {"aluminum": 0, "steel": 88_45, "titanium": 197_30},
        "band": {"silicone": 0, "fabric": 0, "leather": 37_85},
        "display": {"LCD": 0, "AMOLED": 49_60},
        "GPS": {"yes": 41_15, "no": 0},
    }),
    ProductType("Wireless Earbuds", 12, 68_35, {
        "color": {"white": 0, "black": 0, "blue": 4_20},
        "noise cancelling": {"yes": 61_45, "no": 0},
        "battery life": {"4 hours": 0, "6 hours": 18_65, "9 hours": 39_90},
        "waterproof": {"IPX4": 0, "IPX7": 12_75},
    }),
    ProductType("Headphones", 12, 91_50, {
        "type": {"on-ear": 0, "over-ear": 33_70},
        "connection": {"wired": 0, "wireless": 48_25},
        "noise cancelling": {"yes": 86_90, "no": 0},
        "color": {"black": 0, "white": 0, "sand": 7_35},
    }),
    ProductType("Bluetooth Speaker", 12, 54_20, {
        "color": {"black": 0, "red": 0, "teal": 3_10},
        "battery life": {"10 hours": 0, "20 hours": 27_65},
        "size": {"mini": 0, "standard": 38_40, "large": 124_85},
        "water resistant": {"yes": 16_30, "no": 0},
    }),
    ProductType("Mechanical Keyboard", 13, 84_65, {
        "switches": {"linear": 0, "tactile": 0, "clicky": 6_40},
        "layout": {"60 %": 0, "80 %": 18_15, "full size": 32_50},
        "backlight": {"none": 0, "white": 11_85, "RGB": 26_70},
    }),
    ProductType("Computer Monitor", 12, 187_25, {
        "size": {"24 in": 0, "27 in": 78_60, "32 in": 194_35},
        "resolution": {"1080p": 0, "1440p": 82_15, "4K": 204_70},
        "panel": {"VA": 0, "IPS": 43_90},
    }),
    ProductType("Digital Camera", 12, 1246_00, {
        "resolution": {"24 MP": 0, "30 MP": 418_35, "45 MP": 1086_40},
        "zoom": {"3x": 0, "5x": 167_80, "10x": 349_25},
        "storage": {"SD card": 0, "CF card": 73_60},
    }),
    ProductType("E-Reader", 9, 112_80, {
        "screen": {"6 in": 0, "7 in": 46_35},
        "storage": {"8 GB": 0, "32 GB": 38_90},
        "light": {"cool": 0, "warm": 19_45},
        "color": {"black": 0, "denim": 0},
    }),
)

OUTDOOR_AND_PLAY = (
    ProductType("Backpack", 14, 73_60, {
        "capacity": {"20 L": 0, "30 L": 24_15, "45 L": 56_80},
        "material": {"polyester": 0, "nylon": 13_90, "canvas": 21_45},
        "color": {"black": 0, "navy": 0, "moss": 4_70},
        "laptop sleeve": {"yes": 11_35, "no": 0},
    }),
    ProductType("Suitcase", 12, 108_90, {
        "size": {"carry-on": 0, "medium": 43_25, "large": 78_60},
        "shell": {"fabric": 0, "polycarbonate": 52_40, "aluminum": 236_15},
        "color": {"black": 0, "blue": 0, "silver": 9_80},
    }),
    ProductType("Tent", 12, 158_20, {
        "capacity": {"2 people": 0, "4 people": 94_65, "6 people": 203_80},
        "season": {"3 seasons": 0, "4 seasons": 121_35},
        "color": {"green": 0, "orange": 0, "sand": 8_15},
    }),
    ProductType("Road Bike", 8, 1184_00, {
        "frame": {"aluminum": 0, "carbon": 1286_50},
        "size": {"52 cm": 0, "54 cm": 0, "56 cm": 38_70},
        "gears": {"18": 0, "22": 264_85, "24": 478_30},
        "brakes": {"rim": 0, "disc": 312_50},
    }),
    ProductType("Kick Scooter", 5, 61_70, {
        "age group": {"children": 0, "adults": 48_35},
        "wheels": {"2": 0, "3": 9_60},
        "color": {"blue": 0, "pink": 0, "black": 3_25},
    }),
    ProductType("Skateboard", 9, 74_85, {
        "deck": {"maple": 0, "bamboo": 18_40, "carbon": 96_25},
        "length": {"28 in": 0, "31 in": 7_90},
        "design": {"plain": 0, "graphic": 11_15, "custom": 34_60},
    }),
    ProductType("Yoga Mat", 12, 31_90, {
        "thickness": {"4 mm": 0, "6 mm": 8_25},
        "material": {"PVC": 0, "rubber": 19_40, "cork": 26_85},
        "color": {"purple": 0, "grey": 0, "green": 1_95},
    }),
    ProductType("Gas Grill", 7, 278_40, {
        "burners": {"2": 0, "3": 114_75, "4": 243_60},
        "side burner": {"yes": 67_35, "no": 0},
        "color": {"black": 0, "stainless steel": 88_20},
    }),
    ProductType("Building Blocks", 10, 37_50, {
        "pieces": {"250": 0, "500": 28_65, "1000": 69_40},
        "theme": {"city": 0, "castle": 0, "space": 12_30},
        "storage box": {"yes": 8_75, "no": 0},
    }),
    ProductType("Jigsaw Puzzle", 11, 28_60, {
        "pieces": {"500": 0, "1000": 7_85, "2000": 19_30},
        "motif": {"animals": 0, "landscape": 0, "painting": 4_55},
        "material": {"cardboard": 0, "wood": 22_40},
    }),
    ProductType("Remote Control Car", 10, 56_35, {
        "scale": {"1:18": 0, "1:14": 27_80, "1:10": 83_45},
        "drive": {"two-wheel": 0, "four-wheel": 21_15},
        "battery": {"one": 0, "two": 14_90},
        "color": {"red": 0, "green": 0},
    }),
)
# fmt: on

PRODUCT_TYPES = HOUSEHOLD + KITCHEN + CLOTHING + ELECTRONICS + OUTDOOR_AND_PLAY
"""All types of product, in the order in which the catalogue lists them."""
