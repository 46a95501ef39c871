// @vitest-environment node
/** A page gives its part to the throws of a game, and checks each: by an honest server nothing is found, by a lying one all. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { partToAccept } from "../src/fairness/part";
import { contextOf, LINKS, linksTo, sealOf, sixteenth } from "../src/fairness/scheme";
import { Verifier, type Reason, type Report } from "../src/fairness/verifier";
import { forgetAll } from "../src/user/forget";
import { rememberGame } from "../src/user/storage";
import type { FromServer, Played, Ply, Proof, Seat } from "../src/protocol";
import { Checker } from "../src/session/checker";

const GAME = "aBcD-0_9";
const RULESET = "senet-race";
const counting = (from: number): string =>
  Array.from({ length: 32 }, (_, n) => (from + n).toString(16).padStart(2, "0")).join("");
const [ANN, BEN] = [counting(32), counting(64)];
const SEALED = sealOf(ANN);
const CONTEXT = contextOf({ game: GAME, ruleset: RULESET, start: "" });
const CHAIN = linksTo(CONTEXT, LINKS, counting(0), 0);
const MARKED = [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 0];

/** A throw as a ply. */
function fallen(at: number, number: number): Ply {
  const heads = MARKED[number] ?? 0;
  return { index: at, seat: "first", action: `t${heads || 6}`, heads } as Ply;
}

/** A server of one game, as far as its throws go. */
class Host {
  story: Ply[] = [];
  proof: Proof = {
    ...{ game: GAME, ruleset: RULESET, start: "", head: CHAIN[0] ?? "", number: 0, link: "" },
    ...{ seals: ["", ""], parts: ["", ""], adds: ["first", "second"], waits: [] },
  };

  with(more: Partial<Proof>): this {
    Object.assign(this.proof, more);
    return this;
  }

  welcome(yours: Seat[]): FromServer {
    const { story, proof } = this;
    const state = { position: "the usual one" };
    return structuredClone({ type: "welcome", ruleset: RULESET, yours, story, state, proof }) as FromServer;
  }

  changed(more: Partial<Proof>): FromServer {
    return structuredClone({ type: "changed", proof: this.with(more).proof }) as FromServer;
  }

  /** The next throw, and a move after it. */
  throw(): FromServer {
    const number = this.proof.number + 1;
    const link = CHAIN[number] ?? "";
    const ply = fallen(this.story.length, sixteenth(CONTEXT, number, link, this.proof.parts));
    this.story.push(ply, { index: ply.index + 1, action: "1-2", heads: null } as Ply);
    this.with({ number, link });
    return { type: "played", ply, number, link } as FromServer;
  }
}

/** A page of the seats, and what it has said. */
class Page {
  said: string[] = [];
  verifier = new Verifier(GAME);

  constructor(...messages: FromServer[]) {
    this.receive(...messages);
  }

  receive(...messages: FromServer[]): this {
    for (const message of messages) this.said.push(...this.verifier.receive(message).map(({ part }) => part));
    return this;
  }

  get violation(): [number, Reason] | undefined {
    const { violation } = this.verifier.report;
    return violation && [violation.number, violation.reason];
  }
}

let host: Host;
beforeEach(() => (host = new Host()));
afterEach(forgetAll);

/** Ann has invited at first, and Ben accepts: her part is sealed, his comes openly. */
function invited(): Page {
  const ann = sealing({});
  expect(ann.said).toEqual([]);
  ann.receive(host.changed({ parts: ["", BEN], waits: ["first"] }));
  expect(ann.said).toEqual([ANN]);
  return ann.receive(host.changed({ parts: [ANN, BEN], waits: [] }));
}

/** Ann's page, which keeps the part that it has sealed, at a game of which more is told. */
function sealing(more: Partial<Proof>): Page {
  rememberGame(GAME, { parts: { first: { part: ANN } } });
  return paged(["first"], { seals: [SEALED, ""], ...more });
}

/** The page of one who has asked for a next game, of which more is told. */
function asking(more: Partial<Proof>): Page {
  const kept = { part: ANN, perhaps: true };
  rememberGame(GAME, { parts: { first: kept, second: kept } });
  return paged(["second"], more);
}

/** A page that comes to a game of which more is told. */
const paged = (yours: Seat[], more: Partial<Proof> = {}): Page => new Page(host.with(more).welcome(yours));

test("the formulas give the vector of the scheme", () => {
  expect(CONTEXT).toBe("289cafd4920d330efa683a810bf6af3b0d50fc8212467e7141ce899f666e926a");
  expect(CHAIN[0]).toBe("f88b5311abaa5bdfbdf570018444fe60514bbb68f5d0451ca825d3cd6201fdbc");
  expect(CHAIN[1]).toBe("6d3e9fe8231bbb74f5bf88d7fe335caee0b93626073cc33f226822d13d5ab13c");
  expect(sealOf(ANN)).toMatch(/^27a50dee.*d9469a$/);
  expect(sealOf(BEN)).toMatch(/^c884b14d.*c7f488$/);
  const throws = (...parts: string[]): string =>
    CHAIN.slice(1, 17)
      .map((link, n) => sixteenth(CONTEXT, n + 1, link, parts))
      .join(" ");
  expect(throws(ANN, BEN)).toBe("13 0 13 5 1 13 13 10 6 6 6 7 5 12 4 6");
  expect(throws(ANN, "")).toBe("3 5 6 7 12 6 6 10 13 4 13 12 2 13 15 13");
  expect(throws("", BEN)).toBe("6 5 2 8 4 7 1 4 15 8 5 2 8 1 9 2");
  expect(throws("", "")).toBe("15 15 7 5 6 2 2 11 5 1 15 13 13 8 5 8");
});

test("a game to which both add checks out, also after a reload, by a watcher, and by two tabs", () => {
  const ann = invited();
  for (let n = 0; n < 5; n++) ann.receive(host.throw());
  const pages = [ann, paged(["first"]), paged([])];
  const messages = [host.changed({}), host.throw()];
  for (const page of pages) page.receive(...messages);
  for (const page of pages) expect([page.violation, page.verifier.report.checked]).toEqual([undefined, 6]);
  expect(pages.map(({ said }) => said)).toEqual([[ANN], [], []]);
  expect(pages.map(({ verifier }) => verifier.report.isOwn)).toEqual([true, true, false]);
});

test("who accepts gives the part openly once the other has sealed, and the same again", () => {
  const proof = host.with({ seals: [SEALED, ""], adds: ["first"] }).proof;
  const { part = "" } = partToAccept(GAME, "second", proof);
  expect(partToAccept(GAME, "second", proof)).toEqual({ part });
  const ben = paged(["second"], { parts: ["", part], adds: ["first", "second"], waits: ["first"] });
  ben.receive(host.changed({ parts: [ANN, part], waits: [] }), host.throw());
  expect([ben.violation, ben.said, ben.verifier.report.isOwn]).toEqual([undefined, [], true]);
});

test("where the other seat is free too, who accepts seals, and opens when the other has sealed", () => {
  const { seal = "", part } = partToAccept(GAME, "first", host.with({ adds: [] }).proof);
  expect([seal.length, part]).toEqual([64, undefined]);
  const ann = paged(["first"], { seals: [seal, ""], adds: ["first"] });
  ann.receive(
    host.changed({ seals: [seal, sealOf(BEN)], adds: ["first", "second"], waits: ["first", "second"] }),
  );
  expect(ann.said.map(sealOf)).toEqual([seal]);
});

test("alone, a part is given openly once the head was seen, and once more where it did not arrive", () => {
  host.with({ adds: ["second"], waits: ["second"] });
  const { said } = paged(["second"]);
  expect([said.length, paged(["second"]).said]).toEqual([1, said]);
});

test("in the next game who was asked gives openly, and who asked opens", () => {
  const asker = asking({ seals: ["", SEALED], waits: ["first"] });
  expect(asker.said).toEqual([]);
  asker.receive(host.changed({ parts: [BEN, ""], waits: ["second"] }));
  expect(asker.said).toEqual([ANN]);
  const again = asking({ parts: ["", ""], waits: ["first"] });
  again.receive(host.changed({ seals: ["", sealOf(counting(1))], parts: [BEN, counting(1)] })); // which is not hers
  expect(again.violation).toEqual([0, "own"]);
});

test.each<[string, Partial<Proof>, object]>([
  ["the friend", { seals: [sealOf(BEN), ""], waits: ["second"] }, { said: [ANN] }],
  ["a friend where one browser adds", { seals: [sealOf(BEN), ""], adds: ["first"] }, { said: [] }],
  ["another device", { seals: ["", sealOf(BEN)], waits: ["second"], adds: ["second"] }, { stuck: "lost" }],
])("of a next game for which %s asked first, nothing is amiss", (_, more, expected) => {
  const page = asking(more);
  const { violation, stuck } = page.verifier.report;
  expect(violation).toBeUndefined();
  expect({ said: page.said, stuck }).toMatchObject(expected);
});

// A lying server --------------------------------------------------------------------------------------------------------

test.each<[string, Reason, Partial<Played>]>([
  ["another result", "result", { ply: fallen(0, 4) }],
  ["a result that does not fit the sticks", "result", { ply: { ...fallen(0, 13), action: "t2" } }],
  ["a lot", "result", { ply: { ...fallen(0, 13), action: "lot1", heads: null } }],
  ["another link", "link", { link: counting(7) }],
  ["the link of another number", "link", { link: CHAIN[2] ?? "" }],
  ["another number", "gap", { number: 2 }],
  ["no link", "gap", { link: "" }],
])("%s is seen at the throw, and stays", (_, reason, lie) => {
  const ann = invited();
  ann.receive({ ...host.throw(), ...lie } as FromServer);
  expect(ann.violation).toEqual([1, reason]);
  expect(paged(["first"]).violation).toEqual([1, reason]); // though this page is told the truth
});

test.each<[string, Reason, Partial<Proof>]>([
  ["another head", "head", { head: counting(1) }],
  ["tags of another game", "rules", { game: "another" }],
  ["other rules", "rules", { ruleset: "seega" }],
  ["another part of one's own", "own", { parts: [counting(1), BEN], seals: ["", sealOf(BEN)] }],
  ["one's own part left out", "own", { parts: ["", BEN], adds: ["second"] }],
  ["a part that does not fit its seal", "seal", { seals: [SEALED, counting(3)] }],
  ["another part of the other seat", "changed", { parts: [ANN, counting(3)] }],
  ["a number too many", "gap", { number: 2, link: CHAIN[2] ?? "" }],
  ["another last link", "link", { link: counting(7) }],
])("%s is seen when the page comes back", (_, reason, lie) => {
  invited().receive(host.throw());
  expect(paged(["first"], lie).violation?.[1]).toBe(reason);
});

test.each<[string, Reason | undefined, Partial<Proof>]>([
  ["the start shown is not", undefined, { start: "the usual one" }],
  ["another start is", "rules", { start: "another" }],
  ["two parts without a seal are", "late", { parts: [ANN, BEN] }],
])("%s found wrong by a watcher", (_, reason, told) => {
  expect(paged([], told).violation?.[1]).toBe(reason);
});

test.each<[Reason, Partial<Proof>]>([
  ["head", { head: counting(1) }],
  ["changed", { parts: [ANN, counting(3)] }],
  ["changed", { seals: [SEALED, sealOf(BEN)] }],
])("a %s proof is seen by a watcher too", (reason, lie) => {
  invited();
  host.throw();
  expect(paged([]).receive(host.changed(lie)).violation).toEqual([0, reason]);
});

test("a proof that is withheld is seen by a page that was shown its head, and not missed where none is due", async () => {
  const told = { ...host.welcome(["first"]), proof: null } as FromServer;
  const checked = async (): Promise<Report | undefined> => {
    const game = { id: GAME, checked: undefined as Report | undefined, send: () => true };
    const checker = new Checker(game);
    checker.receive(told);
    await vi.dynamicImportSettled();
    return game.checked;
  };
  rememberGame(GAME, { parts: { first: { part: ANN } } }); // sealed for a game without throws
  expect(await checked()).toBeUndefined();
  invited();
  expect((await checked())?.violation).toEqual({ number: 0, reason: "withheld" });
});

test("a part that comes after one's own was given, unannounced, is seen", () => {
  const ann = paged(["first"], { adds: ["first"], waits: ["first"] });
  const [part = ""] = ann.said;
  ann.receive(host.changed({ parts: [part, BEN], seals: ["", sealOf(BEN)], adds: ["first", "second"] }));
  expect(ann.violation).toEqual([0, "late"]);
  partToAccept(GAME, "first", host.with({ seals: ["", ""], parts: ["", ""] }).proof); // restored, and sealed again
  expect(() => partToAccept(GAME, "first", host.with({ parts: ["", BEN] }).proof)).toThrow("only once");
});

test("nothing is given while another seat is to come, or where something is wrong, whatever the server says", () => {
  for (const page of [sealing({ waits: ["first"] }), paged(["first"], { seals: ["", ""] })])
    expect([page.said, page.violation]).toEqual([[], undefined]);
  const wrong = sealing({ parts: ["", BEN], ruleset: "seega" });
  expect([wrong.said, wrong.violation]).toEqual([[], [0, "rules"]]);
});

test("a throw or lot before the other has come is seen", () => {
  expect(sealing({}).receive(host.throw()).violation).toEqual([1, "early"]);
});

test("a seal that was taken back elsewhere is seen; in this browser it was the player", () => {
  const page = sealing({});
  page.verifier.takeBack("first");
  page.receive(host.changed({ parts: ["", BEN], waits: ["first"] })); // nothing is given any more
  page.receive(host.changed({ adds: ["second"], waits: [] }), host.throw());
  expect([page.said, page.violation, page.verifier.report.without]).toEqual([[], undefined, ["first"]]);
  forgetAll();
  expect(sealing({}).violation).toEqual([0, "taken back"]);
});

// Restored stores, other devices ------------------------------------------------------------------------------------------

test("of a store restored from before the acceptance, a part is not given for another one", () => {
  const ann = invited().receive(host.throw());
  host = new Host().with({ seals: [SEALED, ""], parts: ["", counting(3)], waits: ["first"] });
  for (const page of [ann.receive(host.welcome(["first"])), paged(["first"])]) {
    expect([page.violation, page.verifier.report.stuck]).toEqual([undefined, "refused"]);
    expect(page.said).not.toHaveLength(2);
  }
});

test.each<[string, Partial<Proof>]>([
  ["another seal beside it", { seals: [counting(9), ""] }],
  ["another head", { head: counting(9) }],
  ["a seat that is free again", { seals: ["", ""] }],
])("a part that came with an acceptance comes with no other, for %s", (_, other) => {
  const { proof } = host.with({ seals: [SEALED, ""] });
  expect(partToAccept(GAME, "second", proof).part).toBeTruthy();
  expect(() => partToAccept(GAME, "second", { ...proof, ...other })).toThrow("It gives it only once");
});

test("of a store restored from the middle the same throws fall again", () => {
  const ann = invited();
  for (let n = 0; n < 3; n++) ann.receive(host.throw());
  const [story, proof] = [host.story.slice(0, 2), { number: 1, link: CHAIN[1] ?? "" }];
  ann.receive(host.throw());
  host.story = story;
  ann.receive(host.with(proof).welcome(["first"]));
  for (let n = 0; n < 3; n++) ann.receive(host.throw());
  expect([ann.violation, ann.verifier.report.checked]).toEqual([undefined, 4]);
});

test("a device that does not keep the part that was sealed says so; once it was opened, it checks the rest", () => {
  const other = paged(["first"], { seals: [SEALED, ""], parts: ["", BEN], waits: ["first"] });
  expect([other.said, other.verifier.report.stuck]).toEqual([[], "lost"]);
  other.verifier.takeBack("first"); // too late
  other.receive(host.changed({ parts: [ANN, BEN], waits: [] }), host.throw());
  expect([other.violation, other.verifier.report]).toMatchObject([undefined, { checked: 1, isOwn: false }]);
  expect(other.verifier.report.stuck).toBeUndefined();
});

test("the last link proves all throws up to it; those after it are not checked", () => {
  host.story = CHAIN.slice(1).map((link, n) => fallen(n, sixteenth(CONTEXT, n + 1, link, ["", ""])));
  host.story.push(fallen(LINKS, 4));
  const page = paged([], { adds: [], number: LINKS + 1, link: CHAIN[LINKS] ?? "" });
  page.receive({ type: "played", ply: fallen(LINKS + 1, 4), number: LINKS + 2 } as FromServer);
  expect([page.violation, page.verifier.report]).toMatchObject([undefined, { checked: LINKS, unlinked: 2 }]);
});
