"""The files of the built client, and the security headers of responses."""

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ibau.web.endpoints.index_page import CSP, IndexPage
from ibau.web.site import Site

INDEX_FILE = "index.html"
HASHED_PREFIX = "assets/"  # files with a hash of their contents in their names
PICTURE_SUFFIXES = (".svg", ".png")  # files that may be cached for a day
COMPRESSED_SUFFIXES = {"br": ".br", "gzip": ".gz"}  # of compressed copies by encoding, the smallest first

BUILDS = "build-*"  # folders of the hashed files of a build each
MAX_BUILDS = 3  # that are kept

EMBED_PREFIX = "/embed/"  # pages that other sites may show in a frame, to watch only
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors"

POCKET_PREFIX = "/pocket/"  # the page that plays without this server; its workers run WebAssembly

COMMON_HEADERS = {"X-Content-Type-Options": "nosniff"}
HEADERS = {CSP: f"{POLICY} 'none'", "Referrer-Policy": "same-origin", **COMMON_HEADERS}
EMBED_HEADERS = {**HEADERS, CSP: f"{POLICY} *"}
POCKET_HEADERS = {**HEADERS, CSP: f"script-src 'self' blob: 'wasm-unsafe-eval'; img-src 'self' data:; {POLICY} 'none'"}


def headers_of(path: str) -> dict[str, str]:
    """The security headers for a path."""
    if path.startswith(f"/{HASHED_PREFIX}"):
        return COMMON_HEADERS
    if path.startswith(POCKET_PREFIX):
        return POCKET_HEADERS
    return EMBED_HEADERS if path.startswith(EMBED_PREFIX) else HEADERS


def keep_build(static: Path, folder: Path) -> None:
    """Keep the hashed files of a build in a folder, and the builds that were served last.  Raises OSError.

    Pages of an older build find theirs there, and servers that are still older those of this one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    build = folder / BUILDS.replace("*", sha256((static / INDEX_FILE).read_bytes()).hexdigest()[:16])
    if not build.exists():
        with TemporaryDirectory(dir=folder) as making:
            copytree(static / HASHED_PREFIX, Path(making, "build", HASHED_PREFIX))
            try:
                Path(making, "build").rename(build)  # at once: other servers see the whole build or none
            except OSError:
                if not build.exists():  # else another server was quicker
                    raise
    build.touch()
    served_last = sorted(folder.glob(BUILDS), key=lambda kept: kept.stat().st_mtime, reverse=True)
    for old in served_last[MAX_BUILDS:]:
        rmtree(old, ignore_errors=True)


class ClientFiles(StaticFiles):
    """The client's files; every other path is the index page, which reads its own address."""

    def __init__(self, folder: Path, site: Site, pocket: str = "", kept: Path | None = None) -> None:
        """`kept` is where the hashed files of other builds are (keep_build)."""
        super().__init__(directory=folder, check_dir=False)
        self._kept = kept
        self._page = IndexPage(folder / INDEX_FILE, site, pocket)

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await self._file(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(HASHED_PREFIX):
                raise
            return await self._page.answer(HTTPConnection(scope))
        if path.startswith(HASHED_PREFIX):
            response.headers["Cache-Control"] = "max-age=31536000, immutable"
            for name in ("ETag", "Last-Modified", "Accept-Ranges"):  # never requested again
                del response.headers[name]
        else:
            response.headers["Cache-Control"] = "max-age=86400" if path.endswith(PICTURE_SUFFIXES) else "no-cache"
        response.headers["Vary"] = "Accept-Encoding"
        return response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        here = super().lookup_path(path)
        builds = self._kept.glob(BUILDS) if self._kept and not here[1] and path.startswith(HASHED_PREFIX) else ()
        found = (StaticFiles(directory=build, check_dir=False).lookup_path(path) for build in builds)
        return next((there for there in found if there[1]), here)

    async def _file(self, path: str, scope: Scope) -> Response:
        """A file or, if the client accepts its encoding, the compressed copy that the build wrote."""
        if path == INDEX_FILE:
            raise HTTPException(404)  # it is filled in for each visitor
        accepted = {word.split(";")[0].strip() for word in Headers(scope=scope).get("Accept-Encoding", "").split(",")}
        for encoding, ending in COMPRESSED_SUFFIXES.items():
            if encoding in accepted:
                with suppress(HTTPException):
                    response = await super().get_response(path + ending, scope)
                    response.headers["Content-Encoding"] = encoding
                    return response
        return await super().get_response(path, scope)


class PocketFiles(StaticFiles):
    """The page that plays without this server; links into it are redirected, as by its own 404 page."""

    def __init__(self, folder: Path, address: str) -> None:
        super().__init__(directory=folder, html=True)
        self._address = address

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code != 404 or Path(path).suffix:
            return response
        query = scope["query_string"].decode("latin-1")
        return RedirectResponse(f"{self._address}#/{path}{'?' if query else ''}{query}", 302)


class SafeHeaders:
    """Adds the security headers to every response; one without a Cache-Control is not stored."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                own = headers.get(CSP)  # for inline scripts
                headers.update(headers_of(scope["path"]))
                if own:
                    headers[CSP] = f"{own}; {headers[CSP]}"
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)
