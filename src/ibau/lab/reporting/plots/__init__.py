"""The plots of a report: each is a function from figures and a width to a drawing, by Matplotlib."""
