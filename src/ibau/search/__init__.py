"""Search: the trees of play and the machinery that keeps them to their time.

A search is handed a state and a budget; whoever chooses by what it finds lives in `players`.
"""
