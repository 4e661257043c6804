"""Exact arithmetic on a typed expression. Nothing is ever evaluated as code."""

import re
from collections.abc import Callable
from fractions import Fraction
from operator import add, mul, sub

from tau_emo_servers.toolkit import Rejection

MAX_LENGTH = 200
"""Characters an expression may have; it also bounds the size of every number."""

_TOKEN = re.compile(r" *(?:(\d+\.?\d*|\.\d+)|([-+*/()]))", re.ASCII)
_ALLOWED = re.compile(r"[0-9+\-*/(). ]*", re.ASCII)
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "negate": 3, "keep": 3}
_SIGNS = {"-": "negate", "+": "keep"}


def evaluate(expression: str) -> Fraction:
    """The exact value of an expression of decimal numbers, `+ - * /`, brackets and signs.

    Args:
        expression: at most `MAX_LENGTH` characters.

    Raises:
        Rejection: it is too long, holds other characters, is no expression, or divides by zero.
    """
    if len(expression) > MAX_LENGTH:
        raise _wrong(f"the expression has more than {MAX_LENGTH} characters; split it")
    if not _ALLOWED.fullmatch(expression):
        raise Rejection(
            "bad_characters",
            "the expression holds other characters; use only digits, + - * / ( ) . and blanks.",
        )
    if "**" in expression or "//" in expression:
        raise _wrong("** and // are not offered; use * and /")
    values: list[Fraction] = []
    waiting: list[str] = []
    operand_next = True
    for number, sign in _tokens(expression):
        if number:
            _expect(operand_next)
            values.append(Fraction(number))
            operand_next = False
        elif sign == "(":
            _expect(operand_next)
            waiting.append(sign)
        elif sign == ")":
            _expect(not operand_next)
            while waiting and waiting[-1] != "(":
                _apply(waiting.pop(), values)
            _expect(bool(waiting))
            waiting.pop()
        elif operand_next:
            _expect(sign in _SIGNS)
            waiting.append(_SIGNS[sign])
        else:
            while waiting and _PRECEDENCE.get(waiting[-1], 0) >= _PRECEDENCE[sign]:
                _apply(waiting.pop(), values)
            waiting.append(sign)
            operand_next = True
    _expect(not operand_next)
    while waiting:
        _expect(waiting[-1] != "(")
        _apply(waiting.pop(), values)
    return values[0]


def rounded(value: Fraction) -> str:
    """The value rounded half up (away from zero) to 2 decimals, with 1 or 2 decimals shown."""
    cents = int(abs(value) * 100 + Fraction(1, 2))
    whole, rest = divmod(cents, 100)
    decimals = f"{rest:02d}"
    decimals = decimals[:1] if decimals.endswith("0") else decimals
    return f"{'-' if value < 0 and cents else ''}{whole}.{decimals}"


_STEPS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {"+": add, "-": sub, "*": mul}


def _tokens(expression: str) -> list[tuple[str, str]]:
    text = expression.rstrip(" ")
    found: list[tuple[str, str]] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _wrong("a . must belong to a number")
        found.append((match[1] or "", match[2] or ""))
        position = match.end()
    return found


def _apply(operator: str, values: list[Fraction]) -> None:
    right = values.pop()
    if operator in _SIGNS.values():
        values.append(-right if operator == "negate" else right)
        return
    left = values.pop()
    if operator == "/":
        if right == 0:
            raise Rejection("cannot_evaluate", "the expression divides by zero; correct it.")
        values.append(left / right)
    else:
        values.append(_STEPS[operator](left, right))


def _expect(condition: bool) -> None:
    if not condition:
        raise _wrong("it is not complete, or its numbers, operators and brackets do not fit")


def _wrong(why: str) -> Rejection:
    return Rejection("cannot_evaluate", f"the expression cannot be calculated: {why}.")
