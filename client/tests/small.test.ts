import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { moveDuration, ease, pointAlong, tween } from "../src/board/motion";
import { presetAndValues, rulesetText } from "../src/session/newGame";
import type { GamesRequest, Ply, RuleOption } from "../src/protocol";
import { parseRoute } from "../src/address/router.svelte";
import * as shared from "../src/sharing/shared";
import { frequencies } from "../src/throws/frequencies";
import { lastValues, arrangement, isLot, valueWord } from "../src/throws/cast";
import { percent } from "../src/user/format";
import { language, t } from "../src/user/i18n.svelte";
import { finishDay, solvedDay, streakOf } from "../src/puzzles/daily";
import { jsonLines } from "../src/server/jsonLines";
import { fetchStatuses } from "../src/pages/gameStatus";
import { fetchJson } from "../src/server/api";
import { network } from "../src/server/network";
import { errorText } from "../src/user/errors";

const { fetch } = network;
beforeEach(() => localStorage.clear());
afterEach(() => void (network.fetch = fetch));

const ply = (index: number, heads: number | null, action = "t1"): Ply => ({
  index,
  seat: "first",
  action,
  description: "",
  turn: 1,
  heads,
  value: heads,
  travels: [],
});

test("an exact value has four digits, unless it is certain", () => {
  expect([0.25, 0.99999, 1, 0].map((value) => percent(value, true))).toEqual([
    "62.50%",
    "100.00%",
    "100%",
    "50%",
  ]);
  expect(percent(0.25)).toBe("63%");
});

test("motion takes 150 to 350 milliseconds and goes along the way", () => {
  expect(moveDuration(1)).toBeGreaterThanOrEqual(150);
  expect(moveDuration(30)).toBe(350);
  expect([ease(0), ease(0.5), ease(1)]).toEqual([0, 0.5, 1]);
  const way = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 300 },
  ];
  expect(pointAlong(way, 0)).toEqual({ x: 0, y: 0 });
  expect(pointAlong(way, 0.25)).toEqual({ x: 100, y: 0 });
  expect(pointAlong(way, 0.5)).toEqual({ x: 100, y: 100 });
  expect(pointAlong(way, 1)).toEqual({ x: 100, y: 300 });
});

test("a motion that has ended shows nothing any more", async () => {
  const show = vi.fn();
  await tween(30, show);
  const shown = show.mock.calls.length;
  expect(show).toHaveBeenLastCalledWith(1);
  await new Promise((done) => setTimeout(done, 300));
  expect(show).toHaveBeenCalledTimes(shown);
});

test("the sticks lie as the throw counted them, and the same way after a reload", () => {
  for (const heads of [0, 1, 2, 3, 4]) {
    for (let at = 0; at < 50; at++) {
      expect(arrangement(ply(at, heads)).filter(Boolean)).toHaveLength(heads);
      expect(arrangement(ply(at, heads))).toEqual(arrangement(ply(at, heads)));
    }
  }
  expect(new Set(Array.from({ length: 50 }, (_, at) => arrangement(ply(at, 2)).join())).size).toBeGreaterThan(
    3,
  );
  expect(isLot(ply(0, null, "lot2"))).toBe(true);
  expect(valueWord(6)).toBe("six");
});

test("throws that follow each other add up, until something else is played", () => {
  expect(lastValues([])).toEqual([]);
  expect(lastValues([ply(0, 4), ply(1, 1), ply(2, 2)])).toEqual([4, 1, 2]);
  expect(lastValues([ply(0, 4), ply(1, null, "keep"), ply(2, 2), ply(3, null, "1-3")])).toEqual([4, 2]);
  expect(lastValues([ply(0, 4), ply(1, null, "pass"), ply(2, 2)])).toEqual([2]);
  expect(lastValues([{ ...ply(0, 2), turn: 0 }, ply(1, 1)])).toEqual([1]);
});

test("a ruleset is its preset and what differs from it, in alphabetical order", () => {
  const option = (name: string, value: string): RuleOption => ({
    name,
    text: "",
    cites: "",
    kind: "choice",
    is_addition: false,
    default: { seega: value },
    values: [],
    effects: [],
  });
  const options = [option("chain", "forced"), option("blocked_rule", "must_open")];
  expect(rulesetText("seega", options, {})).toBe("seega");
  expect(rulesetText("seega", options, { chain: "forced" })).toBe("seega");
  expect(rulesetText("seega", options, { chain: "none", blocked_rule: "pass" })).toBe(
    "seega+blocked_rule=pass+chain=none",
  );
});

test("a ruleset's text has a preset, and the options that differ from it", () => {
  expect(presetAndValues("seega")).toEqual(["seega", {}]);
  expect(presetAndValues("seega+chain=none+max_turns=6")).toEqual([
    "seega",
    { chain: "none", max_turns: "6" },
  ]);
});

test("addresses name pages", () => {
  const page = (path: string) => parseRoute(path, "");
  expect(page("/")).toEqual({ name: "home" });
  expect(page("/new/seega")).toEqual({ name: "new", preset: "seega" });
  expect(page("/puzzles/seega")).toEqual({ name: "puzzles", preset: "seega" });
  expect(parseRoute("/game/ab12", "#key")).toEqual({ name: "game", id: "ab12", key: "key" });
  expect(page("/rules/seega%2Bchain%3Dnone")).toEqual({ name: "rules", preset: "seega+chain=none" });
  expect(page("/analysis/seega")).toEqual({ name: "analysis", preset: "seega" });
  expect(page("/history/seega")).toEqual({ name: "history", preset: "seega" });
  expect(page("/history")).toEqual({ name: "history", preset: "" });
  expect(page("/games")).toEqual({ name: "games" });
  expect(page("/games/mine")).toEqual({ name: "unknown" });
  expect(page("/tips")).toEqual({ name: "unknown" });
  expect(page("/game")).toEqual({ name: "unknown" });
  expect(page("/a/b/c")).toEqual({ name: "unknown" });
  expect(page("/embed/ab-1")).toEqual({ name: "embed", id: "ab-1", ruleset: "" });
  expect(page("/embed/position/seega")).toEqual({ name: "embed", id: "position", ruleset: "seega" });
});

test("texts are said in the language of the reader, English where a text is missing", () => {
  language.texts = { "{n} captured": "{n} geschlagen" };
  expect(t("{n} captured", { n: 3 })).toBe("3 geschlagen");
  expect(t("{n} in hand", { n: 2 })).toBe("2 in hand");
  expect(t("{strange}")).toBe("{strange}");
  language.texts = {};
});

test("what is shared has addresses for people, programs and other pages", () => {
  const game = { id: "ab-1", ply: 3 };
  const position = { ruleset: "seega+chain=none", position: "a b/c" };
  expect(shared.pageAddress(game)).toBe("/game/ab-1");
  expect(shared.pageAddress({ ...game, review: true })).toBe("/review/ab-1");
  expect(shared.newGameAddress(position)).toBe("/new/seega%2Bchain%3Dnone?position=a%20b%2Fc");
  expect(shared.embedAddress(position)).toBe("/embed/position/seega%2Bchain%3Dnone?position=a%20b%2Fc");
  expect(shared.pictureAddress(game, "png", { theme: "dark" })).toBe(
    "/api/games/ab-1/picture.png?ply=3&theme=dark",
  );
  expect(shared.pictureAddress(game, "svg", {}, true)).toBe("/api/games/ab-1/moving.svg?ply=3");
  expect(shared.embedCode("https://x.org/embed/1", 'A "game"')).toContain('title="A &quot;game&quot;"');
});

test("how often throws come up is set beside what is usual", () => {
  const found = frequencies([1, 2, 2, 3, 3, 3, null].map((heads) => ({ heads })));
  expect(found.map(({ seen }) => seen)).toEqual([0, 1, 2, 3, 0]);
  expect(found.map(({ expected }) => expected)).toEqual([0.375, 1.5, 2.25, 1.5, 0.375]);
  expect(found.map(({ range }) => range.join("–"))).toEqual(["0–2", "0–4", "0–5", "0–4", "0–2"]);
  expect(frequencies([{ heads: null }])).toEqual([]);
});

test("days in a row are counted up to today, or to yesterday while today's is open", () => {
  for (const day of [10, 12, 13]) finishDay(day, 0);
  expect(streakOf(13)).toBe(2);
  expect(streakOf(14)).toBe(2);
  expect(streakOf(15)).toBe(0);
  finishDay(14, 3);
  finishDay(14, 0); // once more: the first time counts
  expect([solvedDay(14)?.wrong, streakOf(14)]).toEqual([3, 3]);
});

/** A body that comes in these pieces. */
function body(...pieces: string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(encoder.encode(piece));
      stream.close();
    },
  });
}

test("a line is told once it is whole, however it is cut", async () => {
  const told: unknown[] = [];
  for await (const said of jsonLines(body('{"a"', ':1}\n{"b":2}\n{"c', '":"é"}\n', "\n"))) told.push(said);
  expect(told).toEqual([{ a: 1 }, { b: 2 }, { c: "é" }]);
});

test("more games than one answer tells are asked for one dozen after the other", async () => {
  const counts: number[] = [];
  network.fetch = (_path, init) => {
    const { games } = JSON.parse(init?.body as string) as GamesRequest;
    counts.push(games.length);
    return Promise.resolve(Response.json({ games: [], missing: games.map(({ id }) => id) }));
  };
  const games = Array.from({ length: 30 }, (_, n) => ({ id: `g${n}`, key: "k" }));
  const { missing } = await fetchStatuses(games, "en");
  expect(counts).toEqual([12, 12, 6]);
  expect(missing).toEqual(games.map(({ id }) => id));
});

test.each([
  ["the server's own sentence", '{"error": "This is too large."}', "This is too large."],
  ["a page of something in between", "<h1>Bad Gateway</h1>", "The server does not answer."],
])("what is said after an error: %s", async (_, body, said) => {
  network.fetch = async () => new Response(body, { status: 502, statusText: "Bad Gateway" });
  const error: unknown = await fetchJson("/api/home").catch((error: unknown) => error);
  expect(errorText(error)).toBe(said);
});
