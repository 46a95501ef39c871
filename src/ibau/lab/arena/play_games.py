"""Games and tournaments between players, given as names or Player instances.

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
    """The levels that a game offers, from weak to strong; a level's id is its player's name.  Raises RulesetError."""
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
    """Play one game to its end and return its record.

    `first`, `second`: a Player, a function from State to action, or a text as in `ibau arena`: "level5", "uct:1s",
    "module:Class".
    `ruleset`: a ruleset text or Game, or a State to begin from.
    `seed`: of the throws and of players given as text; with node or depth limits the same seed repeats the game.
    `start`: the State to begin from, in place of the beginning.
    `tags`: added to the tags First, Second and Seed of the record.

    After 10,000 actions the game is abandoned; its record has no result.  Raises RulesetError, NumberError, RecordError
    for tags, and EntrantError or PlayerError if a player is invalid or fails.
    """
    seed = check_seed(seed)
    begun = as_state(ruleset if start is None else start)
    if begun.game != as_game(ruleset):
        raise wrong_game_error("The start has to be one of", as_game(ruleset), begun.game)
    live = LiveGame(begun, Dice(seed).roll)
    entrants = [parse_entrant(text) for text in (first, second)]
    seats = [_player_and_budget(entrant, begun.game, seed) for entrant in entrants]
    from_start = begun == begun.game.initial()
    for state in live.decisions(LONGEST_GAME):
        player, budget = seats[state.turn]
        if isinstance(player, Engine) and from_start:
            player.actions = live.line.actions
        live.play(player.choose(state, budget).action)
    names = {"First": entrants[0].text, "Second": entrants[1].text, "Seed": str(seed)}
    return live.line.record({**names, **(tags or {})})


def _player_and_budget(entrant: Entrant, played: Game, seed: int) -> tuple[Player, Budget | None]:
    entrant.check(played)
    if not isinstance(entrant, PlayerEntrant):
        return entrant.player(seed), entrant.budget
    if isinstance(entrant.original, Engine):
        entrant.original.new_game(seed)
    return entrant.original, None


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
    """Play pairs of games between two players, as `ibau arena` does, and tally the results; see docs/arena.md.

    `one`, `other`: players as in `play_game`; each game is played by a copy, pickled if there are several `workers`.
    `games`: rounded up to pairs.
    `openings`: random plies at the beginning; None for the default of the game.
    `clock`: what measures time limits.
    `file`: the pairs that it holds are not played again, and the others are added to it.
    `sprt`: ends the tournament once it accepts one of its hypotheses.
    `progress`: called with the tally and each pair, in order.

    Raises RulesetError, NumberError, ArenaError and OSError, and PlayerError if a player is invalid or fails.
    """
    pairs = (check_int("The number of games", games, least=1, most=MOST_COUNTED) + 1) // 2
    pairing = Pairing(
        str(as_new_game(ruleset).ruleset), (parse_entrant(one), parse_entrant(other)), check_seed(seed), openings, clock
    )
    path = None if file is None else Path(file)
    return run_tournament(game, pairing, pairs, workers=workers, file=path, sprt=sprt, progress=progress)
