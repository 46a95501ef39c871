"""The Seti boards, figures and ships."""

from ibau.core.bits import index, members
from ibau.core.face import Board, Piece, Square, Travel
from ibau.core.outcome import FIRST, SEATS, SECOND, other
from ibau.games.seti import aleph, beth
from ibau.games.seti.figures import RANKS
from ibau.games.seti.notation import SQUARES_3, SQUARES_5, aleph_sides, beth_sides

RESERVES = ("hand:first", "hand:second")
CAPTURED = ("captured:first", "captured:second")


def _board(files: int, names: tuple[str, ...], areas: tuple[str, ...]) -> Board:
    squares = tuple(
        Square(name, x=n % files, y=RANKS - 1 - n // files, start=_start_of(n // files)) for n, name in enumerate(names)
    )
    return Board(kind="seti", width=files, height=RANKS, squares=squares, areas=areas)


def _start_of(rank: int) -> int | None:
    return {0: FIRST, RANKS - 1: SECOND}.get(rank)


def _figures(names: tuple[str, ...], seat: int, figures: int, pharaohs: int) -> list[Piece]:
    return [Piece(names[n], seat, "pharaoh" if pharaohs >> n & 1 else "priest") for n in members(figures)]


# --- Aleph -----------------------------------------------------------------------------------------------------------


def aleph_board(rules: aleph.Rules) -> Board:
    """Three files, ten ranks, and the reserves of ships."""
    return _board(aleph.FILES, SQUARES_3, RESERVES)


def aleph_pieces(rules: aleph.Rules, position: aleph.Position) -> tuple[Piece, ...]:
    """Ships below, figures above them, and the reserves."""
    white, brown, pharaohs, white_ships, brown_ships = aleph_sides(position)
    reserves = (position.own_reserve, position.enemy_reserve)
    placed = [Piece(SQUARES_3[n], FIRST, "ship") for n in members(white_ships)]
    placed += [Piece(SQUARES_3[n], SECOND, "ship") for n in members(brown_ships)]
    placed += _figures(SQUARES_3, FIRST, white, pharaohs) + _figures(SQUARES_3, SECOND, brown, pharaohs)
    for seat in (FIRST, SECOND):
        count = reserves[0] if seat == position.player else reserves[1]
        placed += [Piece(f"hand:{SEATS[seat]}", seat, "ship")] * count
    return tuple(placed)


def aleph_picks(rules: aleph.Rules, position: aleph.Position, action: int) -> tuple[str, ...]:
    """Reserve and square; ship's square and reserve; or figure, target and re-entry square."""
    if action == aleph.PASS:
        return ()
    reserve = f"hand:{SEATS[position.player]}"
    if action < aleph.LIFT:
        return reserve, SQUARES_3[action]
    if action < aleph.MOVE:
        return SQUARES_3[action - aleph.LIFT], reserve
    source, target, reentry = aleph.parts(action)
    squares = (source, target, reentry) if reentry else (source, target)
    return tuple(SQUARES_3[index(square)] for square in squares)


def aleph_travels(rules: aleph.Rules, position: aleph.Position, action: int) -> tuple[Travel, ...]:
    """A ship from or to the reserve; a figure's move, and what it conquers, turned over."""
    picks = aleph_picks(rules, position, action)
    player = position.player
    if action < aleph.MOVE:
        return (Travel(picks, player, "ship", flies=True),)
    if not picks:
        return ()
    source, target, _ = aleph.parts(action)
    travels = [Travel(picks[:2], player, _kind(position.pharaohs, source), flies=True)]
    if position.enemy & target:
        kind = _kind(position.pharaohs, target)
        travels.append(Travel(picks[1:], other(player), kind, flies=True, becomes=SEATS[player]))
    elif position.enemy_ships & target:
        way = (picks[1], f"hand:{SEATS[player]}")
        travels.append(Travel(way, other(player), "ship", flies=True, becomes=SEATS[player]))
    return tuple(travels)


def _kind(pharaohs: int, figure: int) -> str:
    return "pharaoh" if pharaohs & figure else "priest"


# --- Beth ------------------------------------------------------------------------------------------------------------


def beth_board(rules: beth.Rules) -> Board:
    """Five files, ten ranks, and the conquered figures."""
    return _board(beth.FILES, SQUARES_5, CAPTURED)


def beth_pieces(rules: beth.Rules, position: beth.Position) -> tuple[Piece, ...]:
    """The figures on the board and the conquered ones."""
    white, brown, pharaohs = beth_sides(position)
    start = beth.start(rules)
    placed: list[Piece] = []
    for seat, figures in ((FIRST, white), (SECOND, brown)):
        placed += _figures(SQUARES_5, seat, figures, pharaohs)
        lost_pharaohs = (start.own & start.pharaohs).bit_count() - (figures & pharaohs).bit_count()
        lost_priests = (start.own & ~start.pharaohs).bit_count() - (figures & ~pharaohs).bit_count()
        placed += [Piece(f"captured:{SEATS[seat]}", seat, "pharaoh")] * lost_pharaohs
        placed += [Piece(f"captured:{SEATS[seat]}", seat, "priest")] * lost_priests
    return tuple(placed)


def beth_picks(rules: beth.Rules, position: beth.Position, action: int) -> tuple[str, ...]:
    """Figure and target."""
    if action == beth.PASS:
        return ()
    source, target = divmod(action, beth.SQUARES)
    return SQUARES_5[source], SQUARES_5[target]


def beth_travels(rules: beth.Rules, position: beth.Position, action: int) -> tuple[Travel, ...]:
    """A figure's move, and the conquered figure's way off the board."""
    picks = beth_picks(rules, position, action)
    if not picks:
        return ()
    player, enemy = position.player, other(position.player)
    source, target = (1 << square for square in divmod(action, beth.SQUARES))
    travels = [Travel(picks, player, _kind(position.pharaohs, source), flies=True)]
    if position.enemy & target:
        way = (picks[1], f"captured:{SEATS[enemy]}")
        travels.append(Travel(way, enemy, _kind(position.pharaohs, target), flies=True))
    return tuple(travels)
