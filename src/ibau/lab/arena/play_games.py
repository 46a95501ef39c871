"""Games and tournaments between players, who are named or held in hand.

record = play_game("level5", MyPlayer(), "seega", seed=1)
tally = tournament("uct:nodes=500", MyPlayer(), "seega", games=40)
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from ibau.core.chance import Dice
from ibau.core.coercion import StateLike, as_game, as_new_game, as_state, wrong_game_error
from ibau.core.game import Game
from ibau.core.limits import MOST_COUNTED, check_int, check_seed
from ibau.core.record import Record
from ibau.games import game
from ibau.lab.arena.entrants import Entrant, PlayerEntrant, parse_entrant
from ibau.lab.arena.pair_runner import Pairing
from ibau.lab.arena.run_tournament import OnPair, run_tournament
from ibau.lab.arena.tally import Sprt, Tally
from ibau.lab.live_game import LONGEST_GAME, LiveGame
from ibau.players import Level, Player, PlayerLike, levels_here
from ibau.players.engine import Engine
from ibau.search.budget import Budget


def levels(ruleset: StateLike) -> tuple[Level, ...]:
    """The levels that a game offers, from weak to strong; the id of each names its player.  Raises RulesetError."""
    return levels_here(as_game(ruleset).system)


def play_game(
    first: PlayerLike,
    second: PlayerLike,
    ruleset: StateLike,
    *,
    seed: int = 0,
    start: StateLike | None = None,
    tags: Mapping[str, str] | None = None,
) -> Record:
    """Play one game to its end, and give its record.

    A player is a Player, who plays as it is, a function that says what to play in a state, or a text as `ibau arena`
    reads it: "level5", "uct:1s", "module:Class".  The seed decides what is thrown and what players of a text do by
    chance; with limits of nodes or depth it repeats the game.  It begins with `start`, else with a State that is given
    in place of a ruleset, else at the start; `tags` are added to the record's First, Second and Seed.  A game of 10,000
    actions is given up; its record has no result.

    Raises RulesetError, NumberError, RecordError for tags, EntrantError or PlayerError where a player makes no sense
    or fails.
    """
    seed = check_seed(seed)
    begun = as_state(ruleset if start is None else start)
    if begun.game != as_game(ruleset):
        raise wrong_game_error("The start has to be one of", as_game(ruleset), begun.game)
    live = LiveGame(begun, Dice(seed).roll)
    named = [parse_entrant(who) for who in (first, second)]
    seats = [_player_and_budget(who, begun.game, seed) for who in named]
    from_start = begun == begun.game.initial()
    for state in live.decisions(LONGEST_GAME):
        who, budget = seats[state.turn]
        if isinstance(who, Engine) and from_start:
            who.actions = live.line.actions
        live.play(who.choose(state, budget).action)
    names = {"First": named[0].text, "Second": named[1].text, "Seed": str(seed)}
    return live.line.record({**names, **(tags or {})})


def _player_and_budget(player: Entrant, played: Game, seed: int) -> tuple[Player, Budget | None]:
    """Who plays, and what it spends on a move."""
    player.check(played)
    if not isinstance(player, PlayerEntrant):
        return player.player(seed), player.budget
    if isinstance(player.original, Engine):
        player.original.new_game(seed)
    return player.original, None


def tournament(  # noqa: PLR0913 - each argument has a name
    one: PlayerLike,
    other: PlayerLike,
    ruleset: StateLike,
    games: int = 100,
    *,
    seed: int = 0,
    workers: int = 1,
    openings: int | None = None,
    clock: Literal["wall", "cpu"] = "wall",
    file: str | Path | None = None,
    sprt: Sprt | None = None,
    progress: OnPair | None = None,
) -> Tally:
    """Play pairs of games between two players, as `ibau arena` does, and say who is stronger: see docs/arena.md.

    Players are named as in `play_game`; each game is played by a copy of a Player, which is pickled where several
    `workers` (processes) play.  `games` are rounded up to pairs.  With a `file` the pairs that it holds are not played
    again, and the others are added to it.  `progress` is told of each pair, in order.

    Raises RulesetError, NumberError, ArenaError and PlayerError where a player makes no sense or fails, OSError.
    """
    pairs = (check_int("The number of games", games, least=1, most=MOST_COUNTED) + 1) // 2
    pairing = Pairing(
        str(as_new_game(ruleset).ruleset), (parse_entrant(one), parse_entrant(other)), check_seed(seed), openings, clock
    )
    path = None if file is None else Path(file)
    return run_tournament(game, pairing, pairs, workers=workers, file=path, sprt=sprt, progress=progress)
