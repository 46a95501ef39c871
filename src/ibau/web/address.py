"""Where the server listens, and where it keeps its games, unless told otherwise."""

from pathlib import Path

import platformdirs

HOST = "127.0.0.1"
PORT = 8137
LARGEST_PORT = 65535


def data_folder() -> Path:
    """The user's own folder for the data of programs."""
    return platformdirs.user_data_path("ibau")
