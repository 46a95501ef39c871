"""The server of the browser board."""

from ibau.web.serving import HOST, PORT, ServeError, serve

__all__ = ["HOST", "PORT", "ServeError", "serve"]
