"""Actions and positions of both Seti games as text.

Actions: `a1-b3` (move), `a1xb2` (conquer a lone ship; in Beth, remove a figure), `a1xb2=c1` (conquer a figure, which
re-enters on c1), `+b4` `-b4` (place, lift a death ship), `pass`.

A position is six words in Aleph, for example `hph/3/3/3/3/3/3/1(HS)1/3/HP1 first 2,3 - 4 -`: board (ranks 10 to 1; `P`
pharaoh, `H` high priest, `S` death ship, white in capitals, brown small; digits empty squares; a figure on a ship in
brackets), who is to act, white's and brown's reserve of ships, the square of an arrived figure that must be conquered
now, moves without conquest, and `goal` where an arrival was not answered.  Beth leaves out the reserves.
"""

import re

from ibau.core.bits import index
from ibau.core.errors import PositionError
from ibau.core.outcome import FIRST, GOAL, ONGOING, SEATS, SECOND
from ibau.games.seti import aleph, beth
from ibau.games.seti.figures import RANKS, goal_row

SQUARES_3 = tuple(f"{file}{rank}" for rank in range(1, RANKS + 1) for file in "abc")
SQUARES_5 = tuple(f"{file}{rank}" for rank in range(1, RANKS + 1) for file in "abcde")


# --- Boards ----------------------------------------------------------------------------------------------------------


def _board_text(files: int, white: int, brown: int, pharaohs: int, white_ships: int, brown_ships: int) -> str:
    def square(n: int) -> str:
        figure = ("P" if pharaohs >> n & 1 else "H") if (white | brown) >> n & 1 else ""
        ship = "S" if white_ships >> n & 1 else "s" if brown_ships >> n & 1 else ""
        figure = figure.lower() if brown >> n & 1 else figure
        return f"({figure}{ship})" if figure and ship else figure or ship or "."

    rows = ("".join(square(files * rank + file) for file in range(files)) for rank in reversed(range(RANKS)))
    return "/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in rows)


def _read_board(files: int, text: str, *, ships: bool) -> tuple[int, int, int, int, int]:
    """White and brown figures, pharaohs, white and brown ships."""
    rows = text.split("/")
    if len(rows) != RANKS:
        raise PositionError(f"{text!r}: a Seti board has {RANKS} ranks, rank {RANKS} first, separated by '/'.")
    sets = dict.fromkeys("PHSphs", 0)
    for rank, row in zip(range(RANKS, 0, -1), rows, strict=True):
        for file, pieces in enumerate(_read_row(files, rank, row, ships=ships)):
            for piece in pieces:
                sets[piece] |= 1 << files * (rank - 1) + file
    white, brown = sets["P"] | sets["H"], sets["p"] | sets["h"]
    return white, brown, sets["P"] | sets["p"], sets["S"], sets["s"]


def _read_row(files: int, rank: int, row: str, *, ships: bool) -> list[str]:
    piece = r"\([PHph][Ss]\)|[PHSphs]" if ships else "[PHph]"
    if not re.fullmatch(rf"(?:{piece}|[1-{files}])+", row):
        known = "P H S (PS) and small letters" if ships else "P H p h"
        raise PositionError(f"{row!r} (rank {rank}): write {known}, and digits for empty squares.")
    squares: list[str] = []
    for token in re.findall(rf"{piece}|[1-{files}]", row):
        squares += [""] * int(token) if token.isdigit() else [token.strip("()")]
    if len(squares) != files:
        raise PositionError(f"{row!r} (rank {rank}) tells {len(squares)} squares; the board has {files}.")
    return squares


def _read_words(name: str, text: str, expected: tuple[str, ...]) -> list[str]:
    words = text.split()
    if len(words) != len(expected):
        raise PositionError(
            f"A position of {name} has {len(expected)} words ({', '.join(expected)}), not {len(words)}."
        )
    return words


def _read_player(text: str) -> int:
    if text not in ("first", "second"):
        raise PositionError(f"{text!r} cannot be to act; write first or second.")
    return SECOND if text == "second" else FIRST


def _read_number(what: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise PositionError(f"{text!r} is no number of {what}.")
    return int(text)


def _read_pending(names: tuple[str, ...], text: str, files: int, player: int, enemy: int) -> int:
    if text == "-":
        return 0
    if text not in names:
        raise PositionError(f"{text!r}: the square of an arrived figure, or - without one.")
    figure = 1 << names.index(text)
    if not figure & enemy or not figure & goal_row(files, 1 - player):
        raise PositionError(f"{text}: no figure of the other player has arrived there.")
    return figure


def _read_end(text: str, files: int, player: int, own: int) -> int:
    if text not in ("-", "goal"):
        raise PositionError(f"{text!r} is no end; write goal or -.")
    if text == "goal" and not own & goal_row(files, player):
        raise PositionError("The end is goal only when a figure of the player to act has arrived and stayed.")
    return GOAL if text == "goal" else ONGOING


def _square_or_dash(names: tuple[str, ...], figure: int) -> str:
    return names[index(figure)] if figure else "-"


# --- Aleph -----------------------------------------------------------------------------------------------------------


def aleph_action_text(rules: aleph.Rules, position: aleph.Position, action: int) -> str:
    """The text of a legal action."""
    if action == aleph.PASS:
        return "pass"
    if action < aleph.LIFT:
        return f"+{SQUARES_3[action]}"
    if action < aleph.MOVE:
        return f"-{SQUARES_3[action - aleph.LIFT]}"
    source, target, reentry = aleph.parts(action)
    conquest = target & (position.enemy | position.enemy_ships)
    text = f"{SQUARES_3[index(source)]}{'x' if conquest else '-'}{SQUARES_3[index(target)]}"
    return f"{text}={SQUARES_3[index(reentry)]}" if reentry else text


def aleph_position_text(rules: aleph.Rules, position: aleph.Position) -> str:
    """A position in one line that `read_aleph_position` takes back."""
    white_moves = position.player == FIRST
    reserves = (position.own_reserve, position.enemy_reserve)
    return " ".join(
        (
            _board_text(aleph.FILES, *aleph_sides(position)),
            SEATS[position.player],
            "{},{}".format(*(reserves if white_moves else reversed(reserves))),
            _square_or_dash(SQUARES_3, position.pending),
            str(position.quiet),
            "goal" if position.end else "-",
        )
    )


def aleph_sides(position: aleph.Position) -> tuple[int, int, int, int, int]:
    """White and brown figures, pharaohs, white and brown ships."""
    if position.player == FIRST:
        return position.own, position.enemy, position.pharaohs, position.own_ships, position.enemy_ships
    return position.enemy, position.own, position.pharaohs, position.enemy_ships, position.own_ships


def read_aleph_position(rules: aleph.Rules, text: str) -> aleph.Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    board, player_word, reserves, pending_word, quiet, end = _read_words(
        "Seti-Aleph", text, ("board", "player", "reserves", "arrived", "quiet", "end")
    )
    white, brown, pharaohs, white_ships, brown_ships = _read_board(aleph.FILES, board, ships=True)
    player = _read_player(player_word)
    if not re.fullmatch("[0-6],[0-6]", reserves):
        raise PositionError(f"{reserves!r}: write white's and brown's reserve of ships as in 3,3.")
    white_reserve, brown_reserve = int(reserves[0]), int(reserves[2])
    _check_aleph_figures(white, brown, pharaohs)
    _check_ships(rules, (white, brown), (white_ships, brown_ships), white_reserve + brown_reserve)
    sides = ((white, white_ships, white_reserve), (brown, brown_ships, brown_reserve))
    (own, own_ships, own_reserve), (enemy, enemy_ships, enemy_reserve) = sides if player == FIRST else sides[::-1]
    pending = _read_pending(SQUARES_3, pending_word, aleph.FILES, player, enemy)
    return aleph.Position(
        own,
        enemy,
        pharaohs,
        own_ships,
        enemy_ships,
        own_reserve,
        enemy_reserve,
        player,
        pending,
        _read_number("moves without conquest", quiet),
        _read_end(end, aleph.FILES, player, own),
    )


def _check_aleph_figures(white: int, brown: int, pharaohs: int) -> None:
    figures = (white | brown).bit_count()
    if pharaohs.bit_count() != 2 or figures != 6:
        raise PositionError(
            f"{pharaohs.bit_count()} pharaohs and {figures - pharaohs.bit_count()} high priests on the board; "
            "there are always 2 and 4, for conquered figures re-enter."
        )


def _check_ships(rules: aleph.Rules, figures: tuple[int, int], ships: tuple[int, int], reserve: int) -> None:
    on_board = (ships[0] | ships[1]).bit_count()
    if on_board + reserve != 2 * aleph.SHIPS:
        raise PositionError(f"{on_board} ships on the board and {reserve} in reserve; there are {2 * aleph.SHIPS}.")
    for player, name in enumerate(("white", "brown")):
        forbidden = aleph.END_ROWS if rules.ship_rows == aleph.NOT_END_ROWS else goal_row(aleph.FILES, player)
        if ships[player] & forbidden:
            raise PositionError(f"A {name} ship stands on a row where none may be placed.")
        if rules.ship_under == aleph.OWN_FIGURES and ships[player] & figures[1 - player]:
            raise PositionError(f"A {name} ship lies under a figure of the other side; only ship_under=any allows it.")


# --- Beth ------------------------------------------------------------------------------------------------------------


def beth_action_text(rules: beth.Rules, position: beth.Position, action: int) -> str:
    """The text of a legal action."""
    if action == beth.PASS:
        return "pass"
    source, target = divmod(action, beth.SQUARES)
    return f"{SQUARES_5[source]}{'x' if position.enemy >> target & 1 else '-'}{SQUARES_5[target]}"


def beth_position_text(rules: beth.Rules, position: beth.Position) -> str:
    """A position in one line that `read_beth_position` takes back."""
    return " ".join(
        (
            _board_text(beth.FILES, *beth_sides(position), 0, 0),
            SEATS[position.player],
            _square_or_dash(SQUARES_5, position.pending),
            str(position.quiet),
            "goal" if position.end else "-",
        )
    )


def beth_sides(position: beth.Position) -> tuple[int, int, int]:
    """White and brown figures, pharaohs."""
    if position.player == FIRST:
        return position.own, position.enemy, position.pharaohs
    return position.enemy, position.own, position.pharaohs


def read_beth_position(rules: beth.Rules, text: str) -> beth.Position:
    """The position of a text.  Raises PositionError with what is wrong and what would be right."""
    board, player_word, pending_word, quiet, end = _read_words(
        "Seti-Beth", text, ("board", "player", "arrived", "quiet", "end")
    )
    white, brown, pharaohs, _, _ = _read_board(beth.FILES, board, ships=False)
    player = _read_player(player_word)
    most = 1 if rules.pharaohs == beth.ONE_PHARAOH else 2
    for name, figures in (("white", white), ("brown", brown)):
        kings = (figures & pharaohs).bit_count()
        if kings > most or figures.bit_count() - kings > 4:
            raise PositionError(
                f"{kings} {name} pharaohs and {figures.bit_count() - kings} high priests; "
                f"each side has {most} and 4 at the start."
            )
    own, enemy = (white, brown) if player == FIRST else (brown, white)
    if not enemy and not own:
        raise PositionError("There is no figure on the board.")
    pending = _read_pending(SQUARES_5, pending_word, beth.FILES, player, enemy)
    return beth.Position(
        own,
        enemy,
        pharaohs,
        player,
        pending,
        _read_number("moves without conquest", quiet),
        _read_end(end, beth.FILES, player, own),
    )
