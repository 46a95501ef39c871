"""Where games are played: one room for each, with those who listen, and the lobby that opens them."""
