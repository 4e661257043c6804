"""The mutants of the grader's tests, as faulty episodes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tasks"))
