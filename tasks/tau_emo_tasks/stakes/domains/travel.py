"""What an agent of the agency can do wrong, and which of its rules go together."""

from tau_emo_tasks.stakes.scene import Deed

DEEDS: tuple[Deed, ...] = ()

FOLLOWS = {
    "TRV-14": {"TRV-03", "TRV-17"},
    "TRV-18": {"COM-11", "TRV-05"},
    "TRV-22": {"TRV-03", "TRV-21"},
    "TRV-24": {"TRV-03", "TRV-21"},
    "TRV-26": {"TRV-03"},
    "TRV-28": {"TRV-03", "TRV-21"},
}
"""A listing names insurance, and what the tool would charge, which nobody learns of a refused
call; a booking that nothing gives was not looked at."""
