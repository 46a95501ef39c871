"""Responses to clients that accept brotli or gzip."""

import gzip

import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings
from ibau.web.routes import MIN_GZIP_BYTES

PLAIN = {"Accept-Encoding": "identity"}
GZIP = {"Accept-Encoding": "gzip"}
SCRIPT = "/assets/board-abc123.js"


def test_files_are_sent_as_the_build_has_zipped_them(server: TestClient, settings: Settings) -> None:
    twin = settings.static / f"{SCRIPT.lstrip('/')}.gz"
    twin.write_bytes(gzip.compress(b"zipped"))  # unlike the other one
    zipped, plain = server.get(SCRIPT, headers=GZIP), server.get(SCRIPT, headers=PLAIN)
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.text == "zipped"
    assert "content-encoding" not in plain.headers
    assert plain.text != zipped.text
    for answer in (zipped, plain):
        assert "javascript" in answer.headers["content-type"]
        assert answer.headers["vary"] == "Accept-Encoding"
        assert "cache-control" in answer.headers


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "br"), ("br;q=1.0, gzip;q=0.5", "br"), ("gzip, broken", "gzip"), ("abr", None), ("", None)],
)
def test_the_smallest_twin_is_sent_that_is_accepted(
    server: TestClient, settings: Settings, accepted: str, encoding: str | None
) -> None:
    plain = settings.static / SCRIPT.lstrip("/")
    for ending in ("br", "gz"):
        plain.with_name(f"{plain.name}.{ending}").write_bytes(ending.encode())
    with server.stream("GET", SCRIPT, headers={"Accept-Encoding": accepted}) as answer:
        assert answer.headers.get("content-encoding") == encoding
        sent = b"".join(answer.iter_raw())
    assert sent == {"br": b"br", "gzip": b"gz", None: plain.read_bytes()}[encoding]


@pytest.mark.parametrize("path", ["/", "/game/abc", "/index.html"])
def test_the_page_is_zipped_as_it_is_filled_in(server: TestClient, path: str) -> None:
    zipped, plain = server.get(path), server.get(path, headers=PLAIN)
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert zipped.text == plain.text
    assert "text/html" in zipped.headers["content-type"]
    assert zipped.headers["vary"] == "Accept-Encoding, Accept-Language"


def test_answers_are_zipped_where_it_is_worth_it(server: TestClient) -> None:
    catalogue = server.get("/api/catalogue")
    assert catalogue.headers["content-encoding"] == "gzip"
    assert int(catalogue.headers["content-length"]) < len(catalogue.content) / 3
    assert catalogue.content == server.get("/api/catalogue", headers=PLAIN).content
    short = server.get("/api/nothing")
    assert len(short.content) < MIN_GZIP_BYTES
    assert "content-encoding" not in short.headers
