"""The package can be installed anywhere, and has its licences."""

from pathlib import Path

import ibau

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path(ibau.__file__).parent
LONGEST = 110  # characters of 259 that Windows allows: the folder of its users' packages may take 150


def test_no_path_is_too_long_for_windows() -> None:
    longest = max((str(file.relative_to(PACKAGE.parent)) for file in PACKAGE.rglob("*")), key=len)
    assert len(longest) <= LONGEST, longest


def test_the_page_holds_nothing_whose_licence_does_not_come_along() -> None:
    """A build lists what it has bundled; what is listed here comes into the wheel's metadata."""
    bundled = PACKAGE / "web/static/third-party.txt"
    assert (ROOT / "THIRD-PARTY.txt").read_text("utf-8") == bundled.read_text("utf-8")
    fonts = {file.name for file in (PACKAGE / "web/static/fonts").iterdir()}
    assert fonts == {file.name for file in (ROOT / "client/public/fonts").glob("*.txt")}
