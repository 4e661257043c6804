"""The mutants of the grader's tests, as faulty episodes; and a module of this folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tasks"))
sys.path.insert(0, str(Path(__file__).parent))
