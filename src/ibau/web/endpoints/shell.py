"""What the page holds before any script runs: its first texts as painted, its files, and what it need not ask for."""

import re
from base64 import b64encode
from hashlib import sha256
from html import escape, unescape
from pathlib import Path

import msgspec
from msgspec import Struct

from ibau.language import SOURCE_LANGUAGE, client_messages, translator_for
from ibau.web.api.home import Home
from ibau.web.endpoints.catalogue import catalogue
from ibau.web.endpoints.home import day_number, home_view

SHELL_FILE = "shell.json"  # client/shell writes it
GAME = "/game/"  # begins the address of each
LOW_PRIORITY = 'fetchpriority="low"'  # what is painted first needs no script
STYLES = re.compile(r'<link rel="stylesheet" crossorigin href="\./(assets/[^"]*\.css)">')
INLINE_ELEMENT = re.compile("<(script|style)>(.*?)</", re.DOTALL)
MARK = re.compile("⟦(@?)(.*?)⟧")  # a text of the page; after @ a word of the game that is shown


class ClientBuild(Struct):
    """What the build of the client says of the first page."""

    square: str  # its markup, while a board as long as it is wide is on its way
    long: str  # the same for other boards
    game: str  # that of a game that has not come yet
    script: str  # that comes before it
    home: list[str]  # its files
    drawings: dict[str, list[str]]  # those of each kind of board


class Shell(Struct):
    """What is filled into the page: links and a script, markup, and data."""

    data: str
    links: str = ""
    markup: str = ""


def shell_of(folder: Path, path: str, lang: str) -> Shell:
    """What the page of an address begins with, from the folder of the built client."""
    texts = (
        {} if lang == SOURCE_LANGUAGE else client_messages(lang, "game", *([] if path.startswith(GAME) else ["home"]))
    )
    file = folder / SHELL_FILE
    told = _data_script({"lang": lang, "messages": texts}) if texts else ""
    if not (path == "/" or path.startswith(GAME)) or not file.is_file():
        return Shell(told)
    built = msgspec.json.decode(file.read_bytes(), type=ClientBuild)
    if path != "/":
        return Shell(told, markup=_fill_in(built.game, {}, lang))
    home = home_view(catalogue(lang), day_number(), lang)
    system = next(system for system in home.systems if system.id == home.shown.system)
    said = {"id": system.id, "title": system.title, "label": system.label, "default_preset": system.default_preset}
    files = [*built.home, *built.drawings.get(system.board.kind, ())]
    links = [*map(_link, files), f"<script>{built.script}</script>"]
    return Shell(
        _data_script({"lang": lang, "messages": texts, "home": home}),
        "\n    ".join(links),
        _fill_in(built.square if system.board.width == system.board.height else built.long, said, lang),
    )


def _link(file: str) -> str:
    """A file that the page needs: styles, or a script for later."""
    kind = 'rel="stylesheet"' if file.endswith(".css") else f'rel="modulepreload" {LOW_PRIORITY}'
    return f'<link {kind} crossorigin href="./{file}">'


def _fill_in(markup: str, said: dict[str, str], lang: str) -> str:
    translate = translator_for(lang)

    def text(mark: re.Match[str]) -> str:
        word = unescape(mark[2])
        return escape(said[word] if mark[1] else translate(word))

    chosen = f'<option value="{lang}"'
    filled = MARK.sub(text, markup).replace(chosen, f"{chosen} selected", 1)
    return f'<div class="shell">{filled}</div>'


def inline_styles(text: str, folder: Path, path: str) -> str:
    """The page with the styles in it: what is painted first waits for nothing, and none is loaded again."""
    files = STYLES.findall(text)
    styles = "".join((folder / file).read_text("utf-8") for file in files)
    styles = styles.replace("url(./", f"url({path}/assets/")
    known = "".join(f'<link rel="stylesheet" disabled href="./{file}" />' for file in files)
    return STYLES.sub("", text).replace("</head>", f"<style>{styles}</style>{known}</head>", 1)


def policy_of(text: str) -> str:
    """What the policy says of the script and the styles in the page."""
    sums = {kind: b64encode(sha256(held.encode()).digest()).decode() for kind, held in INLINE_ELEMENT.findall(text)}
    return "; ".join(f"{kind}-src 'self' 'sha256-{sum_}'" for kind, sum_ in sums.items())


def _data_script(data: dict[str, str | dict[str, str] | Home]) -> str:
    """Data that no script runs and no text ends."""
    text = msgspec.json.encode(data).decode().replace("<", "\\u003c")
    return f'<script type="application/json" id="told">{text}</script>'
