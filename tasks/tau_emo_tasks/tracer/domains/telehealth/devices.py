"""What devices have sent, and what regimens cost."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import partial

from tau_emo_db import Draw
from tau_emo_db.domains.telehealth.tables import (
    Component,
    RegimenOption,
    TelemetryDevice,
    TelemetryUpload,
)
from tau_emo_servers.money import two_decimals as money
from tau_emo_tasks.task import Output
from tau_emo_tasks.tracer.domains.telehealth.base import Centre, life, short_day
from tau_emo_tasks.tracer.domains.telehealth.intents import RECIPES
from tau_emo_tasks.tracer.domains.telehealth.medicines import heard
from tau_emo_tasks.tracer.recipe import Offer
from tau_emo_tasks.tracer.trace import TraceGoal
from tau_emo_tasks.tracer.walk import Walk

DEVICE_WORDS = {
    "Wearable EEG": "EEG headset",
    "Cardiac Event Monitor": "heart monitor",
    "Philips Trilogy Ventilator": "ventilator",
    "Continuous Glucose Monitor": "glucose monitor",
}


# Devices.


def own_device(base: Centre, user: str) -> TelemetryDevice | None:
    """The device of a patient who has one that sends something; of two nobody can say which."""
    devices = base.devices[user]
    return devices[0] if len(devices) == 1 and base.uploads[devices[0].device_id] else None


@RECIPES.intent(9, "told")
def ask_for_the_uploads(base: Centre, user: str) -> Iterator[Offer]:
    """The hours of some days together, and the day whose data did not arrive."""
    device = own_device(base, user)
    if not device:
        return
    rows = sorted(base.uploads[device.device_id], key=lambda one: one.date)
    for first in range(len(rows)):
        for last in range(first + 3, len(rows)):
            some = rows[first : last + 1]
            missing = [one for one in some if one.event == "upload_missing"]
            total = sum(round(10 * one.usage_hours) for one in some)
            named = missing and missing[0] in (some[0], some[-1])
            if _without_gap(some) and len(missing) <= 1 and not named and total % 10:
                touched = frozenset({device.device_id})
                yield Offer(partial(_uploads, device, some, missing, total), touched)


def _without_gap(rows: Sequence[TelemetryUpload]) -> bool:
    first, last = (date.fromisoformat(rows[place].date) for place in (0, -1))
    return last - first == timedelta(days=len(rows) - 1)


def _device_facts(device: TelemetryDevice, draw: Draw) -> dict[str, str]:
    return {**life(draw), "device": DEVICE_WORDS[device.device_type]}


def _uploads(
    device: TelemetryDevice,
    rows: Sequence[TelemetryUpload],
    missing: Sequence[TelemetryUpload],
    total: int,
    walk: Walk,
    draw: Draw,
) -> TraceGoal:
    walk.call("list_telemetry_devices")
    walk.call(
        "list_telemetry_uploads",
        device_id=device.device_id,
        start_date=rows[0].date,
        end_date=rows[-1].date,
    )
    hours = [f"{one.usage_hours:.1f}" for one in rows if one.event == "normal"]
    walk.call("calculate", expression=" + ".join(hours))
    source = ("list_telemetry_uploads",)
    outputs = [
        Output(
            name="total use in hours", value=f"{total / 10:.1f}", kind="number",
            source=source, computed=True,
        )
    ]  # fmt: skip
    if missing:
        outputs.insert(
            0, Output(name="day without data", value=missing[0].date, kind="date", source=source)
        )
    return TraceGoal(
        intent=9,
        act="uploads" if missing else "hours of use",
        outcome="told",
        facts={
            **_device_facts(device, draw),
            "first": short_day(rows[0].date),
            "last": short_day(rows[-1].date),
        },
        hears=heard(outputs),
        outputs=tuple(outputs),
    )


@RECIPES.intent(10, "told")
def ask_for_a_day(base: Centre, user: str) -> Iterator[Offer]:
    """What the device recorded on one day, or how much more on one day than on another."""
    device = own_device(base, user)
    if not device:
        return
    touched = frozenset({device.device_id})
    rows = [one for one in base.uploads[device.device_id] if one.event == "normal"]
    shown = {f"{one.usage_hours:.1f}" for one in rows}
    for one in rows:
        if round(10 * one.usage_hours) % 10:
            yield Offer(partial(_one_day, device, one), touched)
        for other in rows:
            gap = round(10 * (one.usage_hours - other.usage_hours))
            if gap > 0 and gap % 10 and f"{gap / 10:.1f}" not in shown:
                yield Offer(partial(_two_days, device, one, other), touched)


def _one_day(device: TelemetryDevice, one: TelemetryUpload, walk: Walk, draw: Draw) -> TraceGoal:
    walk.call("list_telemetry_devices")
    walk.call("get_telemetry_upload", device_id=device.device_id, date=one.date)
    output = Output(
        name="hours of use", value=f"{one.usage_hours:.1f}", kind="number",
        source=("get_telemetry_upload", "list_telemetry_uploads"),
    )  # fmt: skip
    return TraceGoal(
        intent=10,
        act="one day",
        outcome="told",
        facts={**_device_facts(device, draw), "day_shown": short_day(one.date)},
        hears=heard([output]),
        outputs=(output,),
    )


def _two_days(
    device: TelemetryDevice, one: TelemetryUpload, other: TelemetryUpload, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call("list_telemetry_devices")
    for upload in (one, other):
        walk.call("get_telemetry_upload", device_id=device.device_id, date=upload.date)
    walk.call("calculate", expression=f"{one.usage_hours:.1f} - {other.usage_hours:.1f}")
    gap = round(10 * (one.usage_hours - other.usage_hours))
    output = Output(
        name="difference in hours", value=f"{gap / 10:.1f}", kind="number",
        source=("list_telemetry_devices",), computed=True,
    )  # fmt: skip
    return TraceGoal(
        intent=10,
        act="two days",
        outcome="told",
        facts={
            **_device_facts(device, draw),
            "day_more": short_day(one.date),
            "day_less": short_day(other.date),
        },
        hears=heard([output]),
        outputs=(output,),
    )


# Regimens.


def _parts(components: Sequence[Component]) -> str:
    return " + ".join(f"{one.monthly_units} * {money(one.unit_cost_usd)}" for one in components)


def _cost(components: Sequence[Component]) -> int:
    return sum(one.monthly_units * one.unit_cost_usd for one in components)


@RECIPES.intent(11, "told")
def compare_regimens(base: Centre, user: str) -> Iterator[Offer]:
    """What a month of the regimen costs, or how much less or more an option would."""
    plan = base.plans.get(user)
    if not plan:
        return
    touched = frozenset({"regimen"})
    now = plan.current_regimen.components
    if _cost(now) % 100:
        yield Offer(partial(_regimen, user, now, None), touched)
    for option in plan.optimized_regimens:
        gap = _cost(now) - _cost(option.components)
        if gap > 0 and gap % 100:
            yield Offer(partial(_regimen, user, now, option), touched)


def _regimen(
    user: str, now: Sequence[Component], option: RegimenOption | None, walk: Walk, draw: Draw
) -> TraceGoal:
    walk.call("get_regimen_options", patient_id=user)
    name, act, cents = "monthly cost", "regimen, cost", _cost(now)
    expression = _parts(now)
    if option:
        name, cents = "monthly saving", cents - _cost(option.components)
        act = "regimen, brands" if option.name == "Other brands" else "regimen, once a day"
        expression = f"{expression} - ({_parts(option.components)})"
    walk.call("calculate", expression=expression)
    output = Output(
        name=name, value=money(cents), kind="amount",
        source=("get_regimen_options",), computed=True,
    )  # fmt: skip
    return TraceGoal(
        intent=11,
        act=act,
        outcome="told",
        facts=life(draw),
        hears=heard([output]),
        outputs=(output,),
    )
