"""What the reference agent remembers and reads back, and phrases that domains share."""

import json
import re

import pytest

from tau_emo_client.agents.reference import phrases
from tau_emo_client.agents.reference.manner import manner_of
from tau_emo_client.agents.reference.seen import Seen
from tau_emo_client.agents.registry import agent_source
from tau_emo_client.emotion import parse_emotion
from tau_emo_client.hosts.memory import MemoryHost
from tau_emo_client.protocol import Protocol
from tau_emo_client.trial import Stage, play_trial
from tau_emo_client.users.registry import scripted_source
from tau_emo_servers.conversation import AgentStep, ToolCall
from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.task import Output

KEY = "rowan_lee_8557"


def call(name: str, result: object, is_error: bool = False) -> ToolCall:
    text = result if isinstance(result, str) else json.dumps(result)
    return ToolCall(id="1", name=name, arguments={}, result=text, is_error=is_error)


def test_two_tools_may_show_two_sides_of_one_thing() -> None:
    seen = Seen()
    seen.see(call("get_customer_details", {"customer_id": KEY, "services": ["tv_basic"]}))
    seen.see(call("get_billing_details", {"customer_id": KEY, "current_balance": 52.44}))
    assert seen.find(KEY) == {
        "customer_id": KEY,
        "services": ["tv_basic"],
        "current_balance": 52.44,
    }


def test_what_is_shown_again_is_as_it_is_now() -> None:
    seen = Seen()
    for services in (["tv_basic"], ["tv_premium"]):
        seen.see(call("get_customer_details", {"customer_id": KEY, "services": services}))
    assert seen.find(KEY)["services"] == ["tv_premium"]


def test_an_id_that_was_found_is_read_back_where_the_domain_wants_it() -> None:
    telecom = manner_of("telecom")
    assert KEY in telecom.read_back(call("find_customer_by_email", KEY))
    assert telecom.read_back(call("find_customer_by_email", "Error: nobody", True)) == ""
    assert telecom.read_back(call("get_customer_details", {"customer_id": KEY})) == ""
    assert manner_of("retail").read_back(call("find_user_id_by_email", KEY)) == ""


@pytest.mark.parametrize(
    ("domain", "told"), [("retail", "$1,234.50"), ("bank", "1,234.50"), ("travel", "1,234.50")]
)
def test_an_amount_is_told_in_dollars_only_where_all_money_is(domain: str, told: str) -> None:
    output = Output(name="refund", value="1234.5", kind="amount", source=("get_order_details",))
    assert manner_of(domain).fact(output) == f"The refund is {told}."


def test_words_and_sentences_of_the_customer() -> None:
    seen = Seen()
    seen.hear("Please charge my Visa. The sofa is late, and I have a gift card.")
    assert seen.said("sof")
    assert not seen.said("ofa")
    assert seen.named({"visa"}, re.compile("charge"))
    assert not seen.named({"gift card"}, re.compile("charge"))


def test_shared_phrases() -> None:
    assert phrases.joined(["a"]) == "a"
    assert phrases.joined(["a", "b", "c"]) == "a, b and c"
    assert phrases.dollars(1234.5) == "$1,234.50"
    assert phrases.card("mastercard", "0042") == "your Mastercard ending in 0042"
    assert phrases.short_date("24-09-04") == "4 September 2024"


def test_an_id_that_recurs_takes_the_next_row() -> None:
    rows = [{"item": "1", "at": 5}, {"item": "2", "at": 6}, {"item": "1", "at": 7}]
    assert [row["at"] for row in phrases.rows_of(rows, "item", ["1", "2", "1"])] == [5, 6, 7]


async def test_nobody_is_asked_for_a_thought_or_a_sum_of_the_agents_own() -> None:
    telehealth = {task.id: task for task in load_tasks("telehealth")}
    task = telehealth["telehealth-110"]
    own = [action.tool for action in task.gold if action.tool in ("think", "calculate")]
    assert own == ["think"]
    protocol = Protocol()
    async with MemoryHost() as host:
        stage = Stage(
            host=host,
            agent=agent_source("reference"),
            user=scripted_source(protocol),
            limits=protocol.limits,
            emotion=parse_emotion("task"),
            seed=0,
        )
        record = await play_trial(stage, task, 0)
    said = [event.text for event in record.conversation.events if isinstance(event, AgentStep)]
    assert record.reward == 1
    assert not any("thought" in text for text in said)
