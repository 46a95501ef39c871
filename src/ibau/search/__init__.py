"""Search: alpha-beta, expectimax and tree search, run within a budget of time or nodes.

Players, which choose their actions by these searches, live in `ibau.players`.
"""
