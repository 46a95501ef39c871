"""What readings of the rules do: figures that were measured (`effects.py`), and what is said of them."""
