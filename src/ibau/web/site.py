"""Where a server is and what it shows, and what of it a request concerns; perhaps on a screen in a museum."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from msgspec.structs import replace
from starlette.requests import HTTPConnection

from ibau.core.errors import IbauError, join_names, suggestion_or_list
from ibau.core.options import Ruleset
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.games import game, systems
from ibau.language import LANGUAGES, best_language
from ibau.web.api.catalogue import Catalogue, SystemView
from ibau.web.refusals import Refusal

NOT_PLAYED = Phrase(N_("This game is not available here; choose one on the home page."))


class KioskError(IbauError):
    """A kiosk of games that there are not."""


@dataclass(frozen=True)
class Kiosk:
    """A few games on a large screen, which starts again when nobody is there.  Raises KioskError for unknown ones."""

    presets: tuple[str, ...]  # that are played, in the order in which they are shown
    seconds: int = 90  # without a touch, then it starts again

    def __post_init__(self) -> None:
        known = [preset.id for system in systems().values() for preset in system.presets]
        if not self.presets:
            raise KioskError(
                N_("A kiosk needs a game, or several with commas between them, of {known}."), known=join_names(known)
            )
        for preset in self.presets:
            if preset not in known:
                raise KioskError(
                    N_("There is no game {name}{known}"), name=quote(preset), known=suggestion_or_list(preset, known)
                )

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems of its games."""
        return tuple(dict.fromkeys(game(preset).system.id for preset in self.presets))

    def filter_catalogue(self, catalogue: Catalogue) -> Catalogue:
        """What it offers of a catalogue."""
        by_id = {system.id: system for system in catalogue.systems}
        return replace(catalogue, systems=[self._filter_system(by_id[system]) for system in self.systems])

    def _filter_system(self, system: SystemView) -> SystemView:
        """A system with the presets that are played, and no option to change."""
        played = [preset for preset in system.presets if preset.id in self.presets]
        usual = system.default_preset if system.default_preset in self.presets else played[0].id
        return replace(system, default_preset=usual, presets=played, options=[])

    def check(self, ruleset: Ruleset, start: str = "") -> None:
        """Raise Refusal for what is not played here: other games, and those from a position."""
        if start or str(ruleset) not in self.presets:
            raise Refusal(NOT_PLAYED, status=403)


@dataclass(frozen=True)
class Site:
    """Where a server is, and what it shows to whom."""

    url: str = ""  # the address at which others reach it, without a slash at the end; "" for the one that is asked
    languages: tuple[str, ...] = LANGUAGES  # the first one for those who want none of them
    kiosk: Kiosk | None = None
    is_local: bool = False  # is it reached from its own machine alone?
    is_page: bool = False  # is it no server, but a page that plays alone?

    @property
    def path(self) -> str:
        """The path below which everything is; "" where the server has a host of its own."""
        return urlsplit(self.url).path

    def language_of(self, connection: HTTPConnection) -> str:
        """The language a request asks for; the browser's favourite if it does not ask for one that is offered."""
        asked = connection.query_params.get("lang", "")
        return (
            asked
            if asked in self.languages
            else best_language(connection.headers.get("accept-language", ""), self.languages)
        )
