"""The commands of the terminal, one per file."""
