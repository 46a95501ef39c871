"""The site of a server: its address, its languages and, on a museum's screen, its kiosk."""

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
    """A kiosk is to show games that do not exist."""


@dataclass(frozen=True)
class Kiosk:
    """A few games on a large screen, which starts over when it is not used.  Raises KioskError for unknown games."""

    presets: tuple[str, ...]  # in the order in which they are shown
    seconds: int = 90  # without a touch until it starts over

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
        """The catalogue with only the kiosk's games."""
        by_id = {system.id: system for system in catalogue.systems}
        return replace(catalogue, systems=[self._filter_system(by_id[system]) for system in self.systems])

    def _filter_system(self, system: SystemView) -> SystemView:
        """The system with only the kiosk's presets, and without options."""
        played = [preset for preset in system.presets if preset.id in self.presets]
        usual = system.default_preset if system.default_preset in self.presets else played[0].id
        return replace(system, default_preset=usual, presets=played, options=[])

    def check(self, ruleset: Ruleset, start: str = "") -> None:
        """Raise Refusal for a game that the kiosk does not show, or that starts from a position."""
        if start or str(ruleset) not in self.presets:
            raise Refusal(NOT_PLAYED, status=403)


@dataclass(frozen=True)
class Site:
    """The address of a server and what it shows."""

    url: str = ""  # the public address, without a trailing slash; "" for that of each request
    languages: tuple[str, ...] = LANGUAGES  # the first is the default
    kiosk: Kiosk | None = None
    is_local: bool = False  # is it reached only from its own machine?
    is_page: bool = False  # is it a page that plays without a server?

    @property
    def path(self) -> str:
        """The path of the address; "" where the server is at the root of its host."""
        return urlsplit(self.url).path

    def language_of(self, connection: HTTPConnection) -> str:
        """The language a request asks for, or the browser's preferred one if it asks for none that is offered."""
        if (lang := connection.query_params.get("lang", "")) in self.languages:
            return lang
        return best_language(connection.headers.get("accept-language", ""), self.languages)
