"""The commands of the server."""
