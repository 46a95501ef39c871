"""A screen in a museum: a few games, large targets, and back to the beginning when nobody is there."""

from dataclasses import dataclass

from msgspec.structs import replace

from ibau.core.errors import IbauError, listed, or_known
from ibau.core.options import Ruleset
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quoted
from ibau.games import game, systems
from ibau.web.api.catalogue import Catalogue, SystemView
from ibau.web.refusals import Refusal

NOT_PLAYED = Phrase(N_("This game is not available here; choose one on the home page."))


class KioskError(IbauError):
    """A kiosk of games that there are not."""


@dataclass(frozen=True)
class Kiosk:
    """The presets that are played, in the order in which they are shown.  Raises KioskError for others."""

    presets: tuple[str, ...]
    seconds: int = 90  # without a touch, then it starts again

    def __post_init__(self) -> None:
        known = [preset.id for system in systems().values() for preset in system.presets]
        if not self.presets:
            raise KioskError(
                N_("A kiosk needs a game, or several with commas between them, of {known}."), known=listed(known)
            )
        for preset in self.presets:
            if preset not in known:
                raise KioskError(
                    N_("There is no game {name}{known}"), name=quoted(preset), known=or_known(preset, known)
                )

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems of its games."""
        return tuple(dict.fromkeys(game(preset).system.id for preset in self.presets))

    def shown(self, catalogue: Catalogue) -> Catalogue:
        """What it offers of a catalogue."""
        by_id = {system.id: system for system in catalogue.systems}
        return replace(catalogue, systems=[self._narrowed(by_id[system]) for system in self.systems])

    def _narrowed(self, system: SystemView) -> SystemView:
        """A system with the presets that are played, and no option to change."""
        played = [preset for preset in system.presets if preset.id in self.presets]
        usual = system.usual if system.usual in self.presets else played[0].id
        return replace(system, usual=usual, presets=played, options=[])

    def check(self, ruleset: Ruleset, start: str = "") -> None:
        """Raise Refusal for what is not played here: other games, and those from a position."""
        if start or str(ruleset) not in self.presets:
            raise Refusal(NOT_PLAYED, status=403)
