"""Makes `semantics` importable by the tests of this folder, wherever the folder stands."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
