"""The home page: a recorded game that plays by itself, all games, and the puzzle of the day.

All visitors see the same on a day, which begins at midnight UTC.
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
from ibau.web.api.home import DailySummary, DailyView, DemoGame, DemoPly, Home, KioskStatus, OfferedGame
from ibau.web.endpoints.bodies import json_response
from ibau.web.endpoints.catalogue import catalogue
from ibau.web.endpoints.puzzles import puzzle_view
from ibau.web.protocol import BoardView
from ibau.web.services import language_of, services_of

DEMO_RECORD = "sample_game.txt"  # in the folder of a game
MAX_DEMO_PLIES = 20
STARTED = datetime.now(UTC).isoformat(timespec="seconds")


async def show_home(request: Request) -> Response:
    """What the home page shows."""
    lang, kiosk = language_of(request), services_of(request).site.kiosk
    offered = catalogue(lang)
    return json_response(home_view(kiosk.filter_catalogue(offered) if kiosk else offered, day_number(), lang))


async def show_daily(request: Request) -> Response:
    """The puzzle of the day."""
    lang, kiosk = language_of(request), services_of(request).site.kiosk
    found = daily_puzzle(kiosk.systems if kiosk else tuple(systems()), day_number())
    if found is None:
        return json_response({}, 404)
    return json_response(DailyView(day_number(), puzzle_view(found, translator_for(lang))))


def day_number() -> int:
    """The number of today."""
    return datetime.now(UTC).toordinal()


def home_view(offered: Catalogue, day: int, lang: str) -> Home:
    """What the home page shows on a day."""
    ids = [system.id for system in offered.systems]
    return Home(
        [_offered(system) for system in offered.systems],
        demo_game(ids[day % len(ids)], lang),
        _daily_summary(daily_puzzle(ids, day), day, lang),
    )


def _offered(system: SystemView) -> OfferedGame:
    return OfferedGame(
        id=system.id,
        family=system.family,
        title=system.title,
        label=system.label,
        lesson=system.lesson,
        puzzles=system.puzzles,
        default_preset=system.default_preset,
        board=_without_labels(system.start.board),
        pieces=system.start.state.pieces,
    )


def _without_labels(board: BoardView) -> BoardView:
    return replace(board, squares=tuple(replace(square, label="", effects=()) for square in board.squares))


@cache
def demo_game(system: str, lang: str) -> DemoGame:
    """The end of the recorded game of a system."""
    found, translate = game(system).system, translator_for(lang)
    line = Line.replay(next(read_records(found.folder / DEMO_RECORD)))
    since = max(0, line.ply_count - MAX_DEMO_PLIES)
    return DemoGame(
        system=found.id,
        level=next(view.levels[0] for view in catalogue(lang).systems if view.id == found.id),
        plies=[DemoPly(ply.description.to_text(translate), ply.travels) for ply in islice(line.plies, since, None)],
        pieces=[state.pieces for state in line.states[since:]],
    )


# --- The puzzle of the day -------------------------------------------------------------------------------------------


def daily_puzzle(ids: Sequence[str], day: int) -> Puzzle | None:
    """The puzzle of a day among those of systems `ids`: each in turn, in the order of the puzzles' ids."""
    found = sorted((puzzle for system in ids for puzzle in puzzles_of(game(system).system)), key=lambda one: one.id)
    return found[day % len(found)] if found else None


def _daily_summary(puzzle: Puzzle | None, day: int, lang: str) -> DailySummary | None:
    if puzzle is None:
        return None
    system, translate = game(puzzle.ruleset).system, translator_for(lang)
    word = hardness(puzzle)[0].to_text(translate)
    return DailySummary(day, puzzle.id, system.id, translate(system.title), word)


async def show_kiosk(request: Request) -> Response:
    """When the server started, and how many games were played; 404 if it is no kiosk."""
    services = services_of(request)
    if not services.site.kiosk:
        raise HTTPException(404)
    midnight = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    today = await services.store.count_touched(round(midnight.timestamp() * 1000))
    return json_response(KioskStatus(STARTED, await services.store.count_touched(0), today))


HOME_ROUTES = [Route("/home", show_home), Route("/daily", show_daily), Route("/kiosk", show_kiosk)]
