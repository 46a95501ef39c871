"""Games on paper, read back from the PDF: sizes, fonts, and every text in its language."""

import re
from collections import Counter
from functools import cache
from itertools import chain, product

import pytest
from pypdf import PdfReader

from ibau.core.outcome import FIRST, SECOND
from ibau.games import game, systems
from ibau.language import LANGUAGES, translator_for
from ibau.machine import extras
from ibau.machine.extras import ExtraError
from ibau.paper import kit
from ibau.paper.kit import PAPERS, PrintError
from ibau.paper.kit.artwork import KitArtwork
from ibau.paper.kit.content import TEXTS, content_of
from ibau.paper.kit.paper_sizes import areas
from ibau.paper.kit.rules_blocks import Block, rules_blocks
from ibau.paper.kit.sheets import Size, divide
from ibau.paper.rules_pages import SECTIONS
from tests.paper.kit.pdf_contents import bare, pages, pictures, read, resources, size_of
from tests.slow import slow_but

URL = "https://games.example.org"
WITH_STICKS = {"sticks", "throw"}
WITH_LOT = {"lot", "begins"}
LYING = {"seneti": 8, "seega": 5} | dict.fromkeys(
    ("senet-race", "senet-formation", "senet-geoludie", "seti-aleph", "seti-beth"), 10
)  # squares along the longer side


@cache
def made(ruleset: str, lang: str = "en", paper: str = "A4", width: float | None = None) -> bytes:
    return kit.kit(game(ruleset), lang, paper=paper, width=width, url=URL)


def printed(ruleset: str, lang: str = "en", paper: str = "A4", width: float | None = None) -> PdfReader:
    return read(made(ruleset, lang, paper, width))


USUAL = [system.default_preset.id for system in systems().values()]
SAMPLE = [(system, LANGUAGES[n % 3], list(PAPERS)[n % 2]) for n, system in enumerate(USUAL)]
FEW = [SAMPLE[0], SAMPLE[1], SAMPLE[5]]  # with a lot, with sticks, with neither
ALL = slow_but(FEW, product(USUAL, LANGUAGES, PAPERS))
KITS = pytest.mark.parametrize(("system", "lang", "paper"), ALL)


@KITS
def test_every_page_is_of_its_paper(system: str, lang: str, paper: str) -> None:
    expected = sorted((PAPERS[paper].width, PAPERS[paper].height))
    for page in printed(system, lang, paper).pages:
        assert sorted(size_of(page)) == pytest.approx(expected, abs=0.1)


@KITS
def test_the_rules_fill_two_sides_at_most(system: str, lang: str, paper: str) -> None:
    sides = pages(made(system, lang, paper))
    begin = bare(translator_for(lang)(SECTIONS[0]))  # the first heading of the rules
    first = next(n for n, side in enumerate(sides) if begin in side)
    assert len(sides) - first <= 2
    assert len(sides[-1]) > len(sides[first]) / 4, "a second sheet for a few words"


def test_both_faces_of_a_strip_are_named_as_they_lie() -> None:
    """The backs stand above the fold."""
    open_faces, closed_faces = (bare(f"white stone, {face}") for face in ("open", "closed"))
    written = "".join(pages(made("seneti")))
    assert f"7×{open_faces}/{closed_faces}" in written


@KITS
def test_the_squares_are_as_wide_as_the_source_says(system: str, lang: str, paper: str) -> None:
    reader = printed(system, lang, paper)
    asked = 10 * kit.width_of(game(system))
    assert asked == (300 if system.startswith("senet-") else {10: 240, 8: 240, 5: 150}[LYING[game(system).system.id]])
    board, *_ = pictures(reader.pages[0], reader)
    assert board.hundred * LYING[game(system).system.id] == pytest.approx(asked, abs=0.2)


@pytest.mark.parametrize("paper", slow_but(["A4"], PAPERS))
def test_senet_is_9_by_30_cm_in_two_parts(paper: str) -> None:
    """S3: the true size of the board, here that of its houses; the rim comes on top."""
    reader = printed("senet-race", "fr", paper)
    parts = list(pictures(reader.pages[0], reader))
    rim = parts[0].height - 90
    assert len(parts) == 2
    assert sum(part.width for part in parts) == pytest.approx(300 + rim, abs=0.2)
    assert all(part.height == pytest.approx(90 + rim, abs=0.2) for part in parts)
    assert parts[0].hundred == pytest.approx(30, abs=0.02)


def test_a_width_that_is_asked_for_is_kept() -> None:
    reader = printed("seega", width=12.5)
    board, *_ = pictures(reader.pages[0], reader)
    assert board.hundred * 5 == pytest.approx(125, abs=0.2)


@KITS
def test_fonts_are_embedded_and_nothing_is_a_photograph(system: str, lang: str, paper: str) -> None:
    reader = printed(system, lang, paper)
    names: set[str] = set()
    for font in resources(reader, "/Font"):
        (drawn,) = font["/DescendantFonts"]
        described = drawn.get_object()["/FontDescriptor"]
        names.add(str(described["/FontName"]).partition("+")[2])
        assert {"/FontFile2", "/FontFile3"} & set(described)
    assert {name.partition("-")[0] for name in names} == {"SourceSans3", "EBGaramond"}  # nothing was found elsewhere
    assert [found for found in resources(reader, "/XObject") if found["/Subtype"] == "/Image"] == []


@KITS
def test_every_text_is_in_its_language(system: str, lang: str, paper: str) -> None:
    reader, translate = printed(system, lang, paper), translator_for(lang)
    written, played = "".join(pages(made(system, lang, paper))), game(system)
    assert str(reader.root_object["/Lang"]) == lang
    left_out = set[str]() if played.board.throws else WITH_STICKS
    left_out = left_out if played.initial().is_lot else left_out | WITH_LOT
    left_out = left_out if system.startswith("senet-") else left_out | {"join"}
    for name, text in TEXTS.items():
        assert (bare(translate(text)) in written) == (name not in left_out), name
    for text in texts_of(rules_blocks(played, lang)):
        assert bare(text) in written, text
    assert bare(f"{URL}/new/{system}") in written


def texts_of(blocks: list[Block]) -> list[str]:
    """The paragraphs of some rules, and what is written below their diagrams."""
    found: list[str] = []
    for block in blocks:
        if "runs" in block:
            found.append("".join(run["text"] for run in block["runs"]))
        found += texts_of(block.get("blocks", []))
        found += chain.from_iterable(texts_of(item) for item in block.get("items", []))
        found += ["".join(run["text"] for run in cell) for row in block.get("rows", []) for cell in row]
        found += [block["caption"]] if "caption" in block else []
    return found


def test_the_rules_are_those_of_the_ruleset() -> None:
    usual, changed = (" ".join(texts_of(rules_blocks(game(text), "en"))) for text in ("seega", "seega+chain=none"))
    assert "One step a turn, never more." in changed
    assert "One step a turn, never more." not in usual
    assert "One turn, two captures" in usual
    assert "One turn, two captures" not in changed  # the diagram would not be true
    assert bare("One step a turn, never more.") in "".join(pages(made("seega+chain=none")))


def test_the_start_of_seneti_is_shown_although_a_lot_decides_it() -> None:
    assert "first stone enters over an eyes square" in " ".join(texts_of(rules_blocks(game("seneti"), "en")))


@pytest.mark.parametrize("system", USUAL)
def test_nothing_is_drawn_that_only_screens_show(system: str) -> None:
    _, drawn = content_of(game(system), "en", PAPERS["A4"], 24, URL)
    assert [
        name for name, picture in drawn.items() if re.search(r"filter|data-depth|url\(#(?!own-)|<text|~", picture)
    ] == []


# --- Pieces and parts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", USUAL)
def test_there_is_a_piece_for_every_one_that_is_played_with(system: str) -> None:
    played = game(system)
    tokens = list(KitArtwork(played, 30).pieces())
    assert sum(token.number for token in tokens) == len(played.initial().pieces)
    turning = {token.fronts != token.backs for token in tokens}
    assert turning == {system in {"seneti", "seti-aleph", "seti-beth"}}


def test_there_are_as_many_of_each_side() -> None:
    counts = Counter({token.names: token.number for token in KitArtwork(game("seneti"), 30).pieces()})
    assert sorted(counts.values()) == [7, 7]
    lot = KitArtwork(game("seneti"), 30).lot()
    assert len(lot.names) == len((FIRST, SECOND))
    assert made("seneti+first_player=first") != made("seneti")


SIZES = [Size(10, 3, 30, 10.2), Size(10, 5, 60, 22.8), Size(5, 5, 60, 25.2), Size(8, 3, 24, 3.8), Size(5, 5, 12, 5)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("paper", PAPERS.values())
def test_parts_fit_on_their_sheets_and_make_the_whole_board(size: Size, paper: kit.paper_sizes.Paper) -> None:
    found = divide(size, areas(paper))
    area = next(area for area in areas(paper) if area.is_landscape == found.is_landscape)
    parts = list(chain.from_iterable(found.parts))
    assert all(part.width_with_flap <= area.width and part.height_with_flap <= area.height for part in parts)
    assert sum(part.width * part.height for part in parts) == pytest.approx(size.width * size.height)
    letters = Counter(letter for part in parts for letter in part[4:] if letter)
    assert all(count == 2 for count in letters.values())  # each joins two edges
    for part in parts:
        for edge in (part.left, part.top):
            squares = (edge - size.rim) / size.square
            assert edge == 0 or squares == pytest.approx(round(squares))


# --- What makes no sense ----------------------------------------------------------------------------------------------


def test_paper_and_width_that_make_no_sense_are_named() -> None:
    assert kit._paper("letter") == kit._paper("Letter")
    with pytest.raises(PrintError, match=r"There is no paper 'B5'; choose one of A4, Letter\."):
        kit.kit(game("seega"), "en", paper="B5")
    for width in (-1.0, 0.0, 5.9, 30.1, float("inf")):
        with pytest.raises(PrintError, match=r"from 6 to 30\u00a0cm wide together, not (-1|0|5.9|30.1|inf)\."):
            kit.kit(game("seega"), "en", width=width)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.EXTRA_MODULES, "print", ("typst", "no_such_package"))
    with pytest.raises(ExtraError, match=r"install them with: \S+ -m pip install \"ibau\[print\]\""):
        kit.kit(game("seega"), "en")
