"""The server's defaults: the address it listens on, and the folder of its games."""

from pathlib import Path

import platformdirs

HOST = "127.0.0.1"
PORT = 8137
LARGEST_PORT = 65535


def data_folder() -> Path:
    """Ibau's folder in the user's data directory."""
    return platformdirs.user_data_path("ibau")
