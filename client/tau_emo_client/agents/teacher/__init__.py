"""The teacher: the reference agent in many voices; its conversations are made to learn from."""

from tau_emo_client.agents.teacher.agent import TeacherAgent as TeacherAgent
from tau_emo_client.agents.teacher.phrases import phrases_digest as phrases_digest
