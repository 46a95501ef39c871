"""How figures, readings and players are named in a report."""

from collections.abc import Iterable, Mapping

from ibau.lab.reporting.study import Figure, Reading
from ibau.learn.effect_sentences import players_said
from ibau.paper.pages import value_said
from ibau.paper.rulings import CODE, ruling_codes

THIN, MINUS, DASH = "\u00a0", "\u2212", "\u2013"
UNITS = {"share": 100.0, "points": 100.0}  # told in hundredths


def number(value: float, digits: int = 0) -> str:
    """A number with so many digits after the point; nothing has no sign."""
    written = f"{value:.{digits}f}"
    unsigned = written if float(written) else written.removeprefix("-")
    return unsigned.replace("-", MINUS)


def signed(value: float, digits: int = 0) -> str:
    """A difference, whose sign always stands there, unless it is nothing in so many digits."""
    return ("+" if round(value, digits) > 0 else "") + number(value, digits)


def figure_said(figure: Figure) -> str:
    """A value with its interval: "52 % (51–53)"."""
    scale, sign = (100.0, f"{THIN}%") if figure.unit in UNITS else (1.0, "")
    digits = digits_of(scale * (figure.upper - figure.lower))
    value, lower, upper = (number(scale * each, digits) for each in (figure.value, figure.lower, figure.upper))
    return f"{value}{sign}" if figure.exact else f"{value}{sign} ({lower}{DASH}{upper})"


def base_title(reading: Reading) -> str:
    """The title of a game, and its ruleset where that is not the first one."""
    title = reading.system.title
    return title if reading.base == reading.system.id else f"{title} ({reading.base})"


def player_names(players: Iterable[str]) -> Mapping[str, str]:
    """What kinds of players are called."""
    return {each: str(players_said(each)) for each in players}


def meaning(reading: Reading) -> str:
    """What an option is about and how it is set, or what a ruleset is."""
    if reading.option is None:
        return reading.presets.get(reading.ruleset, "")
    option = next(option for option in reading.system.options if option.name == reading.option)
    setting = str(reading.setting)
    return option.text if option.is_number else f"{option.text} {value_said(option, setting, str)}"


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
    "minutes": "length of a game",
    "starter": "score of who begins",
    "draws": "share of draws",
    "actions": "actions to choose from",
    "skill": "share of skill",
}
