"""How figures, readings and players are named in a report."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from ibau.core.contract import System
from ibau.core.phrase import N_, Phrase
from ibau.lab.reporting.study import Figure, Reading
from ibau.language import translator
from ibau.learn.effect_sentences import players_said
from ibau.paper.pages import value_said
from ibau.paper.rulings import CODE, ruling_codes

THIN, MINUS, DASH = "\u00a0", "\u2212", "\u2013"
UNITS = {"share": 100.0, "points": 100.0}  # told in hundredths
POINT = {"en": "."}  # between whole numbers and what follows; elsewhere it is a comma


class Speaker(NamedTuple):
    """Says things in one language."""

    lang: str

    @property
    def translate(self) -> Callable[[str], str]:
        """The catalogue of the language."""
        return translator(self.lang)

    def say(self, text: str, **values: object) -> str:
        """A text of the catalogues with values in it."""
        return Phrase(text, values).said(self.translate)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as the language writes it; nothing has no sign."""
        written = f"{value:.{digits}f}"
        unsigned = written if float(written) else written.removeprefix("-")
        return unsigned.replace("-", MINUS).replace(".", POINT.get(self.lang, ","))

    def signed(self, value: float, digits: int = 0) -> str:
        """A difference, whose sign always stands there, unless it is nothing in so many digits."""
        return ("+" if round(value, digits) > 0 else "") + self.number(value, digits)

    def figure(self, figure: Figure) -> str:
        """A value with its interval: "52 % (51–53)"."""
        scale, sign = (100.0, f"{THIN}%") if figure.unit in UNITS else (1.0, "")
        digits = digits_of(scale * (figure.upper - figure.lower))
        value, lower, upper = (
            self.number(scale * number, digits) for number in (figure.value, figure.lower, figure.upper)
        )
        return f"{value}{sign}" if figure.exact else f"{value}{sign} ({lower}{DASH}{upper})"

    def system(self, system: System) -> str:
        """The title of a game."""
        return self.translate(system.title)

    def base(self, reading: Reading) -> str:
        """The title of a game, and its ruleset where that is not the first one."""
        title = self.system(reading.system)
        return title if reading.base == reading.system.id else f"{title} ({reading.base})"

    def players(self, players: Iterable[str]) -> Mapping[str, str]:
        """What kinds of players are called."""
        return {each: players_said(each).said(self.translate) for each in players}

    def meaning(self, reading: Reading) -> str:
        """What an option is about and how it is set, or what a ruleset is."""
        if reading.option is None:
            return self.translate(reading.presets.get(reading.ruleset, ""))
        option = next(option for option in reading.system.options if option.name == reading.option)
        text, setting = self.translate(option.text), str(reading.setting)
        return text if option.is_number else f"{text} {value_said(option, setting, self.translate)}"


def digits_of(width: float) -> int:
    """How many digits after the point an interval of this width lets one tell."""
    return 0 if width >= 2 else 1 if width >= 0.2 else 2


def linked(reading: Reading) -> str:
    """The name of a reading, which leads to its ruling where there is one."""
    codes = cited(reading)
    return f"[`{reading.name}`](#{codes[0]})" if codes else f"`{reading.name}`"


def cited(reading: Reading) -> list[str]:
    """The rulings that its option follows."""
    options = [option for option in reading.system.options if option.name == reading.option]
    return [code for option in options for code in CODE.findall(option.cites) if code in ruling_codes()]


SHORT = {  # what aspects are called above a panel
    "minutes": N_("length of a game"),
    "starter": N_("score of who begins"),
    "draws": N_("share of draws"),
    "actions": N_("actions to choose from"),
    "skill": N_("share of skill"),
}
