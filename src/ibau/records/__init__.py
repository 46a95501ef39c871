"""Records as text, JSON and files; trees of variations; columns for data frames."""
