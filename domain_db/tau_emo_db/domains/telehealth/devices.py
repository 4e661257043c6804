"""The devices that patients have at home, and what they sent."""

from collections.abc import Sequence

from tau_emo_db import kit
from tau_emo_db.domains.telehealth.chart import PatientFile
from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.tables import DeviceStatus, TelemetryDevice, TelemetryUpload
from tau_emo_db.draw import Draw

KINDS: dict[str, tuple[str, int, int]] = {
    "Cardiac Event Monitor": ("CARDIA", 18, 24),
    "Continuous Glucose Monitor": ("GLUCO", 20, 24),
    "Wearable EEG": ("NEURO", 6, 12),
    "Philips Trilogy Ventilator": ("TRILOGY", 5, 11),
}
"""The beginning of the id, and the least and most hours of use on a usual day."""

STATUSES: dict[DeviceStatus, int] = {
    "deployed": 62,
    "available": 26,
    "shipped": 14,
    "inspection": 10,
    "maintenance": 10,
    "missing_overdue": 8,
}
"""130 devices at scale 1."""
WITH_UPLOADS = 26
LONG_SERIES = 7
"""So many of the devices with uploads have eight of them, the others seven: 189."""

_ALERTS = ("low battery", "lead off", "signal weak", "sensor due for change")
_NOTES: dict[DeviceStatus, tuple[str, ...]] = {
    "deployed": ("In use at home", "Patient trained by video"),
    "available": ("Cleaned and charged", "In stock"),
    "shipped": ("On its way to the patient", "Parcel handed over"),
    "inspection": ("Yearly inspection", "Back from a patient"),
    "maintenance": ("New battery ordered", "Strap replaced"),
    "missing_overdue": ("Return overdue, patient reminded twice", "Not seen since the last audit"),
}


class Devices:
    """All devices and uploads.

    Args:
        draw: where they come from.
        holders: the patients who may have one, most wanted first.
        scale: so many times 130 devices.
    """

    def __init__(self, draw: Draw, holders: Sequence[PatientFile], scale: int) -> None:
        self.devices: list[TelemetryDevice] = []
        self.uploads: list[TelemetryUpload] = []
        self._ids = kit.Unique()
        waiting = list(holders)
        for status, count in STATUSES.items():
            for number in range(count * scale):
                each = draw.fork(f"{status}/{number}")
                held = status in ("deployed", "shipped", "missing_overdue")
                holder = waiting.pop(0) if held else None
                if status == "deployed" and number % 12 == 5:
                    # Now and then somebody has two devices.
                    waiting.insert(0, holder or waiting[0])
                self._add(each, status, holder)
        deployed = [device for device in self.devices if device.status == "deployed"]
        for number, device in enumerate(deployed[: WITH_UPLOADS * scale]):
            self._send(draw.fork(device.device_id), device, number)

    def _add(self, draw: Draw, status: DeviceStatus, holder: PatientFile | None) -> None:
        mine = {
            one.device_type
            for one in self.devices
            if holder and one.assigned_to == holder.patient.patient_id
        }
        kind = draw.pick([name for name in KINDS if name not in mine])
        prefix = KINDS[kind][0]
        self.devices.append(
            TelemetryDevice(
                device_id=self._ids.fresh(lambda: f"{prefix}_{draw.digits(3)}"),
                device_type=kind,
                status=status,
                last_audit=kit.random_day(draw, "2025-06-02", kit.add_days(TODAY, -1)),
                assigned_to=holder.patient.patient_id if holder else None,
                notes=draw.pick(_NOTES[status]),
            )
        )

    def _send(self, draw: Draw, device: TelemetryDevice, number: int) -> None:
        """Seven or eight uploads; in every second series one day in between has none at all."""
        count = 8 if number % WITH_UPLOADS < LONG_SERIES else 7
        gap = number % 2 == 0
        last = kit.add_days(TODAY, -draw.integer(1, 3))
        days = kit.day_range(kit.add_days(last, -(count - 1 + gap)), last)
        if gap:
            days.pop(draw.integer(1, len(days) - 2))
        failed = draw.pick(days[1:]) if number % 3 == 0 else None
        _, least, most = KINDS[device.device_type]
        for day in days:
            missing = day == failed
            minutes = draw.integer(5, 55)
            hours = draw.integer(10 * least, 10 * most - 1) / 10
            self.uploads.append(
                TelemetryUpload(
                    device_id=device.device_id,
                    date=day,
                    usage_hours=0.0 if missing else hours,
                    synced_at=None if missing else f"{day}T23:{minutes:02d}:00Z",
                    event="upload_missing" if missing else "normal",
                    alerts=[draw.pick(_ALERTS)] if draw.chance(0.15) else [],
                )
            )
