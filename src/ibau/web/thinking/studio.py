"""Pictures as PNG: each takes most of a second in one of the processes in which positions are analysed."""

from ibau.core.phrase import N_, Phrase
from ibau.paper.svg import Picture
from ibau.web.refusals import Refusal
from ibau.web.thinking.engines import EngineFailed, Engines
from ibau.web.thinking.questions import Painting
from ibau.web.thinking.turns import Asker

MOST_PAINTED = 30  # PNGs that are remembered, of half a megabyte at most
NOT_PAINTED = Phrase(N_("This picture could not be made; please try again, or take the SVG."))


class Studio:
    """Paints PNGs in the processes of the analysts, and remembers the last ones."""

    def __init__(self, analysts: Engines) -> None:
        self._analysts = analysts
        self._painted: dict[Picture, bytes] = {}

    async def png(self, picture: Picture, asker: Asker) -> bytes:
        """A picture as PNG.  Raises Refusal where it cannot be had."""
        if picture not in self._painted:
            try:
                self._painted[picture] = await self._analysts.answer(Painting(str(picture)), asker)
            except EngineFailed as error:
                raise Refusal(NOT_PAINTED, status=503) from error
            if len(self._painted) > MOST_PAINTED:
                del self._painted[next(iter(self._painted))]
        return self._painted[picture]
