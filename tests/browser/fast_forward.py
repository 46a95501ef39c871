"""Playing a game fast: a second socket plays legal actions, and a page follows or is opened later."""

import json

import httpx2
from websockets.sync.client import connect

from ibau.core.line import Line
from ibau.games import game
from tests.browser.visitor import Visitor

# Plays at its own seats at random from `seed`, until this many actions have been played or the game is over.
PLAY = """([plies, seed]) => new Promise((done) => {
    const [, , id] = location.pathname.split('/');
    const games = JSON.parse(localStorage.getItem('ibau.games')) ?? [];
    const key = games.find((game) => game.id === id)?.key || location.hash.slice(1);
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/games/${id}/socket`);
    socket.onopen = () => socket.send(JSON.stringify({ type: 'enter', key }));
    const drawn = (n) => (seed = (seed * 48271) % 2147483647) % n;
    let seats = [];
    socket.onmessage = ({ data }) => {
        const { state, yours } = JSON.parse(data);
        seats = yours ?? seats;
        if (!state) return;
        if (state.result || state.ply_count >= plies) {
            socket.close();
            done(state.ply_count);
        } else if (!seats.includes(state.throw?.seat ?? state.to_move) && state.throw?.seat !== 'chance') return;
        else if (state.throw?.awaited) socket.send(JSON.stringify({ type: 'throw', ply_count: state.ply_count }));
        else if (state.legal.length) {
            const { text } = state.legal[drawn(state.legal.length)];
            socket.send(JSON.stringify({ type: 'play', ply_count: state.ply_count, action: text }));
        }
    };
})"""
FOR_EVER = 1_000_000


def fast_forward(visitor: Visitor, plies: int = FOR_EVER, seed: int = 7) -> None:
    """Play at random until this many actions have been played in all, or to the end, and see them on the page."""
    played: int = visitor.page.evaluate(PLAY, [plies, seed])
    visitor.wait_for_plies(played)


def fast_forwarded_game(address: str, path: str, plies: int, seed: int = 7) -> str:
    """The path of a new game in which both seats of its key have played in the same way, without a page."""
    game, key = path.removeprefix("/game/").split("#")
    with connect(f"{address.replace('http', 'ws')}/api/games/{game}/socket") as socket:
        socket.send(json.dumps({"type": "enter", "key": key}))
        for text in socket:
            state = json.loads(text)["state"]
            if state["result"] or state["ply_count"] >= plies:
                break
            asked = {"type": "throw"}
            if not state["throw"]:
                seed = seed * 48271 % 2147483647
                asked = {"type": "play", "action": state["legal"][seed % len(state["legal"])]["text"]}
            socket.send(json.dumps({**asked, "ply_count": state["ply_count"]}))
    return path


TWO_OR_ONE = "DDDLD/DLDLD/LLD1D/LD1DL/LLLLD first 24 - - 0 12 -"  # c1-c2 captures two pieces, d4-d3 one


def mistaken_game(address: str) -> str:
    """The name of a finished game in which Ada captured one piece where she could have captured two."""
    return stored_game(address, Line(game("seega+first_player=first").state(TWO_OR_ONE)).play("d4-d3").resign(0))


def stored_game(address: str, line: Line) -> str:
    """The name of a finished game of Ada, whose throws are those of its line."""
    record = str(line.record({"First": "Ada", "Second": "computer level7"}))
    name: str = httpx2.post(f"{address}/api/records", content=record).raise_for_status().json()["id"]
    return name
