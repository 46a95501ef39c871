"""A game of the server: the fold of its events, who sits where, and what may be asked of it."""
