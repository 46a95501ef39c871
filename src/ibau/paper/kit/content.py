"""The content of a kit, as the template `kit.typ` needs it, and its pictures."""

from collections.abc import Iterable
from typing import Any

from ibau.core.game import Game
from ibau.core.phrase import N_, Phrase, Translate
from ibau.language import translator_for
from ibau.paper.kit.artwork import CutOut, KitArtwork, stick
from ibau.paper.kit.paper_sizes import FOOT, HEAD, MARGIN, Paper, areas
from ibau.paper.kit.rules_blocks import Block, rules_blocks
from ibau.paper.kit.sheets import FLAP, GAP, Part, divide

TEXTS = {
    "scale": N_("Print at actual size (100\u00a0%), not fitted to the page: this line is 10\u00a0cm long."),
    "join": N_("Cut the parts out and glue each onto the flap that has the same letter."),
    "cut": N_("Cut out each strip, fold it along the dashed line, glue its halves together, and cut the pieces apart."),
    "stiff": N_("Thin cardboard glued into the fold makes them stiffer."),
    "pieces": N_("Pieces"),
    "sticks": N_("throwing sticks"),
    "throw": N_("Throw all four: the light faces with notches count."),
    "lot": N_("Drawing lots"),
    "begins": N_("Throw it: the side whose piece it shows begins."),
    "play": N_("Play it in the browser:"),
}
NUMBERED = N_("{title} · page {page} of {pages}")

Content = dict[str, Any]
Pictures = dict[str, str]


def content_of(played: Game, lang: str, paper: Paper, square: float, url: str) -> tuple[Content, Pictures]:
    """The content of a kit, and its pictures by file name; `square` is in millimetres.  Raises LanguageError."""
    translate, drawing = translator_for(lang), KitArtwork(played, square)
    pictures: Pictures = {}
    content = {
        "lang": lang,
        "paper": {"width": paper.width, "height": paper.height, "margin": MARGIN, "head": HEAD, "foot": FOOT},
        "title": translate(played.system.title),
        "label": translate(played.system.label),
        "texts": {name: translate(text) for name, text in TEXTS.items()},
        "numbered": Phrase(
            NUMBERED, {"title": translate(played.system.title), "page": "{page}", "pages": "{pages}"}
        ).to_text(translate),
        "board": _board(drawing, paper, pictures),
        "pieces": [_token(token, f"piece-{n}", pictures, translate) for n, token in enumerate(drawing.pieces())],
        "sticks": _token(stick(), "stick", pictures, translate) if played.board.throws else None,
        "lot": _token(drawing.lot(), "lot", pictures, translate) if played.initial().is_lot else None,
        "rules": _rules(rules_blocks(played, lang), pictures),
        "link": _link(f"{url.rstrip('/')}/new/{played.ruleset}", pictures) if url else None,
    }
    return content, pictures


def _board(drawing: KitArtwork, paper: Paper, pictures: Pictures) -> Content:
    """The parts of the board, sheet by sheet."""
    found = divide(drawing.size, areas(paper))
    sheets = [[_part(part, drawing, pictures) for part in sheet] for sheet in found.parts]
    return {"is_landscape": found.is_landscape, "gap": GAP, "flap": FLAP, "sheets": sheets}


def _part(part: Part, drawing: KitArtwork, pictures: Pictures) -> Content:
    file = f"board-{len(pictures)}.svg"
    pictures[file] = drawing.part(part)
    return {"file": file, **part._asdict()}


def _token(token: CutOut, name: str, pictures: Pictures, translate: Translate) -> Content:
    fronts = {f"{name}-front-{n}.svg": face for n, face in enumerate(token.fronts)}
    backs = {f"{name}-back-{n}.svg": face for n, face in enumerate(token.backs)}
    pictures |= fronts | backs
    named = " / ".join(map(translate, reversed(token.names)))  # in the order of the strip: backs above the fold
    return {**token._asdict(), "fronts": list(fronts), "backs": list(backs), "name": named}


def _rules(blocks: Iterable[Block], pictures: Pictures) -> list[Block]:
    """The blocks, with their figures as files."""
    filed: list[Block] = []
    for block in blocks:
        if block["kind"] == "figure":
            file = f"diagram-{len(pictures)}.svg"
            pictures[file] = block["svg"]
            filed.append({**block, "svg": "", "file": file})
        else:
            filed.append(block)
    return filed


def _link(url: str, pictures: Pictures) -> Content:
    """An address, as text and as a QR code."""
    import segno

    pictures["link.svg"] = segno.make(url, error="m").svg_inline(border=0)
    return {"url": url, "file": "link.svg"}
