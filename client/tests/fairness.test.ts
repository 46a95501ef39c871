import { webcrypto } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { check } from "../src/fairness/check";
import { committed as another, due } from "../src/fairness/parts";
import { commitment, sixteenth } from "../src/fairness/seeds";
import { hashOf, hexOf, hmac, sha256 } from "../src/fairness/sha256";
import { frequencies, ordered, SIXTEENTHS, thrown } from "../src/fairness/sixteenths";
import { forget } from "../src/forgetting";
import { recentGame } from "../src/memory";
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

test("throws follow from seed and parts as the notation says", () => {
  expect(commitment(SEED)).toBe(SEED_HASH);
  expect(commitment(PART)).toBe(PART_HASH);
  expect(VECTOR.map((_, n) => sixteenth(ORIGIN, n + 1))).toEqual(VECTOR);
});

test("SHA-256 and HMAC are those of everybody, whatever the length", async () => {
  const { subtle } = webcrypto;
  for (let length = 0; length < 200; length++) {
    const bytes = webcrypto.getRandomValues(new Uint8Array(length));
    expect(hexOf(sha256(bytes))).toBe(hexOf(new Uint8Array(await subtle.digest("SHA-256", bytes))));
    if (length % 10) continue;
    const raw = webcrypto.getRandomValues(new Uint8Array(32));
    const key = await subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const text = "é\n".repeat(length);
    const signed = await subtle.sign("HMAC", key, new TextEncoder().encode(text));
    expect(hexOf(hmac(raw, ...text.split("\n")))).toBe(hexOf(new Uint8Array(signed)));
  }
  expect(hashOf("a", 1)).toBe(hashOf("a\n1"));
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

const NAME = ORIGIN.game;
const none = {} as Record<"first" | "second", string>;

test("a game is checked, and what is amiss is found", () => {
  const sound = check(game(), NAME);
  expect(sound.throws.every(({ agrees }) => agrees)).toBe(true);
  expect([sound.broken, sound.compared]).toEqual([[], false]); // nothing was kept to compare it with
  expect(sound.frequencies).toEqual(frequencies(game().throws));
  const chosen = check(game([2, 4, 2]), NAME);
  expect(chosen.throws.filter(({ agrees }) => !agrees).map(({ number }) => number)).toEqual([2]);
  expect(check(game(), "aBcD-0_8").broken).toEqual(["name"]); // one that was picked after the parts were known
  expect(check({ ...game(), seed_hash: PART_HASH }, NAME).broken).toEqual(["seed"]);
  expect(check({ ...game(), part_hashes: ["", PART_HASH] }, NAME).broken).toEqual(["parts"]);
  const withheld = { ...game(), parts: ["", ""] as [string, string] };
  expect(check(withheld, NAME).broken).toEqual(["parts"]);
  expect(check({ ...withheld, throws: [] }, NAME).broken).toEqual([]); // given up before anything was thrown
});

test("what this browser was shown is compared, where it was kept", () => {
  const shown = { seedHash: SEED_HASH, committed: { ...none, first: PART_HASH } };
  const found = (part: string, seedHash = SEED_HASH) =>
    check(game(), NAME, { part, shown: { ...shown, seedHash } });
  expect([found(PART).broken, found(PART).compared]).toEqual([[], true]);
  expect(found(SEED).broken).toEqual(["shown"]);
  expect(found(PART, "").broken).toEqual(["shown"]);
  expect(check(game(), NAME, { part: PART }).compared).toBe(false);
});

test("how often throws come up is set beside what is usual", () => {
  const found = frequencies(game().throws);
  expect(found.map(({ seen }) => seen)).toEqual([1, 2, 3, 0, 0]);
  expect(found.map(({ expected }) => expected)).toEqual([1.5, 2.25, 1.5, 0.375, 0.375]);
  expect(found.map(({ usual }) => usual)).toEqual([
    [0, 4],
    [0, 5],
    [0, 4],
    [0, 2],
    [0, 2],
  ]);
  expect(frequencies([{ action: "lot1", heads: null }])).toEqual([]);
});

test.each(["stores", "stores nothing"])(
  "a browser that %s commits, reveals once, and says what it has lost",
  (manner) => {
    if (manner === "stores nothing") vi.stubGlobal("localStorage", null);
    const welcome = { yours: ["first"], seed_hash: SEED_HASH } as unknown as Welcome;
    const wanted = { committed: none, commit: ["first" as const], reveal: [] };
    expect(due("g", { ...welcome, yours: [] } as Welcome, wanted)).toBeUndefined();
    const commit = due("g", welcome, wanted);
    expect(due("g", welcome, wanted)).toEqual(commit); // asked again, the same
    const own = recentGame("g")?.contribution?.part ?? "";
    const hash = commitment(own);
    expect(commit).toEqual({ type: "commit", at: 0, commitment: hash });
    const committed = { ...none, first: hash, second: PART_HASH };
    expect(due("g", welcome, { committed, commit: [], reveal: [] })).toBeUndefined();
    const reveal = due("g", welcome, { committed, commit: [], reveal: ["first"] });
    expect(reveal).toEqual({ type: "reveal", at: 0, part: own });
    expect(recentGame("g")?.contribution?.shown).toEqual({ seedHash: SEED_HASH, committed });
    expect(due("g", welcome, wanted)).not.toEqual(commit); // what was revealed is no secret any more
    another("g");
    expect(due("g", welcome, { committed, commit: [], reveal: ["first"] })).toBe("lost");
  },
);
