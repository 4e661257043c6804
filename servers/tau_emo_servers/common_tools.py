"""The tools that most domains share. None of them touches the database."""

from tau_emo_servers.calculator import evaluate, rounded
from tau_emo_servers.toolkit import read


@read(title="Calculate")
def calculate(expression: str) -> str:
    """Work out an arithmetic expression exactly; the value is rounded to 2 decimals.

    Args:
        expression: numbers, + - * / ( ) and blanks, at most 200 characters, such as
            "2 * (110.5 - 20)".
    """
    return rounded(evaluate(expression))


@read(title="Think")
def think(thought: str) -> str:
    """Write down a thought before going on. It changes nothing and nobody else reads it.

    Args:
        thought: the thought.
    """
    return "Noted."


@read(title="Hand off to a person", hand_off=True, idempotent=False)
def transfer_to_human_agents(summary: str) -> str:
    """Pass the customer on to a member of staff; afterwards no tool can be used.

    Args:
        summary: what the customer wants and what has been done, in a few words.
    """
    return "Transfer successful."
