"""The review sheet shows what its readers must judge."""

from tau_emo_tasks.load import load_tasks
from tau_emo_tasks.tracer.review import review_sheet


def test_each_gold_call_stands_with_the_sources_of_its_arguments() -> None:
    task = load_tasks("telecom")[0]
    sheet = review_sheet([task])
    call = sheet.index("record_payment(")
    assert sheet[call:].split("\n")[1:5] == [
        "customer_id from: get_billing_details@2",
        "amount from: get_billing_details@2",
        "method from: customer",
        "date from: customer",
    ]
    assert sheet.index("email from: customer") < call
