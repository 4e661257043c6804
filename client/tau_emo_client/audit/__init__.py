"""The faithfulness audit: what a simulated customer said or did that no true one would have.

It reads finished episodes and the tasks they were played on, by program and without chance. It
shares nothing with the scripted customer or the reference agent, so it can judge both.
"""

from tau_emo_client.audit.episode import audit
from tau_emo_client.audit.finding import Finding, Kind

__all__ = ["Finding", "Kind", "audit"]
