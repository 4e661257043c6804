"""Lets the tests of this folder import their small runs, and the nodes of a benchmark."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[2]))
