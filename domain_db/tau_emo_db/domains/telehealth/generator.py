"""The centre's base data: staff, catalogue, patients at the edge of a rule, and ordinary ones."""

from collections.abc import Iterator

from tau_emo_db import kit
from tau_emo_db.domains.telehealth.chart import NOTES, PatientFile, Visit
from tau_emo_db.domains.telehealth.clinic import Clinic, may_prescribe
from tau_emo_db.domains.telehealth.devices import Devices
from tau_emo_db.domains.telehealth.pharmacy import Pharmacy
from tau_emo_db.domains.telehealth.regimens import PLANS, can_have_plan, regimen_plan
from tau_emo_db.domains.telehealth.situations import SITUATIONS
from tau_emo_db.domains.telehealth.staff import Staff
from tau_emo_db.domains.telehealth.tables import AppointmentStatus, RecordNote
from tau_emo_db.draw import Draw
from tau_emo_db.table import Table

ADULTS, CHILDREN = 129, 110
VISITS: dict[AppointmentStatus, int] = {
    "scheduled": 112,
    "pending_approval": 12,
    "completed": 70,
    "cancelled": 20,
}
"""How many visits of each status there are at scale 1."""
RECORDS, PRESCRIPTIONS = 149, 140
"""A record belongs to a completed visit, or was made in preparation of one ahead."""
NOTED = 0.12
"""The share of records with notes that were added later."""
MOST_VISITS = 4
"""The most visits of an ordinary patient."""
LINK = "https://telehealth.healthcenter.com/room/"


def generate(draw: Draw, scale: int) -> Iterator[Table]:
    """The rows of the base, parents before children, in the order of insertion.

    Args:
        draw: the source of all chance.
        scale: so many times 239 patients and 214 visits. Staff and catalogue are the same at
            every scale.
    """
    staff, pharmacy = Staff(draw.fork("staff")), Pharmacy(draw.fork("pharmacy"))
    clinic = Clinic(staff, pharmacy, scale)
    kit.play(SITUATIONS, clinic, draw, scale)
    _add_ordinary_patients(clinic, draw.fork("patients"), scale)
    _add_ordinary_visits(clinic, draw.fork("visits"), scale)
    _add_ordinary_records(clinic, draw.fork("records"), scale)
    _add_ordinary_prescriptions(clinic, draw.fork("prescriptions"), scale)
    yield from _rows(clinic, draw.fork("insertion"), scale)


def _add_ordinary_patients(clinic: Clinic, draw: Draw, scale: int) -> None:
    for label, ages, count in (("adult", (18, 90), ADULTS), ("child", (1, 17), CHILDREN)):
        adult = label == "adult"
        for turn in range(sum(one.adult == adult for one in clinic.files), count * scale):
            each = draw.fork(f"{label}/{turn}")
            email = "" if adult or each.chance(0.5) else None
            clinic.open_file(each, ages, email=email)


def _add_ordinary_visits(clinic: Clinic, draw: Draw, scale: int) -> None:
    """Visits of every status until each has its number, spread over the patients."""
    statuses = kit.still_missing(VISITS, clinic.booked, scale)
    open_files = [one for one in clinic.files if not one.settled]
    for turn, status in enumerate(draw.shuffled(statuses)):
        each = draw.fork(str(turn))
        while len((file := each.pick(open_files)).visits) >= MOST_VISITS:
            continue
        clinic.visit(each, file, status)


def _files_of_visits(clinic: Clinic) -> list[tuple[PatientFile, Visit]]:
    return [(file, visit) for file in clinic.files for visit in file.visits]


def _add_ordinary_records(clinic: Clinic, draw: Draw, scale: int) -> None:
    """Records of most completed visits, and of visits ahead until there are enough."""
    without = [pair for pair in _files_of_visits(clinic) if pair[1].record is None]
    completed = [pair for pair in without if pair[1].appointment.status == "completed"]
    ahead = [pair for pair in without if pair[1].appointment.status == "scheduled"]
    # Who prescribes asks beforehand more often than others do.
    ahead = sorted(draw.shuffled(ahead), key=lambda pair: not may_prescribe(pair[1].provider))
    chosen = draw.shuffled(completed)[3 * scale :] + ahead
    for turn, (file, visit) in enumerate(chosen[: RECORDS * scale - clinic.records]):
        clinic.write_down(draw.fork(str(turn)), file, visit)


def _add_ordinary_prescriptions(clinic: Clinic, draw: Draw, scale: int) -> None:
    """Of what their patients take, until there are enough; notes in some of the records."""
    charts = [pair for pair in _files_of_visits(clinic) if pair[1].record is not None]
    left = PRESCRIPTIONS * scale - sum(len(visit.prescriptions) for _, visit in charts)
    of_prescribers = [pair for pair in charts if may_prescribe(pair[1].provider)]
    for turn, (file, visit) in enumerate(draw.shuffled(of_prescribers * 3)):
        prescribed = {one.medication for one in visit.prescriptions}
        open_names = [m.name for m in file.medications if m.name not in prescribed]
        if left > 0 and open_names and len(prescribed) < 3 and not file.settled:
            each = draw.fork(str(turn))
            clinic.prescribe(each, file, visit, each.pick(open_names))
            left -= 1
    for turn, (_, visit) in enumerate(charts):
        each = draw.fork(f"note/{turn}")
        if each.chance(NOTED):
            for seq, note in enumerate(each.sample(NOTES, each.integer(1, 2))):
                visit.notes.append(RecordNote(record_id="", seq=seq, note=note))


def _rows(clinic: Clinic, draw: Draw, scale: int) -> Iterator[Table]:
    """All rows; patients, visits and records in an order that betrays no situation."""
    files = draw.shuffled(clinic.files)
    for file in files:
        yield file.patient
    for file in files:
        yield from file.medications
    yield from clinic.staff.providers
    for provider in clinic.staff.providers:
        yield from clinic.staff.slots[provider.provider_id]
    visits = draw.shuffled([visit for file in files for visit in file.visits])
    _number_visits(visits)
    yield from (visit.appointment for visit in visits)
    charts = draw.shuffled([visit for visit in visits if visit.record])
    _number_records(charts)
    for visit in charts:
        assert visit.record is not None
        yield visit.record
        yield from visit.prescriptions
        yield from visit.notes
    yield from draw.shuffled(clinic.pharmacy.everything())
    yield from clinic.pharmacy.interactions
    devices = Devices(draw.fork("devices"), _holders(draw.fork("holders"), files), scale)
    yield from draw.shuffled(devices.devices)
    yield from devices.uploads
    planned = draw.shuffled([file for file in files if can_have_plan(file)])
    for number, file in enumerate(planned[: PLANS * scale]):
        each = draw.fork(f"plan/{number}")
        yield regimen_plan(each, file, clinic.pharmacy, number)


def _number_visits(visits: list[Visit]) -> None:
    """Ids, and what is made of them: links and authorizations."""
    for number, visit in enumerate(visits, start=1):
        appointment = visit.appointment
        appointment.appointment_id = f"APPT{number:03d}"
        appointment.meeting_link = f"{LINK}{appointment.appointment_id}"
        if appointment.insurance_billed and appointment.status != "pending_approval":
            appointment.insurance_authorization = f"AUTH{number:06d}"


def _number_records(charts: list[Visit]) -> None:
    for number, visit in enumerate(charts, start=1):
        assert visit.record is not None
        visit.record.record_id = f"REC{number:03d}"
        visit.record.appointment_id = visit.appointment.appointment_id
        for part in (*visit.prescriptions, *visit.notes):
            part.record_id = visit.record.record_id


def _holders(draw: Draw, files: list[PatientFile]) -> list[PatientFile]:
    """Who may have a device: those with visits first."""
    shuffled = draw.shuffled(files)
    return sorted(shuffled, key=lambda file: not file.visits)
