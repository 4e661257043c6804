"""The tools that tell about suppliers, interactions and regimens."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.telehealth.tables import DrugInteraction, RegimenPlan
from tau_emo_servers.domains.telehealth.desk import find_patient, offers_of
from tau_emo_servers.domains.telehealth.views import interaction_view, offer_view, regimen_view
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View, read

_SEVERITIES = ("low", "moderate", "high")


@read(title="Show a patient's regimen and its options")
def get_regimen_options(db: Session, patient_id: str) -> View | str:
    """Show what a patient takes every day, with units and costs in US dollars, and what could
    take its place. Nothing here can switch a regimen.

    Args:
        patient_id: patient id, such as nora_quist_4127.
    """
    patient = find_patient(db, patient_id)
    plan = db.get(RegimenPlan, patient.patient_id)
    return regimen_view(plan) if plan else f"Patient {patient_id} has no regimen plan."


@read(title="List the suppliers of a medication")
def list_medication_suppliers(
    db: Session, medication: str, country_filter: str | None = None, limit: int = 0
) -> list[JsonValue] | str:
    """List the offers of a medication, the lowest price first: company, country, brand and
    price in US dollars.

    Args:
        medication: whole name of the medication without dosage, such as Aspirin EC.
        country_filter: country of the supplier, such as Germany; leave it out for all.
        limit: the most offers to list; 0 for all.
    """
    country = (country_filter or "").strip().casefold()
    found: list[JsonValue] = [
        offer_view(one)
        for one in offers_of(db, medication)
        if not country or one.country.casefold() == country
    ]
    shown = found[:limit] if limit > 0 else found
    where = f" from {country_filter}" if country else ""
    return shown or f"There is no offer of {medication}{where} in the catalogue."


@read(title="Check drugs for interactions")
def check_drug_interactions(
    db: Session, primary_medication: str, current_medications: list[str]
) -> View | str:
    """Look up what is documented of a drug together with each of the current drugs, and of the
    current drugs together. A name that is not in the table is listed as unknown: nothing
    documented does not mean that it is safe.

    Args:
        primary_medication: name of the drug asked about, without dosage.
        current_medications: names of the drugs that the patient takes.
    """
    table = rows_of(db, DrugInteraction)
    by_pair = {frozenset((_key(one.drug_a), _key(one.drug_b))): one for one in table}
    known = {_key(name) for one in table for name in (one.drug_a, one.drug_b)}
    hits = [
        by_pair[pair] for pair in _pairs(primary_medication, current_medications) if pair in by_pair
    ]
    names = dict.fromkeys([primary_medication.strip(), *(n.strip() for n in current_medications)])
    unknown = [name for name in names if _key(name) not in known]
    if not hits:
        told = f" Not in the table: {', '.join(unknown)}." if unknown else ""
        return f"No interaction is documented.{told}"
    worst = max(hits, key=lambda one: _SEVERITIES.index(one.severity))
    return {
        "interactions": [interaction_view(one) for one in hits],
        "hold": [*sorted({name for one in hits for name in one.skip})],
        "emergency": any(one.emergency for one in hits),
        "peak_overlap_hours": max(one.time_overlap_hours for one in hits),
        "most_severe": {"drugs": [worst.drug_a, worst.drug_b], "severity": worst.severity},
        "unknown": [*unknown],
    }


def _pairs(primary: str, current: Sequence[str]) -> Iterator[frozenset[str]]:
    """Each pair once: the drug with every current one, then the current ones together."""
    others = list(dict.fromkeys(map(_key, current)))
    pairs = [(_key(primary), other) for other in others] + list(combinations(others, 2))
    yield from dict.fromkeys(frozenset(pair) for pair in pairs)


def _key(name: str) -> str:
    return name.strip().casefold()
