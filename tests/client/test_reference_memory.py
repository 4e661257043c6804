"""What the reference agent remembers of tool results, and what it reads back."""

import json

from tau_emo_client.agents.reference.manner import manner_of
from tau_emo_client.agents.reference.seen import Seen
from tau_emo_servers.conversation import ToolCall

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
