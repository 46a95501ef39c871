"""The frozen baseline, whose files import each other by bare names."""

import importlib
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "baseline"


def baseline(module: str) -> Any:
    """A module of the baseline."""
    if str(FOLDER) not in sys.path:
        sys.path.insert(0, str(FOLDER))
    return importlib.import_module(module)
