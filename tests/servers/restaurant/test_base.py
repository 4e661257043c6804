"""The tools on the real base: every patron, every dish, and every placed ticket."""

from collections import Counter, defaultdict

from sqlmodel import select

from tau_emo_db import EpisodeState
from tau_emo_db.domains.restaurant.tables import Charge, Dish, Instrument, Patron, Ticket
from tau_emo_servers.domain import served_domain
from tau_emo_servers.episode import Episode

from ..calls import done, refused

RESTAURANT = served_domain("restaurant")


def test_every_patron_is_found_by_email_and_by_name_and_postal_code(state: EpisodeState) -> None:
    with state.session() as db:
        patrons = db.exec(select(Patron)).all()
    house = Episode(RESTAURANT, state)
    for patron in patrons:
        email = f" {patron.contact_email.upper()} "
        assert done(house, "find_patron_ref_by_email", email=email) == patron.guest_ref
        found = done(
            house,
            "find_patron_ref_by_name_zip",
            given=patron.identity.given.upper(),
            family=patron.identity.family.lower(),
            postal_code=patron.location.postal_code,
        )
        assert found == patron.guest_ref
    assert len(patrons) == 200


def test_every_dish_is_listed_and_shown(state: EpisodeState) -> None:
    with state.session() as db:
        titles = {dish.title: dish.dish_ref for dish in db.exec(select(Dish))}
    house = Episode(RESTAURANT, state)
    listed = done(house, "list_all_dishes")
    assert listed == titles
    assert list(listed) == sorted(titles)
    shown = [done(house, "get_dish_details", dish_ref=ref) for ref in listed.values()]
    assert [one["title"] for one in shown] == list(listed)
    assert sum(len(one["selections"]) for one in shown) == 700


def test_every_placed_ticket_can_be_cancelled_and_gives_all_back(state: EpisodeState) -> None:
    with state.session() as db:
        placed = db.exec(select(Ticket.ticket_ref).where(Ticket.state == "placed")).all()
    house = Episode(RESTAURANT, state)
    for key in placed:
        shown = done(house, "cancel_placed_ticket", ticket_ref=key, reason="fell ill")
        assert shown["state"] == "cancelled"
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with state.session() as db:
        for charge in db.exec(select(Charge)):
            kinds[charge.ticket_ref][charge.kind] += charge.total
    for key in placed:
        assert kinds[key]["payment"] == kinds[key]["refund"] > 0
    assert len(placed) == 135


def test_no_ticket_that_the_kitchen_has_begun_can_be_cancelled(state: EpisodeState) -> None:
    with state.session() as db:
        begun = db.exec(select(Ticket).where(Ticket.state != "placed")).all()
    house = Episode(RESTAURANT, state)
    for one in begun:
        refused(
            house,
            f"is {one.state}; only a placed",
            "cancel_placed_ticket",
            ticket_ref=one.ticket_ref,
            reason="fell ill",
        )
    assert len(begun) == 165


def test_a_tip_from_every_instrument_is_taken_by_a_ticket_of_its_owner(
    state: EpisodeState,
) -> None:
    with state.session() as db:
        instruments = db.exec(select(Instrument)).all()
        tickets = {one.guest_ref: one for one in db.exec(select(Ticket)) if one.state == "placed"}
    house = Episode(RESTAURANT, state)
    tipped = 0
    for one in instruments:
        if one.guest_ref in tickets:
            key = tickets[one.guest_ref].ticket_ref
            call = {"ticket_ref": key, "instrument_ref": one.instrument_ref}
            shown = done(house, "add_tip_to_ticket", tip_total=1.1, **call)
            assert shown["charges"][-1]["total"] == 1.1
            tipped += 1
    assert tipped >= 200
