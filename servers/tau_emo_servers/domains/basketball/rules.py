"""The policy rules of the association, in the order of its policy."""

import json
from collections.abc import Iterator
from typing import Any

from tau_emo_servers.common_rules import (
    HELPERS,
    confirmed_writes,
    grounded_arguments,
    hand_off_when_due,
    known_facts_only,
    leaves,
    no_repeated_failure,
    nothing_unasked,
    notice_alone_follows,
    one_call_per_turn,
    read_before_write,
    refused_without_hand_off,
    reported_outcomes,
    said,
    unsaid_arguments,
)
from tau_emo_servers.conversation import ToolCall, UserMessage
from tau_emo_servers.domains.basketball.listings import WRITES
from tau_emo_servers.rules import Moment, Rule, kept_by_tools, left_to_judge, rule
from tau_emo_servers.values import mentions

BY_EMAIL = "find_player_id_by_email"
BY_NAME = "find_player_id_by_name"
DETAILS = "get_player_details"
CLUB = "get_club_details"
ADDRESS = "modify_player_address"
STATUS = "update_game_status"
EVENT = "record_scoring_event"


# Who the customer is.


def _named(moment: Moment) -> set[str]:
    """The ids that were found by name before."""
    return {call.result.strip() for call in moment.succeeded(BY_NAME)}


def _principal(moment: Moment) -> str | None:
    """The id of the customer, fixed by the first successful identification; None before.

    An email identifies. A name does so once the player was shown and the customer has stated
    the zip code shown.
    """
    named: set[str] = set()
    for call in moment.succeeded(BY_EMAIL, BY_NAME, DETAILS):
        if call.name == BY_EMAIL:
            return call.result.strip()
        if call.name == BY_NAME:
            named.add(call.result.strip())
            continue
        shown: dict[str, Any] = json.loads(call.result)
        if shown["player_id"] in named and mentions(
            moment.user_text, shown["address"]["zip"], "label"
        ):
            return shown["player_id"]
    return None


def _identifies(moment: Moment) -> bool:
    """True if the call may come before the customer is identified."""
    assert moment.call is not None
    name = moment.call.name
    if name in HELPERS | {BY_EMAIL, BY_NAME} | moment.domain.hand_off_tools:
        return True
    return name == DETAILS and moment.arguments.get("player_id") in _named(moment)


@rule("BKB-01", "Identify the player before anything else, also when an id is stated.")
def identified_first(moment: Moment) -> str | None:
    """Only the two searches, and a look at the zip of who was found by name, come before."""
    assert moment.call is not None
    if _identifies(moment) or _named(moment) or _principal(moment) is not None:
        return None
    return f"{moment.call.name} was called before the customer was identified"


@rule(
    "BKB-02",
    "Identify with an email or a name that the customer has given.",
    tools={BY_EMAIL, BY_NAME},
)
def own_words(moment: Moment) -> str | None:
    """Until somebody is identified, the searches use the customer's words."""
    if _principal(moment) is not None:
        return None
    return unsaid_arguments(moment)


@rule(
    "BKB-03",
    "After a search by name, compare the customer's zip code with the stored one.",
    judge="whether something was told before",
)
def zip_compared(moment: Moment) -> str | None:
    """Whoever was found by name is served once the zip that was shown has been stated."""
    assert moment.call is not None
    if not _named(moment) or _identifies(moment) or _principal(moment) is not None:
        return None
    return f"{moment.call.name} was called before the zip code was found equal"


@rule(
    "BKB-04",
    "If a name is unknown or not unique, ask for more and guess no id.",
    judge="whether the agent asked",
)
def no_guessed_id(moment: Moment) -> str | None:
    """After a failed search by name, every player id comes from a tool."""
    player_id = moment.arguments.get("player_id")
    failed = any(past.call.name == BY_NAME and past.call.is_error for past in moment.past)
    if player_id is None or not failed or mentions(moment.results_text, player_id, "id"):
        return None
    return f"no tool has shown {player_id}"


@rule(
    "BKB-05",
    "Serve one player per conversation; others are looked up for public data only.",
    tools={BY_EMAIL},
    judge="what a look-up of somebody else by name was for",
)
def one_player(moment: Moment) -> str | None:
    """No email of somebody else is looked up once the customer is known."""
    known = _principal(moment)
    assert moment.call is not None
    if known is None or moment.call.is_error or moment.call.result.strip() == known:
        return None
    return f"{moment.call.result.strip()} was identified although the customer is {known}"


@rule("BKB-06", "Change the address of the identified player only.", on="write", tools={ADDRESS})
def own_address(moment: Moment) -> str | None:
    """The player named is the customer."""
    known, player_id = _principal(moment), moment.arguments["player_id"]
    if known is None or player_id == known:
        return None
    return f"{player_id} was named; the customer is {known}"


def _private(call: ToolCall, known: str | None) -> Iterator[tuple[str, Any]]:
    """What a result shows of others that is private: what it is, and its value."""
    shown: dict[str, Any] = json.loads(call.result)
    if call.name == CLUB:
        for player_id, entry in shown["roster"].items():
            if player_id != known:
                yield "salary", entry["salary"]
        return
    if shown["player_id"] == known:
        return
    yield "email", shown["email"]
    yield "street", shown["address"]["street"]
    yield "zip code", shown["address"]["zip"]
    for contract in shown["contracts"].values():
        yield "salary", contract["extra_info"]["salary"]
        yield "contract date", contract["start_date"]
        yield "contract date", contract["end_date"]


def _own(moment: Moment, known: str | None) -> set[str]:
    """The values that a result has shown of the customer."""
    own: set[str] = set()
    for call in moment.succeeded(DETAILS, CLUB):
        shown: dict[str, Any] = json.loads(call.result)
        if call.name == DETAILS and shown["player_id"] == known:
            own |= {str(value) for value in leaves(shown)}
        elif call.name == CLUB and known in shown["roster"]:
            own.add(str(shown["roster"][known]["salary"]))
    return own


_KINDS = {"salary": "amount", "contract date": "date"}


@rule(
    "BKB-07",
    "Tell nobody's email, address or contract terms but the customer's own.",
    on="message",
    judge="private data told in other words",
)
def nothing_private(moment: Moment) -> str | None:
    """No private value that a result has shown of somebody else is told."""
    known = _principal(moment)
    own = _own(moment, known)
    for call in moment.succeeded(DETAILS, CLUB):
        for what, value in _private(call, known):
            kind = _KINDS.get(what, "label")
            told = mentions(moment.step.text, str(value), kind)  # pyright: ignore[reportArgumentType]
            if told and str(value) not in own and not said(moment.user_text, value):
                return f"the {what} {value} of somebody else was told"
    return None


# What fails.


@rule(
    "BKB-18",
    "Refuse a change whose condition fails, with the reason; try no other values unasked.",
    on="write",
    judge="whether the refusal gives the reason",
)
def no_other_try(moment: Moment) -> str | None:
    """After a failed change the customer speaks before the same tool gets other values."""
    assert moment.call is not None
    for index in range(moment.index - 1, -1, -1):
        event = moment.conversation.events[index]
        if isinstance(event, UserMessage):
            return None
        for call in event.calls:
            same_tool = call.name == moment.call.name and call.is_error
            if same_tool and moment.arguments_of(call) != moment.arguments:
                return f"{call.name} failed and was tried with other values unasked"
    return None


@rule(
    "BKB-24",
    "If a club or game id is unknown, say so and ask for another or offer to look it up.",
    on="write",
    judge="whether the agent said so and asked",
)
def no_unknown_id(moment: Moment) -> str | None:
    """No id of a club or game is written with after a tool has not found it."""
    for past in moment.past:
        if not past.call.is_error:
            continue
        for name in ("club_id", "game_id"):
            key = moment.arguments_of(past.call).get(name)
            unknown = f"no {name.removesuffix('_id')} {key};"
            if key and unknown in past.call.result and moment.arguments.get(name) == key:
                return f"{name} {key} does not exist, as an earlier call has shown"
    return None


RULES: tuple[Rule, ...] = (
    identified_first,
    own_words,
    zip_compared,
    no_guessed_id,
    one_player,
    own_address,
    nothing_private,
    left_to_judge(
        "BKB-08",
        "Public data may be given for anyone.",
        judge="whether a public question was answered",
    ),
    confirmed_writes("BKB-09", WRITES),
    confirmed_writes("BKB-10", WRITES, text="For an address list all five fields.", only={ADDRESS}),
    confirmed_writes(
        "BKB-11",
        WRITES,
        text="For a status list the game id, the current and the new status.",
        only={STATUS},
    ),
    confirmed_writes(
        "BKB-12",
        WRITES,
        text="For an event list game id, type, points, club id, player id and game clock.",
        only={EVENT},
    ),
    confirmed_writes(
        "BKB-13",
        WRITES,
        text="Each event has a call of its own, and each call is covered by a yes, once.",
        only={EVENT},
    ),
    kept_by_tools("BKB-14", "A status changes only to one that follows it."),
    kept_by_tools("BKB-15", "An event is recorded only while the game is in progress."),
    kept_by_tools("BKB-16", "2PT is worth 2 points, 3PT 3 and FT 1; there is no other type."),
    kept_by_tools("BKB-17", "The club plays in the game, and the player is on its roster."),
    no_other_try,
    one_call_per_turn("BKB-19"),
    known_facts_only("BKB-20"),
    refused_without_hand_off(
        "BKB-21", text="Refuse what a rule forbids or what is not about basketball."
    ),
    hand_off_when_due("BKB-22", text="Hand off only a proper wish that no tool serves."),
    notice_alone_follows("BKB-23", text="After the hand-off only the notice follows."),
    no_unknown_id,
    grounded_arguments("COM-10", ignored={"points"}),
    read_before_write(
        "COM-11",
        "Look a game up before changing it.",
        {"game_id": ("get_game_details", "get_game_score")},
    ),
    reported_outcomes("COM-12", WRITES),
    nothing_unasked(
        "COM-13",
        text="Do nothing unasked: no extra write, no offer, no way round a rule.",
        judge="whether each write and offer was asked for",
    ),
    no_repeated_failure("COM-14"),
)
