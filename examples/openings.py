"""Find good opening actions by the share of random games that each of them wins.

    python examples/openings.py seti-beth --after "e1-c3" --games 20000

Random players are weak, so this is only a first look at a game without opening theory.
"""

import argparse

import ibau


def action_shares(state, games):
    """Yield (share of random games won, low, high, action) for each action."""
    for action in state.actions:
        summary = ibau.summary(ibau.playouts(state.play(action), games, seed=1))
        won = {share.name: share for share in summary.results}[state.to_move]
        yield won.games / games, won.low, won.high, action


def show(line, games):
    state = line.state
    print(state.board(), "\n")
    for share, low, high, action in sorted(action_shares(state, games), reverse=True):
        bar = "█" * round(40 * share)
        print(f"{action:>8}  {share:5.1%}  {bar:40}  {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("--after", default="", help="the actions played before, throws and lots too")
    parser.add_argument("--games", type=int, default=10_000, help="after each action")
    wish = parser.parse_args()
    line = ibau.Line.of(ibau.game(wish.ruleset).initial(), wish.after.split())
    if line.state.turn not in (ibau.FIRST, ibau.SECOND):
        raise SystemExit(f"A throw or lot comes next; add one of these to --after: {', '.join(line.state.actions)}")
    show(line, wish.games)
