"""Standard streams that are closed, ones that cannot write every letter, and where lines are broken."""

import codecs
import subprocess
import sys
from pathlib import Path

import pytest

from ibau.games import systems
from ibau.language import LANGUAGES
from ibau.paper.rules_pages import page
from ibau.terminal import console
from ibau.terminal.streams import SUBSTITUTE, substitute

LOCALE = Path(__file__).parents[2] / "locale"
CLOSED = "Error: Standard {} is closed; this command cannot do without it.\n"


def closed(line: str) -> subprocess.CompletedProcess[str]:
    """What becomes of a command whose streams a shell has closed."""
    return subprocess.run(  # noqa: S602 - a shell closes streams
        f"{sys.executable} -m ibau {line}", shell=True, capture_output=True, encoding="utf-8", timeout=120, check=False
    )


@pytest.mark.parametrize(
    ("line", "name"),
    [
        pytest.param("engine <&-", "input", marks=pytest.mark.slow),
        ("engine >&-", "output"),
        ("play seega <&-", "input"),
        pytest.param("play seega >&-", "output", marks=pytest.mark.slow),
        pytest.param("review - <&-", "input", marks=pytest.mark.slow),
    ],
)
def test_a_command_that_needs_a_closed_stream_says_so(line: str, name: str) -> None:
    ran = closed(line)
    assert (ran.returncode, ran.stderr) == (1, CLOSED.format(name))


@pytest.mark.parametrize("line", ["games <&-", "rules seega <&-", "games >&-", "perft seega 1 <&- 2>&-"])
def test_the_others_do_without(line: str) -> None:
    ran = closed(line)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_an_engine_without_errors_still_answers() -> None:
    ran = subprocess.run(  # noqa: S602 - a shell closes streams
        f"echo isready | {sys.executable} -m ibau engine 2>&-", shell=True, capture_output=True, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, b"readyok\n")


# --- Letters ---------------------------------------------------------------------------------------------------------


codecs.register_error(SUBSTITUTE, substitute)  # as the command does


@pytest.mark.parametrize(
    ("text", "ascii_text", "latin"),
    [
        ("○×7 ½", "ox7 1/2", "o×7 ½"),
        ("s’en chasser …", "s'en chasser ...", "s'en chasser ..."),
        ("Größe, « nœuds »", 'Grosse, " noeuds "', "Größe, « noeuds »"),
        ("│27 ≈│", "|27 ~|", "|27 ~|"),
        ("東", "?", "?"),
    ],
)
def test_what_cannot_be_written_has_something_alike(text: str, ascii_text: str, latin: str) -> None:
    assert text.encode("ascii", SUBSTITUTE).decode("ascii") == ascii_text
    assert text.encode("latin-1", SUBSTITUTE).decode("latin-1") == latin


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_letter_of_every_text_has_something_alike(lang: str) -> None:
    catalogue = LOCALE / "ibau.pot" if lang == "en" else LOCALE / lang / "LC_MESSAGES/ibau.po"
    texts = [catalogue.read_text("utf-8"), *(page(system, lang) for system in systems())]
    letters = sorted({letter for text in texts for letter in text if not letter.isascii()})
    lost = [letter for letter in letters if codecs.encode(letter, "ascii", SUBSTITUTE) == b"?"]
    assert lost == []


# --- Lines -----------------------------------------------------------------------------------------------------------


def test_no_line_of_a_french_page_begins_with_a_sign_that_belongs_to_the_word_before(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: set[str] = set()
    for columns in range(40, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        console().print("nulles\N{NO-BREAK SPACE}: 3\N{NO-BREAK SPACE}%\N{NARROW NO-BREAK SPACE}; " * 9)
        begun |= {line[:1] for line in capsys.readouterr().out.splitlines()}
    assert begun <= {"n", "3"}
