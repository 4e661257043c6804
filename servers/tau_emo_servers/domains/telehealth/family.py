"""Who the customer is, and for whom the customer may act."""

from tau_emo_db.domains.telehealth.clock import TODAY
from tau_emo_db.domains.telehealth.tables import Patient
from tau_emo_db.kit import age
from tau_emo_servers.common_rules import Identification, found_key, principal
from tau_emo_servers.rules import Moment
from tau_emo_servers.values import normalised

BY_EMAIL = "find_patient_by_email"
BY_NAME = "find_patient_by_name_dob"

_PARENT = {"Parent", "Mother", "Father"}
_CHILD = {"Son", "Daughter", "Child"}
_GROWN, _AGED = 18, 65


IDENTIFICATION = Identification(
    principal={BY_EMAIL: found_key, BY_NAME: found_key},
    allowed=frozenset(
        {
            "list_available_providers",
            "get_provider_details",
            "list_medication_suppliers",
            "check_drug_interactions",
        }
    ),
)


def customer(moment: Moment) -> str | None:
    """The id of the patient identified first; None before."""
    return principal(moment, IDENTIFICATION)


def found_patients(moment: Moment) -> set[str]:
    """The ids of all patients that were found so far, the customer and others."""
    return {call.result.strip() for call in moment.succeeded(*IDENTIFICATION.principal)}


def served_patients(moment: Moment) -> set[str]:
    """The ids of the customer and of the found patients for whom the customer may act."""
    own = customer(moment)
    caller = moment.row(Patient, own) if own else None
    if caller is None:
        return set()
    others = (moment.row(Patient, key) for key in found_patients(moment))
    return {caller.patient_id} | {
        other.patient_id for other in others if other is not None and acts_for(caller, other)
    }


def acts_for(caller: Patient, other: Patient) -> bool:
    """True if the other patient is a child or an aged parent of the caller.

    The files must show it: a child's emergency contact is the caller as a parent; an aged
    parent's is the caller as a child, or the caller's own is the aged parent.
    """
    years = age(other.date_of_birth, TODAY)
    if years < _GROWN:
        return _names(other, caller, _PARENT)
    if years >= _AGED:
        return _names(other, caller, _CHILD) or _names(caller, other, _PARENT)
    return False


def _names(patient: Patient, contact: Patient, relationships: set[str]) -> bool:
    """True if a patient's emergency contact is somebody in one of these relationships."""
    on_file = patient.emergency_contact
    name = f"{contact.first_name} {contact.last_name}"
    return on_file.relationship in relationships and normalised(on_file.name) == normalised(name)
