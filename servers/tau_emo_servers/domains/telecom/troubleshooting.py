"""What a customer can try when a device gives trouble, by issue and category of device."""

from tau_emo_db.domains.telecom.tables import DeviceCategory

ISSUES = ("no_service", "slow_speeds", "battery_drain")

_PHONE = {
    "no_service": ["Restart the device", "Check the coverage", "Reset the network settings"],
    "slow_speeds": [
        "Restart the device",
        "Compare the data used with the plan",
        "Reset the network settings",
    ],
    "battery_drain": [
        "Restart the device",
        "Lower the screen brightness",
        "Close the apps in the background",
    ],
}
_NETWORK = {
    "no_service": [
        "Unplug the router for 30 seconds",
        "Check the cables",
        "Update the firmware",
    ],
    "slow_speeds": ["Unplug the router for 30 seconds", "Check the cables", "Run a speed test"],
}
_TV = {"no_service": ["Check the input source", "Check the cables", "Restart the cable box"]}
_STEPS: dict[DeviceCategory, dict[str, list[str]]] = {
    "mobile_phone": _PHONE,
    "phone": _PHONE,
    "networking": _NETWORK,
    "tv": _TV,
    "security": {},
}
LAST_STEP = "Contact support"


def steps(category: DeviceCategory, issue: str) -> list[str] | None:
    """The steps in order, or None if nothing is known for this issue of such a device."""
    known = _STEPS[category].get(issue)
    return None if known is None else [*known, LAST_STEP]
