"""The rulings as a page, and the codes that lead to them."""

import re

import pytest
from starlette.testclient import TestClient

from ibau.core.contract import System
from ibau.games import systems
from ibau.paper.rulings import CODE, ruling_codes, rulings_text


def test_every_ruling_is_found_by_its_code(server: TestClient) -> None:
    page = server.get("/api/rulings").json()
    assert set(re.findall('<li id="([^"]+)">', page["html"])) == ruling_codes()
    assert len(ruling_codes()) == len(re.findall(r"^- \*\*[A-Z0-9]+-?\d+\. ", rulings_text(), re.MULTILINE)) > 150
    assert page["contents"][0]["title"] == "How to read this page"
    assert not re.search('href="(?!/rulings#)', page["html"])  # files lead nowhere here


@pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)
def test_options_cite_rulings_that_there_are(server: TestClient, system: System) -> None:
    cited = {code for option in system.options for code in CODE.findall(option.cites)}
    assert cited | {code for use in system.uses for code in CODE.findall(use.cites)} <= ruling_codes()
    html = server.get(f"/api/rules/{system.id}").json()["html"]
    linked = set(re.findall('href="/rulings#([^"]+)"', html))
    assert cited <= linked <= ruling_codes()
