"""OpenSpiel games: importing this registers every preset, with throws and lots as explicit chance nodes.

    import pyspiel
    import ibau.lab.environments.open_spiel

    game = pyspiel.load_game("ibau_senet_race")
    game = pyspiel.load_game("ibau_seega", {"chain": "none", "max_actions": 500})

The options of a game are its parameters.  After `max_actions`, throws included, a game is cut off as a draw; without it
(0) games without a bound in their rules end after 65,536 actions, Seti-Aleph after 2048.  Where a game may be cut off,
its states include the number of actions left.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ibau.machine.extras import missing_package_error

# OpenSpiel has no types.
# pyright: basic

try:
    import numpy as np
    import pyspiel
    from numpy.typing import NDArray
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as error:
    raise missing_package_error("OpenSpiel", "openspiel") from error

from ibau.core.coercion import wrong_game_error
from ibau.core.game import Game
from ibau.core.options import Option
from ibau.core.outcome import value_for_first
from ibau.games import base_ruleset, game, presets
from ibau.lab.environments.episode import is_cut_off, longest_episode, most_decisions, most_throws
from ibau.lab.environments.names import open_spiel_name
from ibau.lab.node import stepper_for

MAX_ACTIONS = "max_actions"
AT_CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
PLAYERS = (0, 1, AT_CHANCE, TERMINAL)  # by FIRST, SECOND, CHANCE, NOBODY


class SpielGame(pyspiel.Game):
    """A ruleset as an OpenSpiel game; each preset has its own subclass."""

    preset: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Make the preset with options changed by `params`.  Raises RulesetError, NumberError."""
        options = dict(params or {})
        most = options.pop(MAX_ACTIONS, 0)
        changes = (f"+{name}={str(value).lower()}" for name, value in options.items())
        self.played = game(self.preset + "".join(changes))
        self.max_actions = longest_episode(self.played, most or None)
        self.is_cut_off = is_cut_off(self.played, self.max_actions)
        self.stepper = stepper_for(self.played)
        super().__init__(_game_type(self.preset, self.played), _game_info(self.played, self.max_actions), params or {})

    def new_initial_state(self) -> "SpielState":
        """The start of a game."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound on the throws and lots of a game."""
        return most_throws(self.played, self.max_actions)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The observer of states: see Observer."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (str(self),)


def load_game(text: str) -> Any:
    """Load a game as pyspiel.load_game does, with our games registered."""
    return pyspiel.load_game(text)


class SpielState(pyspiel.State):
    """An OpenSpiel state: a Node, shared by copies, and how many actions are left.

    OpenSpiel's core calls the methods with an underscore; from Python the others avoid the detour through it.
    """

    def __init__(self, spiel_game: SpielGame) -> None:
        super().__init__(spiel_game)
        self.node = spiel_game.stepper.start
        self._player = PLAYERS[self.node.turn]
        self.left = spiel_game.max_actions  # how many actions may still follow
        self._shows_left = spiel_game.is_cut_off

    def current_player(self) -> int:
        """The player to move, 0 or 1, or OpenSpiel's CHANCE or TERMINAL."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over or cut off."""
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether a throw or lot is due."""
        return self._player == AT_CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of the player to move, ascending; none for the other player."""
        if player is None or player == self._player:
            return [] if self._player == TERMINAL else sorted(self.node.legal)
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance actions and their probabilities."""
        return self.node.chance.outcomes if self.node.chance else []

    def _apply_action(self, action: int) -> None:
        """Raises IllegalActionError."""
        self.node = node = self.node.after(action)
        self.left -= 1
        self._player = PLAYERS[node.turn] if self.left else TERMINAL

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - OpenSpiel's signature
        """The text of an action, as in the engine protocol and in records."""
        return self.node.state.text_of(action)

    def returns(self) -> list[float]:
        """The returns of both players, 1, 0 or -1; zeros before the end and for a game that was cut off."""
        value = float(value_for_first(self.node.outcome))
        return [value, 0.0 - value]

    def __str__(self) -> str:
        """The position text, followed by its number of occurrences (if above 1) and the actions left before a cut."""
        return f"{self.node} ({self.left} left)" if self._shows_left else str(self.node)


class Observer:
    """An OpenSpiel observer: `tensor`, float32, and `dict`, named views of it.

    "planes" are [planes, rows, columns] and the rest numbers, named as in ibau.lab.observation; "on turn" is 1 for the
    player whose turn or throw it is.  Where a game may be cut off, "left" is the share of its actions that is left.
    """

    def __init__(self, spiel_game: SpielGame, params: Any = None) -> None:
        if params:
            raise ValueError(f"Observations have no parameters, not {params}.")
        self.game = spiel_game.played
        self.layout = layout = spiel_game.stepper.observation_layout
        self.most = spiel_game.max_actions
        more = ("on turn", "left") if spiel_game.is_cut_off else ("on turn",)
        self.tensor: NDArray[np.float32] = np.zeros(layout.size + len(more), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {
            "planes": self.tensor[: layout.numbers_start].reshape(layout.shape),
            **{name: self.tensor[where] for name, where in layout.numbers.items()},
            **{name: self.tensor[layout.size + n :][:1] for n, name in enumerate(more)},
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of a state for a player.  Raises RulesetError for a state of another game."""
        if (given := state.node.stepper.game) is not self.game and given != self.game:
            raise wrong_game_error("This observer is one of", self.game, given)
        self.tensor[: self.layout.size] = state.node.observe(player)
        self.tensor[self.layout.size] = state.node.actor == player
        self.tensor[self.layout.size + 1 :] = state.left / self.most

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002 - both see everything
        """The state as text."""
        return str(state)


def _game_type(preset: str, played: Game) -> Any:
    kind = pyspiel.GameType
    modes = kind.ChanceMode
    return kind(
        short_name=open_spiel_name(preset),
        long_name=f"{played.system.title} ({preset})".replace(",", ":"),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if played.has_chance else modes.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={MAX_ACTIONS: 0, **_parameters(preset)},
    )


def _parameters(preset: str) -> dict[str, str | bool | int]:
    """The options of a preset with its values, as types of OpenSpiel's parser."""
    ruleset = base_ruleset(preset)
    return {option.name: _parameter(option, ruleset.values[option.name]) for option in ruleset.options}


def _parameter(option: Option, value: str) -> str | bool | int:
    if option.is_number or all(value.isdigit() for value in option.values):
        return int(value)
    return value == "true" if option.is_switch else value


def _game_info(played: Game, max_actions: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=played.system.action_count,
        max_chance_outcomes=5 if played.system.has_throws else 2 if played.has_chance else 0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=most_decisions(played, max_actions),
    )


def _register(names: Iterable[str]) -> None:
    for preset in names:
        kind = type(open_spiel_name(preset), (SpielGame,), {"preset": preset})
        pyspiel.register_game(_game_type(preset, game(preset)), kind)


_register(presets())
