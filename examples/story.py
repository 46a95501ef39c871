"""A page on a game to send to a friend: its last moves, its course, and its turning points.

    python examples/story.py game.txt story.html

The file holds a record, as saved in the terminal or the browser; without one two levels play a game.
"""

import argparse
from base64 import b64encode
from html import escape
from pathlib import Path

import ibau

PAGE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>body {{ font: 18px/1.5 Georgia, serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #26211b;
background: #faf8f3 }} img {{ max-width: 100%; display: block; margin: auto }}</style><h1>{title}</h1>{parts}"""


def image(picture, alt):
    coded = b64encode(str(picture).encode()).decode()
    return f'<img src="data:image/svg+xml;base64,{coded}" alt="{escape(alt)}">'


def moment(line, review, point):
    """A turning point: the board before it, what was played, and what would have been better."""
    ply, found = line.plies[point.number], review.plies[point.number]
    side = line.state.game.system.seats[ibau.FIRST]
    text = f"{ply.description} {side}'s chances go from {50 + 50 * found.before:.0f} to {50 + 50 * found.after:.0f} %."
    better = f" Better was {found.line[0]}." if found.mistake > 0 else ""
    board = image(ibau.svg.board(ply.before, ply.travels, width=480), f"The board before {ply.text}")
    return f"<h2>Turn {ply.turn}: {escape(ply.text)}</h2>{board}<p>{escape(text + better)}</p>"


def story(record, nodes):
    """The page of a record."""
    line, review = ibau.Line.replay(record), ibau.review(record, ibau.Budget(nodes=nodes))
    totals = zip(record.game.system.seats, ("First", "Second"), (review.first, review.second), strict=True)
    sides = [
        f"{side} ({record.tags.get(seat, '?')}) lost {50 * total.mistakes:.0f} points by mistakes."
        for side, seat, total in totals
    ]
    parts = [
        image(ibau.svg.animation(line, min(24, line.ply_count)), "The last moves"),
        f"<p>{escape(' '.join(sides))}</p>",
        image(ibau.svg.review_graph(review), "The chances of winning, ply by ply"),
        *(moment(line, review, point) for point in review.turning_points),
    ]
    return PAGE.format(title=escape(record.game.system.title), parts="".join(parts))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("record", nargs="?")
    parser.add_argument("page", type=Path)
    parser.add_argument("--nodes", type=int, default=2000, help="the nodes of the search of each ply")
    wish = parser.parse_args()
    given = ibau.read_records(wish.record) if wish.record else [ibau.play_game("level3", "level2", "seti-beth", seed=2)]
    wish.page.write_text(story(next(iter(given)), wish.nodes), "utf-8")
