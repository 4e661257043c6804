"""Small tasks over the published shop, made from its base data."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
