"""Changing the supplier of a prescription, and adding notes. Offers stand in desk.py."""

from typing import Any

import pytest

from tau_emo_servers.episode import Episode

from ..calls import done, refused
from .desk import OMARS_RECORD, PREPARED, PRESCRIBED, VISITED, changed_tables, record

OFFER: dict[str, Any] = {
    "record_id": VISITED,
    "medication": "Lisinopril",
    "supplier_company": "Helvex",
    "brand_name": "Lisilux",
    "price_usd": 9.95,
}


def change(desk: Episode, **changed: Any) -> Any:
    return done(desk, "update_prescription_supplier", **{**OFFER, **changed})


def prescription(view: dict[str, Any], medication: str) -> dict[str, Any]:
    return next(one for one in view["prescriptions"] if one["medication"] == medication)


def test_a_supplier_is_stored_and_other_prescriptions_stay(desk: Episode) -> None:
    before = record(desk, VISITED)
    shown = change(desk)
    assert prescription(shown, "Lisinopril") == {
        **prescription(before, "Lisinopril"),
        "pharmacy": "Helvex (Lisilux)",
        "supplier": {
            "company": "Helvex",
            "brand_name": "Lisilux",
            "price_usd": 9.95,
            "currency": "USD",
        },
    }
    for name in PRESCRIBED[1:]:
        assert prescription(shown, name) == prescription(before, name)
    assert shown == record(desk, VISITED)
    assert changed_tables(desk) == {"prescription": (1, 1)}


def test_the_catalogue_spells_company_and_brand(desk: Episode) -> None:
    shown = change(desk, supplier_company=" hELVEX", brand_name="LISILUX ", currency="USD")
    assert prescription(shown, "Lisinopril")["pharmacy"] == "Helvex (Lisilux)"


@pytest.mark.parametrize("price", ["12.50", 12.5, 12.504])
def test_a_price_is_read_in_cents(desk: Episode, price: Any) -> None:
    # 12.504 is rounded to 12.50.
    shown = change(desk, supplier_company="Harmony Labs", brand_name="Lisiwin", price_usd=price)
    assert prescription(shown, "Lisinopril")["supplier"]["price_usd"] == 12.5


@pytest.mark.parametrize(
    ("medication", "meant", "brand", "price"),
    [
        (" LISINOPRIL ", "Lisinopril", "Lisilux", 9.95),
        ("lisinopril 10mg", "Lisinopril", "Lisilux", 9.95),
        ("Lisi", "Lisinopril", "Lisilux", 9.95),
        # An equal name comes before one that begins alike, which stands first here.
        ("aspirin", "Aspirin", "Aspiwin", 5),
        ("Aspirin EC", "Aspirin EC", "Aspicowin", 6),
        ("Aspirin EC 81mg", "Aspirin EC", "Aspicowin", 6),
        # The first of those that begin alike.
        ("metoprolol", "Metoprolol Tartrate", "Metotawin", 7),
    ],
)
def test_a_prescription_is_found_by_a_name_that_begins_alike(
    desk: Episode, medication: str, meant: str, brand: str, price: float
) -> None:
    shown = change(desk, medication=medication, brand_name=brand, price_usd=price)
    assert prescription(shown, meant)["pharmacy"] == f"Helvex ({brand})"
    assert changed_tables(desk) == ({} if meant == "Aspirin" else {"prescription": (1, 1)})


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("medication must not be empty", {"medication": " ", "record_id": "REC999"}),
        ("no record REC999", {"record_id": "REC999", "medication": "Nothing"}),
        ("REC002 has no prescription.", {"record_id": PREPARED, "medication": "Nothing"}),
        ("no prescription of Gold", {"medication": "Gold", "brand_name": "None"}),
        ("Helvex has no brand Lisiwin", {"brand_name": "Lisiwin", "price_usd": 1}),
        ("Helvex has no brand Aspiwin of Lisinopril", {"brand_name": "Aspiwin", "price_usd": 5}),
        ("no brand Lisilux of Tramadol", {"medication": "Tramadol"}),
        ("for $9.94", {"price_usd": 9.94, "currency": "EUR"}),
        ("for $-9.95", {"price_usd": -9.95}),
        ("in USD, not in EUR", {"currency": "EUR"}),
        ("in USD, not in usd", {"currency": "usd"}),
        ("not a number", {"price_usd": "cheap"}),
    ],
)
def test_a_supplier_is_refused(desk: Episode, reason: str, wrong: dict[str, Any]) -> None:
    refused(desk, reason, "update_prescription_supplier", **{**OFFER, **wrong})


def test_the_offer_must_be_one_of_the_matched_medication(desk: Episode) -> None:
    # "Aspirin EC 81mg" means Aspirin EC, which has no brand Aspiwin; Aspirin has.
    wrong = {**OFFER, "medication": "Aspirin EC 81mg", "brand_name": "Aspiwin", "price_usd": 5}
    refused(desk, "no brand Aspiwin of Aspirin EC", "update_prescription_supplier", **wrong)


# Notes.


def test_a_note_joins_the_end(desk: Episode) -> None:
    before = record(desk, VISITED)
    assert before["notes"] == ["Prefers a call."]
    shown = done(desk, "update_medical_record_note", record_id=VISITED, note=" Moved to Helvex. ")
    assert shown == {**before, "notes": ["Prefers a call.", "Moved to Helvex."]}
    done(desk, "update_medical_record_note", record_id=VISITED, note="Moved to Helvex.")
    assert record(desk, VISITED)["notes"][1:] == ["Moved to Helvex."] * 2
    assert changed_tables(desk) == {"record_note": (0, 2)}


def test_the_first_note_of_a_record(desk: Episode) -> None:
    shown = done(desk, "update_medical_record_note", record_id=OMARS_RECORD, note="Hello")
    assert shown["notes"] == ["Hello"]


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("note must not be empty", {"note": "", "record_id": "REC999"}),
        ("note must not be empty", {"note": " \n"}),
        ("no record REC999", {"record_id": "REC999"}),
    ],
)
def test_a_note_is_refused(desk: Episode, reason: str, wrong: dict[str, Any]) -> None:
    call = {"record_id": VISITED, "note": "Hello", **wrong}
    refused(desk, reason, "update_medical_record_note", **call)
