"""What holds for all tests."""

import sys
from pathlib import Path

# Hypothesis' plugin imports it in the summary otherwise. On CPython 3.11 an import that late
# can fail with a SystemError: compiling it may run the collector over what the tests dropped.
import hypothesis  # noqa: F401

sys.path.insert(0, str(Path(__file__).parent))  # for loopback.py
