"""The documentation as a site: built without a warning, and read without a network."""

import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from ibau.games import systems
from ibau.language import LANGUAGES

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build/site"
LOADED = re.compile(r'<(?:script|img|iframe)[^>]* src="([^"]+)"|<link[^>]* href="([^"]+)"')


@pytest.mark.slow
def test_the_site_is_built_and_needs_no_network() -> None:
    done = subprocess.run([sys.executable, "scripts/site.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for lang, system in product(LANGUAGES, systems()):
        assert ".svg" in (SITE / f"rules/{lang}/{system}.html").read_text("utf-8")
    reference = "".join(page.read_text("utf-8") for page in (SITE / "docs/reference").glob("*.html"))
    assert "how far the value moved when it was searched one ply deeper" in reference  # the comment beside a field
    assert "Alias for field number" not in reference
    loaded = {"".join(found) for page in SITE.rglob("*.html") for found in LOADED.findall(page.read_text("utf-8"))}
    assert loaded
    assert [address for address in loaded if "//" in address] == []
