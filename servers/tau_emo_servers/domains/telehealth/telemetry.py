"""The tools that show devices and what they sent."""

from pydantic import JsonValue
from sqlmodel import Session

from tau_emo_db.domains.telehealth.tables import TelemetryDevice, TelemetryUpload
from tau_emo_servers.domains.telehealth.views import device_view, upload_view
from tau_emo_servers.queries import rows_of
from tau_emo_servers.toolkit import View, read


@read(title="List the devices")
def list_telemetry_devices(
    db: Session, status_filter: str | None = None, limit: int = 0
) -> list[JsonValue] | str:
    """List the devices of all patients by id: type, status, who has it, last audit and notes.

    Args:
        status_filter: available, inspection, deployed, shipped, missing_overdue or
            maintenance; leave it out for all.
        limit: the most devices to list; 0 for all.
    """
    wanted = (status_filter or "").strip().casefold()
    found = [one for one in rows_of(db, TelemetryDevice) if not wanted or one.status == wanted]
    found.sort(key=lambda one: one.device_id)
    shown = found[:limit] if limit > 0 else found
    return [device_view(one) for one in shown] or f"There is no {wanted} device."


@read(title="List the uploads of a device")
def list_telemetry_uploads(
    db: Session,
    device_id: str,
    start_date: str | None = None,
    end_date: str | None = None,
    limit: int = 0,
) -> list[JsonValue] | str:
    """List what a device sent day by day, the oldest first. A day with the event
    upload_missing was recorded but did not arrive; a day that is not listed was not recorded.

    Args:
        device_id: device id, such as CARDIA_461.
        start_date: first day in the format YYYY-MM-DD; leave it out for no beginning.
        end_date: last day in the format YYYY-MM-DD; leave it out for no end.
        limit: the most days to list, counted from the oldest; 0 for all.
    """
    found = [
        one
        for one in rows_of(db, TelemetryUpload, device_id=device_id)
        if (not start_date or one.date >= start_date) and (not end_date or one.date <= end_date)
    ]
    found.sort(key=lambda one: one.date)
    shown = found[:limit] if limit > 0 else found
    return [upload_view(one) for one in shown] or f"There is no upload of {device_id} then."


@read(title="Show one day's upload of a device")
def get_telemetry_upload(db: Session, device_id: str, date: str) -> View | str:
    """Show what a device sent on one day.

    Args:
        device_id: device id, such as CARDIA_461.
        date: the day in the format YYYY-MM-DD.
    """
    upload = db.get(TelemetryUpload, (device_id, date))
    return upload_view(upload) if upload else f"There is no upload of {device_id} on {date}."
