import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addressOf } from "../src/places";
import { forget, forgetGame, notedGames } from "../src/forgetting";
import { bookOf, begun, type Notes } from "../src/fairness/notes";
import { keysOf, notesOf, otherKeyTo, recentGame, recentGames, rememberGame } from "../src/memory";
import { nickname } from "../src/seats";

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  forget();
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
  expect(addressOf("g", "k")).toBe("/game/g#k"); // or a reload would lose the seat
  forget();
  expect(recentGames()).toEqual([]);
});

test("what could not be stored once is stored when there is room again", () => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: refuse });
  rememberGame("g", { key: "k" });
  vi.unstubAllGlobals();
  rememberGame("g", { title: "Seega" });
  expect(JSON.parse(localStorage.getItem("ibau.games") ?? "")).toMatchObject([{ key: "k", title: "Seega" }]);
  expect(addressOf("g", "k")).toBe("/game/g");
});

const notes = (when: number): Notes => ({ ...begun("senet-race", "", 0), when });

test("notes of throws are kept apart from the list of games, and go with a game's entry", () => {
  for (let n = 0; n < 13; n++) {
    rememberGame(`g${n}`, {});
    bookOf(`g${n}`).set(notes(n));
  }
  expect(recentGames()).toHaveLength(12);
  expect(bookOf("g0").get()).toEqual(notes(0)); // though the list has forgotten it
  forgetGame("g5");
  expect(recentGames().map(({ id }) => id)).not.toContain("g5");
  expect([bookOf("g5").get(), notedGames().length]).toEqual([null, 12]);
  forget();
  expect(notedGames()).toEqual([]);
});

test.each(["is full", "may not be touched"])(
  "where the storage %s, notes last as long as the page",
  (manner) => {
    vi.stubGlobal("localStorage", { getItem: manner === "is full" ? () => null : refuse, setItem: refuse });
    bookOf("g").set(notes(1));
    expect(bookOf("g").get()).toEqual(notes(1));
    forgetGame("g");
    expect(bookOf("g").get()).toBeNull();
  },
);

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

/** A storage that holds four things. */
class Small {
  [key: string]: unknown;
  getItem(key: string): unknown {
    return this[key] ?? null;
  }
  setItem(key: string, value: string): void {
    if (!(key in this) && Object.keys(this).length === 4) refuse();
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

test("where there is no more room, the oldest notes go of which nothing else is known", () => {
  vi.stubGlobal("localStorage", new Small());
  rememberGame("known", {});
  for (const [n, id] of ["known", "new", "old"].entries()) bookOf(id).set(notes(9 - n));
  bookOf("another").set(notes(10));
  expect(notedGames().toSorted()).toEqual(["another", "known", "new"]);
  expect(notesOf("another").lasts()).toBe(true);
});

test("a page that is left stores nothing more", async () => {
  vi.resetModules();
  const page = await import("../src/memory");
  page.notesOf("one").set({ told: 1 });
  page.leave();
  page.notesOf("one").forget();
  page.notesOf("one").set({ told: 2 });
  page.rememberGame("one", { title: "Seega" });
  expect(page.notesOf("one").get()).toBeNull();
  expect(page.recentGames()).toEqual([]);
});
