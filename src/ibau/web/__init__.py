"""The server of the browser board; `serving.run` runs it."""
