"""Games and tournaments between players, who are named or held in hand.

record = play_game("level5", MyPlayer(), "seega", seed=1)
tally = tournament("uct:nodes=500", MyPlayer(), "seega", games=40)
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from ibau.core.chance import Dice
from ibau.core.game import Game, State
from ibau.core.limits import whole
from ibau.core.record import Record
from ibau.games import game
from ibau.lab.arena.contest import Pairing
from ibau.lab.arena.roster import contestant
from ibau.lab.arena.running import AfterPair, run_arena
from ibau.lab.arena.tally import Sprt, Tally
from ibau.lab.course import LONGEST_GAME, Course
from ibau.players import Level, Player, levels_here
from ibau.players.engine import Engine
from ibau.search.budget import Budget


def levels(ruleset: str | Game) -> tuple[Level, ...]:
    """The levels that a game offers, from weak to strong; the id of each names its player.  Raises RulesetError."""
    return levels_here(_game_of(ruleset).system)


def play_game(
    first: str | Player,
    second: str | Player,
    ruleset: str | Game,
    *,
    seed: int = 0,
    start: State | None = None,
    tags: Mapping[str, str] | None = None,
) -> Record:
    """Play one game to its end, and give its record.

    A player is a Player, who plays as it is, or a text as `ibau arena` reads it: "level5", "uct:1s", "module:Class".
    The seed decides what is thrown and what players of a text do by chance; with limits of nodes or depth it repeats
    the game.  `start` is where it begins, else the start of the ruleset; `tags` are added to the record's First, Second
    and Seed.  A game of 10,000 actions is given up; its record has no result.

    Raises RulesetError, RecordError for tags, ContestantError or PlayerError where a player makes no sense or fails.
    """
    seed = whole("A seed", seed)
    played = _game_of(ruleset)
    course = Course(start or played.initial(), Dice(seed).roll)
    seats = [_seated(who, played, seed) for who in (first, second)]
    for state in course.decisions(LONGEST_GAME):
        who, budget = seats[state.turn]
        if isinstance(who, Engine) and start is None:
            who.actions = course.line.actions
        course.play(who.choose(state, budget).action)
    return course.line.record({"First": str(first), "Second": str(second), "Seed": str(seed), **(tags or {})})


def _game_of(ruleset: str | Game) -> Game:
    return ruleset if isinstance(ruleset, Game) else game(ruleset)


def _seated(who: str | Player, played: Game, seed: int) -> tuple[Player, Budget | None]:
    """Who plays, and what it spends on a move."""
    named = contestant(who)
    named.check(played)
    if isinstance(who, Engine):
        who.new_game(seed)
    return (who, None) if isinstance(who, Player) else (named.player(seed), named.budget)


def tournament(  # noqa: PLR0913 - each argument has a name
    one: str | Player,
    other: str | Player,
    ruleset: str,
    games: int = 100,
    *,
    seed: int = 0,
    workers: int = 1,
    openings: int | None = None,
    clock: Literal["wall", "cpu"] = "wall",
    file: str | Path | None = None,
    sprt: Sprt | None = None,
    progress: AfterPair | None = None,
) -> Tally:
    """Play pairs of games between two players, as `ibau arena` does, and say who is stronger: see docs/arena.md.

    Players are named as in `play_game`; each game is played by a copy of a Player, which is pickled where several
    `workers` (processes) play.  `games` are rounded up to pairs.  With a `file` the pairs that it holds are not played
    again, and the others are added to it.  `progress` is told of each pair, in order.

    Raises RulesetError, NumberError, ArenaError and PlayerError where a player makes no sense or fails, OSError.
    """
    pairs = (whole("The number of games", games, least=1) + 1) // 2
    pairing = Pairing(ruleset, (contestant(one), contestant(other)), whole("A seed", seed), openings, clock)
    path = None if file is None else Path(file)
    return run_arena(game, pairing, pairs, workers=workers, file=path, sprt=sprt, progress=progress)
