"""Throws that people can check."""
