"""The tables of the telehealth domain. Money is integer US cents; dates and times are local."""

from typing import ClassVar, Literal

from pydantic import BaseModel
from sqlalchemy import MetaData, Text
from sqlalchemy.orm import registry
from sqlmodel import Field

from tau_emo_db.address import Address
from tau_emo_db.marks import Grading, Mark, Members, graded
from tau_emo_db.table import Json, Table

Gender = Literal["Female", "Male"]
AppointmentStatus = Literal["scheduled", "pending_approval", "completed", "cancelled"]
CoverageMethod = Literal["insurance", "telehealth_voucher", "self_pay"]
Severity = Literal["low", "moderate", "high"]
DeviceStatus = Literal[
    "available", "inspection", "deployed", "shipped", "missing_overdue", "maintenance"
]
UploadEvent = Literal["normal", "upload_missing"]


class Insurance(BaseModel):
    """A patient's primary plan, stored as one JSON value."""

    provider: str
    policy_number: str
    group_number: str
    copay_primary: int
    """What a primary care visit costs the patient, in cents."""
    copay_specialist: int
    """What any other visit costs the patient, in cents."""


class EmergencyContact(BaseModel):
    """Whom to call for a patient, stored as one JSON value."""

    name: str
    relationship: str
    """What the contact is to the patient: `Mother`, `Spouse`, `Son`."""
    phone: str


class IssuedPrescription(BaseModel):
    """What was prescribed in a visit, stored as one JSON value."""

    medication: str
    dosage: str


class Referral(BaseModel):
    """Who sent the patient to a visit, stored as one JSON value."""

    provider_id: str
    specialty: str


class Supplier(BaseModel):
    """The offer by which a prescription is filled, stored as one JSON value."""

    company: str
    brand_name: str
    price_usd: int
    """In cents."""
    currency: str


class Component(BaseModel):
    """One medication of a regimen."""

    medication: str
    dosage: str
    daily_dose: int
    """Units a day."""
    monthly_units: int
    unit_type: str
    """`tablet`, `capsule`."""
    preferred_brand: str
    supplier: str
    unit_cost_usd: int
    """In cents."""


class Regimen(BaseModel):
    """What a patient takes now."""

    components: list[Component]
    pill_burden: int
    """Units a day over all components."""
    notes: str


class RegimenOption(BaseModel):
    """What a patient could take instead."""

    name: str
    focus: str
    components: list[Component]
    pill_burden: int
    synergy_notes: str


class TelehealthTable(Table, registry=registry()):
    """Base of the centre's tables."""

    metadata = MetaData()


class Patient(TelehealthTable, table=True):
    """A patient. Children may have no e-mail or that of a parent; no two adults share one."""

    patient_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    date_of_birth: str = Field(index=True)
    gender: Gender = Field(sa_type=Text)
    phone: str = Field(sa_column_kwargs=graded(Mark.PHONE))
    email: str | None = Field(default=None, index=True, sa_column_kwargs=graded(Mark.LABEL))
    address: Address = Field(sa_type=Json(Address), sa_column_kwargs=graded(Mark.LABEL))
    insurance: Insurance = Field(sa_type=Json(Insurance), sa_column_kwargs=graded(Mark.LABEL))
    conditions: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    allergies: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    emergency_contact: EmergencyContact = Field(
        sa_type=Json(EmergencyContact), sa_column_kwargs=graded(Mark.LABEL)
    )


class PatientMedication(TelehealthTable, table=True):
    """A medication that a patient takes."""

    grading: ClassVar[Grading] = Members(parent=("patient_id",))

    patient_id: str = Field(primary_key=True, foreign_key="patient.patient_id")
    position: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    dosage: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    frequency: str = Field(sa_column_kwargs=graded(Mark.LABEL))


class Provider(TelehealthTable, table=True):
    """A doctor, nurse, therapist or coach of the centre."""

    provider_id: str = Field(primary_key=True)
    first_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    last_name: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    title: str | None = None
    """A credential such as `MD`."""
    specialty: str
    license_number: str | None = None
    credentials: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    languages: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    years_experience: int
    phone: str = Field(sa_column_kwargs=graded(Mark.PHONE))
    email: str = Field(sa_column_kwargs=graded(Mark.LABEL))
    consultation_fee: int
    """In cents."""


class ProviderSlot(TelehealthTable, table=True):
    """A weekly time at which a provider sees patients; a weekday without one is a day off."""

    grading: ClassVar[Grading] = Members(parent=("provider_id",))

    provider_id: str = Field(primary_key=True, foreign_key="provider.provider_id")
    weekday: str = Field(primary_key=True)
    time: str = Field(primary_key=True)


class Appointment(TelehealthTable, table=True):
    """A video visit. A slot is taken by one that is scheduled or waits for approval."""

    appointment_id: str = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    patient_id: str = Field(foreign_key="patient.patient_id", index=True)
    provider_id: str = Field(foreign_key="provider.provider_id", index=True)
    date: str
    time: str
    duration_minutes: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    type: str
    """One of the bookable types, or one that only the clinic gives."""
    status: AppointmentStatus = Field(sa_type=Text, sa_column_kwargs=graded(Mark.COMPUTED))
    chief_complaint: str | None = Field(default=None, sa_column_kwargs=graded(Mark.FREE_TEXT))
    notes: str = Field(default="", sa_column_kwargs=graded(Mark.FREE_TEXT))
    insurance_authorization: str | None = Field(
        default=None, sa_column_kwargs=graded(Mark.GENERATED)
    )
    copay_amount: int = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    """In cents."""
    meeting_link: str | None = Field(default=None, sa_column_kwargs=graded(Mark.GENERATED))
    payment_method: CoverageMethod = Field(sa_type=Text, sa_column_kwargs=graded(Mark.COMPUTED))
    voucher_id: str | None = None
    insurance_billed: bool = Field(sa_column_kwargs=graded(Mark.COMPUTED))
    cancellation_reason: str | None = Field(default=None, sa_column_kwargs=graded(Mark.GENERATED))
    cancellation_date: str | None = Field(default=None, sa_column_kwargs=graded(Mark.GENERATED))
    prescription_issued: IssuedPrescription | None = Field(
        default=None, sa_type=Json(IssuedPrescription)
    )
    referral_from: Referral | None = Field(default=None, sa_type=Json(Referral))


class MedicalRecord(TelehealthTable, table=True):
    """What was written down about a visit; a visit has one or none."""

    record_id: str = Field(primary_key=True)
    appointment_id: str = Field(
        foreign_key="appointment.appointment_id", unique=True, nullable=True
    )
    """Null in imported bases alone, which know records without a visit."""
    patient_id: str = Field(foreign_key="patient.patient_id", index=True)
    provider_id: str = Field(foreign_key="provider.provider_id")
    date: str
    type: str
    subjective: str
    objective: str
    assessment: str
    plan: str
    recommendations: list[str] | None = Field(
        default=None, sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET)
    )
    vital_signs: dict[str, str] | None = Field(default=None, sa_type=Json(dict[str, str]))
    lab_orders: list[str] | None = Field(
        default=None, sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET)
    )
    next_appointment: str | None = None
    """The day for which the provider asks the patient back."""


class Prescription(TelehealthTable, table=True):
    """A medication prescribed in a record."""

    record_id: str = Field(primary_key=True, foreign_key="medical_record.record_id")
    medication: str = Field(primary_key=True)
    dosage: str
    frequency: str
    quantity: int | None = None
    refills: int | None = None
    duration: str | None = None
    pharmacy: str | None = Field(default=None, sa_column_kwargs=graded(Mark.LABEL))
    supplier: Supplier | None = Field(default=None, sa_type=Json(Supplier))


class RecordNote(TelehealthTable, table=True):
    """A note that was added to a record; compared by number, not by wording."""

    grading: ClassVar[Grading] = Members(parent=("record_id",))

    record_id: str = Field(primary_key=True, foreign_key="medical_record.record_id")
    seq: int = Field(primary_key=True, sa_column_kwargs=graded(Mark.GENERATED))
    note: str = Field(sa_column_kwargs=graded(Mark.FREE_TEXT))


class SupplierOffer(TelehealthTable, table=True):
    """What a company asks for a brand of a medication; no two prices of a medication are equal."""

    medication: str = Field(primary_key=True)
    company: str = Field(primary_key=True)
    brand_name: str = Field(primary_key=True)
    country: str
    price_usd: int
    """In cents."""


class DrugInteraction(TelehealthTable, table=True):
    """What is known of two drugs taken together; a pair stands once, in either order."""

    drug_a: str = Field(primary_key=True)
    drug_b: str = Field(primary_key=True)
    severity: Severity = Field(sa_type=Text)
    risk_score: int
    """From 1 to 10."""
    time_overlap_hours: int
    action: str
    skip: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))
    """The drugs to hold."""
    emergency: bool


class TelemetryDevice(TelehealthTable, table=True):
    """A device that measures or supports a patient at home."""

    device_id: str = Field(primary_key=True)
    device_type: str
    status: DeviceStatus = Field(sa_type=Text)
    last_audit: str
    assigned_to: str | None = Field(default=None, foreign_key="patient.patient_id")
    notes: str = ""


class TelemetryUpload(TelehealthTable, table=True):
    """What a device sent on one day; a day on which nothing was recorded has no row."""

    device_id: str = Field(primary_key=True, foreign_key="telemetry_device.device_id")
    date: str = Field(primary_key=True)
    usage_hours: float
    synced_at: str | None = None
    """A moment in UTC, such as `2025-12-10T21:40:00Z`; none if nothing arrived."""
    event: UploadEvent = Field(sa_type=Text)
    alerts: list[str] = Field(sa_type=Json(list[str]), sa_column_kwargs=graded(Mark.SET))


class RegimenPlan(TelehealthTable, table=True):
    """What a patient takes every day, and what could take its place."""

    patient_id: str = Field(primary_key=True, foreign_key="patient.patient_id")
    current_regimen: Regimen = Field(sa_type=Json(Regimen))
    optimized_regimens: list[RegimenOption] = Field(
        sa_type=Json(list[RegimenOption]), sa_column_kwargs=graded(Mark.SET)
    )


TABLES = (
    Patient,
    PatientMedication,
    Provider,
    ProviderSlot,
    Appointment,
    MedicalRecord,
    Prescription,
    RecordNote,
    SupplierOffer,
    DrugInteraction,
    TelemetryDevice,
    TelemetryUpload,
    RegimenPlan,
)
