"""A patient's file while it is drawn: visits, what was written about them, and the wording."""

from dataclasses import dataclass, field

from tau_emo_db import kit
from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.tables import (
    Appointment,
    MedicalRecord,
    Patient,
    PatientMedication,
    Prescription,
    Provider,
    RecordNote,
)
from tau_emo_db.draw import Draw


@dataclass(eq=False)
class Visit:
    """A visit with its provider and, perhaps, a record."""

    appointment: Appointment
    provider: Provider
    record: MedicalRecord | None = None
    prescriptions: list[Prescription] = field(default_factory=list[Prescription])
    notes: list[RecordNote] = field(default_factory=list[RecordNote])


@dataclass(eq=False)
class PatientFile:
    """One patient and everything that hangs on it."""

    patient: Patient
    medications: list[PatientMedication] = field(default_factory=list[PatientMedication])
    visits: list[Visit] = field(default_factory=list[Visit])
    settled: bool = False
    """The situation is complete: no ordinary visit is added."""

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.patient.first_name} {self.patient.last_name}"

    @property
    def age(self) -> int:
        """Completed years today."""
        return kit.age(self.patient.date_of_birth, TODAY)

    @property
    def adult(self) -> bool:
        """True from 18 years on."""
        return self.age >= 18


COMPLAINTS: dict[str, tuple[str, ...]] = {
    "Primary Care": ("Yearly check-up", "Cough for two weeks", "Tiredness", "Blood pressure check"),
    "Pediatrics": ("Growth check", "Fever and ear ache", "Rash on the arms", "Cough at night"),
    "Cardiology": ("Palpitations", "Chest tightness on stairs", "Blood pressure review"),
    "Psychiatry": ("Trouble sleeping", "Low mood", "Worry that does not stop"),
    "Dermatology": ("Itching rash", "Mole that has changed", "Acne"),
    "Neurology": ("Headaches", "Numb fingers", "Dizziness"),
    "Endocrinology": ("Blood sugar review", "Thyroid review", "Weight change"),
    "Gastroenterology": ("Heartburn", "Stomach pain after meals"),
    "Pulmonology": ("Short of breath", "Wheezing at night"),
    "Orthopedics": ("Knee pain", "Shoulder pain", "Back pain"),
    "Device Coaching": ("Help with the monitor", "Questions about the sensor"),
    "Nutrition": ("Unwanted weight gain", "Meals with diabetes"),
    "Physical Therapy": ("Stiff neck", "Weak knee after a fall"),
    "Rheumatology": ("Stiff fingers in the morning", "Swollen wrist"),
    "Nephrology": ("Swollen ankles", "Kidney values that went up"),
    "Oncology": ("Yearly scan results", "Tiredness after treatment"),
    "Allergy and Immunology": ("Sneezing and itching eyes", "Hives after meals"),
    "Sleep Medicine": ("Snoring", "Waking up at night"),
    "Care Coordination": ("Help at home", "Several appointments to fit together"),
}
OTHER_COMPLAINTS = ("An illness in the family", "The result of a test")

_SUBJECTIVE = (
    "Reports {complaint}; better in the mornings.",
    "Describes {complaint} since last month.",
    "Came because of {complaint}. Sleeps well, no fever.",
    "Feels stable; still asks about {complaint}.",
)
_OBJECTIVE = (
    "Alert, speaks in full sentences, no distress on video.",
    "Home readings within the agreed range.",
    "Skin and breathing unremarkable on video.",
    "Moves all limbs freely; weight unchanged.",
)
_ASSESSMENT = (
    "{condition}, stable under the present treatment.",
    "{condition}, not yet at the goal.",
    "{condition}, improving slowly.",
)
_PLAN = (
    "Keep the present treatment and review in {weeks} weeks.",
    "Readings at home twice a week; next look in {weeks} weeks.",
    "Laboratory first, then a visit in {weeks} weeks.",
)
_RECOMMENDATIONS = (
    "Walk 30 minutes a day",
    "Drink enough water",
    "Keep a symptom diary",
    "Less salt",
    "Go to bed at the same time",
    "Bring the home readings to the next visit",
)
_LABS = ("Blood count", "HbA1c", "Lipid panel", "TSH", "Kidney function")
NOTES = (
    "Patient asked for evening visits where possible.",
    "Sent the home readings by message.",
    "Prefers a call before the video visit.",
    "Asked to have the leaflet in large print.",
)


def complaint(draw: Draw, specialty: str) -> str:
    """Why somebody comes to a specialty."""
    return draw.pick(COMPLAINTS.get(specialty, OTHER_COMPLAINTS))


def write_record(draw: Draw, file: PatientFile, visit: Visit, day: str) -> MedicalRecord:
    """The record of a visit, dated that day; its keys are filled in at the end.

    Before a visit it holds what was asked beforehand, after it what was found.
    """
    appointment = visit.appointment
    before = appointment.status != "completed"
    condition = draw.pick(file.patient.conditions or ["General health"])
    weeks = draw.pick((4, 6, 8, 12))
    about = (appointment.chief_complaint or "general questions").lower()
    back = kit.add_days(day, 7 * weeks)
    kinds = ("visit_note", "progress_note", "follow_up_note")
    visit.record = MedicalRecord(
        record_id="",
        appointment_id="",
        patient_id=file.patient.patient_id,
        provider_id=visit.provider.provider_id,
        date=day,
        type="pre_visit_note" if before else draw.pick(kinds),
        subjective=draw.pick(_SUBJECTIVE).format(complaint=about),
        objective="Not examined yet." if before else draw.pick(_OBJECTIVE),
        assessment=draw.pick(_ASSESSMENT).format(condition=condition),
        plan=("To be agreed in the visit." if before else draw.pick(_PLAN).format(weeks=weeks)),
        recommendations=(
            draw.sample(_RECOMMENDATIONS, draw.integer(1, 3)) if draw.chance(0.7) else None
        ),
        vital_signs=(
            {
                "heart_rate": f"{draw.integer(58, 96)} bpm",
                "blood_pressure": f"{draw.integer(104, 148)}/{draw.integer(62, 94)}",
            }
            if file.adult and draw.chance(0.5)
            else None
        ),
        lab_orders=draw.sample(_LABS, draw.integer(1, 2)) if draw.chance(0.25) else None,
        next_appointment=back if not before and draw.chance(0.5) else None,
    )
    return visit.record
