"""The first page: a game of today that goes on by itself, all games, and the puzzle of the day.

Everybody is shown the same on a day, which begins and ends as in Greenwich.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import islice

from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.line import Line
from ibau.core.puzzle import Puzzle, puzzles_of
from ibau.games import game, systems
from ibau.language import translator_for
from ibau.learn.puzzle_exercises import hardness
from ibau.records.record_files import read_records
from ibau.web.api.catalogue import Catalogue, SystemView
from ibau.web.api.home import DailyTold, DailyView, Home, KioskTold, OfferedGame, ShownGame, ShownPly
from ibau.web.endpoints.bodies import answer
from ibau.web.endpoints.catalogue import catalogue
from ibau.web.endpoints.puzzles import puzzle_view
from ibau.web.protocol import BoardView
from ibau.web.services import language_of, services_of

RECORD = "shown.txt"  # in the folder of a game
MOST_SHOWN = 20  # plies
STARTED = datetime.now(UTC).isoformat(timespec="seconds")


async def show_home(request: Request) -> Response:
    """What the first page shows."""
    lang, kiosk = language_of(request), services_of(request).site.kiosk
    offered = catalogue(lang)
    return answer(home_view(kiosk.shown(offered) if kiosk else offered, today(), lang))


async def show_daily(request: Request) -> Response:
    """The puzzle of the day."""
    lang, kiosk = language_of(request), services_of(request).site.kiosk
    found = daily(kiosk.systems if kiosk else tuple(systems()), today())
    return answer(DailyView(today(), puzzle_view(found, translator_for(lang)))) if found else answer({}, 404)


def today() -> int:
    """The number of the day."""
    return datetime.now(UTC).toordinal()


def home_view(offered: Catalogue, day: int, lang: str) -> Home:
    """What the first page shows on a day."""
    ids = [system.id for system in offered.systems]
    return Home(
        [_offered(system) for system in offered.systems],
        shown_game(ids[day % len(ids)], lang),
        _daily_told(daily(ids, day), day, lang),
    )


def _offered(system: SystemView) -> OfferedGame:
    return OfferedGame(
        id=system.id,
        family=system.family,
        title=system.title,
        label=system.label,
        lesson=system.lesson,
        puzzles=system.puzzles,
        usual=system.usual,
        board=_as_a_picture(system.start.board),
        pieces=system.start.state.pieces,
    )


def _as_a_picture(board: BoardView) -> BoardView:
    return replace(board, squares=tuple(replace(square, label="", effects=()) for square in board.squares))


@cache
def shown_game(system: str, lang: str) -> ShownGame:
    """The end of the recorded game of a system."""
    found, translate = game(system).system, translator_for(lang)
    line = Line.replay(next(read_records(found.folder / RECORD)))
    since = max(0, line.ply_count - MOST_SHOWN)
    return ShownGame(
        system=found.id,
        level=next(view.levels[0] for view in catalogue(lang).systems if view.id == found.id),
        plies=[ShownPly(ply.description.to_text(translate), ply.travels) for ply in islice(line.plies, since, None)],
        pieces=[state.pieces for state in line.states[since:]],
    )


# --- The puzzle of the day -------------------------------------------------------------------------------------------


def daily(ids: Sequence[str], day: int) -> Puzzle | None:
    """The puzzle of a day among those of some systems: all of them come in turn, in an order that no game rules."""
    found = sorted(
        (puzzle for system in ids for puzzle in puzzles_of(game(system).system)), key=lambda puzzle: puzzle.id
    )
    return found[day % len(found)] if found else None


def _daily_told(puzzle: Puzzle | None, day: int, lang: str) -> DailyTold | None:
    if puzzle is None:
        return None
    system, translate = game(puzzle.ruleset).system, translator_for(lang)
    word = hardness(puzzle)[0].to_text(translate)
    return DailyTold(day, puzzle.id, system.id, translate(system.title), word)


async def show_kiosk(request: Request) -> Response:
    """Since when the server runs, and how many games were played; 404 where it is no kiosk."""
    services = services_of(request)
    if not services.site.kiosk:
        raise HTTPException(404)
    midnight = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    today = await services.store.count(round(midnight.timestamp() * 1000))
    return answer(KioskTold(STARTED, await services.store.count(0), today))


HOME = [Route("/home", show_home), Route("/daily", show_daily), Route("/kiosk", show_kiosk)]
