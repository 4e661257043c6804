"""What patients with several medications take every day, and what could take its place."""

from tau_emo_db.domains.telehealth.chart import PatientFile
from tau_emo_db.domains.telehealth.medicine import BY_NAME
from tau_emo_db.domains.telehealth.pharmacy import Pharmacy
from tau_emo_db.domains.telehealth.tables import Component, Regimen, RegimenOption, RegimenPlan
from tau_emo_db.draw import Draw

PLANS = 18
DAYS = 30
"""A month of a regimen."""
_DAILY = {"once daily": 1, "twice daily": 2, "three times daily": 3, "at bedtime": 1}


def can_have_plan(file: PatientFile) -> bool:
    """True for adults who take two or more things of the catalogue every day."""
    return file.adult and len(_daily(file)) >= 2


def _daily(file: PatientFile) -> list[str]:
    return [
        one.name for one in file.medications if one.frequency in _DAILY and BY_NAME[one.name].offers
    ]


def regimen_plan(draw: Draw, file: PatientFile, pharmacy: Pharmacy, number: int) -> RegimenPlan:
    """The plan of one patient.

    The first option has other brands and costs less. The second has larger units, half as
    many of them; in every second plan it costs the same as the current regimen.
    """
    names = _daily(file)
    current = [_component(draw, file, name, pharmacy) for name in names]
    if all(one.daily_dose == 1 for one in current):
        current[0] = _halved(current[0])
    return RegimenPlan(
        patient_id=file.patient.patient_id,
        current_regimen=Regimen(
            components=current,
            pill_burden=_burden(current),
            notes=draw.pick(("Taken with meals.", "Stable for three months.", "No side effects.")),
        ),
        optimized_regimens=[
            _other_brands(draw, current, pharmacy),
            _larger_units(draw, current, same=number % 2 == 0),
        ],
    )


def _component(draw: Draw, file: PatientFile, name: str, pharmacy: Pharmacy) -> Component:
    taken = next(one for one in file.medications if one.name == name)
    dose = _DAILY[taken.frequency]
    offer = draw.pick(pharmacy.offers[name])
    return Component(
        medication=name,
        dosage=taken.dosage,
        daily_dose=dose,
        monthly_units=dose * DAYS,
        unit_type=BY_NAME[name].unit_type,
        preferred_brand=offer.brand_name,
        supplier=offer.company,
        unit_cost_usd=draw.integer(18, 95),
    )


def _halved(component: Component) -> Component:
    """The same daily amount in twice as many units of half the strength."""
    milligrams = int(component.dosage.removesuffix("mg"))
    return component.model_copy(
        update={
            "dosage": f"{milligrams / 2:g}mg",
            "daily_dose": 2,
            "monthly_units": 2 * DAYS,
        }
    )


def _other_brands(draw: Draw, current: list[Component], pharmacy: Pharmacy) -> RegimenOption:
    components: list[Component] = []
    for number, one in enumerate(current):
        if number and draw.chance(0.4):
            components.append(one)
            continue
        others = [
            offer
            for offer in pharmacy.offers[one.medication]
            if offer.brand_name != one.preferred_brand
        ]
        offer = draw.pick(others)
        components.append(
            one.model_copy(
                update={
                    "preferred_brand": offer.brand_name,
                    "supplier": offer.company,
                    "unit_cost_usd": max(4, one.unit_cost_usd - draw.integer(3, 14)),
                }
            )
        )
    return RegimenOption(
        name="Other brands",
        focus="Lower cost",
        components=components,
        pill_burden=_burden(components),
        synergy_notes="The same substances and doses as now.",
    )


def _larger_units(draw: Draw, current: list[Component], *, same: bool) -> RegimenOption:
    components: list[Component] = []
    for one in current:
        if one.daily_dose == 1:
            components.append(one)
            continue
        milligrams = float(one.dosage.removesuffix("mg")) * one.daily_dose
        dearer = 0 if same else draw.integer(2, 12)
        components.append(
            one.model_copy(
                update={
                    "dosage": f"{milligrams:g}mg",
                    "daily_dose": 1,
                    "monthly_units": DAYS,
                    "unit_cost_usd": one.unit_cost_usd * one.daily_dose + dearer,
                }
            )
        )
    return RegimenOption(
        name="Once a day",
        focus="Fewer units",
        components=components,
        pill_burden=_burden(components),
        synergy_notes="Everything is taken in the morning.",
    )


def _burden(components: list[Component]) -> int:
    return sum(one.daily_dose for one in components)
