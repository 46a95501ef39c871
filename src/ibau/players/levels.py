"""Levels: eight strengths of the computer, with the same names in every game.

A weak level overlooks actions, as people do, but never an immediate win.  How much it overlooks, and how long it
searches the rest, differs from game to game; see level_settings.py.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ibau.core.chance import advance, below, seed_state
from ibau.core.contract import System
from ibau.core.errors import did_you_mean, join_names
from ibau.core.game import Game, State
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.machine.extras import install_command
from ibau.machine.machines import is_compiled
from ibau.players.base import Choice, Player, PlayerError, Report, static_choice, winning_turn
from ibau.players.level_settings import EIGHTHS, LevelSetting, best_search, default_search, settings_of
from ibau.players.search_players import AlphaBetaPlayer, ExpectimaxPlayer, MctsPlayer
from ibau.players.simple import best_one_ply
from ibau.search.budget import Budget
from ibau.search.network import SHIPPED
from ibau.tables.probing import available_tables, probe
from ibau.tables.tablebase import ExactValue


class Level(NamedTuple):
    """A strength: `name` and `text` are texts of the catalogues."""

    id: str  # the name of its player
    name: str  # "Beginner"
    text: str  # a description

    @property
    def number(self) -> int:
        """1 for the weakest, 8 for the strongest."""
        return int(self.id.removeprefix("level"))


LEVELS = (
    Level("level1", N_("First steps"), N_("For children and first games: it overlooks most of what it could do.")),
    Level("level2", N_("Beginner"), N_("Knows the rules, takes what it happens to see, and misses a great deal.")),
    Level("level3", N_("Improver"), N_("Makes sensible moves, but often overlooks a better one.")),
    Level("level4", N_("Casual"), N_("A relaxed game between friends: it plays well what it sees, and misses a lot.")),
    Level("level5", N_("Intermediate"), N_("Overlooks little; you will have to think about your moves.")),
    Level("level6", N_("Skilled"), N_("Overlooks nothing and thinks ahead.")),
    Level("level7", N_("Expert"), N_("Thinks well ahead; a mistake seldom goes unpunished.")),
    Level("level8", N_("Master"), N_("The strongest there is: it takes about a second a move on a usual machine.")),
)

PLAIN_NODES = 3_000  # plain Python searches so many in 5 s, at up to 2 ms each, on the machine that set the levels

SEARCHES: dict[str, type[Player]] = {"alphabeta": AlphaBetaPlayer, "expectimax": ExpectimaxPlayer, "mcts": MctsPlayer}


def levels_of(system: System) -> tuple[Level, ...]:
    """The levels of a game, from weak to strong."""
    measured = settings_of(system)
    return tuple(level for level in LEVELS if level.id in measured)


def levels_here(system: System) -> tuple[Level, ...]:
    """The levels that a game offers on this machine: without compiled loops, only those that are fast enough."""
    levels, settings = levels_of(system), settings_of(system)
    if is_compiled(system.id):
        return levels
    return tuple(level for level in levels if (settings[level.id].nodes or 0) <= PLAIN_NODES)


def offered_level(system: System, name: str) -> Level:
    """The level with an id.  Raises PlayerError, which lists the levels that the game offers."""
    offered = {level.id: level for level in levels_here(system)}
    if name not in offered:
        elsewhere = any(level.id == name for level in LEVELS)
        near = Phrase("") if elsewhere else did_you_mean(name, offered)
        raise PlayerError("{reason}{near}", reason=no_level(system, name), near=near)
    return offered[name]


def no_level(system: System, name: str) -> Phrase:
    """The message that a game does not offer a level, with those that it offers, and what to install if that helps."""
    offered = join_names(level.id for level in levels_here(system))
    if all(level.id != name for level in levels_of(system)):
        values = {"game": system.id, "level": quote(name), "levels": offered}
        return Phrase(N_("{game} has no level {level}; it offers {levels}."), values)
    text = N_("{level} of {game} would be too slow here; it offers {levels}. For the others install Numba: {command}")
    values = {"level": name, "game": system.id, "levels": offered, "command": install_command("native")}
    return Phrase(text, values)


def stored_level(system: System, name: str) -> Level:
    """The level of a stored game, or the nearest one that the game still has.  Raises PlayerError for an unknown id."""
    stored = next((level for level in LEVELS if level.id == name), None)
    return _nearest(levels_of(system), stored) if stored else offered_level(system, name)


def stored_level_here(system: System, name: str) -> Level:
    """The level of a stored game, or the nearest one that the game offers on this machine.  Raises PlayerError."""
    return _nearest(levels_here(system), stored_level(system, name))


def _nearest(levels: Iterable[Level], wanted: Level) -> Level:
    return min(levels, key=lambda level: abs(level.number - wanted.number))


def best_player(game: Game, seed: int = 0, threads: int = 1, evaluator: str = SHIPPED) -> Player:
    """The strongest player of a game, for any budget; by default a second.  The arguments are as in `ibau.player`."""
    setting = LevelSetting(seconds=1.0, search=best_search(game.system))
    return CarelessPlayer(seed, setting=setting, threads=threads, evaluator=evaluator, probes=True)


def search_of(system: System, setting: LevelSetting) -> type[Player]:
    """The class of players that search a game under a setting."""
    return SEARCHES[setting.search or default_search(system)]


class CarelessPlayer(Player):
    """Plays by a setting: overlooks some actions, then chooses the best of those it noticed.

    With `probes` it notices exactly the actions that may be best by the available tables; see docs/solving.md.
    """

    finishes_won_games = True

    def __init__(
        self,
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        *,
        setting: LevelSetting,
        threads: int = 1,
        evaluator: str = SHIPPED,
        probes: bool = False,
    ) -> None:
        super().__init__(seed, clock, threads=threads, evaluator=setting.evaluator_for(evaluator))
        self.setting = setting
        self.probes = probes

    def default_budget_for(self, game: Game) -> Budget:  # noqa: ARG002 - the same in every game
        return self.setting.budget

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        started = self.clock()
        overlooks = self.setting.noticed < EIGHTHS
        win = winning_turn(state) if overlooks else None
        if win is not None:
            return static_choice(state, win, len(state.legal), self.clock() - started)
        random = self.generator(state)
        noticed = best_by_tables(state) if self.probes else noticed_actions(state, self.setting.noticed, random)
        if self.setting.searches and len(noticed) > 1:
            return self._searcher(state, noticed).think(state, budget, stop, report)
        best = best_one_ply(state, noticed, seed_state(random, 1))  # another stream: the same one favours the first
        choice = static_choice(state, best, len(noticed), self.clock() - started)
        return with_exact_value(state, choice) if self.probes else choice

    def _searcher(self, state: State, noticed: tuple[int, ...]) -> Player:
        """The player that searches the noticed actions."""
        if noticed == state.legal:
            searching = search_of(state.game.system, self.setting)
            player = searching(self.seed, self.clock, threads=self.threads, evaluator=self.evaluator)
            player.probes, player.memory = self.probes, self.memory
            return player
        choosy = ExpectimaxPlayer if state.game.system.has_throws else AlphaBetaPlayer  # can search some actions only
        searcher = choosy(self.seed, self.clock, threads=self.threads, evaluator=self.evaluator)
        searcher.among, searcher.probes = noticed, self.probes
        return searcher


def noticed_actions(state: State, notices: int, random: int) -> tuple[int, ...]:
    """Random actions: each one with a probability of `notices` eighths, and at least one."""
    noticed: list[int] = []
    for action in state.legal:
        random = advance(random)
        if below(random, EIGHTHS) < notices:
            noticed.append(action)
    return tuple(noticed) or (state.legal[below(advance(random), len(state.legal))],)


class LevelPlayer(Player):
    """Plays each game at a level, by the setting measured for the game."""

    finishes_won_games = True

    def __init__(
        self,
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        level: Level = LEVELS[-1],
        *,
        threads: int = 1,
        evaluator: str = SHIPPED,
    ) -> None:
        super().__init__(seed, clock, threads=threads, evaluator=evaluator)
        self.level = level

    def __str__(self) -> str:
        return self.level.id

    def plays(self, game: Game) -> bool:
        return self.level in levels_here(game.system)

    def refusal(self, game: Game) -> Phrase:
        return no_level(game.system, self.level.id)

    def default_budget_for(self, game: Game) -> Budget:
        return self._setting(game).budget

    def ponders(self, game: Game) -> bool:
        setting = self._setting(game)
        looks_at_all = setting.searches and setting.noticed == EIGHTHS
        return looks_at_all and search_of(game.system, setting)().ponders(game)

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:
        setting = self._setting(state.game)
        probes = self.level == LEVELS[-1]
        careless = CarelessPlayer(
            self.seed, self.clock, setting=setting, threads=self.threads, evaluator=self.evaluator, probes=probes
        )
        careless.memory = self.memory
        return careless.think(state, budget, stop, report)

    def _setting(self, game: Game) -> LevelSetting:
        return settings_of(game.system)[self.level.id]


UNKNOWN_VALUE = ExactValue(0.5, 0.0, 1.0)  # of an action that is in no table


def best_by_tables(state: State) -> tuple[int, ...]:
    """The legal actions that may be best by the available tables."""
    tablebase = available_tables(state.game)
    if tablebase is None:
        return state.legal
    known = [(probe(state.after(action)) or UNKNOWN_VALUE).seen_by(state.turn) for action in state.legal]
    if all(value.is_narrow for value in known):
        return tuple(state.action(text) for text in tablebase.best(state))
    floor = max(value.lower for value in known)
    return tuple(action for action, value in zip(state.legal, known, strict=True) if value.upper >= floor)


def with_exact_value(state: State, choice: Choice) -> Choice:
    """A choice with its value from the available tables, if it is there."""
    tabled = probe(state.play(choice.action))
    return choice._replace(value=tabled.seen_by(state.turn).value) if tabled and tabled.is_narrow else choice
