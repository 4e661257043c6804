"""One episode: transactions, records, closing, and defects that stay inside."""

import logging
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tau_emo_db import EpisodeState
from tau_emo_servers.arguments import TOO_LONG
from tau_emo_servers.domain import ServedDomain, served_domain, served_domain_names
from tau_emo_servers.episode import Episode


def test_a_write_is_kept_and_recorded(episode: Episode) -> None:
    call = episode.call("set_count", {"item_id": "i3", "count": "99"}, "c1")
    assert call.id == "c1"
    assert call.arguments == {"item_id": "i3", "count": "99"}
    assert call.result == '{"item_id":"i3","count":99,"unit":"piece","note":null}'
    assert not call.is_error
    assert episode.call("get_item", '{"item_id": "i3"}').result == '{"item_id":"i3","count":99}'
    assert [one.id for one in episode.calls] == ["c1", "call_2"]
    assert episode.changes()["item"].after == [{"item_id": "i3", "count": 99}]


def test_a_rejected_write_changes_nothing(episode: Episode) -> None:
    call = episode.call("reject_late", {"item_id": "i3"})
    assert (call.is_error, call.result) == (True, "Error: it was too late; do not try again.")
    assert episode.changes().is_empty
    assert episode.internal_errors == []


def test_a_defect_is_undone_logged_and_counted_but_not_shown(
    episode: Episode, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        call = episode.call("broken", {"item_id": "i3"})
    assert call.is_error
    assert call.result == "Error: internal error; nothing was changed. Try another way."
    assert episode.changes().is_empty
    assert [type(error) for error in episode.internal_errors] == [ZeroDivisionError]
    assert "/secret/path" in caplog.text
    assert episode.call("get_item", {"item_id": "i3"}).is_error is False


def test_an_empty_result_is_a_defect(episode: Episode) -> None:
    assert episode.call("nothing", {}).is_error
    assert len(episode.internal_errors) == 1


@pytest.mark.parametrize("name", ["no_such_tool", "", "get_item ", "\ud800", "x" * 200])
def test_unknown_tools_are_recorded_errors(episode: Episode, name: str) -> None:
    call = episode.call(name, {})
    assert call.is_error
    assert call.result.startswith("Error: there is no tool ")
    assert len(call.result) < 200
    call.model_dump_json()
    assert episode.calls == [call]


def test_broken_arguments_are_recorded_as_sent(episode: Episode) -> None:
    call = episode.call("get_item", '{"item_id": ')
    assert call.arguments == '{"item_id": '
    assert call.is_error


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("get_item", {"item_id": "x" * 3_000_000}),
        ("get_item", "[" + "x" * 3_000_000),
        ("get_item", {"item_id": "i3", **dict.fromkeys(map(str, range(50_000)), 1)}),
        ("get_item" * 100_000, {"item_id": "i3"}),
    ],
)
def test_a_call_that_is_too_long_is_refused_and_cut(
    episode: Episode, name: str, arguments: Any
) -> None:
    call = episode.call(name, arguments)
    assert (call.is_error, call.result) == (True, TOO_LONG)
    assert len(episode.calls[0].model_dump_json()) < 60_000
    again = episode.call(call.name, call.arguments)
    assert again.is_error


def test_errors_do_not_repeat_all_that_was_sent(episode: Episode) -> None:
    call = episode.call("get_item", {"item_id": "x" * 40_000})
    assert call.is_error
    assert len(call.result) < 1_100


def test_a_flood_of_calls_is_refused_and_not_kept(store: ServedDomain) -> None:
    episode = Episode(store, EpisodeState.open(store.data), most_calls=3)
    calls = [episode.call("set_count", {"item_id": "i3", "count": n}) for n in (1, 2, 3, 4, 5)]
    assert [call.is_error for call in calls] == [False] * 3 + [True] * 2
    assert calls[3].result.startswith("Error: this episode has taken 3 calls")
    assert episode.calls == calls[:3]
    assert episode.refused == 2
    assert episode.changes()["item"].after == [{"item_id": "i3", "count": 3}]


def test_a_hand_off_closes_the_episode_and_only_if_it_succeeds(episode: Episode) -> None:
    assert episode.call("transfer_to_human_agents", {}).is_error
    assert not episode.handed_off
    assert episode.call("transfer_to_human_agents", {"summary": "x"}).is_error is False
    assert episode.handed_off
    for name in ("set_count", "get_item", "think", "transfer_to_human_agents", "unknown"):
        late = episode.call(name, {"item_id": "i1", "count": 1})
        assert late.is_error
        assert "passed on" in late.result
    assert len(episode.calls) == 7
    assert episode.changes().is_empty


def test_a_closed_episode_answers_with_an_error(store: ServedDomain) -> None:
    episode = Episode(store, EpisodeState.open(store.data))
    episode.close()
    episode.close()
    assert "has ended" in episode.call("get_item", {"item_id": "i1"}).result
    assert episode.internal_errors == []


def test_episodes_in_reused_connections_see_nothing_of_each_other(store: ServedDomain) -> None:
    for count in range(20, 60):
        episode = Episode(store, EpisodeState.open(store.data))
        assert episode.changes().is_empty
        episode.call("set_count", {"item_id": "i1", "count": count})
        episode.call("get_item", {"item_id": "i1"})
        assert episode.changes()["item"].after == [{"item_id": "i1", "count": count}]
        episode.close()


@settings(deadline=None)
@given(
    name=st.sampled_from(["get_item", "set_count", "ship", "calculate", "list_items", "nope"]),
    arguments=st.dictionaries(
        st.sampled_from(["item_id", "count", "unit", "note", "parts", "tags", "expression"]),
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("i1"),
    )
    | st.text(),
)
def test_no_input_reaches_a_defect(store: ServedDomain, name: str, arguments: Any) -> None:
    episode = Episode(store, EpisodeState.open(store.data))
    call = episode.call(name, arguments)
    assert episode.internal_errors == []
    assert call.result
    assert call.is_error == call.result.startswith("Error:")
    assert type(call).model_validate_json(call.model_dump_json()) == call
    if call.is_error:
        assert episode.changes().is_empty
    again = Episode(store, EpisodeState.open(store.data))
    assert again.call(name, call.arguments).result == call.result
    episode.close()
    again.close()


def test_domains_are_found_by_folder() -> None:
    assert "airline" in served_domain_names()
    domain = served_domain("airline")
    assert domain.name == domain.data.name == "airline"
    assert domain.policy.strip()
    with pytest.raises(KeyError, match="the domains are"):
        served_domain("nowhere")


def test_two_tools_of_one_name_are_refused(store: ServedDomain) -> None:
    function = store.tools["get_item"].function
    with pytest.raises(ValueError, match="two tools named get_item"):
        ServedDomain("x", (function, function))
