"""What a page without a server says and shows before its application can; scripts/pocket.py writes it into the page."""

from ibau.core.phrase import N_
from ibau.games import systems
from ibau.language import LANGUAGES, translator_for

TEXTS = {  # by the names that client/src/pocket/notices.ts has for them
    "begins": N_("The games are being prepared …"),
    "elsewhere": N_("Ibau is open in another tab. It can be played in one tab at a time."),
    "here": N_("Play here"),
    "taken": N_("You play in another tab now."),
    "newer": N_("A new version is ready."),
    "renew": N_("Use it now"),
    "missing": N_("This file of the page could not be loaded:"),
    "unstored": N_("This browser does not let this page store its games:"),
    "failed": N_("The games could not be started:"),
    "again": N_("Try again"),
}

PICTURED = [name for name, system in systems().items() if system.has_throws][-1]  # the game whose board is shown


def texts() -> dict[str, dict[str, str]]:
    """Every text by language and name."""
    return {lang: {name: translator_for(lang)(text) for name, text in TEXTS.items()} for lang in LANGUAGES}
