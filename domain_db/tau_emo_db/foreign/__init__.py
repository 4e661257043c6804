"""Data of other people's benchmarks, read into our tables: every record of them, or none."""

from tau_emo_db.foreign.gathering import Gathering, Repair
from tau_emo_db.foreign.mapping import Difference, Mapping, People, mapping_of
from tau_emo_db.foreign.node import Misfit, Node
from tau_emo_db.foreign.source import Refused, Source, read_json
from tau_emo_db.foreign.suite import (
    BASE,
    INFO,
    VARIABLE,
    BaseInfo,
    Suite,
    SuiteError,
    environment_for,
    import_base,
    open_suite,
    suite_named,
)

__all__ = [
    "BASE",
    "INFO",
    "VARIABLE",
    "BaseInfo",
    "Difference",
    "Gathering",
    "Mapping",
    "Misfit",
    "Node",
    "People",
    "Refused",
    "Repair",
    "Source",
    "Suite",
    "SuiteError",
    "environment_for",
    "import_base",
    "mapping_of",
    "open_suite",
    "read_json",
    "suite_named",
]
