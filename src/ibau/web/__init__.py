"""The server of the browser board; `serving.serve` runs it."""
