"""The rules of the association, each on conversations that keep it and that break it."""

from typing import Any

import pytest
from sqlmodel import Session

from tau_emo_db.domains.basketball.tables import Club, Contract, Game, Player, RosterEntry
from tau_emo_servers.domains.basketball.rules import RULES
from tau_emo_servers.rules import TaskLabel

from .talk import NOTICE, Talk, rows

TALK = "basketball"
ADDRESS = {
    "street": "14 Harbor Lane, Unit 3",
    "city": "Tucson",
    "state": "AZ",
    "country": "USA",
    "zip": "85719",
}
WHOLE = "14 Harbor Lane, Unit 3, Tucson, AZ 85719, USA"


def players(count: int, *, shared_name: bool = False) -> list[Player]:
    """Players with one contract and a club, whose name they alone have, or share."""

    def query(db: Session) -> list[Player]:
        found: list[Player] = []
        everyone = rows(db, Player)
        names = [(one.first_name, one.last_name) for one in everyone]
        for player in everyone:
            alone = names.count((player.first_name, player.last_name)) == 1
            contracts = rows(db, Contract, player_id=player.player_id)
            on_roster = rows(db, RosterEntry, player_id=player.player_id)
            if alone != shared_name and len(contracts) == 1 and on_roster:
                found.append(player)
        return found[:count]

    return Talk(TALK).find(query)


def game_with(status: str) -> Game:
    return Talk(TALK).find(lambda db: rows(db, Game, status=status)[0])


def scorer(game: Game) -> str:
    """Somebody on the roster of the home club."""
    return Talk(TALK).find(lambda db: rows(db, RosterEntry, club_id=game.home_club_id)[0].player_id)


def known() -> Talk:
    """The customer was found by email."""
    (player,) = players(1)
    talk = Talk(TALK).user(f"Hello, my email is {player.email}.")
    return talk.done("find_player_id_by_email", email=player.email)


def named(player: Player) -> dict[str, str]:
    return {"first_name": player.first_name, "last_name": player.last_name}


def start(
    talk: Talk,
    game: Game,
    *,
    listing: str = "",
    answer: str = "Yes, please.",
    new: str = "in_progress",
    look: bool = True,
) -> Talk:
    """The game moves on, as a good agent does it unless told otherwise."""
    talk.user(f"Please move game {game.game_id} on.")
    if look:
        talk.done("get_game_score", game_id=game.game_id)
    listing = listing or f"I would change game {game.game_id} from {game.status} to {new}."
    talk.agent(f"{listing} Shall I go ahead, yes or no?").user(answer)
    talk.call("update_game_status", game_id=game.game_id, new_status=new)
    return talk.agent(f"Game {game.game_id} is now {new}.")


def basket(game: Game) -> dict[str, Any]:
    return {
        "game_id": game.game_id,
        "event_type": "3PT",
        "points": 3,
        "club_id": game.home_club_id,
        "player_id": scorer(game),
        "timestamp": "Q4 01:15",
    }


def listed(event: dict[str, Any]) -> str:
    return (
        f"I would record in game {event['game_id']}: type {event['event_type']}, "
        f"{event['points']} points, club {event['club_id']}, player {event['player_id']}, game "
        f"clock {event['timestamp']}."
    )


def score(
    talk: Talk, event: dict[str, Any], *, listing: str = "", answer: str = "Yes.", times: int = 1
) -> Talk:
    """The event is recorded, as a good agent does it unless told otherwise."""
    talk.user(f"In {event['game_id']} somebody of ours scored at {event['timestamp']}.")
    talk.done("get_game_details", game_id=event["game_id"])
    talk.done("list_club_roster_ids", club_id=event["club_id"], active_only=False)
    talk.agent(f"{listing or listed(event)} Yes or no?").user(answer)
    for _ in range(times):
        talk.call("record_scoring_event", **event)
    return talk.agent("The basket is recorded.")


def test_every_rule_of_the_policy_is_declared_once() -> None:
    own = [rule.id for rule in RULES if rule.id.startswith("BKB-")]
    assert sorted(own) == [f"BKB-{number:02d}" for number in range(1, 25)]
    others = [rule.id for rule in RULES if not rule.id.startswith("BKB-")]
    assert others == ["COM-10", "COM-11", "COM-12", "COM-13", "COM-14"]
    assert {rule.id for rule in RULES if rule.kind == "tool"} == {
        *("BKB-14", "BKB-15", "BKB-16", "BKB-17")
    }
    assert {rule.id for rule in RULES if rule.kind == "judge"} == {"BKB-08", "COM-13"}


def test_right_conduct_breaks_nothing() -> None:
    assert start(known(), game_with("scheduled")).violations() == []
    assert score(known(), basket(game_with("in_progress"))).violations() == []


# Identity.


def test_a_stated_player_id_identifies_nobody() -> None:
    (player,) = players(1)
    talk = Talk(TALK).user(f"I am {player.player_id}.").done("think", thought="well")
    assert talk.broken() == set()
    assert talk.done("get_player_details", player_id=player.player_id).broken() == {"BKB-01"}


def test_public_data_comes_after_identification_too() -> None:
    talk = Talk(TALK).user("Which clubs are there?").done("list_all_clubs")
    assert talk.broken() == {"BKB-01"}
    assert known().done("list_all_clubs").broken() == set()


def test_email_and_name_are_the_customers_own_words() -> None:
    (player,) = players(1)
    talk = Talk(TALK).user("Hello!").done("find_player_id_by_email", email=player.email)
    assert talk.broken() == {"BKB-02"}
    talk = Talk(TALK).user(f"{player.first_name} here.")
    assert talk.done("find_player_id_by_name", **named(player)).broken() == {"BKB-02"}
    talk = Talk(TALK).user(f"I am {player.first_name} {player.last_name}.")
    assert talk.done("find_player_id_by_name", **named(player)).broken() == set()


def test_a_name_identifies_with_the_zip_that_is_stored() -> None:
    (player,) = players(1)
    own = player.address.zip

    def by_name(zip_code: str) -> Talk:
        said = f"I am {player.first_name} {player.last_name}, zip code {zip_code}."
        talk = Talk(TALK).user(said).done("find_player_id_by_name", **named(player))
        talk.done("get_player_details", player_id=player.player_id)
        return talk.done("get_player_total_points", player_id=player.player_id)

    assert by_name(own).broken() == set()
    assert by_name("00000").broken() == {"BKB-03"}
    assert by_name(f"{own}0").broken() == {"BKB-03"}


def test_the_zip_may_be_stated_after_the_look_but_the_look_cannot_be_left_out() -> None:
    (player,) = players(1)
    talk = Talk(TALK).user(f"I am {player.first_name} {player.last_name}.")
    talk.done("find_player_id_by_name", **named(player))
    talk.done("get_player_details", player_id=player.player_id)
    talk.agent("What is your zip code?").user(player.address.zip)
    assert talk.done("list_all_clubs").broken() == set()
    talk = Talk(TALK).user(f"{player.first_name} {player.last_name}, {player.address.zip}.")
    talk.done("find_player_id_by_name", **named(player))
    assert talk.done("list_all_clubs").broken() == {"BKB-03"}


def test_only_whoever_was_found_by_name_is_looked_at_for_the_zip() -> None:
    player, other = players(2)
    talk = Talk(TALK).user(f"{player.first_name} {player.last_name}, {other.address.zip}.")
    talk.done("find_player_id_by_name", **named(player))
    assert talk.done("get_player_details", player_id=other.player_id).broken() == {"BKB-03"}


def test_no_id_is_guessed_for_a_name_that_several_have() -> None:
    (player,) = players(1, shared_name=True)
    talk = Talk(TALK).user(f"I am {player.first_name} {player.last_name}.")
    talk.refused("find_player_id_by_name", **named(player))
    assert talk.broken() == set()
    guessed = talk.done("get_player_details", player_id=player.player_id)
    assert guessed.broken() == {"BKB-01", "BKB-04"}
    talk = Talk(TALK).user(f"I am {player.first_name} {player.last_name}.")
    talk.refused("find_player_id_by_name", **named(player))
    talk.agent("Several players have this name. What is your email?").user(player.email)
    talk.done("find_player_id_by_email", email=player.email)
    assert talk.done("get_player_details", player_id=player.player_id).broken() == set()


def test_one_player_per_conversation() -> None:
    _, other = players(2)
    talk = known().user(f"Now for {other.email}.")
    assert talk.done("find_player_id_by_email", email=other.email).broken() == {"BKB-05"}
    talk = known().user(f"How many points has {other.first_name} {other.last_name} scored?")
    talk.done("find_player_id_by_name", **named(other))
    assert talk.done("get_player_total_points", player_id=other.player_id).broken() == set()


def move(talk: Talk, player_id: str, *, listing: str = WHOLE, answer: str = "Yes!") -> Talk:
    talk.user(f"The new address is {WHOLE}.")
    talk.agent(f"I would change the address to {listing}. Yes or no?").user(answer)
    talk.done("modify_player_address", player_id=player_id, **ADDRESS)
    return talk.agent("The address is changed.")


def test_only_the_customers_own_address_is_changed() -> None:
    player, other = players(2)
    assert move(known(), player.player_id).broken() == set()
    talk = known().user(f"It is for my friend {other.first_name} {other.last_name}.")
    talk.done("find_player_id_by_name", **named(other))
    assert move(talk, other.player_id).broken() == {"BKB-06"}


def test_whoever_identified_by_name_stays_the_customer_after_moving() -> None:
    (player,) = players(1)
    said = f"I am {player.first_name} {player.last_name}, zip code {player.address.zip}."
    talk = Talk(TALK).user(said).done("find_player_id_by_name", **named(player))
    talk.done("get_player_details", player_id=player.player_id)
    assert move(talk, player.player_id).done("list_all_clubs").broken() == set()


def test_nothing_private_of_others_is_told() -> None:
    player, other = players(2)

    def contract_of(one: Player) -> Contract:
        return Talk(TALK).find(lambda db: rows(db, Contract, player_id=one.player_id)[0])

    def told(text: str, about: Player) -> set[str]:
        talk = known().user("What about that one?")
        talk.done("get_player_details", player_id=about.player_id)
        return talk.agent(text).broken()

    theirs = contract_of(other)
    salary = f"${theirs.salary // 100:,}"
    assert told(f"Of {other.first_name} {other.last_name} I may tell the points.", other) == set()
    for private in (
        f"The email is {other.email}.",
        f"They live at {other.address.street}.",
        f"The zip code is {other.address.zip}.",
        f"They earn {salary} a season.",
        f"The contract ends on {theirs.end_date}.",
    ):
        assert told(private, other) == {"BKB-07"}, private
    mine = contract_of(player)
    own = f"You earn ${mine.salary // 100:,} until {mine.end_date} and live at "
    assert told(f"{own}{player.address.street}.", player) == set()


def test_salaries_of_a_roster_are_private_but_ones_own() -> None:
    (player,) = players(1)

    def look(db: Session) -> tuple[RosterEntry, RosterEntry, Club]:
        (mine,) = rows(db, RosterEntry, player_id=player.player_id)
        squad = rows(db, RosterEntry, club_id=mine.club_id)
        other = next(one for one in squad if one.salary != mine.salary)
        return mine, other, db.get_one(Club, mine.club_id)

    mine, other, club = Talk(TALK).find(look)
    talk = known().user("Who earns what in my club?").done("get_club_details", club_id=club.club_id)
    assert talk.agent(f"You earn ${mine.salary // 100:,} a season.").broken() == set()
    assert talk.agent(f"{other.player_id} earns ${other.salary // 100:,}.").broken() == {"BKB-07"}


# The listing and the yes.


@pytest.mark.parametrize(
    ("answer", "broken"),
    [
        ("Yes. And then tell me the record of my club.", set()),
        ("PROCEED. I don't trust you.", set()),
        ("okay", {"BKB-09", "BKB-11"}),
        ("Yes, as long as the crowd is in.", {"BKB-09", "BKB-11"}),
        ("Wait.", {"BKB-09", "BKB-11"}),
    ],
)
def test_only_a_yes_covers_a_change(answer: str, broken: set[str]) -> None:
    assert start(known(), game_with("scheduled"), answer=answer).broken() == broken


@pytest.mark.parametrize(
    "left_out", ["14 Harbor Lane, Unit 3, ", "Tucson, ", "AZ ", "85719", ", USA"]
)
def test_an_address_is_listed_with_all_five_fields(left_out: str) -> None:
    (player,) = players(1)
    found = move(known(), player.player_id, listing=WHOLE.replace(left_out, ""))
    assert found.broken() == {"BKB-09", "BKB-10"}


def test_a_status_is_listed_with_the_game_and_both_statuses() -> None:
    game = game_with("scheduled")
    for listing, broken in (
        (f"I would start game {game.game_id}: scheduled becomes in progress.", set()),
        (f"I would set game {game.game_id} to in_progress.", {"BKB-09", "BKB-11"}),
        (f"I would change game {game.game_id}, now scheduled.", {"BKB-09", "BKB-11"}),
        ("I would change the game from scheduled to in_progress.", {"BKB-09", "BKB-11"}),
    ):
        assert start(known(), game, listing=listing).broken() == broken, listing


def test_a_postponed_game_starts_in_two_steps_on_one_yes() -> None:
    game = game_with("postponed")
    talk = known().user(f"Start {game.game_id}.").done("get_game_score", game_id=game.game_id)
    talk.agent(
        f"I would set game {game.game_id} from postponed back to scheduled, and then from "
        "scheduled to in_progress. Yes or no?"
    ).user("Yes, both.")
    talk.done("update_game_status", game_id=game.game_id, new_status="scheduled")
    talk.done("update_game_status", game_id=game.game_id, new_status="in_progress")
    assert talk.agent(f"Game {game.game_id} is in progress.").broken() == set()


EVENT_RULES = {"BKB-09", "BKB-12", "BKB-13"}


@pytest.mark.parametrize(
    "name", ["game_id", "event_type", "points", "club_id", "player_id", "timestamp"]
)
def test_an_event_is_listed_with_all_six_values(name: str) -> None:
    event = basket(game_with("in_progress"))
    value = {"event_type": "type 3PT", "points": "3 points"}.get(name, str(event[name]))
    found = score(known(), event, listing=listed(event).replace(value, "that"))
    assert found.broken() == EVENT_RULES


def test_an_event_may_be_called_by_its_kind() -> None:
    event = basket(game_with("in_progress"))
    listing = listed(event).replace("type 3PT", "a three-pointer")
    assert score(known(), event, listing=listing).broken() == set()


def test_a_yes_covers_an_event_once() -> None:
    event = basket(game_with("in_progress"))
    assert score(known(), event, times=2).broken() == EVENT_RULES
    talk = score(known(), event).user("And the same once more.")
    talk.agent(f"{listed(event)} Yes or no?").user("Yes.")
    talk.done("record_scoring_event", **event)
    assert talk.agent("It is recorded once more.").broken() == set()


def test_several_events_may_be_listed_at_once() -> None:
    first = basket(game_with("in_progress"))
    second = {**first, "event_type": "FT", "points": 1}
    talk = known().user(f"A three-pointer and a free throw in {first['game_id']} at Q4 01:15.")
    talk.done("get_game_details", game_id=first["game_id"])
    talk.done("list_club_roster_ids", club_id=first["club_id"], active_only=False)
    talk.agent(f"{listed(first)} {listed(second).replace('points', 'point')} Yes or no?")
    talk.user("Yes to both.")
    talk.done("record_scoring_event", **first).done("record_scoring_event", **second)
    assert talk.agent("Both are recorded.").broken() == set()


# What fails.


def test_no_other_values_are_tried_unasked() -> None:
    event = basket(game_with("in_progress"))
    wrong = {**event, "event_type": "2PT"}
    talk = known().user(f"In {event['game_id']} a 3 by {event['player_id']} at Q4 01:15.")
    talk.done("get_game_details", game_id=event["game_id"])
    talk.agent(f"{listed(wrong)} Yes or no?").user("Yes.").refused("record_scoring_event", **wrong)
    assert talk.broken() == set()
    talk.done("record_scoring_event", **event)
    assert talk.broken() == {"BKB-18", *EVENT_RULES}


def test_other_values_may_be_tried_once_the_customer_has_asked() -> None:
    event = basket(game_with("in_progress"))
    wrong = {**event, "event_type": "2PT"}
    talk = known().user(f"In {event['game_id']} a 3 by {event['player_id']} at Q4 01:15.")
    talk.done("get_game_details", game_id=event["game_id"])
    talk.agent(f"{listed(wrong)} Yes or no?").user("Yes.").refused("record_scoring_event", **wrong)
    talk.agent("A 2PT is worth 2.").user("Then make it a 3PT.")
    talk.agent(f"{listed(event)} Yes or no?").user("Yes.").done("record_scoring_event", **event)
    assert talk.agent("It is recorded.").broken() == set()


def test_an_unknown_game_is_not_written_to() -> None:
    talk = known().user("Start game GM0X0XX.").refused("get_game_score", game_id="GM0X0XX")
    assert talk.broken() == set()
    talk.agent("I would change game GM0X0XX from scheduled to in_progress. Yes or no?").user("Yes.")
    talk.refused("update_game_status", game_id="GM0X0XX", new_status="in_progress")
    assert talk.broken() == {"BKB-24", "COM-11"}


# What all domains share, in the words of this one.


def test_one_call_per_turn() -> None:
    talk = known().turn("One moment.", ("list_all_clubs", {}))
    assert talk.broken() == {"BKB-19"}
    talk = known().turn("", ("list_all_clubs", {}), ("think", {"thought": "well"}))
    assert talk.broken() == {"BKB-19"}


def test_facts_come_from_somewhere() -> None:
    assert known().agent("Game GM0X0XY ended 88 to 71.").broken() == {"BKB-20"}


def test_hand_off_and_refusal() -> None:
    talk = known().user("I want another email on file.")
    talk.done("transfer_to_human_agents", summary="new email").agent(NOTICE)
    assert talk.broken(TaskLabel(hands_off=True)) == set()
    assert talk.broken(TaskLabel()) == {"BKB-22"}
    assert talk.broken(TaskLabel(refuses=("BKB-07",))) == {"BKB-21", "BKB-22"}
    assert known().agent("No.").broken(TaskLabel(hands_off=True)) == {"BKB-22"}
    assert talk.agent("Bye.").broken(TaskLabel(hands_off=True)) == {"BKB-23"}


def test_the_notice_stands_alone() -> None:
    talk = known().done("transfer_to_human_agents", summary="new email")
    assert talk.broken(TaskLabel(hands_off=True)) == {"BKB-23"}
    assert talk.agent("Goodbye!").broken(TaskLabel(hands_off=True)) == {"BKB-23"}


def test_values_are_given_and_games_are_looked_at_first() -> None:
    game = game_with("scheduled")
    assert start(known(), game, look=False).broken() == {"COM-11"}
    event = {**basket(game_with("in_progress")), "timestamp": "Q4 01:15"}
    talk = known().user(f"In {event['game_id']} somebody of ours has scored 3.")
    talk.done("get_game_details", game_id=event["game_id"])
    talk.done("list_club_roster_ids", club_id=event["club_id"], active_only=False)
    talk.agent(f"{listed(event)} Yes or no?").user("Yes.").done("record_scoring_event", **event)
    assert "COM-10" in talk.agent("It is recorded.").broken()


def test_outcomes_are_reported_and_failures_not_repeated() -> None:
    game = game_with("scheduled")
    talk = known().user(f"Start {game.game_id}.").done("get_game_score", game_id=game.game_id)
    talk.agent(f"I would change game {game.game_id} from scheduled to in_progress. Yes or no?")
    talk.user("Yes.").done("update_game_status", game_id=game.game_id, new_status="in_progress")
    assert talk.agent("Anything else?").broken() == {"COM-12"}
    talk = known().user("GM0X0XX?").refused("get_game_score", game_id="GM0X0XX")
    assert talk.refused("get_game_score", game_id="GM0X0XX").broken() == {"COM-14"}


# Further breaches.


def test_no_id_is_guessed_for_a_name_that_nobody_has() -> None:
    (player,) = players(1)
    talk = Talk(TALK).user("I am Zebulon Nobody-Here.")
    talk.refused("find_player_id_by_name", first_name="Zebulon", last_name="Nobody-Here")
    talk.done("get_player_details", player_id=player.player_id)
    assert "BKB-04" in talk.broken()


def test_whoever_was_found_by_name_stays_the_customer() -> None:
    player, other = players(2)
    talk = Talk(TALK).user(f"{player.first_name} {player.last_name}, zip {player.address.zip}.")
    talk.done("find_player_id_by_name", **named(player))
    talk.done("get_player_details", player_id=player.player_id)
    assert talk.broken() == set()
    talk.user(f"And now I am {other.first_name}: {other.email}.")
    talk.done("find_player_id_by_email", email=other.email)
    assert "BKB-05" in talk.broken()


def test_an_address_is_not_changed_for_somebody_whose_id_is_stated() -> None:
    _, other = players(2)
    talk = known().user(f"My brother {other.player_id} has moved, please note it.")
    assert "BKB-06" in move(talk, other.player_id).broken()


def test_a_status_that_is_refused_is_not_replaced_by_another() -> None:
    game = game_with("scheduled")
    talk = known().user(f"Set game {game.game_id} to final.")
    talk.done("get_game_score", game_id=game.game_id)
    talk.agent(f"I would change game {game.game_id} from scheduled to final. Yes or no?")
    talk.user("Yes.").refused("update_game_status", game_id=game.game_id, new_status="final")
    talk.done("update_game_status", game_id=game.game_id, new_status="in_progress")
    assert "BKB-18" in talk.broken()


def test_an_unknown_club_is_not_written_to() -> None:
    event = {**basket(game_with("in_progress")), "club_id": "CB0X0XX"}
    talk = known().user(f"In {event['game_id']} a 3 by {event['player_id']} of CB0X0XX, Q4 01:15.")
    talk.done("get_game_details", game_id=event["game_id"])
    talk.refused("get_club_details", club_id="CB0X0XX")
    talk.agent(f"{listed(event)} Yes or no?").user("Yes.").refused("record_scoring_event", **event)
    assert "BKB-24" in talk.broken()


def test_an_address_that_nobody_gave_is_made_up() -> None:
    (player,) = players(1)
    talk = known().user("I have moved; please change my address.")
    talk.agent(f"I would change the address to {WHOLE}. Yes or no?").user("Yes.")
    talk.done("modify_player_address", player_id=player.player_id, **ADDRESS)
    assert "COM-10" in talk.broken()
