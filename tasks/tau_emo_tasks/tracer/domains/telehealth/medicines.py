"""Prescriptions and their suppliers, interactions, records, notes, devices and regimens."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from tau_emo_db import Draw
from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.tables import (
    DrugInteraction,
    MedicalRecord,
    Prescription,
    SupplierOffer,
)
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.telehealth.base import Centre, day, life, short_day
from tau_emo_tasks.tracer.domains.telehealth.intents import RECIPES
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import Detail, Heard, Known, TraceGoal
from tau_emo_tasks.tracer.walk import Walk, WalkError

NOTES = (
    "Takes the tablets with breakfast.",
    "Prefers text messages to phone calls.",
    "Will be out of town in the second half of January.",
    "Has stopped drinking coffee in the evening.",
    "Needs a large font in everything that is sent by post.",
    "A cousin helps with the pill box on Sundays.",
    "Works night shifts until the end of the year.",
    "Has bought a new blood pressure cuff for the upper arm.",
    "Sleeps with two pillows.",
    "Keeps a paper diary of all symptoms.",
    "The hearing aid is new, and slow speech helps.",
    "Walks to work and back every day.",
    "Gets the flu shot at the pharmacy.",
    "Would like the summary of each visit in Spanish as well.",
    "Lives alone; the best time to call is the early afternoon.",
    "Has a new dog and takes three walks a day.",
    "The dentist will pull a tooth in January.",
    "Needs bottles without a child-proof cap.",
)
RECORD = ("get_medical_record",)
CATALOGUE = ("list_medication_suppliers",)


@dataclass(frozen=True)
class Filled:
    """A prescription of a patient whose medication is in the catalogue."""

    record: MedicalRecord
    prescription: Prescription
    words: str
    """What the patient calls it: "atorvastatin", with the day if it stands in two records."""
    others: tuple[str, ...]
    """What else is prescribed in the record."""

    @property
    def price(self) -> int | None:
        """What the present supplier asks, in cents; None if there is none."""
        return self.prescription.supplier.price_usd if self.prescription.supplier else None

    @property
    def brand(self) -> str:
        """The present brand; empty if there is none."""
        return self.prescription.supplier.brand_name if self.prescription.supplier else ""

    @property
    def touches(self) -> frozenset[str]:
        """What a change of the supplier is about."""
        return frozenset({f"{self.record.record_id} supplier", "drugs"})


def plain(medication: str) -> str:
    """A medication as it stands in a sentence."""
    return medication if medication.endswith("EC") else medication.lower()


def filled(base: Centre, user: str) -> Iterator[Filled]:
    """The prescriptions of a patient that another supplier could fill."""
    everywhere = [
        one.medication for record in base.records[user] for one in base.prescribed[record.record_id]
    ]
    days = [record.date for record in base.records[user]]
    for record in base.records[user]:
        for one in base.prescribed[record.record_id]:
            alone = everywhere.count(one.medication) == 1
            if one.medication not in base.offers or (not alone and days.count(record.date) > 1):
                continue
            near = [other for other in everywhere if other != one.medication]
            if any(other.startswith(one.medication) for other in near):
                continue
            since = "" if alone else f" prescribed on {short_day(record.date)}"
            others = [
                other.medication for other in base.prescribed[record.record_id] if other is not one
            ]
            yield Filled(record, one, f"{plain(one.medication)}{since}", tuple(others))


def _open_prescription(walk: Walk, one: Filled) -> None:
    walk.call("list_patient_medical_records", patient_id=one.record.patient_id)
    walk.call("get_medical_record", record_id=one.record.record_id)


def _supply(walk: Walk, one: Filled, offer: SupplierOffer) -> None:
    walk.call(
        "update_prescription_supplier",
        record_id=one.record.record_id,
        medication=one.prescription.medication,
        supplier_company=offer.company,
        brand_name=offer.brand_name,
        price_usd=offer.price_usd / 100,
    )


def _medication_detail(one: Filled) -> Detail:
    name = one.prescription.medication
    rivals = tuple(other.lower() for other in one.others if name not in other)
    return Detail(name="medication", accept=(name.lower(),), reject=rivals)


def _saving(walk: Walk, one: Filled, offer: SupplierOffer) -> Output | None:
    """How much less the offer is than what the present supplier asks, worked out."""
    if one.price is None or one.price <= offer.price_usd:
        return None
    walk.call("calculate", expression=f"{money(one.price)} - {money(offer.price_usd)}")
    return Output(
        name="saving", value=money(one.price - offer.price_usd), kind="amount",
        source=(*RECORD, *CATALOGUE), computed=True,
    )  # fmt: skip


LOWEST = (Known(name="supplier", value="lowest price"),)


@RECIPES.intent(6, "done")
def cheapest_supplier(base: Centre, user: str) -> Iterator[Offer]:
    """The lowest price for a prescription, from anywhere or from one country."""
    for one in filled(base, user):
        offers = base.offers[one.prescription.medication]
        if offers[0].brand_name != one.brand:
            yield Offer(partial(_cheapest, one, offers[0], ""), one.touches)
        for country in sorted({offer.country for offer in offers}):
            inside = [offer for offer in offers if offer.country == country]
            if len(inside) > 1 and inside[0].brand_name != one.brand and inside[0] != offers[0]:
                yield Offer(partial(_cheapest, one, inside[0], country), one.touches)


def _cheapest(one: Filled, offer: SupplierOffer, country: str, walk: Walk, draw: Draw) -> TraceGoal:
    _open_prescription(walk, one)
    name = one.prescription.medication
    if country:
        walk.call("list_medication_suppliers", medication=name, country_filter=country)
    else:
        walk.call("list_medication_suppliers", medication=name)
    saving = _saving(walk, one, offer) if not country and draw.chance(0.7) else None
    _supply(walk, one, offer)
    act = "cheapest supplier of a country" if country else "cheapest supplier"
    return TraceGoal(
        intent=6,
        act=act,
        outcome="done",
        facts={**life(draw), "rx": one.words, "country": _the(country)},
        knows=LOWEST,
        details=(_medication_detail(one),),
        hears=(Heard(name="saving", kind="amount"),) if saving else (),
        outputs=(saving,) if saving else (),
    )


def _the(country: str) -> str:
    return "the USA" if country == "USA" else country


@RECIPES.intent(6, "done")
def named_supplier(base: Centre, user: str) -> Iterator[Offer]:
    """A brand of a company that the patient has heard of."""
    for one in filled(base, user):
        for offer in base.offers[one.prescription.medication]:
            if offer.brand_name != one.brand:
                yield Offer(partial(_named, one, offer), one.touches)


def _named(one: Filled, offer: SupplierOffer, walk: Walk, draw: Draw) -> TraceGoal:
    _open_prescription(walk, one)
    walk.call("list_medication_suppliers", medication=one.prescription.medication)
    _supply(walk, one, offer)
    wants = draw.chance(0.5)
    price = Output(
        name="new price", value=money(offer.price_usd), kind="amount",
        source=(*CATALOGUE, *RECORD, "update_prescription_supplier"),
    )  # fmt: skip
    return TraceGoal(
        intent=6,
        act="named supplier",
        outcome="done",
        facts={
            **life(draw),
            "rx": one.words,
            "brand": offer.brand_name,
            "company": offer.company,
        },
        details=(
            _medication_detail(one),
            Detail(
                name="supplier", accept=(offer.brand_name,), reject=(one.brand,) * bool(one.brand)
            ),
        ),
        hears=(Heard(name="new price", kind="amount"),) if wants else (),
        outputs=(price,) if wants else (),
    )


def _worth(base: Centre, user: str, *, enough: bool) -> Iterator[tuple[Filled, SupplierOffer, int]]:
    """Prescriptions with a sum, in dollars, that the lowest price saves or does not save."""
    for one in filled(base, user):
        offer = base.offers[one.prescription.medication][0]
        saved = (one.price or 0) - offer.price_usd
        if saved < 200:
            continue
        for limit in (3, 4, 5, 6, 8, 10, 12):
            near = abs(saved - 100 * limit) < 50
            if not near and (saved > 100 * limit) == enough and saved > 33 * limit:
                yield one, offer, limit


@RECIPES.intent(6, "done")
def supplier_if_worth_it(base: Centre, user: str) -> Iterator[Offer]:
    """Change only if that saves enough; it does."""
    for one, offer, limit in _worth(base, user, enough=True):
        yield Offer(partial(_if_worth, one, offer, limit, True), one.touches)


@RECIPES.intent(6, "told")
def supplier_if_worth_it_is_not(base: Centre, user: str) -> Iterator[Offer]:
    """Change only if that saves enough; it does not, and the saving is told."""
    for one, offer, limit in _worth(base, user, enough=False):
        yield Offer(partial(_if_worth, one, offer, limit, False), one.touches)


def _if_worth(
    one: Filled, offer: SupplierOffer, limit: int, enough: bool, walk: Walk, draw: Draw
) -> TraceGoal:
    _open_prescription(walk, one)
    walk.call("list_medication_suppliers", medication=one.prescription.medication)
    saving = _saving(walk, one, offer)
    if saving is None:
        raise WalkError("nothing is saved")
    if enough:
        _supply(walk, one, offer)
    return TraceGoal(
        intent=6,
        act="supplier if worth it",
        outcome="done" if enough else "told",
        facts={**life(draw), "rx": one.words, "limit": f"${limit}"},
        knows=LOWEST,
        details=(_medication_detail(one),) if enough else (),
        hears=(Heard(name="saving", kind="amount"),),
        outputs=(saving,),
    )


# Interactions.


def hits_of(base: Centre, drugs: Sequence[str]) -> list[DrugInteraction]:
    """The pairs of drugs that are documented."""
    pairs = map(frozenset, combinations(dict.fromkeys(drugs), 2))
    return [base.pairs[pair] for pair in pairs if pair in base.pairs]


def _known_drugs(base: Centre) -> list[str]:
    return sorted({name for pair in base.pairs for name in pair})


def _new_drugs(base: Centre, user: str) -> Iterator[str]:
    """Drugs of the table that the patient neither takes nor is prescribed."""
    for name in _known_drugs(base):
        if not any(name in taken or taken in name for taken in base.drugs(user)):
            yield name


@RECIPES.intent(7, "done")
def check_then_change(base: Centre, user: str) -> Iterator[Offer]:
    """Change the supplier if a new drug goes with what is taken; nothing is documented."""
    if not base.takes[user]:
        return
    for drug in _new_drugs(base, user):
        if hits_of(base, [drug, *base.drugs(user)]):
            continue
        for one in filled(base, user):
            offer = base.offers[one.prescription.medication][0]
            if offer.brand_name != one.brand:
                yield Offer(partial(_check_then_change, base, drug, one, offer), one.touches)


def check_interactions(walk: Walk, user: str, drug: str) -> None:
    """Look up a drug beside what stands in the profile."""
    profile = walk.call("get_patient_details", patient_id=user)
    taken = [one["name"] for one in profile["medications"] if one["name"] != drug]
    walk.call("check_drug_interactions", primary_medication=drug, current_medications=taken)


def _check_then_change(
    base: Centre, drug: str, one: Filled, offer: SupplierOffer, walk: Walk, draw: Draw
) -> TraceGoal:
    check_interactions(walk, one.record.patient_id, drug)
    _open_prescription(walk, one)
    walk.call("list_medication_suppliers", medication=one.prescription.medication)
    _supply(walk, one, offer)
    return TraceGoal(
        intent=7,
        act="check, then change",
        outcome="done",
        facts={**life(draw), "rx": one.words, "drug": plain(drug)},
        knows=LOWEST,
        details=(_medication_detail(one),),
    )


@RECIPES.intent(7, "told")
def check_and_stop(base: Centre, user: str) -> Iterator[Offer]:
    """The supplier stays if something is documented; it is, and how severe it is is told."""
    for drug in _new_drugs(base, user):
        hits = hits_of(base, [drug, *base.takes[user]])
        if not plainly_told(hits, drug) or hits_of(base, [drug, *base.drugs(user)]) != hits:
            continue
        for one in filled(base, user):
            if one.prescription.medication not in hits[0].skip:
                play = partial(_check_and_stop, drug, one, hits[0])
                yield Offer(play, one.touches)


def plainly_told(hits: Sequence[DrugInteraction], drug: str) -> bool:
    """True if one pair is documented, with this drug, and no word of the patient tells it."""
    if len(hits) != 1 or drug not in (hits[0].drug_a, hits[0].drug_b):
        return False
    return not hits[0].emergency and drug not in hits[0].skip


def interaction_outputs(hit: DrugInteraction) -> tuple[Output, ...]:
    """How severe it is, and what is to be held."""
    source = ("check_drug_interactions",)
    return (
        Output(name="severity", value=hit.severity, kind="name", source=source),
        *(Output(name="drug to hold", value=name, kind="name", source=source) for name in hit.skip),
    )


def heard(outputs: Sequence[Output]) -> tuple[Heard, ...]:
    """What the customer wants to be told, one for each output."""
    return tuple(Heard.of(one) for one in outputs)


def _check_and_stop(
    drug: str, one: Filled, hit: DrugInteraction, walk: Walk, draw: Draw
) -> TraceGoal:
    check_interactions(walk, one.record.patient_id, drug)
    outputs = interaction_outputs(hit)
    return TraceGoal(
        intent=7,
        act="check, then change",
        outcome="told",
        facts={**life(draw), "rx": one.words, "drug": plain(drug)},
        knows=LOWEST,
        hears=heard(outputs),
        outputs=outputs,
    )


# Records and notes.


def _told_records(base: Centre, user: str) -> Iterator[MedicalRecord]:
    """The records of visits that are over, told by their days."""
    days = [one.date for one in base.records[user]]
    for record in base.records[user]:
        if days.count(record.date) == 1 and record.type != "pre_visit_note":
            yield record


@RECIPES.intent(8, "done")
def add_a_note(base: Centre, user: str) -> Iterator[Offer]:
    """Add a note to the record of a visit, from which something is wanted as well."""
    for record in _told_records(base, user):
        for output in _contents(record):
            touched = frozenset({f"{record.record_id} note", f"{record.record_id} read", "slot"})
            yield Offer(partial(_add_note, base, record, output), touched)


def _add_note(
    base: Centre, record: MedicalRecord, output: Output, walk: Walk, draw: Draw
) -> TraceGoal:
    note = draw.pick(NOTES)
    walk.call("list_patient_medical_records", patient_id=record.patient_id)
    walk.call("get_medical_record", record_id=record.record_id)
    walk.call("update_medical_record_note", record_id=record.record_id, note=note)
    return TraceGoal(
        intent=8,
        act="add a note",
        outcome="done",
        facts={**life(draw), **_record_facts(base, record), "note": note},
        knows=(Known(name="note", value=note),),
        details=(Detail(name="record", accept=(record.date,)),),
        hears=heard([output]),
        outputs=(output,),
    )


def _contents(record: MedicalRecord) -> Iterator[Output]:
    """What a patient may want to hear from a record: when to come back, if that is still ahead,
    and what was measured."""
    if record.next_appointment and record.next_appointment > TODAY:
        value = record.next_appointment
        yield Output(name="day to come back", value=value, kind="date", source=RECORD)
    if record.vital_signs:
        value = record.vital_signs["blood_pressure"]
        yield Output(name="blood pressure", value=value, kind="name", source=RECORD)


def _record_facts(base: Centre, record: MedicalRecord) -> dict[str, str]:
    return {"doctor": base.called(record.provider_id), "visit_day": day(record.date)}


@RECIPES.intent(13, "told")
def read_a_record(base: Centre, user: str) -> Iterator[Offer]:
    """When to come back, and what was measured."""
    for record in _told_records(base, user):
        for output in _contents(record):
            touched = frozenset({f"{record.record_id} read", "slot"})
            yield Offer(partial(_read_record, base, record, output), touched)


def _read_record(
    base: Centre, record: MedicalRecord, output: Output, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call("list_patient_medical_records", patient_id=record.patient_id)
    walk.call("get_medical_record", record_id=record.record_id)
    return TraceGoal(
        intent=13,
        act=f"record, {output.name}",
        outcome="told",
        facts={**life(draw), **_record_facts(base, record)},
        hears=heard([output]),
        outputs=(output,),
    )
