"""The supplier catalogue and the interaction table."""

from collections import defaultdict

from tau_emo_db.domains.telehealth.medicine import (
    BRAND_ENDINGS,
    COMPANIES,
    MEDICATIONS,
    PAIRS,
    Medication,
)
from tau_emo_db.domains.telehealth.tables import DrugInteraction, SupplierOffer
from tau_emo_db.draw import Draw


class Pharmacy:
    """What suppliers offer, and what is known of two drugs together.

    Args:
        draw: where companies, brands and prices come from.
    """

    def __init__(self, draw: Draw) -> None:
        self.offers: dict[str, list[SupplierOffer]] = defaultdict(list)
        """By medication, in no order."""
        for medication in MEDICATIONS:
            if medication.offers:
                self._offer(draw.fork(medication.name), medication)
        self.interactions = [
            DrugInteraction(
                drug_a=pair.drugs[0],
                drug_b=pair.drugs[1],
                severity=pair.severity,
                risk_score=pair.risk,
                time_overlap_hours=pair.hours,
                action=pair.action,
                skip=list(pair.skip),
                emergency=pair.emergency,
            )
            for pair in draw.fork("interactions").shuffled(PAIRS)
        ]

    def _offer(self, draw: Draw, medication: Medication) -> None:
        companies = draw.sample(list(COMPANIES), medication.offers)
        if medication.offers > 3:
            companies[-1] = companies[0]  # One company has two brands, which are easily mixed up.
        endings = draw.sample(BRAND_ENDINGS, medication.offers)
        taken: set[int] = set()
        for company, ending in zip(companies, endings, strict=True):
            while (price := round(medication.price * draw.integer(52, 190) / 100)) in taken:
                continue
            taken.add(price)
            self.offers[medication.name].append(
                SupplierOffer(
                    medication=medication.name,
                    company=company,
                    brand_name=f"{medication.stem}{ending}",
                    country=COMPANIES[company],
                    price_usd=price,
                )
            )

    def everything(self) -> list[SupplierOffer]:
        """All offers of all medications."""
        return [offer for offers in self.offers.values() for offer in offers]

    def cheapest(self, medication: str) -> SupplierOffer:
        """The offer with the lowest price."""
        return min(self.offers[medication], key=lambda offer: offer.price_usd)
