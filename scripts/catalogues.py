#!/usr/bin/env python
"""The gettext catalogues: one source for server, terminal and browser client.

    python scripts/catalogues.py update    # after texts changed: write locale/ibau.pot, merge it into every language
    python scripts/catalogues.py compile   # before running: write the compiled catalogues into the package
    python scripts/catalogues.py check     # fails on anything missing, fuzzy, obsolete, or unlike source and glossary

Texts are found in Python as the first argument of `_`, `N_` and `Phrase`, in the client as that of `t` and `N_`; always
literals.  Those of lessons and rulings are read from their files.  The laboratory and its commands are English only.
"""

import ast
import itertools
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "locale"
TEMPLATE = LOCALE / "ibau.pot"
GLOSSARY_FILE = LOCALE / "glossary.toml"
GLOSSARY = tomllib.loads(GLOSSARY_FILE.read_text("utf-8"))
SITE = ROOT / "docs/site/rules"  # its pages in each language
COMPILED = ROOT / "src/ibau/locale"
TRANSLATED = ("fr", "de")
AUTHORS = "Ibau contributors"

PYTHON_MARKS = {"_", "N_", "Phrase"}
CLIENT_CALL = re.compile(r"(?<![\w$.])(?:t|N_)\(\s*(\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`\\$]*`)")
CLIENT = ROOT / "client/src"
FIRST_PAGES = ("pages/Pages.svelte", "pages/Home.svelte")  # the first page
PLACEHOLDER = re.compile(r"\{(\w*)\}")

# The typography of each language: patterns that its texts must not contain, and why.
UNIT = r"(?<=[\d}]) (?:%|cm|mm|km|MB|GB)(?!\w)"
TIED = "no U+00A0 between what belongs together, nor U+2060 after the hyphen of J.-C."
TYPOGRAPHY = {
    "en": {re.compile(rf"{UNIT}|\d (?:BC|AD)\b"): TIED},
    "fr": {
        re.compile(rf"{UNIT}|[\d}}] (?:minute|seconde|heure|av\.)|[IVX]ᵉ siècle|n° |av\. |J\.-C"): TIED,
        re.compile(r"(?<![\u202f;!?])[;!?](?=[\s»)*”]|$)"): "no U+202F before ; ! ?",
        re.compile(r"(?<!\u00a0):(?=[\s»)*]|$)|«(?!\u00a0)|(?<!\u00a0)»"): "no U+00A0 before : or within « »",
        re.compile("['\"“”]"): "quotes other than ’ and « »",
    },
    "de": {
        re.compile(rf"{UNIT}|[\d}}] (?:Minute|Sekunde|Stunde|[vn]\.)|\d\. (?:Dynastie|Jahrhundert)|\b[vn]\. Chr"): TIED,
        re.compile(r"\s[:;!](?=\s|$)"): "a space before : ; !",
        re.compile("['\"«»”]"): "quotes other than ’ and „ “",
    },
}
CODE = re.compile(r"^```.*?^```$|`[^`]*`|\{[^{}]*\}|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
CAPTION = re.compile(r"^caption: (.*)$", re.MULTILINE)

IMPORT = re.compile(r'^(?:\} from|\s*(?:import|export)\b(?! type)[^"();]*) *"(\.[^"]+)"', re.MULTILINE)

Found = Iterator[tuple[str, str]]  # texts and the files they stand in


# --- Extraction ------------------------------------------------------------------------------------------------------


def python_texts() -> Found:
    """The texts of the package, without the laboratory, which is English only."""
    package = ROOT / "src/ibau"
    for path in sorted(set(package.rglob("*.py")) - set((package / "lab").rglob("*.py"))):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)) if any(f"{mark}(" in source for mark in PYTHON_MARKS) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PYTHON_MARKS:
                match node.args:
                    case [ast.Constant(value=str(text)), *_]:
                        yield text, str(path.relative_to(ROOT))
                    case _:
                        pass


def lesson_texts() -> Found:
    """The texts of the lessons."""
    from ibau.core.lesson import read_lesson, texts

    for path in sorted((ROOT / "src/ibau/games").rglob("lesson.md")):
        for text in texts(read_lesson(path)):
            yield text, str(path.relative_to(ROOT))


def ruling_texts() -> Found:
    """The answers of the rulings, which pages of games list."""
    from ibau.core.ruling import answered_rulings

    for ruling in answered_rulings().values():
        yield ruling.answer, "docs/rulings"


def client_texts() -> Found:
    """The texts of the browser client."""
    sources = [path for kind in ("*.svelte", "*.ts") for path in (ROOT / "client/src").rglob(kind)]
    for path in sorted(sources):
        if not path.name.endswith((".test.ts", ".spec.ts")):
            for call in CLIENT_CALL.finditer(path.read_text("utf-8")):
                yield _literal(call[1]), str(path.relative_to(ROOT))


def first_files(*pages: str) -> set[str]:
    """The files of the client that are loaded first: those of a game, the boards, and `pages`, without `import()`."""
    client = ROOT / "client/src"
    found: set[Path] = set()
    waiting = [client / "main.ts", *map(client.joinpath, pages), *client.glob("drawings/*/index.ts")]
    while waiting:
        path = waiting.pop()
        if path in found or path.suffix in {"", ".css"}:
            continue
        found.add(path)
        waiting += [_imported(path.parent / name) for name in IMPORT.findall(path.read_text("utf-8"))]
    return {str(path.relative_to(ROOT)) for path in found}


def _imported(path: Path) -> Path:
    """The file of an import; its name without a suffix if it is not generated yet, such as protocol.ts."""
    offered = (path, path.with_name(f"{path.name}.ts"), path / "index.ts")
    return next((file.resolve() for file in offered if file.is_file()), path)


def _literal(text: str) -> str:
    """The value of a JavaScript string literal; a template without expressions may span lines."""
    return text[1:-1] if text[0] == "`" else str(ast.literal_eval(text))


def template() -> Catalog:
    """Every text of the sources."""
    catalog = Catalog(
        project="Ibau", copyright_holder=AUTHORS, last_translator=AUTHORS, language_team="", charset="utf-8"
    )
    for text, path in (*python_texts(), *lesson_texts(), *ruling_texts(), *client_texts()):
        catalog.add(text, locations=[(path, 0)])
    return catalog


# --- Files -----------------------------------------------------------------------------------------------------------


def read(path: Path, lang: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=lang)


def write(path: Path, catalog: Catalog) -> None:
    catalog.msgid_bugs_address = catalog.language_team = ""
    catalog.last_translator = AUTHORS
    catalog.revision_date = catalog.creation_date
    with path.open("wb") as file:
        write_po(file, catalog, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True)


def po(lang: str) -> Path:
    return LOCALE / lang / "LC_MESSAGES" / "ibau.po"


def update() -> None:
    """Write the template and merge it into every language; obsolete texts are removed."""
    source = template()
    write(TEMPLATE, source)
    for lang in TRANSLATED:
        catalog = read(po(lang), lang)
        catalog.update(source, no_fuzzy_matching=True, update_header_comment=False)
        write(po(lang), catalog)


def compile_all() -> None:
    """Write the catalogues that the package reads, and the list of the client's texts."""
    from ibau.language import COUNTED  # the package can only be imported once it is built

    COMPILED.mkdir(exist_ok=True)
    for lang in TRANSLATED:
        catalog = read(po(lang), lang)
        translations = {str(message.id): str(message.string) for message in catalog}
        for one, several in COUNTED:
            catalog.add((one, several), (translations[one], translations[several]))
        folder = COMPILED / lang / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f".{os.getpid()}"
        with part.open("wb") as file:
            write_mo(file, catalog)
        part.replace(folder / "ibau.mo")  # atomically, as another process may be reading it
    texts, known = dict[str, list[str]](), set[str]()
    every = {path for _, path in client_texts()}
    for when, files in (("game", first_files()), ("home", first_files(*FIRST_PAGES)), ("later", every)):
        texts[when] = sorted({text for text, path in client_texts() if path in files} - known)
        known.update(texts[when])
    (COMPILED / "client.json").write_text(json.dumps(texts, ensure_ascii=False, indent=0), "utf-8")


# --- Checks ----------------------------------------------------------------------------------------------------------


def faults() -> list[str]:
    """All faults of the template and the catalogues."""
    texts = {str(message.id) for message in template() if message.id}
    known = {str(message.id) for message in read(TEMPLATE) if message.id}
    found = [f"{TEMPLATE.name} lacks {text!r}" for text in sorted(texts - known)]
    found += [f"{TEMPLATE.name} still has {text!r}" for text in sorted(known - texts)]
    found += [f"en: {fault}" for text in sorted(texts) for fault in typography_faults(text, "en")]
    for lang in TRANSLATED:
        catalog = read(po(lang), lang)
        found += [f"{lang}: {fault}" for fault in (*catalogue_faults(catalog, texts), *glossary_faults(catalog, lang))]
    return found


def catalogue_faults(catalog: Catalog, texts: set[str]) -> Iterator[str]:
    """The faults of one catalogue."""
    messages = {str(message.id): message for message in catalog if message.id}
    yield from (f"missing {text!r}" for text in sorted(texts - messages.keys()))
    yield from (f"obsolete {text!r}" for text in sorted(messages.keys() - texts | catalog.obsolete.keys()))
    for text, message in messages.items():
        if message.fuzzy:
            yield f"fuzzy {text!r}"
        if not message.string:
            yield f"untranslated {text!r}"
        elif sorted(PLACEHOLDER.findall(text)) != sorted(PLACEHOLDER.findall(str(message.string))):
            yield f"other placeholders than {text!r}: {message.string!r}"
        yield from typography_faults(str(message.string), str(catalog.locale))


def typography_faults(text: str, lang: str) -> Iterator[str]:
    """Typography faults of a text, outside code."""
    prose = CODE.sub("{}", text)
    for pattern, fault in TYPOGRAPHY.get(lang, {}).items():
        if found := pattern.search(prose):
            yield f"{fault}: {prose[max(0, found.start() - 20) : found.end() + 20]!r}"


def typeset_page_faults() -> Iterator[str]:
    """Typography faults of pages and the captions in them."""
    for lang in TYPOGRAPHY:
        for path in sorted([*(ROOT / "src/ibau").rglob(f"*{lang}.md"), *(SITE / lang).glob("*.md")]):
            markdown = path.read_text("utf-8")
            for text in (markdown, *CAPTION.findall(markdown)):
                yield from (f"{path.relative_to(ROOT)}: {fault}" for fault in typography_faults(text, lang))


def page_faults() -> Iterator[str]:
    """Rules pages that are missing, lack a section, or have other sections than the English page."""
    from ibau.games import systems  # the package can only be imported once it is built
    from ibau.language import LANGUAGES, LanguageError, translator_for
    from ibau.paper.rules_pages import SECTIONS, page

    for system, lang in itertools.product(systems(), LANGUAGES):
        try:
            found, english = headings(page(system, lang)), headings(page(system, "en"))
        except LanguageError as missing:
            yield str(missing)
            continue
        sections = [translator_for(lang)(section) for section in SECTIONS]
        if [heading for heading in found if heading in sections] != sections:
            yield f"{system}, {lang}.md: the sections are {found}; they should hold, in this order, {sections}"
        if len(found) != len(english):
            yield f"{system}, {lang}.md has {len(found)} sections, the English page {len(english)}"


def glossary_faults(catalog: Catalog, lang: str) -> Iterator[str]:
    """Messages that differ from the glossary, and obsolete exceptions."""
    messages = {str(message.id): CODE.sub("{}", str(message.string)) for message in catalog if message.id}
    found = dict(word_faults(messages, lang))
    excused = set(GLOSSARY["exceptions"][lang])
    yield from (fault for text, fault in found.items() if text not in excused)
    yield from (f"{GLOSSARY_FILE.name} has an obsolete exception: {text!r}" for text in excused - found.keys())


def word_faults(messages: Mapping[str, str], lang: str) -> Iterator[tuple[str, str]]:
    """Yield texts whose translation of a word differs from the glossary, with the fault."""
    for term in GLOSSARY["term"]:
        english = re.compile(rf"(?<![\w{{-]){re.escape(term['en'])}(?:s|d|es|ed|ing)?(?![\w}}=-])", re.IGNORECASE)
        right = re.compile(
            "|".join([*map(word_start, term[lang].split(", ")), *forms(term, "forms", lang)]), re.IGNORECASE
        )
        wrong = re.compile("|".join(forms(term, "not", lang)) or "(?!)")
        for text, translation in messages.items():
            is_right = term.get("loose") or right.search(translation)
            if english.search(text) and (wrong.search(translation) or not is_right):
                yield text, f"{term['en']} is {term[lang]}, unlike {text!r}: {translation!r}"


def forms(term: Mapping[str, Any], kind: str, lang: str) -> list[str]:
    """The patterns of a kind, of a term of the glossary, for a language."""
    found = term.get(kind, {}).get(lang)
    return [found] if found else []


def word_start(word: str) -> str:
    """A pattern for all forms of a word, by its beginning."""
    return r"\w* ".join(re.escape(part[: max(3, len(part) - 2)]) for part in word.split())


def headings(markdown: str) -> list[str]:
    return re.findall(r"^## (.*)$", markdown, re.MULTILINE)


def check() -> None:
    """Exit with all faults, if there are any."""
    if found := [*faults(), *page_faults(), *typeset_page_faults()]:
        sys.exit("\n".join(found))


COMMANDS = {"update": update, "compile": compile_all, "check": check}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: python scripts/catalogues.py {{{'|'.join(COMMANDS)}}}")
    COMMANDS[sys.argv[1]]()
