"""What is kept: the log of every game's events, and the one file that it lies in."""
