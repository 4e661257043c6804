"""All figures of one panel, in the order in which they are shown."""

from tau_emo_client.report.figures.calls import calls
from tau_emo_client.report.figures.customer_errors import customer_errors
from tau_emo_client.report.figures.empathy import empathy
from tau_emo_client.report.figures.pass_hat import pass_hat
from tau_emo_client.report.figures.ranking import ranking
from tau_emo_client.report.figures.ratios import ratios
from tau_emo_client.report.figures.violations import violations
from tau_emo_client.report.panel import Panel
from tau_emo_client.report.picture import Picture


def pictures(panel: Panel) -> list[Picture]:
    """The figures that the runs of a panel give."""
    parts = panel.parts()
    made = [
        *(ranking(panel, part) for part in parts),
        *(pass_hat(panel, part) for part in parts),
        violations(panel),
        *(ratios(panel, part) for part in parts),
        empathy(panel),
        customer_errors(panel),
        calls(panel),
    ]
    return [picture for picture in made if picture is not None]
