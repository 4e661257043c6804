"""Amounts become cents and are shown again."""

from decimal import Decimal
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tau_emo_servers.money import (
    above_zero,
    check_sum,
    dollars,
    shown,
    to_cents,
    two_decimals,
    unsigned,
    whole,
    whole_cents,
)
from tau_emo_servers.toolkit import Rejection


@pytest.mark.parametrize(
    ("amount", "cents"),
    [
        (12, 1200),
        (12.5, 1250),
        (0.1 + 0.2, 30),
        (1.005, 101),
        (2.675, 268),
        (-2.675, -268),
        (0.004, 0),
        (Decimal("0.005"), 1),
        (1e15, 10**17),
    ],
)
def test_half_up_through_the_shortest_text(amount: float, cents: int) -> None:
    assert to_cents(amount) == cents


@pytest.mark.parametrize("amount", [nan, inf, -inf, Decimal("NaN"), 1e16, 10**40])
def test_no_amounts(amount: float) -> None:
    with pytest.raises(Rejection):
        to_cents(amount)


@pytest.mark.parametrize(
    ("amount", "cents"), [(12, 1200), (12.5, 1250), (0.01, 1), (0, 0), (-3.2, -320)]
)
def test_amounts_in_whole_cents(amount: float, cents: int) -> None:
    assert whole_cents(amount) == cents


@pytest.mark.parametrize("amount", [0.001, 12.505, 0.1 + 0.2, nan, inf, 1e16])
def test_amounts_with_parts_of_a_cent(amount: float) -> None:
    with pytest.raises(Rejection):
        whole_cents(amount)


@pytest.mark.parametrize(("cents", "number"), [(1200, 12), (1250, 12.5), (-5, -0.05), (0, 0)])
def test_shown(cents: int, number: float) -> None:
    assert shown(cents) == number
    assert type(shown(cents)) is type(number)


@given(st.integers(-(10**14), 10**14))
def test_shown_amounts_come_back(cents: int) -> None:
    assert to_cents(shown(cents)) == cents


@pytest.mark.parametrize(
    ("cents", "text"), [(0, "0.00"), (5, "0.05"), (1200, "12.00"), (5244, "52.44"), (-805, "-8.05")]
)
def test_two_decimals_always_stand(cents: int, text: str) -> None:
    assert two_decimals(cents) == text


@pytest.mark.parametrize(("cents", "text"), [(1200, "12"), (-1250, "12.5"), (5, "0.05"), (0, "0")])
def test_unsigned(cents: int, text: str) -> None:
    assert unsigned(cents) == text


def test_an_amount_above_zero() -> None:
    assert above_zero(1) == 1


@pytest.mark.parametrize("cents", [0, -1])
def test_an_amount_that_is_not_above_zero_is_named(cents: int) -> None:
    with pytest.raises(
        Rejection, match=r"^the amount for PAY-1 must be above 0; send 0\.01 or more"
    ):
        above_zero(cents, "amount for PAY-1")


@pytest.mark.parametrize("amount", [0, -5, 2.5, nan])
def test_no_whole_amounts_above_zero(amount: float) -> None:
    with pytest.raises(Rejection, match=r"^the amount for visa is "):
        whole(amount, "amount for visa")


def test_a_whole_amount() -> None:
    assert whole(30.0) == 30


def test_payments_that_add_up() -> None:
    check_sum([100, 20], 120, dollars)


@pytest.mark.parametrize("amounts", [[100], [100, 21], []])
def test_payments_that_do_not_add_up(amounts: list[int]) -> None:
    with pytest.raises(Rejection) as refused:
        check_sum(amounts, 120, dollars)
    assert refused.value.message == (
        f"the payments add up to ${sum(amounts)}, but the total is $120; let them add up to it."
    )
