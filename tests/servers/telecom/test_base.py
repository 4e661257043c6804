"""The tools on the real base: every customer, every bill, every service held."""

from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.telecom.tables import BillingAccount, Customer, CustomerService
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..calls import done

TELECOM = served_domain("telecom")


def test_every_customer_is_found_by_email_and_by_phone(state: EpisodeState) -> None:
    with state.session() as db:
        customers = db.exec(select(Customer)).all()
    desk = Episode(TELECOM, state)
    for one in customers:
        email = f" {one.email.upper()} "
        assert done(desk, "find_customer_by_email", email=email) == one.customer_id
        assert done(desk, "find_customer_by_phone", phone=f"+1 {one.phone}") == one.customer_id
    assert len(customers) == 500


def test_the_next_ticket_has_the_next_number(state: EpisodeState) -> None:
    with state.session() as db:
        key = db.exec(select(Customer.customer_id)).first()
    told = done(
        Episode(TELECOM, state), "create_support_ticket", customer_id=key, category="account"
    )
    assert "TICKET241" in told


def test_every_balance_can_be_paid_whole(state: EpisodeState) -> None:
    with state.session() as db:
        owing = db.exec(select(BillingAccount).where(BillingAccount.current_balance > 0)).all()
    desk = Episode(TELECOM, state)
    for one in owing:
        shown = done(
            desk,
            "record_payment",
            customer_id=one.customer_id,
            amount=one.current_balance / 100,
            method="bank_transfer",
            date="2025-09-28",
        )
        assert shown["current_balance"] == "0.00"
    assert len(owing) >= 40


def test_every_service_held_can_be_removed_and_nothing_of_it_is_left(state: EpisodeState) -> None:
    with state.session() as db:
        held = db.exec(select(CustomerService)).all()
        pairs = [(one.customer_id, one.service_id) for one in held]
    desk = Episode(TELECOM, state)
    for key, service in pairs[::5]:
        done(desk, "manage_service", customer_id=key, action="remove", service_id=service)
        details = done(desk, "get_customer_details", customer_id=key)
        assert service not in details["services"]
        assert service not in {one["service"] for one in details["devices"]}
        bill = done(desk, "get_billing_details", customer_id=key)
        assert service not in bill["monthly_charges"]
        assert "taxes_fees" in bill["monthly_charges"]
