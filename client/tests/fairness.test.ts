import { webcrypto } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { due, drawn } from "../src/fairness/parts";
import { check } from "../src/fairness/check";
import { commitment, hexOf, ordered, sixteenth, SIXTEENTHS, thrown } from "../src/fairness/origin";
import { sha256 } from "../src/fairness/sha256";
import { forget } from "../src/forgetting";
import { recentGame, rememberGame } from "../src/memory";
import type { ThrowsToCheck, Welcome } from "../src/protocol";

afterEach(() => {
  vi.unstubAllGlobals();
  forget();
});

const hex = (from: number): string => hexOf(Uint8Array.from({ length: 32 }, (_, n) => from + n));
const [SEED, PART] = [hex(0), hex(32)];
const ORIGIN = { game: "aBcD-0_9", seed: SEED, parts: [PART, ""] as [string, string] };
const SEED_HASH = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
const PART_HASH = "72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084";
const VECTOR = [5, 11, 8, 12, 0, 12, 5, 5, 12, 11, 13, 3, 9, 11, 15, 4]; // docs/notation.md, section 8

test.each([
  ["WebCrypto", webcrypto],
  ["our own SHA-256", { getRandomValues: webcrypto.getRandomValues.bind(webcrypto) }],
])("throws follow from seed and parts as the notation says, by %s", async (_, lent) => {
  vi.stubGlobal("crypto", lent);
  expect(await commitment(SEED)).toBe(SEED_HASH);
  expect(await commitment(PART)).toBe(PART_HASH);
  expect(await Promise.all(VECTOR.map((_, n) => sixteenth(ORIGIN, n + 1)))).toEqual(VECTOR);
});

test("our own SHA-256 is that of everybody, whatever the length", async () => {
  for (let length = 0; length < 200; length++) {
    const bytes = webcrypto.getRandomValues(new Uint8Array(length));
    expect(hexOf(sha256(bytes))).toBe(hexOf(new Uint8Array(await webcrypto.subtle.digest("SHA-256", bytes))));
  }
});

test("the sixteen numbers stand for throws and lots without bias", () => {
  const count = (lot: boolean, which: number): number =>
    Array.from({ length: 16 }, (_, n) => thrown(n, lot)).filter((n) => n === which).length;
  expect([0, 1, 2, 3, 4].map((which) => count(false, which))).toEqual(SIXTEENTHS.throws);
  expect([0, 1].map((which) => count(true, which))).toEqual(SIXTEENTHS.lots);
  expect([1, 2, 3, 4, 0].map(ordered)).toEqual([0, 1, 2, 3, 4]);
});

const HEADS = [2, 3, 2, 3, 1, 3]; // what the vector makes of the first throws
const game = (heads: number[] = HEADS): ThrowsToCheck => ({
  ...ORIGIN,
  system: "senet-race",
  own_sticks: false,
  seed_hash: SEED_HASH,
  part_hashes: [PART_HASH, ""],
  anew: [],
  throws: heads.map((heads, n) => ({ number: n + 1, at: n, seat: "first", action: `t${heads}`, heads })),
});

test("a game is checked, and what is amiss is found", async () => {
  const sound = await check(game());
  expect(sound.throws.every(({ agrees }) => agrees)).toBe(true);
  expect(sound.broken).toEqual([]);
  expect(sound.frequencies.map(({ seen }) => seen)).toEqual([1, 2, 3, 0, 0]);
  expect(sound.frequencies.map(({ expected }) => expected)).toEqual([1.5, 2.25, 1.5, 0.375, 0.375]);
  expect(sound.frequencies.map(({ usual }) => usual)).toEqual([
    [0, 4],
    [0, 5],
    [0, 4],
    [0, 2],
    [0, 2],
  ]);
  const chosen = await check(game([2, 4, 2]));
  expect(chosen.throws.filter(({ agrees }) => !agrees).map(({ number }) => number)).toEqual([2]);
  expect((await check({ ...game(), seed_hash: PART_HASH })).broken).toEqual(["seed"]);
  expect((await check({ ...game(), part_hashes: ["", PART_HASH] })).broken).toEqual(["parts"]);
  const withheld = { ...game(), parts: ["", ""] as [string, string] };
  expect((await check(withheld)).broken).toEqual(["parts"]);
  expect((await check({ ...withheld, throws: [] })).broken).toEqual([]); // given up before anything was thrown
  const shown = {
    seedHash: SEED_HASH,
    committed: { first: PART_HASH } as Record<"first" | "second", string>,
  };
  expect((await check(game(), { part: PART, shown })).broken).toEqual([]);
  expect((await check(game(), { part: SEED, shown })).broken).toEqual(["shown"]);
  expect((await check(game(), { part: PART, shown: { ...shown, seedHash: "" } })).broken).toEqual(["shown"]);
});

test.each(["stores", "stores nothing"])(
  "a browser that %s commits, reveals once, and says what it has lost",
  async (manner) => {
    if (manner === "stores nothing") vi.stubGlobal("localStorage", null);
    const welcome = { yours: ["first"], seed_hash: SEED_HASH } as unknown as Welcome;
    const none = {} as Record<"first" | "second", string>;
    const wanted = { committed: none, commit: ["first" as const], reveal: [] };
    expect(await due("g", { ...welcome, yours: [] } as Welcome, wanted)).toBeUndefined();
    const commit = await due("g", welcome, wanted);
    expect(await due("g", welcome, wanted)).toEqual(commit); // asked again, the same
    const own = recentGame("g")?.contribution?.part ?? "";
    const hash = await commitment(own);
    expect(commit).toEqual({ type: "commit", at: 0, commitment: hash });
    const committed = { ...none, first: hash, second: PART_HASH };
    expect(await due("g", welcome, { committed, commit: [], reveal: [] })).toBeUndefined();
    const reveal = await due("g", welcome, { committed, commit: [], reveal: ["first"] });
    expect(reveal).toEqual({ type: "reveal", at: 0, part: own });
    expect(recentGame("g")?.contribution?.shown).toEqual({ seedHash: SEED_HASH, committed });
    expect(await due("g", welcome, wanted)).not.toEqual(commit); // what was revealed is no secret any more
    rememberGame("g", { contribution: (await drawn())[0] });
    expect(await due("g", welcome, { committed, commit: [], reveal: ["first"] })).toBe("lost");
  },
);
