"""Foreign databases become bases of ours, whole, or are refused with what does not fit."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiny import DATABASES, Json, database, written

from tau_emo_db import BENCHMARK_VERSION, EpisodeState, domain_data, domain_names
from tau_emo_db.foreign import (
    Refused,
    Suite,
    SuiteError,
    environment_for,
    import_base,
    mapping_of,
    open_suite,
)
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

ROWS = {
    "airline": {"airport": 2, "flight_date": 2, "payment_method": 2, "reservation_payment": 1},
    "bank": {"account": 1, "loan_repayment": 1, "beneficiary_allowed_account": 1},
    "basketball": {"club": 2, "roster_entry": 1, "scoring_event": 1, "box_score_entry": 1},
    "movie": {"seat": 1, "show": 1, "booking_payment": 1, "customer": 0},
    "restaurant": {"dish": 2, "plate": 2, "charge": 1},
    "retail": {"variant": 2, "order": 2, "fulfillment": 1, "order_payment": 2},
    "school": {"course_date": 1, "registration_course": 1, "registration_payment": 1},
    "telecom": {"customer_device": 2, "monthly_charge": 2, "support_ticket": 1},
    "telehealth": {"provider_slot": 2, "telemetry_upload": 1, "prescription": 1},
    "travel": {"package_terms": 1, "booking_traveler": 1, "agent_booking": 1, "agent_slot": 1},
}
"""Some counts of the rows that the tiny databases make."""

READS: dict[str, tuple[str, Json, list[str]]] = {
    "airline": ("get_reservation_details", {"reservation_id": "ABC123"}, ["HAT900", "120"]),
    "bank": ("get_account_details", {"account_id": "AC1"}, ["500.25", "2022-05-09T23:30:00Z"]),
    "basketball": ("get_game_details", {"game_id": "GAME1"}, ["Denver Larks", "31:40"]),
    "movie": ("get_booking_details", {"booking_id": "BKG1"}, ["12.33", "A-01"]),
    "restaurant": ("get_ticket_details", {"ticket_ref": "t1"}, ["11.55", "Leek Pie"]),
    "retail": ("get_order_details", {"order_id": "#W2"}, ["29.9", "555"]),
    "school": ("get_registration_details", {"registration_id": "REG1"}, ["Optics", "900"]),
    "telecom": ("get_billing_details", {"customer_id": "mira_oduya_1"}, ["12.34", "49.1"]),
    "telehealth": ("get_medical_record", {"record_id": "REC1"}, ["Zetapril", "30"]),
    "travel": ("get_booking_details", {"booking_id": "BKG1"}, ["12600.5", "Picnic"]),
}
"""A read of each domain, and what its result must hold."""


def imported(tmp_path: Path, domain: str, parts: Json | None = None, **options: Any) -> Suite:
    source = written(tmp_path / "source" / domain, parts or database(domain))
    suite = Suite(tmp_path / "theirs")
    import_base(suite, domain, source, **options)
    return open_suite(suite.folder)


def misfits(tmp_path: Path, domain: str, change: Callable[[Json], object]) -> list[str]:
    parts = database(domain)
    change(parts)
    with pytest.raises(Refused) as refused:
        imported(tmp_path, domain, parts)
    assert not (tmp_path / "theirs").exists()
    return [str(misfit) for misfit in refused.value.misfits]


def test_every_domain_has_a_mapping_and_a_tiny_database() -> None:
    assert {*DATABASES} == {*ROWS} == {*READS} == {*domain_names()}
    assert all({*mapping_of(name).parts} == {*DATABASES[name]} for name in domain_names())


@pytest.mark.parametrize("domain", sorted(DATABASES))
def test_a_database_is_taken_whole(domain: str, tmp_path: Path) -> None:
    suite = imported(tmp_path, domain)
    info = suite.info(domain)
    assert ROWS[domain].items() <= info.rows.items()
    assert info.repairs == ()
    one_file = written(tmp_path / "other", database(domain), in_one=True)
    assert import_base(suite, domain, one_file).digest == info.digest

    name = suite.edition(domain)
    assert name == f"{domain}.theirs"
    assert domain_data(name).digest == info.digest != domain_data(domain).digest
    tool, arguments, held = READS[domain]
    with EpisodeState.open(domain_data(name)) as state:
        call = Episode(served_domain(name), state).call(tool, arguments)
    assert not call.is_error, call.result
    assert all(text in call.result for text in held), call.result


@pytest.mark.parametrize("domain", sorted(DATABASES))
def test_a_field_without_a_place_is_told(domain: str, tmp_path: Path) -> None:
    part = mapping_of(domain).parts[0]
    key = next(iter(DATABASES[domain][part]))

    def change(parts: Json) -> None:
        parts[part][key]["mood"] = "fine"

    found = misfits(tmp_path, domain, change)
    assert f"{part}.json: {key}: has 'mood', which has no place with us" in found


def test_what_does_not_fit_is_told_with_its_place(tmp_path: Path) -> None:
    def set_price(parts: Json) -> None:
        parts["orders"]["#W1"]["items"][0]["price"] = "29.90"
        parts["products"]["900"]["variants"]["901"]["price"] = 30.055
        del parts["orders"]["#W2"]["status"]

    assert misfits(tmp_path, "retail", set_price) == [
        "products.json: 900.variants.901.price: is 30.055, which has fractions of a cent",
        "orders.json: #W2: has no 'status'",
        "orders.json: #W1.items[0].price: is '29.90', not a number",
    ]
    unknown = misfits(
        tmp_path, "retail", lambda parts: parts["orders"]["#W1"].update(status="lost")
    )
    assert len(unknown) == 1
    assert unknown[0].startswith("orders.json: #W1: status is 'lost': Input should be 'pending'")
    assert misfits(
        tmp_path, "retail", lambda parts: parts["orders"]["#W1"].update(order_id="#W7")
    ) == ["orders.json: #W1.order_id: is '#W7', but the object stands under '#W1'"]


def test_references_and_owners_must_be_there(tmp_path: Path) -> None:
    def other_item(parts: Json) -> None:
        parts["orders"]["#W1"]["items"][0]["item_id"] = "999"

    assert misfits(tmp_path, "retail", other_item) == [
        "orders.json: #W1.items[0]: item_id '999' names no variant that is there"
    ]

    def unlisted(parts: Json) -> None:
        parts["users"]["mira_oduya_1"]["orders"] = ["#W1"]

    assert misfits(tmp_path, "retail", unlisted) == ["orders.json: #W2: is in no list of orders"]


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    suite, source = Suite(tmp_path / "theirs"), written(tmp_path / "shop", database("retail"))
    (source / "orders.json").write_text('{"#W1": {}, "#W1": {}}', "utf-8")
    with pytest.raises(Refused, match=r"orders.json: cannot be read: .* the key '#W1' twice"):
        import_base(suite, "retail", source)
    (source / "orders.json").unlink()
    with pytest.raises(Refused, match=r"holds no orders.json"):
        import_base(suite, "retail", source)
    whole = {**database("retail"), "extra": {}}
    with pytest.raises(Refused, match="has 'extra', which has no place with us"):
        import_base(suite, "retail", written(tmp_path / "one", whole, in_one=True))
    assert not suite.folder.exists()


def test_the_order_is_that_of_the_owners_list(tmp_path: Path) -> None:
    name = imported(tmp_path, "retail").edition("retail")
    with EpisodeState.open(domain_data(name)) as state:
        call = Episode(served_domain(name), state).call(
            "get_user_details", {"user_id": "mira_oduya_1"}
        )
    assert json.loads(call.result)["orders"] == ["#W2", "#W1"]


def test_repairs_are_done_on_demand_and_told(tmp_path: Path) -> None:
    parts = database("school")
    parts["registrations"]["REG1"]["payment_history"][0]["payment_id"] = "PAY-1"
    twin = {**parts["students"]["STU1"], "student_id": "STU2", "registrations": []}
    parts["students"]["STU2"] = twin
    with pytest.raises(Refused) as refused:
        imported(tmp_path, "school", parts)
    assert [misfit.place for misfit in refused.value.misfits] == [
        "students.json: STU2.payment_methods.PM-1",
        "registrations.json: REG1.payment_history[0]",
    ]
    info = imported(tmp_path, "school", parts, repair=True).info("school")
    assert info.repairs == (
        "students.json: STU2.payment_methods.PM-1: the id 'PM-1' stands twice and is 'PM-1-2' here",
        "registrations.json: REG1.payment_history[0]: the payment_id 'PAY-1' names no payment "
        "method of the student: it is booked on 'PM-1', their first",
    )


def test_a_visit_is_booked_beside_ids_of_another_kind(tmp_path: Path) -> None:
    name = imported(tmp_path, "telehealth").edition("telehealth")
    visit = {
        "patient_id": "mira_oduya_1",
        "provider_id": "dr_pell",
        "date": "2025-12-17",
        "time": "09:30",
        "appointment_type": "follow_up",
    }
    with EpisodeState.open(domain_data(name)) as state:
        call = Episode(served_domain(name), state).call("schedule_appointment", visit)
    assert not call.is_error
    assert "APPT008" in call.result  # one more than APPT_x_007


def test_a_suite_that_was_touched_is_not_used(tmp_path: Path) -> None:
    suite = imported(tmp_path, "retail")
    name = suite.edition("retail")
    assert environment_for((name, "airline")) == {"TAU_EMO_SUITE": str(suite.folder)}
    image = suite.file("retail", "db").read_bytes()
    suite.file("retail", "db").write_bytes(image.replace(b"Mira", b"Nora"))
    with pytest.raises(SuiteError, match="is not the base that was imported"):
        suite.data("retail")
    info = suite.info("retail").model_copy(update={"tables": "0" * 64})
    suite.file("retail", "base.json").write_text(info.model_dump_json(), "utf-8")
    with pytest.raises(SuiteError, match="another version of tau-emo"):
        domain_data(name)


def test_an_edition_is_found_only_in_an_open_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = imported(tmp_path, "retail").folder
    monkeypatch.setattr("tau_emo_db.foreign.suite._open", {})
    with pytest.raises(KeyError, match="no suite 'theirs' is open"):
        served_domain("retail.theirs")
    monkeypatch.setenv("TAU_EMO_SUITE", str(folder))
    assert served_domain("retail.theirs").data.name == "retail.theirs"
    with pytest.raises(KeyError, match=r"the suite has retail\.theirs"):
        domain_data("airline.theirs")
    with pytest.raises(SuiteError, match="is no name for a suite"):
        import_base(Suite(tmp_path / "Über"), "retail", tmp_path)
    assert BENCHMARK_VERSION
