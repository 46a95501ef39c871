"""Adapters for OpenSpiel, PettingZoo and Gymnasium."""
