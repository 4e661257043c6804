"""What the centre treats: conditions, medications and what is known of taking two together."""

from dataclasses import dataclass

from tau_emo_db.domains.telehealth.tables import Severity


@dataclass(frozen=True)
class Medication:
    """A medication as it is prescribed."""

    name: str
    dosages: tuple[int, ...]
    """In milligrams, the smaller first."""
    frequencies: tuple[str, ...]
    unit_type: str
    offers: int
    """How many offers of suppliers there are; 0: it is not in the catalogue."""
    price: int
    """About what an offer costs, in cents."""
    stem: str
    """What the names of its brands begin with."""


_ONCE = ("once daily",)
_ONCE_OR_TWICE = ("once daily", "twice daily")

MEDICATIONS: tuple[Medication, ...] = (
    Medication("Metformin", (500, 1000), ("twice daily",), "tablet", 12, 14_00, "Metfo"),
    Medication("Lisinopril", (10, 20, 40), _ONCE, "tablet", 11, 12_00, "Lisi"),
    Medication("Atorvastatin", (10, 20, 40), _ONCE, "tablet", 10, 19_00, "Atorva"),
    Medication("Levothyroxine", (25, 50, 100), _ONCE, "tablet", 9, 16_00, "Levo"),
    Medication("Sertraline", (25, 50, 100), _ONCE, "tablet", 8, 21_00, "Sertra"),
    Medication("Amlodipine", (5, 10), _ONCE, "tablet", 8, 13_00, "Amlo"),
    Medication("Omeprazole", (20, 40), _ONCE, "capsule", 7, 15_00, "Ome"),
    Medication("Gabapentin", (100, 300), ("twice daily", "three times daily"), "capsule", 7,
               24_00, "Gaba"),
    Medication("Losartan", (25, 50, 100), _ONCE, "tablet", 7, 17_00, "Losa"),
    Medication("Metoprolol Succinate", (25, 50, 100), _ONCE, "tablet", 6, 22_00, "Metosu"),
    Medication("Metoprolol Tartrate", (25, 50), ("twice daily",), "tablet", 6, 14_50, "Metota"),
    Medication("Simvastatin", (10, 20, 40), _ONCE, "tablet", 6, 16_50, "Simva"),
    Medication("Escitalopram", (5, 10, 20), _ONCE, "tablet", 6, 23_00, "Escita"),
    Medication("Montelukast", (5, 10), _ONCE, "tablet", 5, 26_00, "Monte"),
    Medication("Warfarin", (2, 5), _ONCE, "tablet", 4, 18_00, "Warfa"),
    Medication("Aspirin", (81, 325), _ONCE, "tablet", 4, 7_00, "Aspi"),
    Medication("Aspirin EC", (81, 325), _ONCE, "tablet", 4, 9_00, "Aspico"),
    Medication("Ibuprofen", (400, 600), ("as needed",), "tablet", 4, 8_50, "Ibu"),
    Medication("Levetiracetam", (250, 500), ("twice daily",), "tablet", 3, 38_00, "Levetra"),
    Medication("Hydrochlorothiazide", (25, 50), _ONCE, "tablet", 3, 11_00, "Hydro"),
    Medication("Prednisone", (5, 10), _ONCE, "tablet", 3, 10_50, "Predni"),
    Medication("Cetirizine", (5, 10), _ONCE, "tablet", 3, 9_50, "Ceti"),
    Medication("Trazodone", (50, 100), ("at bedtime",), "tablet", 3, 17_50, "Trazo"),
    Medication("Methotrexate", (5, 10), ("once weekly",), "tablet", 3, 41_00, "Metho"),
    Medication("Tramadol", (50, 100), ("as needed",), "tablet", 0, 0, ""),
    Medication("Potassium Chloride", (600,), _ONCE_OR_TWICE, "tablet", 0, 0, ""),
    Medication("Clarithromycin", (250, 500), ("twice daily",), "tablet", 0, 0, ""),
    Medication("Carbidopa", (25,), ("three times daily",), "tablet", 0, 0, ""),
)  # fmt: skip
"""24 medications with 142 offers, and a few that no supplier offers."""

BY_NAME = {medication.name: medication for medication in MEDICATIONS}

TREATMENTS: dict[str, tuple[str, ...]] = {
    "Hypertension": (
        "Lisinopril", "Amlodipine", "Losartan", "Hydrochlorothiazide", "Metoprolol Succinate",
        "Metoprolol Tartrate",
    ),
    "Type 2 Diabetes": ("Metformin",),
    "Hyperlipidemia": ("Atorvastatin", "Simvastatin"),
    "Hypothyroidism": ("Levothyroxine",),
    "Depression": ("Sertraline", "Escitalopram"),
    "Generalized Anxiety Disorder": ("Escitalopram", "Sertraline"),
    "Insomnia": ("Trazodone",),
    "Gastroesophageal Reflux Disease": ("Omeprazole",),
    "Peripheral Neuropathy": ("Gabapentin",),
    "Asthma": ("Montelukast", "Prednisone"),
    "Atrial Fibrillation": ("Warfarin", "Metoprolol Tartrate"),
    "Coronary Artery Disease": ("Aspirin EC", "Aspirin", "Atorvastatin"),
    "Epilepsy": ("Levetiracetam",),
    "Seasonal Allergies": ("Cetirizine",),
    "Rheumatoid Arthritis": ("Methotrexate", "Prednisone"),
    "Osteoarthritis": ("Ibuprofen",),
    "Chronic Back Pain": ("Tramadol", "Ibuprofen"),
    "Hypokalemia": ("Potassium Chloride",),
    "Parkinson's Disease": ("Carbidopa",),
}  # fmt: skip
"""What is prescribed for a condition."""

CHILDHOOD = ("Asthma", "Seasonal Allergies", "Epilepsy")
"""The conditions that children of the base have."""

ALLERGIES = ("Penicillin", "Sulfa drugs", "Latex", "Peanuts", "Shellfish", "Codeine", "Eggs")


@dataclass(frozen=True)
class Pair:
    """What the interaction table says of two drugs."""

    drugs: tuple[str, str]
    severity: Severity
    risk: int
    hours: int
    action: str
    skip: tuple[str, ...] = ()
    emergency: bool = False


PAIRS: tuple[Pair, ...] = (
    Pair(("Warfarin", "Ibuprofen"), "high", 9, 12,
         "Do not take together; look for signs of bleeding", ("Ibuprofen",), emergency=True),
    Pair(("Sertraline", "Tramadol"), "high", 9, 10,
         "Do not take together; risk of serotonin syndrome", ("Tramadol",), emergency=True),
    Pair(("Warfarin", "Aspirin"), "high", 8, 24,
         "Take together only on the provider's order", ("Aspirin",)),
    Pair(("Clarithromycin", "Simvastatin"), "high", 8, 12,
         "Pause the statin during the antibiotic", ("Simvastatin",)),
    Pair(("Methotrexate", "Ibuprofen"), "high", 7, 8,
         "Take together only under blood tests", ("Ibuprofen",)),
    Pair(("Amlodipine", "Simvastatin"), "moderate", 5, 20,
         "Hold the statin until the provider has set its dose", ("Simvastatin",)),
    Pair(("Lisinopril", "Potassium Chloride"), "moderate", 6, 24,
         "Hold potassium until the blood level is known", ("Potassium Chloride",)),
    Pair(("Levothyroxine", "Omeprazole"), "moderate", 4, 4, "Take at least four hours apart"),
    Pair(("Escitalopram", "Trazodone"), "moderate", 5, 9, "Watch for drowsiness"),
    Pair(("Aspirin EC", "Ibuprofen"), "moderate", 4, 8, "Take aspirin two hours earlier"),
    Pair(("Lisinopril", "Hydrochlorothiazide"), "low", 3, 18, "Check the blood pressure weekly"),
    Pair(("Gabapentin", "Trazodone"), "low", 3, 6, "Avoid driving after the evening dose"),
    Pair(("Metformin", "Prednisone"), "low", 3, 10, "Check the blood sugar more often"),
    Pair(("Cetirizine", "Gabapentin"), "low", 2, 6, "Expect more drowsiness than usual"),
)  # fmt: skip

COMPANIES: dict[str, str] = {
    "Harmony Labs": "USA",
    "Bluestem Pharma": "USA",
    "Cascade Generics": "USA",
    "Prairie Health": "USA",
    "Maple Leaf Remedies": "Canada",
    "Hudson Bay Pharma": "Canada",
    "Rheinland Arznei": "Germany",
    "Alpenkraft": "Germany",
    "Helvex": "Switzerland",
    "Ganga Lifesciences": "India",
    "Deccan Formulations": "India",
    "Kestrel Medicines": "Ireland",
    "Sakura Biotech": "Japan",
    "Andes Farma": "Chile",
    "Solmar Laboratorios": "Mexico",
}
"""The suppliers and where they make their brands."""

BRAND_ENDINGS = (
    "win", "lux", "zen", "vex", "mar", "cor", "tal", "nex", "rin", "dex", "von", "lan", "pro",
    "sol", "med",
)  # fmt: skip
