"""The calculator: exact values, and hostile input that is refused quickly."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tau_emo_servers.calculator import evaluate, rounded
from tau_emo_servers.common_tools import calculate
from tau_emo_servers.toolkit import Rejection


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("388", "388.0"),
        ("5 / 2", "2.5"),
        ("1/3", "0.33"),
        ("2/3", "0.67"),
        ("0.1 + 0.2", "0.3"),
        ("1.005", "1.01"),
        ("-1.005", "-1.01"),
        ("-0.001", "0.0"),
        ("0.005", "0.01"),
        ("2 + 3 * 4", "14.0"),
        ("(2 + 3) * 4", "20.0"),
        ("10 - 4 - 3", "3.0"),
        ("8 / 4 / 2", "1.0"),
        ("2 * -3", "-6.0"),
        ("2--2", "4.0"),
        ("-(2 - 5)", "3.0"),
        ("+7", "7.0"),
        (".5 + 1.", "1.5"),
        ("007", "7.0"),
        ("  1  ", "1.0"),
        ("1 / 3 * 3", "1.0"),
    ],
)
def test_values(expression: str, expected: str) -> None:
    assert calculate(expression) == expected


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "   ",
        "(",
        ")",
        "()",
        "(1",
        "1)",
        "1 2",
        "1(2)",
        "(1)(2)",
        "1..2",
        ".",
        "1 +",
        "* 1",
        "1 */ 2",
        "2**3",
        "7//2",
        "1/0",
        "1/(2-2)",
        "1e5",
        "1,000",
        "$5",
        "__import__('os')",
        "0x10",
        "1\n+1",
        "1\t+1",
        "٣",
        "２",
        "1\0",
        "10%",
        "9" * 201,
    ],
)
def test_refused(expression: str) -> None:
    with pytest.raises(Rejection) as refused:
        calculate(expression)
    assert refused.value.message.endswith(".")


@pytest.mark.parametrize(
    "expression",
    ["(" * 100 + "1" + ")" * 99, "-" * 199 + "1", "9*" * 99 + "9", "1/" * 99 + "7", "9" * 200],
)
def test_hostile_input_is_answered_at_once(expression: str) -> None:
    began = time.perf_counter()
    try:
        calculate(expression)
    except Rejection:
        assert expression.startswith("((")
    assert time.perf_counter() - began < 0.1


@given(
    st.lists(st.tuples(st.sampled_from("+-*/"), st.integers(1, 999)), min_size=1, max_size=15),
    st.integers(0, 999),
)
def test_agrees_with_exact_fractions(steps: list[tuple[str, int]], first: int) -> None:
    expression, expected = str(first), Fraction(first)
    for operator, number in steps:
        expression = f"({expression}){operator}{number}"
        expected = {
            "+": expected + number,
            "-": expected - number,
            "*": expected * number,
            "/": expected / number,
        }[operator]
    assert evaluate(expression) == expected


@given(st.text(alphabet="0123456789+-*/(). ", max_size=200))
def test_any_text_gives_a_value_or_a_refusal(expression: str) -> None:
    try:
        text = rounded(evaluate(expression))
    except Rejection:
        return
    assert text.rpartition(".")[2].isdigit()
