"""Lets the tests of this folder import their toys, and the benchmarks of customers."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[2]))
