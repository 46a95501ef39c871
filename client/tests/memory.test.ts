import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gameAddress } from "../src/user/gameAddress";
import { forgetAll } from "../src/user/forget";
import { keysOf, otherKeyTo, recentGame, recentGames, rememberGame } from "../src/user/storage";
import { nickname } from "../src/user/seats";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  forgetAll();
});

function refuse(): never {
  throw new DOMException("refused", "SecurityError");
}

test.each([
  ["is not there", null],
  ["may not be touched", { getItem: refuse, setItem: refuse }],
  ["is full", { getItem: (key: string) => (key === "ibau.name" ? '"Bea"' : null), setItem: refuse }],
])("where the storage %s, the page remembers as long as it lives", (_, storage) => {
  vi.stubGlobal("localStorage", storage);
  nickname.set("Ann");
  expect(nickname.get()).toBe("Ann");
  rememberGame("g", { key: "k" });
  rememberGame("h", {});
  expect(recentGames().map(({ id }) => id)).toEqual(["h", "g"]);
  expect(gameAddress("g", "k")).toBe("/game/g#k"); // or a reload would lose the seat
  forgetAll();
  expect(recentGames()).toEqual([]);
});

test("what could not be stored once is stored when there is room again", () => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: refuse });
  rememberGame("g", { key: "k" });
  vi.unstubAllGlobals();
  rememberGame("g", { title: "Seega" });
  expect(JSON.parse(localStorage.getItem("ibau.games") ?? "")).toMatchObject([{ key: "k", title: "Seega" }]);
  expect(gameAddress("g", "k")).toBe("/game/g");
});

test("the key of a game that is not over stays, however many games follow; finished ones go first", () => {
  for (let n = 0; n < 20; n++) rememberGame(`going${n}`, { key: `k${n}` });
  expect(recentGame("going0")?.key).toBe("k0");
  rememberGame("going0", { over: true });
  rememberGame("last", { key: "k" });
  expect(recentGames().map(({ id }) => id)).not.toContain("going0");
  expect(recentGames()).toHaveLength(20);
});

test("a second key to a game does not replace the first", () => {
  rememberGame("g", { key: "one" });
  rememberGame("g", { key: "two" });
  rememberGame("g", { key: "" }); // who comes to watch
  expect(keysOf(recentGame("g")!)).toEqual(["two", "one"]);
  expect(otherKeyTo({ id: "g", key: "two" })).toBe("one");
  rememberGame("g", { key: "one" });
  expect(keysOf(recentGame("g")!)).toEqual(["one", "two"]);
  expect(otherKeyTo({ id: "h", key: "one" })).toBeUndefined();
});

test("a page that is left stores nothing more", async () => {
  vi.resetModules();
  const page = await import("../src/user/storage");
  page.stopStoring();
  page.rememberGame("one", { title: "Seega" });
  expect(page.recentGames()).toEqual([]);
  expect(page.canStore()).toBe(false);
});
