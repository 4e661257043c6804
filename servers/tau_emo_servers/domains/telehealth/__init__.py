"""The telehealth centre as it is served."""

from tau_emo_servers.domain import ServedDomain
from tau_emo_servers.domains.telehealth.rules import RULES
from tau_emo_servers.domains.telehealth.tools import TOOLS

DOMAIN = ServedDomain(
    name="telehealth",
    tools=TOOLS,
    rules=RULES,
    instead={
        "list_telemetry_uploads": ("get_telemetry_upload",),
        "get_telemetry_upload": ("list_telemetry_uploads",),
        "get_medical_record": ("list_patient_medical_records",),
    },
)
