"""Plots of a study, each with what it shows in words and the figures behind it; None where these were not measured."""
