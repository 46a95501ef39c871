"""The nouns; knows no game."""
