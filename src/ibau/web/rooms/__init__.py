"""Rooms: one per open game, with its listeners, and the lobby that opens and closes them."""
