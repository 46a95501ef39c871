/** What is said of throws: in the menu, and in their sheet. */

import { mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Fault } from "../src/fairness/faults";
import type { Report } from "../src/fairness/witness";
import { forget } from "../src/forgetting";
import CheckedLinks from "../src/game/CheckedLinks.svelte";
import CheckedSeeds from "../src/game/CheckedSeeds.svelte";
import Doubt from "../src/game/Doubt.svelte";
import { isMarked, isSound, verdict, warning } from "../src/game/found";
import { rememberGame } from "../src/memory";
import type { Ply, ThrowsToCheck, Welcome } from "../src/protocol";

let target: HTMLElement;
beforeEach(() => (target = document.body.appendChild(document.createElement("main"))));
afterEach(() => {
  target.remove();
  forget();
});

/** The text of a component. */
function text<P extends Record<string, unknown>>(component: Component<P>, props: P): string {
  const mounted = mount(component, { target, props });
  const said = target.textContent ?? "";
  void unmount(mounted);
  return said.replace(/\s+/g, " ").trim();
}

const told = (number: number, own = true, compared = true): Report["throws"][0] => ({
  number,
  ply: { at: number, seat: "first", action: "t2", heads: 2 } as Ply,
  own,
  compared,
});
const report = (throws: Report["throws"], more: Partial<Report> = {}): Report => ({
  throws,
  amiss: [],
  late: [],
  spent: [],
  plays: true,
  adds: true,
  fingerprint: "e677abd3",
  waits: false,
  mayPress: false,
  ...more,
});
const many = (count: number, lacking = 0, strange = 0): Report["throws"] =>
  Array.from({ length: count }, (_, n) => told(n + 1, n >= strange + lacking, n >= strange));

test.each<[Report, string]>([
  [report([]), "Nothing has been thrown yet."],
  [report(many(1)), "The only throw so far checks out."],
  [report(many(1, 1)), "The only throw so far checks out. Without your own link: 1."],
  [report(many(23)), "All 23 throws check out."],
  [report(many(23, 4)), "All 23 throws check out. Without your own link: 4."],
  [report(many(23, 4), { plays: false }), "All 23 throws check out."],
  [report(many(23, 0, 12)), "11 throws check out; 12 are not compared."],
  [report(many(23, 4, 12)), "11 throws check out; 12 are not compared. Without your own link: 4."],
  [report(many(23), { late: [5] }), "All 23 throws check out. Without the thrower's link: 1."],
  [report(many(3, 0, 3)), "No throw could be compared: they were made before this browser opened the game."],
  [
    report(many(23), { amiss: [{ number: 12, why: "result" }] }),
    "Throw 12 does not check out: it does not follow from the links.",
  ],
  [
    report(many(23, 1), { amiss: [{ number: 1, why: "left out" }] }),
    "All 23 throws check out. Without your own link: 1.",
  ],
  [
    report(many(23), { amiss: [{ number: 5, why: "elsewhere" }] }),
    "From throw 5 on, links for your seat come from another device. If it is not yours, somebody is pretending to be you.",
  ],
  [
    report(many(23), { amiss: [{ number: 0, why: "name" }] }),
    "The throws of this game do not check out: what they follow from belongs to another game.",
  ],
])("the shield says how far throws check out (%#)", (found, said) => {
  expect(verdict(found)).toBe(said);
});

const SIDES = { first: { name: "Light", kind: "person" }, second: { name: "Dark", kind: "person" } };
const welcome = { seats: SIDES, ruleset: "senet-race" } as unknown as Welcome;

test("the sheet lists every throw, what was passed over, and what went without a link", () => {
  const spent = [
    { number: 3, last: 3, why: "takeback", at: 4, taken: ["a1-b1"], asked: "first", agreed: "second" },
  ];
  const amiss: Fault[] = [
    { number: 5, why: "left out" },
    { number: 7, why: "missing" },
  ];
  const found = report([told(1), told(2, false), told(4, true, false)], {
    late: [2],
    spent,
    amiss,
    waits: true,
  } as Partial<Report>);
  const session = { state: { result: null } };
  const said = text(CheckedLinks as never, { id: "g", session, welcome, report: found });
  for (const sentence of [
    "Throw 5 was made without your link, although your browser gave it: it came too late, or was left out.",
    "Throw 7 does not check out: a link that should count does not.",
    "Throw 2 was made without the thrower's link",
    "Passed over (3)",
    "Fingerprint: e677abd3",
    "In this game each throw waits for both players' browsers.",
    "without your own link",
    "not compared",
  ])
    expect(said).toContain(sentence);
  expect(said).not.toContain("the server alone could choose");
  expect(said).not.toContain("import hashlib"); // the record comes at the end
});

test("where no browser adds links, the sheet says who could choose", () => {
  const session = { state: { result: { kind: "goal" } } };
  const said = text(CheckedLinks as never, {
    id: "g",
    session,
    welcome,
    report: report([], { adds: false }),
  });
  expect(said).toContain("the server alone could choose the throws");
  expect(said).toContain("import hashlib");
});

const DATA: ThrowsToCheck = {
  game: "g",
  system: "senet-race",
  own_sticks: false,
  seed_hash: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
  part_hashes: ["", ""],
  anew: [],
  seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  parts: ["", ""],
  throws: [],
};

test("throws of which nothing was kept are called not compared, and numbers that were passed over are told", () => {
  const { seed_hash: seedHash } = DATA;
  const props = { id: "g", welcome, data: DATA };
  expect(text(CheckedSeeds, props)).toContain("They cannot be compared with the commitments");
  rememberGame("g", { contribution: { part: "", shown: { seedHash, committed: {} as never } } });
  expect(text(CheckedSeeds, props)).toContain("All 0 throws check out.");
  const skipped = { ...DATA, throws: [{ number: 5, at: 0, seat: "first", action: "t2", heads: 2 }] };
  const said = text(CheckedSeeds, { ...props, data: skipped as ThrowsToCheck });
  expect(said).not.toContain("throws check out.");
  expect(said).toContain("4 numbers were passed over, and nothing shows why");
  expect(text(CheckedSeeds, { ...props, id: "h" })).toContain("These throws belong to another game.");
});

test("what is amiss is said at once, with its reason", () => {
  const doubt = (found: Report, stopped = false): string =>
    text(Doubt as never, { report: found, stopped, oncheck: () => undefined });
  expect(doubt(report(many(9), { amiss: [{ number: 2, why: "early" }] }))).toBe(
    "Throw 2 does not check out: its link was asked for, but then the throw was not due.",
  );
  expect(doubt(report([]), true)).toContain("The server no longer has the key");
});

test("the shield has a tick where all was compared, and nothing is amiss", () => {
  const sound = [many(1), many(23, 4)].map((throws) => isSound(report(throws)));
  const others = [report([]), report(many(3, 0, 1)), report(many(3), { late: [2] })].map(isSound);
  expect([sound, others]).toEqual([
    [true, true],
    [false, false, false],
  ]);
});

test("what is amiss leads to the sheet", () => {
  const oncheck = vi.fn();
  const found = report(many(2), { amiss: [{ number: 2, why: "early" }] });
  const mounted = mount(Doubt, { target, props: { report: found, stopped: false, oncheck } });
  target.querySelector("button")?.click();
  expect(oncheck).toHaveBeenCalledOnce();
  void unmount(mounted);
});

test("what fell without a link is said until the next throw, and no longer", () => {
  const amiss: Fault[] = [{ number: 2, why: "left out" }];
  expect(warning(report(many(2), { amiss }))).toContain("Throw 2 was made without your link");
  expect(warning(report(many(3), { amiss }))).toBe("");
  expect(warning(report(many(2), { late: [2] }))).toContain("Throw 2 was made without the thrower's link");
  expect(warning(report(many(3), { late: [2] }))).toBe("");
  expect(isMarked(report(many(3), { late: [2] }))).toBe(true); // in the menu it stays
});

test.each<[Fault["why"], number]>([
  ["elsewhere", 1],
  ["unasked", 1],
  ["early", 0],
  ["left out", 0],
])("%s: the player may say that it was another device of theirs, or not", (why, buttons) => {
  const admit = vi.fn();
  const session = { state: { result: null }, admit };
  const props = {
    id: "g",
    session,
    welcome,
    report: report([], { amiss: [{ number: 2, why }], plays: false }),
  };
  const mounted = mount(CheckedLinks, { target, props: props as never });
  const there = target.querySelectorAll("button");
  there.forEach((button) => button.click());
  expect([there.length, admit.mock.calls.length]).toEqual([buttons, buttons]);
  void unmount(mounted);
});
