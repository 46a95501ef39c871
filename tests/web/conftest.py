"""A server in this process."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings, create_app


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Ibau</title>")
    (static / "assets" / "board-abc123.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    return Settings(tmp_path / "data", static=static, workers=1, pace=0.0)


@pytest.fixture
def server(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings), base_url="http://testserver", client=("127.0.0.1", 50000)) as client:
        yield client
