"""Search: the trees of play and the machinery that keeps them to their time.

A search is handed a state and a budget; the players that choose by what it finds live in `players`.
"""
