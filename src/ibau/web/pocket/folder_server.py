"""Shows the folder of the page that needs no server, as any web host would, with its own page for lost links."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

NOT_FOUND_PAGE = "404.html"
MEDIA_TYPES = {
    **SimpleHTTPRequestHandler.extensions_map,
    ".webmanifest": "application/manifest+json",
}


class FolderHandler(SimpleHTTPRequestHandler):
    """Answers from the folder, and says nothing of it."""

    extensions_map = MEDIA_TYPES

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404:
            super().send_error(code, message, explain)
            return
        lost = (Path(self.directory) / NOT_FOUND_PAGE).read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(lost)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(lost)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the signature of the library
        pass


def folder_server(folder: Path, host: str, port: int) -> ThreadingHTTPServer:
    """A server of the folder, which `serve_forever` runs.  Raises OSError."""
    return ThreadingHTTPServer((host, port), partial(FolderHandler, directory=str(folder)))
