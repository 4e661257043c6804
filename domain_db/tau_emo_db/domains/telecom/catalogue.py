"""What the company sells: services and their prices, device models, and the other charges."""

from tau_emo_db.domains.telecom.tables import DeviceCategory, ServiceCategory

SERVICES: tuple[tuple[str, str, ServiceCategory, int], ...] = (
    ("mobile_unlimited", "Unlimited Mobile Plan", "mobile", 85_00),
    ("mobile_family_4lines", "Family Mobile Plan, 4 Lines", "mobile", 160_00),
    ("mobile_business_10lines", "Business Mobile Plan, 10 Lines", "mobile", 450_00),
    ("mobile_basic", "Basic Mobile Plan", "mobile", 35_00),
    ("mobile_senior", "Senior Mobile Plan", "mobile", 45_00),
    ("internet_fiber_1gb", "Fiber Internet 1GB", "internet", 80_00),
    ("internet_fiber_2gb", "Fiber Internet 2GB", "internet", 120_00),
    ("internet_fiber_500mb", "Fiber Internet 500MB", "internet", 60_00),
    ("internet_cable_500mb", "Cable Internet 500MB", "internet", 55_00),
    ("internet_cable_100mb", "Cable Internet 100MB", "internet", 35_00),
    ("tv_premium", "Premium TV Package", "tv", 95_00),
    ("tv_basic", "Basic TV Package", "tv", 45_00),
    ("tv_sports_package", "Sports TV Package", "tv", 75_00),
    ("business_phone_system", "Business Phone System", "phone", 150_00),
    ("home_security", "Home Security Monitoring", "security", 40_00),
)
"""Service id, name, category and price per month in cents."""

CATEGORY_OF: dict[str, ServiceCategory] = {
    service_id: category for service_id, _, category, _ in SERVICES
}
PRICE_OF = {service_id: price for service_id, _, _, price in SERVICES}

DEVICE_MODELS: tuple[tuple[str, DeviceCategory, str, str], ...] = (
    ("iPhone 15 Pro", "mobile_phone", "Apple", "A3102"),
    ("iPhone 15", "mobile_phone", "Apple", "A3090"),
    ("iPhone 14", "mobile_phone", "Apple", "A2882"),
    ("iPhone 13", "mobile_phone", "Apple", "A2633"),
    ("iPhone 12", "mobile_phone", "Apple", "A2403"),
    ("iPhone SE (3rd gen)", "mobile_phone", "Apple", "A2783"),
    ("Samsung Galaxy S23", "mobile_phone", "Samsung", "SM-S911B"),
    ("Samsung Galaxy A54", "mobile_phone", "Samsung", "SM-A546B"),
    ("Google Pixel 8", "mobile_phone", "Google", "GKWS6"),
    ("Conference Phone System", "phone", "VoxLine", "CP-900"),
    ("WiFi 6 Router", "networking", "TechCorp", "WiFi6-Pro"),
    ("Standard WiFi Router", "networking", "TechCorp", "AC1200"),
    ("Enterprise Router", "networking", "NetForge", "ER-8000"),
    ("Basic WiFi Router", "networking", "TechCorp", "N300"),
    ('Samsung 65" Smart TV', "tv", "Samsung", "QN65Q80C"),
    ('55" Smart TV', "tv", "ViewMax", "VM55-4K"),
    ("HD Cable Box", "tv", "StreamBox", "HD-200"),
    ("Conference Room TV", "tv", "ViewMax", "VM75-Biz"),
    ("Home Security System", "security", "SafeNest", "SN-500"),
)
"""Name, category, manufacturer and model of each device model."""

NOBODYS_MODEL = "iPhone SE (3rd gen)"
"""A model of the catalogue that no customer owns."""

PHONES = tuple(
    name
    for name, category, *_ in DEVICE_MODELS
    if category == "mobile_phone" and name != NOBODYS_MODEL
)
HOME_ROUTERS = ("WiFi 6 Router", "Standard WiFi Router", "Basic WiFi Router")
SCREENS = ('Samsung 65" Smart TV', '55" Smart TV')
CABLE_BOX = "HD Cable Box"

ROUTER_FEES: dict[str, tuple[str, tuple[int, ...]]] = {
    "Standard WiFi Router": ("router_basic", (5_00, 10_00)),
    "Basic WiFi Router": ("router_basic", (5_00,)),
    "Enterprise Router": ("router_enterprise", (15_00,)),
}
"""The code under which a rented router is charged, and what it may cost; others are bought."""
BOX_CODE, BOX_FEES = "cable_box_hd", (10_00, 15_00)
LATE_CODE, LATE_FEE = "late_fee", 25_00
SENIOR_CODE, SENIOR_DISCOUNTS = "senior_discount", (-5_00, -8_00, -10_00)
TAX_CODE = "taxes_fees"
