"""Lets the tests of docker/ find what reads its files."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for container_files.py
