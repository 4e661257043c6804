"""The generator kit, and the draws it is made from."""

import re
from collections import Counter

import pytest

from tau_emo_db import Draw, kit


def test_a_draw_depends_on_its_seed_alone() -> None:
    # Values of random.Random("tau").random() computed apart from this code.
    import random

    apart = random.Random("tau")
    expected = [apart.random() for _ in range(3)]
    draw = Draw("tau")
    assert [draw.fraction() for _ in range(3)] == expected


def test_a_fork_takes_nothing_from_its_stream() -> None:
    one, other = Draw("a"), Draw("a")
    other.fork("x").integer(1, 6)
    assert [one.integer(1, 10**9) for _ in range(3)] == [other.integer(1, 10**9) for _ in range(3)]
    assert Draw("a").fork("x").fraction() != Draw("a").fork("y").fraction()


def test_whole_numbers_reach_both_ends_and_digits_never_start_with_zero() -> None:
    draw = Draw("ends")
    assert {draw.integer(2, 4) for _ in range(100)} == {2, 3, 4}
    assert all(re.fullmatch("[1-9][0-9]{3}", draw.digits(4)) for _ in range(200))


def test_weights_of_zero_are_never_drawn() -> None:
    draw = Draw("weights")
    assert {draw.weighted({"a": 1, "b": 0, "c": 2}) for _ in range(200)} == {"a", "c"}


def test_shuffling_and_sampling_keep_every_option_once() -> None:
    draw = Draw("cards")
    assert sorted(draw.shuffled(range(20))) == list(range(20))
    assert len(set(draw.sample(range(20), 5))) == 5


def test_names_are_many_plain_and_different() -> None:
    for names in (kit.FIRST_NAMES, kit.LAST_NAMES):
        assert len(names) >= 250
        assert len(set(names)) == len(names)
        assert all(re.fullmatch("[A-Z][a-z]+", name) for name in names)


def test_ids_and_emails_come_from_the_name() -> None:
    draw = Draw("nora")
    nora = kit.Person("Nora", "Quist")
    assert re.fullmatch(r"nora_quist_[1-9]\d{3}", kit.user_id(draw, nora))
    assert re.fullmatch(r"nora\.quist[1-9]\d{3}@example\.com", kit.email(draw, nora))


def test_cards_keep_a_leading_zero() -> None:
    draw = Draw("cards")
    cards = [kit.card(draw) for _ in range(300)]
    assert all(re.fullmatch(r"\d{4}", card.last_four) for card in cards)
    assert any(card.last_four.startswith("0") for card in cards)
    assert {card.brand for card in cards} == {"visa", "mastercard"}


def test_phones_are_in_an_area_code_that_nobody_has() -> None:
    draw = Draw("phones")
    phones = {kit.phone(draw) for _ in range(300)}
    assert all(re.fullmatch(r"\(555\) [1-9]\d\d-\d{4}", phone) for phone in phones)
    assert len(phones) > 290


def test_addresses_pair_cities_with_their_state_and_zip() -> None:
    draw = Draw("streets")
    addresses = [kit.postal_address(draw) for _ in range(2000)]
    cities = {(city, state): prefix for city, state, prefix in kit.CITIES}
    assert len(cities) >= 60
    for address in addresses:
        assert re.fullmatch(r"\d{5}", address.zip)
        assert address.zip.startswith(cities[address.city, address.state])
    assert cities["Chicago", "IL"] == "606"
    assert {address.address2 == "" for address in addresses} == {True, False}


@pytest.mark.parametrize(
    ("birth", "today", "years"),
    [
        ("2000-05-15", "2024-05-15", 24),
        ("2000-05-16", "2024-05-15", 23),
        ("2004-02-29", "2023-02-28", 18),
        ("2004-02-29", "2024-02-29", 20),
    ],
)
def test_age_counts_completed_years(birth: str, today: str, years: int) -> None:
    assert kit.age(birth, today) == years


def test_birth_dates_reach_the_first_and_the_last_day_of_an_age() -> None:
    draw = Draw("births")
    born = {kit.birth_date(draw, 30, 30, "2024-05-15T15:00:00") for _ in range(6000)}
    assert min(born) == "1993-05-16"
    assert max(born) == "1994-05-15"


def test_calendar_arithmetic() -> None:
    assert kit.add_days("2024-02-28", 2) == "2024-03-01"
    assert kit.days_between("2024-05-15", "2024-04-30") == -15
    assert kit.day_range("2024-04-30", "2024-05-02") == ["2024-04-30", "2024-05-01", "2024-05-02"]
    assert kit.weekday("2024-05-15") == 2  # a Wednesday
    assert kit.years_before("2024-02-29", 1) == "2023-02-28"
    assert kit.add_minutes("2024-05-15T23:50:00", 20) == "2024-05-16T00:10:00"
    assert kit.minutes_between("2024-05-15T23:50:00", "2024-05-16T00:10:30") == 20


def test_random_moments_stay_between_their_ends() -> None:
    draw = Draw("moments")
    ends = "2024-05-15T15:00:00", "2024-05-15T15:00:02"
    found = {kit.random_moment(draw, *ends) for _ in range(60)}
    assert found == {f"2024-05-15T15:00:0{second}" for second in range(3)}
    assert all(int(kit.random_time(draw, 5)[3:5]) % 5 == 0 for _ in range(50))


def test_unique_texts_are_given_out_once_whatever_their_case() -> None:
    made = iter(["nora_quist", "NORA_QUIST", "nora_quist", "nora_reyes"])
    unique = kit.Unique()
    assert unique.fresh(lambda: next(made)) == "nora_quist"
    assert unique.fresh(lambda: next(made)) == "nora_reyes"


def test_unique_things_are_told_apart_by_a_key() -> None:
    made = iter([("Nora", 1), ("NORA", 2), ("Omar", 3)])
    unique = kit.Unique()
    found = [unique.fresh(lambda: next(made), lambda pair: pair[0]) for _ in range(2)]
    assert found == [("Nora", 1), ("Omar", 3)]


def test_a_given_last_name_moves_no_draw() -> None:
    drawn = kit.person(Draw("kin"))
    kin = kit.person(Draw("kin"), "Quist")
    assert (kin.first_name, kin.name) == (drawn.first_name, f"{drawn.first_name} Quist")


def test_a_card_avoids_the_digits_that_are_taken_and_keeps_to_a_brand() -> None:
    first = kit.card(Draw("wallet"))
    other = kit.card(Draw("wallet"), taken={first.last_four, None})
    assert other.last_four != first.last_four
    draw = Draw("brands")
    assert {kit.card(draw, brand="mastercard").brand for _ in range(50)} == {"mastercard"}


def test_street_and_unit_in_one_line() -> None:
    home = kit.postal_address(Draw("home"))
    whole = home.model_copy(update={"address1": "4 Elm Street", "address2": "Apt 7"})
    assert kit.in_one_line(whole) == "4 Elm Street, Apt 7"
    assert kit.in_one_line(whole.model_copy(update={"address2": ""})) == "4 Elm Street"
    assert re.fullmatch(r"606\d\d", kit.zip_code(Draw("zip"), "606"))


@pytest.mark.parametrize(
    ("months", "day"),
    [(0, "2024-11-28"), (1, "2024-12-28"), (3, "2025-02-28"), (-11, "2023-12-28")],
)
def test_months_cross_the_turn_of_the_year(months: int, day: str) -> None:
    assert kit.add_months("2024-11-28", months) == day


def test_short_days() -> None:
    assert kit.short_day("2024-05-15") == kit.short_day("2024-05-15T15:00:00") == "24-05-15"


def test_situations_are_played_as_often_as_they_say_each_with_its_own_stream() -> None:
    played: list[tuple[str, str]] = []
    situations: kit.Situations[str] = {
        "twice": (lambda stage, draw: played.append((stage, draw.seed)), 2),
        "never": (lambda stage, draw: played.append((stage, "wrong")), 0),
    }
    kit.play(situations, "shop", Draw("base"), 2)
    assert played == [("shop", f"base/twice/{turn}") for turn in range(4)]


def test_what_is_still_missing_of_each_kind() -> None:
    wanted = {"sold": 2, "open": 1, "lost": 1}
    missing = kit.still_missing(wanted, Counter({"sold": 3, "lost": 5}), 2)
    assert missing == ["sold", "open", "open"]
