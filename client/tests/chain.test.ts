import { expect, test, vi } from "vitest";
import {
  chainOf,
  contextOf,
  drawnLink,
  fingerprint,
  lastNumber,
  linksTo,
  sixteenth,
  type Party,
} from "../src/fairness/chain";
import { CONTEXT, counting, GAME, RULESET } from "./fixtures/host";

// docs/notation.md, section 8
const HEADS: Record<Party, string> = {
  server: "5e302590bbb4dac5fc80088c17e320fcfae8ba332f28f908ed3ed43206d77202",
  first: "809f3a16a47247daa75e95dca6b57c979241a3bea7c116085598f1e6e5c2f8cd",
  second: "71ccb06106b8bf2e3dae8cb63c89cf8117ee831fbd67f0c47c55fb274e809871",
};
const BOTH = [10, 11, 12, 4, 3, 12, 11, 14, 12, 4, 2, 2, 8, 3, 14, 12];
const FIRST_ALONE = [5, 3, 3, 10, 6, 5, 4, 7, 0, 9, 0, 9, 7, 2, 1, 3];

test("throws follow from chains as the notation says", async () => {
  const context = contextOf({ game: GAME, ruleset: RULESET, start: "" });
  expect(context).toBe(CONTEXT);
  const [server, first, second] = await Promise.all([
    chainOf(context, "server", 1, counting(0)),
    chainOf(context, "first", 1, counting(32)),
    chainOf(context, "second", 1, counting(64)),
  ]);
  expect({ server: server.head, first: first.head, second: second.head }).toEqual(HEADS);
  const thrown = (n: number, other: string): number =>
    sixteenth(context, n + 1, [server.link(n + 1), first.link(n + 1), other]);
  expect(BOTH.map((_, n) => thrown(n, second.link(n + 1)))).toEqual(BOTH);
  expect(FIRST_ALONE.map((_, n) => thrown(n, ""))).toEqual(FIRST_ALONE);
});

test("a chain is worked out from its last link alone, a later one to the end of its block", async () => {
  const chain = await chainOf(CONTEXT, "first", 4001, counting(32));
  expect([chain.first, chain.last]).toEqual([4001, 4096]);
  expect(chain.link(4096)).toBe(counting(32));
  expect(linksTo(CONTEXT, "first", 4010, chain.link(4010), 4000)[0]).toBe(chain.head);
  expect([1, 4096, 4097].map(lastNumber)).toEqual([4096, 4096, 8192]);
});

test("a chain is worked out while the page does something else", async () => {
  const timer = vi.fn();
  setTimeout(timer);
  const chain = chainOf(CONTEXT, "first", 1, drawnLink());
  await new Promise((done) => setTimeout(done));
  expect(timer).toHaveBeenCalled();
  expect((await chain).head).toMatch(/^[0-9a-f]{64}$/);
});

test("a fingerprint is that of all chains, in whatever order they are told", () => {
  const chains = (Object.keys(HEADS) as Party[]).map((party) => ({ party, first: 1, head: HEADS[party] }));
  const print = fingerprint(CONTEXT, chains);
  expect(print).toBe("e677abd3");
  expect(fingerprint(CONTEXT, chains.toReversed())).toBe(print);
  expect(fingerprint(CONTEXT, chains.slice(0, 2))).not.toBe(print);
});

test("no two last links are alike", () => {
  expect(new Set(Array.from({ length: 100 }, drawnLink)).size).toBe(100);
});
