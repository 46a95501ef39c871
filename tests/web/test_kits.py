"""Games to print: made on request, cached, rate-limited, and offered where there is a way back."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from ibau.games import game
from ibau.machine import extras
from ibau.paper import kit
from ibau.web.app import Settings, create_app
from ibau.web.endpoints.kits import KitRequest
from ibau.web.limits import Limits
from ibau.web.site import Kiosk, Site
from ibau.web.thinking.fair_queue import ANONYMOUS
from ibau.web.thinking.processes import process_pool
from ibau.web.thinking.work_pool import MAX_CACHED_KITS, WorkPool
from tests.web.clients import run_in_thread
from tests.web.test_limits import SCHOOL, limits_of, spent

URL = "https://games.example.org"


@pytest.mark.usefixtures("read_here")
def test_the_rules_lead_to_a_kit_of_exactly_these_rules(settings: Settings) -> None:
    ruleset = "seega+chain=none"
    with TestClient(create_app(replace(settings, site=Site(URL))), base_url=URL) as server:
        address = server.get(f"/api/rules/{ruleset}?lang=de").json()["kit"]
        answer = server.get(f"{address}?lang=de&paper=Letter")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.headers["content-disposition"] == f'inline; filename="{ruleset}-de-Letter.pdf"'
    assert answer.content == kit.kit(game(ruleset), "de", paper="Letter", url=URL)


def test_what_cannot_be_printed_is_named(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert server.get("/api/kits/chess.pdf").status_code == 400
    answer = server.get("/api/kits/seega.pdf?paper=B5&lang=fr")
    assert (answer.status_code, answer.json()["error"]) == (
        400,
        "Il n’y a pas de papier 'B5'\u202f; choix possibles\xa0: A4, Letter.",
    )
    monkeypatch.setitem(extras.EXTRA_MODULES, "print", ("no_such_package",))
    answer = server.get("/api/kits/seega.pdf?lang=en")
    assert (answer.status_code, "does not print" in answer.json()["error"]) == (404, True)
    assert server.get("/api/rules/seega").json()["kit"] == ""


def test_a_kiosk_offers_none(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, site=Site(kiosk=Kiosk(("seega",)))))) as server:
        assert server.get("/api/rules/seega").json()["kit"] == ""
        assert server.get("/api/kits/seneti.pdf").status_code == 403


def test_an_address_gets_so_many(settings: Settings) -> None:
    with TestClient(create_app(settings), client=(SCHOOL, 50000)) as remote:
        spent(limits_of(remote).kits, SCHOOL)
        answer = remote.get("/api/kits/seega.pdf")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0


@pytest.mark.usefixtures("read_here")
def test_the_last_kits_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[KitRequest] = []

    def made(kit: KitRequest) -> bytes:
        asked.append(kit)
        return kit.ruleset.encode()

    async def print_many() -> None:
        pool = WorkPool(Limits().pending_work, process_pool(1), process_pool(1))
        kits = [KitRequest(f"seega+max_turns={n}", "en", "A4", "") for n in range(MAX_CACHED_KITS + 1)]
        for asked_for in (*kits, kits[-1], kits[1], kits[0]):
            assert await pool.print_kit(asked_for, asked_for.make_pdf, ANONYMOUS) == asked_for.ruleset.encode()
        assert asked == [*kits, kits[0]]  # the first one was forgotten

    monkeypatch.setattr(KitRequest, "make_pdf", made)
    run_in_thread(print_many())


@pytest.mark.usefixtures("read_here")
@pytest.mark.parametrize(("sheet", "made"), kit.SHEETS.items())
def test_sheets_lie_beside_the_kit(server: TestClient, sheet: str, made: Callable[..., bytes]) -> None:
    answer = server.get(f"/api/kits/seneti.pdf?lang=fr&paper=Letter&{sheet}")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == f'inline; filename="seneti-{sheet}-fr-Letter.pdf"'
    assert answer.content == made(game("seneti"), "fr", paper="Letter")
