"""What is English on a page in another language: texts of the catalogues that it did not translate, and others."""

import re
from functools import cache
from typing import TYPE_CHECKING

from ibau.language import SOURCE_LANGUAGE, translator_for
from tests.words.test_catalogues import catalogues

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Whatever is read, seen or aloud. Code and titles of books stay as they are.
READ = """() => {
    const KEPT = 'pre, code, kbd, script, style, noscript, [lang=en]';
    const said = [document.title, document.querySelector('meta[name=description]')?.content];
    for (const one of document.querySelectorAll('*')) {
        if (one.closest(KEPT)) continue;
        for (const name of ['title', 'aria-label', 'aria-description', 'aria-roledescription', 'alt', 'placeholder'])
            said.push(one.getAttribute(name));
        for (const child of one.childNodes) if (child.nodeType === Node.TEXT_NODE) said.push(child.data);
    }
    return [...new Set(said.filter(Boolean).map(text => text.replace(/\\s+/g, ' ').trim()).filter(Boolean))];
}"""

# Words that neither French nor German has.
COMMON = re.compile(
    r"\b(the|and|of|you|your|with|this|that|these|from|are|has|have|there|they|game|games|board|piece|pieces|move|"
    r"moves|turn|throw|throws|rules|seat|wins|light|dark|white|black|brown|again|back|close|open)\b",
    re.IGNORECASE,
)
PLACE = re.compile(r"\{\w+\}")
WORD = re.compile(r"\w+")


def english_on(page: "Page") -> list[str]:
    """What is English on a page that speaks another language."""
    lang = page.evaluate("document.documentElement.lang")
    said: list[str] = page.evaluate(READ)
    return [text for text in said if is_english(text, lang)] if lang != SOURCE_LANGUAGE else []


@cache
def is_english(text: str, lang: str) -> bool:
    """Is a text, or a sentence in it, one of the catalogues that was not translated, or plainly English?"""
    words = set(WORD.findall(text))
    return bool(COMMON.search(text)) or any(
        theirs <= words and pattern.search(text) for theirs, pattern in untranslated(lang)
    )


@cache
def untranslated(lang: str) -> list[tuple[set[str], re.Pattern[str]]]:
    """The words of every English text that is another one in a language, and what finds it."""
    translate = translator_for(lang)
    found = []
    for message in catalogues.template():
        text = str(message.id)
        words, pattern = set(WORD.findall(PLACE.sub("", text))), pattern_of(text)
        if any(len(word) > 2 for word in words) and not pattern.search(translate(text)):
            found.append((words, pattern))
    return found


def pattern_of(text: str) -> re.Pattern[str]:
    """Finds a text whatever is in its places: a single word alone, several words also among others."""
    parts = [re.escape(part) for part in PLACE.split(" ".join(text.split()))]
    return re.compile(rf"(?<!\w){'.+?'.join(parts)}(?!\w)" if " " in text else rf"^{parts[0]}$")
