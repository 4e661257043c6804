"""The hand-written basketball tasks: what they span, and outcomes worked out by hand."""

import pytest
from hand_written import after, outcomes

from tau_emo_db import compare, domain_data
from tau_emo_servers.domain import served_domain
from tau_emo_tasks.gold import replay_gold
from tau_emo_tasks.gold_conversation import gold_conversation
from tau_emo_tasks.load import hand_written
from tau_emo_tasks.task import Action, Task

TASKS = hand_written("basketball")
TOOLS = served_domain("basketball").tools
WRITES = {name for name, tool in TOOLS.items() if tool.kind == "write"}


def named(name: str) -> Task:
    return next(task for task in TASKS if task.id == name)


def games(task: Task) -> list[tuple[object, ...]]:
    """The games that the gold actions touch, as they are afterwards."""
    return after(task, "game", "game_id", "status", "home_score", "away_score")


def test_they_span_most_intents_and_call_for_every_write() -> None:
    assert {intent for task in TASKS for intent in task.provenance.intents} == {
        *(2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 17, 18, 20)
    }
    called = {action.tool for task in TASKS for action in task.gold}
    assert called >= WRITES
    assert called >= {
        "find_player_id_by_email",
        "find_player_id_by_name",
        "list_all_clubs",
        "list_clubs_by_league",
        "get_club_schedule",
        "get_club_record",
        "get_player_details",
        "get_player_total_points",
        "get_game_details",
        "get_game_score",
        "get_game_timeline",
    }


def test_refusals_and_the_hand_off_stand_beside_something_that_is_done() -> None:
    refusing = [task for task in TASKS if "refused" in outcomes(task)]
    assert {task.refuses for task in refusing} == {("BKB-07",), ("BKB-14",), ("BKB-16",)}
    assert [task.id for task in TASKS if task.hands_off] == ["basketball-7"]
    for task in TASKS:
        assert "done" in outcomes(task), task.id
        assert any(action.tool in WRITES for action in task.gold), task.id


def test_most_combine_wishes_and_several_need_arithmetic() -> None:
    assert all(len(task.user_script.goals) > 1 for task in TASKS)
    counting = [task for task in TASKS if any(a.tool == "calculate" for a in task.gold)]
    assert len(counting) == 4


def test_three_customers_are_known_by_name_and_zip() -> None:
    by_name = [task for task in TASKS if task.gold[0].tool == "find_player_id_by_name"]
    assert [task.id for task in by_name] == ["basketball-2", "basketball-4", "basketball-7"]
    zips = [slot.value for task in by_name for slot in task.user_script.knows if slot.name == "zip"]
    assert zips == ["02138", "L8P 7R6", "06139"]
    assert all(task.gold[1].tool == "get_player_details" for task in by_name)


def test_tonights_game_starts_and_an_average_is_told() -> None:
    # 19 points in 7 games: 2.714.
    task = named("basketball-1")
    assert games(task) == [("GM5V9WZ", "in_progress", 0, 0)]
    assert [output.value for output in task.outputs] == ["2.71"]


def test_one_game_is_postponed_and_another_starts_in_its_place() -> None:
    task = named("basketball-2")
    assert sorted(games(task)) == [
        ("GM1Q7QW", "in_progress", 0, 0),
        ("GM7R8VH", "postponed", 0, 0),
    ]
    steps = [a.arguments["new_status"] for a in task.gold if a.tool == "update_game_status"]
    assert steps == ["postponed", "scheduled", "in_progress"]


def test_two_scores_of_the_right_diaz_before_the_game_closes() -> None:
    # The Lumberjacks, away, had 22: 22 + 2 + 1. The Sparrows keep their 18.
    task = named("basketball-3")
    assert games(task) == [("GM4D4KJ", "final", 18, 25)]
    assert after(task, "scoring_event", "event_type", "points", "player_id", "timestamp") == [
        ("2PT", 2, "PL8V7PL", "Q4 00:41"),
        ("FT", 1, "PL8V7PL", "Q4 00:41"),
    ]
    assert [output.value for output in task.outputs] == ["25"]


def test_a_new_street_and_the_terms_of_a_contract() -> None:
    task = named("basketball-4")
    [(address,)] = after(task, "player", "address")
    assert address == (
        '{"street":"17 Larch Crescent","city":"Hamilton","country":"Canada","state":"ON",'
        '"zip":"L8P 7R6"}'
    )
    assert [output.value for output in task.outputs] == ["2025-06-30", "696000"]


def test_a_shot_counts_two_and_a_bet_is_settled() -> None:
    # 8 + 2 for the Kestrels, away; Halvorsen has 18 points this season, Rahimi 13.
    task = named("basketball-5")
    assert games(task) == [("GM4F5QG", "in_progress", 9, 10)]
    assert after(task, "scoring_event", "event_type", "points", "club_id", "player_id") == [
        ("2PT", 2, "CB6H5JB", "PL3D6QJ")
    ]
    assert [output.value for output in task.outputs] == ["5"]


def test_a_final_game_stays_and_another_is_postponed() -> None:
    task = named("basketball-6")
    assert games(task) == [("GM2M8KD", "postponed", 0, 0)]
    assert [output.value for output in task.outputs] == ["Mina Lehtonen"]


def test_a_free_throw_is_recorded_before_the_hand_off() -> None:
    # 12 + 1 for the Kestrels, at home.
    task = named("basketball-7")
    assert games(task) == [("GM4G1LZ", "in_progress", 13, 17)]
    assert task.gold[-1].tool == "transfer_to_human_agents"


def test_a_level_game_becomes_final_and_the_best_of_three_is_told() -> None:
    # 3 of 4 are 75 percent, 2 of 5 are 40, 2 of 3 are 66.67.
    task = named("basketball-8")
    assert games(task) == [("GM8H5GR", "final", 13, 13)]
    assert [output.value for output in task.outputs] == ["75"]


# How writes are compared.


def differences(task: Task, gold: list[Action]) -> list[str]:
    """How the state after other actions differs from the gold state."""
    replay = replay_gold(task.model_copy(update={"gold": tuple(gold)}))
    assert not any(step.call.is_error for step in replay.steps)
    found = compare(domain_data("basketball"), task.gold_changes, replay.changes)
    return [f"{one.kind} {one.table}" for one in found]


def with_value(action: Action, **values: object) -> Action:
    return action.model_copy(update={"arguments": {**action.arguments, **values}})


def test_the_order_of_two_events_does_not_count() -> None:
    task = named("basketball-3")
    first, second = (n for n, a in enumerate(task.gold) if a.tool == "record_scoring_event")
    gold = [*task.gold]
    gold[first], gold[second] = gold[second], gold[first]
    assert differences(task, gold) == []


def test_the_clock_is_compared_without_case_and_blanks() -> None:
    task = named("basketball-5")
    spelled = [
        with_value(a, timestamp=" q4  04:58") if a.tool == "record_scoring_event" else a
        for a in task.gold
    ]
    assert differences(task, spelled) == []


@pytest.mark.parametrize(
    "values",
    [
        {"timestamp": "Q4 04:57"},
        {"player_id": "PL3J6DV"},  # a teammate
        {"event_type": "3PT", "points": 3},
        {"club_id": "CB2M5ZW", "player_id": "PL2D1FH"},  # the other club
    ],
)
def test_every_other_value_of_an_event_counts(values: dict[str, object]) -> None:
    task = named("basketball-5")
    other = [with_value(a, **values) if a.tool == "record_scoring_event" else a for a in task.gold]
    assert any("scoring_event" in one for one in differences(task, other))


def test_an_event_too_many_counts() -> None:
    task = named("basketball-5")
    event = next(a for a in task.gold if a.tool == "record_scoring_event")
    assert differences(task, [*task.gold, event]) == ["changed game", "unexpected scoring_event"]


def test_an_address_is_compared_without_case_and_blanks() -> None:
    task = named("basketball-4")
    spelled = [
        with_value(a, street="17  larch crescent ", city="HAMILTON")
        if a.tool == "modify_player_address"
        else a
        for a in task.gold
    ]
    assert differences(task, spelled) == []
    other = [
        with_value(a, zip="L8P 7R9") if a.tool == "modify_player_address" else a for a in task.gold
    ]
    assert differences(task, other) == ["changed player"]


def test_the_shortest_conversation_lists_a_status_with_what_it_was() -> None:
    task = named("basketball-2")
    said = [
        line
        for event in gold_conversation(task, replay_gold(task)).events
        for line in event.text.splitlines()
        if line.startswith("- status:")
    ]
    assert said == [
        "- status: scheduled becomes postponed",
        "- status: postponed becomes scheduled",
        "- status: scheduled becomes in_progress",
    ]
