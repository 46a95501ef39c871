"""What the adapters for OpenSpiel, PettingZoo and Gymnasium share."""
