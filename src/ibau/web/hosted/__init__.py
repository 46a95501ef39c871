"""Hosted games: the state that follows from their events, their seats, and the decisions on requests."""
