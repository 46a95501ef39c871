/** A page gives its part to the throws of a game, and checks each: by an honest server nothing is found, by a lying one all. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { accepting, sealed } from "../src/fairness";
import { contextOf, LINKS, linksTo, sealOf, sixteenth } from "../src/fairness/scheme";
import { Verifier, type Why } from "../src/fairness/verifier";
import { forget } from "../src/forgetting";
import { rememberGame } from "../src/memory";
import type { FromServer, Ply, Proof, Seat } from "../src/protocol";

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
  return { at, seat: "first", action: `t${heads || 6}`, heads } as unknown as Ply;
}

/** A server of one game, as far as its throws go. */
class Host {
  story: Ply[] = [];
  proof: Proof = {
    game: GAME,
    ruleset: RULESET,
    start: "",
    head: CHAIN[0] as string,
    seals: ["", ""],
    parts: ["", ""],
    adds: ["first", "second"],
    waits: [],
    number: 0,
    link: "",
  };

  with(more: Partial<Proof>): this {
    Object.assign(this.proof, more);
    return this;
  }

  welcome(yours: Seat[]): FromServer {
    const { story, proof } = this;
    const state = { at: story.length, position: "" };
    return structuredClone({
      type: "welcome",
      ruleset: RULESET,
      yours,
      story,
      state,
      proof,
    }) as unknown as FromServer;
  }

  changed(more: Partial<Proof>): FromServer {
    return structuredClone({
      type: "changed",
      state: { at: this.story.length },
      proof: this.with(more).proof,
    }) as unknown as FromServer;
  }

  /** The next throw, and a move after it. */
  throw(): FromServer {
    const number = this.proof.number + 1;
    const link = CHAIN[number] as string;
    const ply = fallen(this.story.length, sixteenth(CONTEXT, number, link, this.proof.parts));
    this.story.push(ply, { at: ply.at + 1, seat: "first", action: "1-2", heads: null } as unknown as Ply);
    this.with({ number, link });
    return { type: "played", ply, number, link } as unknown as FromServer;
  }
}

/** A page of the seats, and what it has said. */
class Page {
  said: string[] = [];
  verifier = new Verifier(GAME);

  constructor(...messages: FromServer[]) {
    messages.forEach((message) => this.hear(message));
  }

  hear(message: FromServer): this {
    this.said.push(...this.verifier.hear(message).map(({ part }) => part));
    return this;
  }

  get fault(): [number, Why] | undefined {
    const { fault } = this.verifier.report;
    return fault && [fault.number, fault.why];
  }
}

let host: Host;
beforeEach(() => (host = new Host()));
afterEach(forget);

/** Ann has invited at first, and Ben accepts: her part is sealed, his comes openly. */
function invited(): Page {
  const ann = sealing({});
  expect(ann.said).toEqual([]);
  ann.hear(host.changed({ parts: ["", BEN], waits: ["first"] }));
  expect(ann.said).toEqual([ANN]);
  return ann.hear(host.changed({ parts: [ANN, BEN], waits: [] }));
}

/** Ann's page, which keeps the part that it has sealed, at a game of which more is told. */
function sealing(more: Partial<Proof>): Page {
  rememberGame(GAME, { parts: { first: { part: ANN } } });
  return paged(["first"], { seals: [SEALED, ""], ...more });
}

/** A page that comes to a game of which more is told. */
const paged = (yours: Seat[], more: Partial<Proof> = {}): Page => new Page(host.with(more).welcome(yours));

test("the formulas give the vector of the scheme", () => {
  expect(CONTEXT).toBe("289cafd4920d330efa683a810bf6af3b0d50fc8212467e7141ce899f666e926a");
  expect([CHAIN[0], CHAIN[1]]).toEqual([
    "f88b5311abaa5bdfbdf570018444fe60514bbb68f5d0451ca825d3cd6201fdbc",
    "6d3e9fe8231bbb74f5bf88d7fe335caee0b93626073cc33f226822d13d5ab13c",
  ]);
  const [first, second] = [ANN, BEN];
  expect(sealOf(first)).toMatch(/^27a50dee.*d9469a$/);
  expect(sealOf(second)).toMatch(/^c884b14d.*c7f488$/);
  const throws = (...parts: string[]): string =>
    CHAIN.slice(1, 17)
      .map((link, n) => sixteenth(CONTEXT, n + 1, link, parts))
      .join(" ");
  expect(throws(first, second)).toBe("13 0 13 5 1 13 13 10 6 6 6 7 5 12 4 6");
  expect(throws(first, "")).toBe("3 5 6 7 12 6 6 10 13 4 13 12 2 13 15 13");
  expect(throws("", second)).toBe("6 5 2 8 4 7 1 4 15 8 5 2 8 1 9 2");
  expect(throws("", "")).toBe("15 15 7 5 6 2 2 11 5 1 15 13 13 8 5 8");
});

test("a game to which both add checks out, also after a reload, by a watcher, and by two tabs", () => {
  const ann = invited();
  for (let n = 0; n < 5; n++) ann.hear(host.throw());
  expect([ann.fault, ann.verifier.report.checked, ann.verifier.report.isOwn]).toEqual([undefined, 5, true]);
  const again = paged(["first"]);
  const watcher = paged([]);
  for (const page of [ann, again, watcher]) page.hear(host.changed({}));
  const message = host.throw();
  for (const page of [ann, again, watcher]) page.hear(message);
  expect([ann, again, watcher].map(({ fault, verifier }) => [fault, verifier.report.checked])).toEqual(
    Array(3).fill([undefined, 6]),
  );
  expect([...again.said, ...watcher.said, watcher.verifier.report.isOwn]).toEqual([false]);
});

test("who accepts gives the part openly once the other has sealed, and the same again", () => {
  const proof = host.with({ seals: [SEALED, ""], adds: ["first"] }).proof;
  const { part = "" } = accepting(GAME, "second", proof);
  expect(accepting(GAME, "second", proof)).toEqual({ part });
  const ben = new Page(
    host.with({ parts: ["", part], adds: ["first", "second"], waits: ["first"] }).welcome(["second"]),
  );
  ben.hear(host.changed({ parts: [ANN, part], waits: [] })).hear(host.throw());
  expect([ben.fault, ben.said, ben.verifier.report.isOwn]).toEqual([undefined, [], true]);
});

test("where the other seat is free too, who accepts seals, and opens when the other has sealed", () => {
  const { seal, part } = accepting(GAME, "first", host.with({ adds: [] }).proof);
  expect([typeof seal, part]).toEqual(["string", undefined]);
  const ann = paged(["first"], { seals: [seal ?? "", ""], adds: ["first"] });
  ann.hear(
    host.changed({
      seals: [seal ?? "", sealOf(BEN)],
      adds: ["first", "second"],
      waits: ["first", "second"],
    }),
  );
  expect(ann.said.map(sealOf)).toEqual([seal]);
});

test("alone, a part is given openly once the head was seen, and once more where it did not arrive", () => {
  host.with({ adds: ["second"], waits: ["second"] });
  const page = paged(["second"]);
  const again = paged(["second"]);
  expect([page.said.length, again.said]).toEqual([1, page.said]);
});

test("in the next game who was asked gives openly, and who asked opens", () => {
  const { part, seal } = sealed();
  rememberGame(GAME, { parts: { first: { part }, second: { part } } });
  const asker = paged(["second"], { seals: ["", seal], waits: ["first"] });
  expect(asker.said).toEqual([]);
  asker.hear(host.changed({ parts: [ANN, ""], waits: ["second"] }));
  expect(asker.said).toEqual([part]);
});

// A lying server --------------------------------------------------------------------------------------------------------

test.each<[string, number, Why, (message: Record<string, unknown>) => object]>([
  [
    "another result",
    1,
    "result",
    ({ ply }) => ({ ply: { ...(ply as Ply), ...fallen(0, (ply as Ply).heads === 2 ? 0 : 4) } }),
  ],
  ["another link", 1, "link", () => ({ link: counting(7) })],
  ["the link of another number", 1, "link", () => ({ link: CHAIN[2] })],
  ["another number", 1, "gap", () => ({ number: 2 })],
  ["no link", 1, "gap", () => ({ link: undefined })],
])("%s is seen at the throw, and stays", (_, number, why, lie) => {
  const ann = invited();
  const message = host.throw();
  ann.hear({ ...message, ...lie(message as unknown as Record<string, unknown>) } as FromServer);
  expect(ann.fault).toEqual([number, why]);
  expect(paged(["first"]).fault).toEqual([number, why]); // though this page is told the truth
});

test.each<[string, Why, Partial<Proof>]>([
  ["another head", "head", { head: counting(1) }],
  ["tags of another game", "rules", { game: "another" }],
  ["other rules", "rules", { ruleset: "seega" }],
  ["another part of one's own", "own", { parts: [counting(1), BEN], seals: [sealOf(counting(1)), ""] }],
  ["one's own part left out", "own", { parts: ["", BEN], adds: ["second"] }],
  ["a part that does not fit its seal", "seal", { seals: [SEALED, counting(3)] }],
  ["another part of the other seat", "changed", { parts: [ANN, counting(3)] }],
  ["a number too many", "gap", { number: 1, link: CHAIN[1] as string }],
])("%s is seen when the page comes back", (_, why, lie) => {
  invited();
  const page = paged(["first"], lie);
  expect(page.fault?.[1]).toBe(why);
});

test.each<[string, Partial<Proof>]>([
  ["head", { head: counting(1) }],
  ["part", { parts: [ANN, counting(3)] }],
  ["seal", { seals: [SEALED, sealOf(BEN)] }],
])("a %s that changes after a throw is seen by a watcher too", (_, lie) => {
  invited();
  host.throw();
  const watcher = paged([]);
  expect(watcher.hear(host.changed(lie)).fault?.[1]).toBe("changed");
});

test("a proof that is withheld is seen by a page that keeps a part", () => {
  invited();
  const welcome = { ...host.welcome(["first"]), proof: null } as FromServer;
  expect(new Page(welcome).fault).toEqual([0, "withheld"]);
});

test("a part that comes after one's own was given, unannounced, is seen", () => {
  host.with({ adds: ["first"], waits: ["first"] });
  const ann = paged(["first"]);
  const [part = ""] = ann.said;
  ann.hear(host.changed({ parts: [part, BEN], adds: ["first", "second"], waits: [] }));
  expect(ann.fault).toEqual([0, "late"]);
});

test("two parts without a seal are seen by a watcher", () => {
  const watcher = paged([], { parts: [ANN, BEN] });
  expect(watcher.fault).toEqual([0, "late"]);
});

test("nothing is given while another seat is to come, whatever the server says", () => {
  rememberGame(GAME, { parts: { first: { part: ANN } } });
  const page = new Page(host.with({ seals: [SEALED, ""], waits: ["first"] }).welcome(["first"]));
  expect([page.said, page.fault]).toEqual([[], undefined]);
});

test("a throw or lot before the other has come is seen", () => {
  const page = sealing({});
  expect(page.hear(host.throw()).fault).toEqual([1, "early"]);
});

test("a seal that was taken back elsewhere is seen; in this browser it was the player", () => {
  const page = sealing({ parts: ["", BEN], waits: ["first"] });
  page.verifier.takeBack("first");
  const goneOn = { adds: ["second"], waits: [] } as Partial<Proof>;
  expect(page.hear(host.changed(goneOn)).hear(host.throw()).fault).toBeUndefined();
  expect(page.verifier.report.without).toEqual(["first"]);
  forget();
  expect(sealing({}).fault).toEqual([0, "taken back"]);
});

// Restored stores, other devices ------------------------------------------------------------------------------------------

test("of a store restored from before the acceptance, a part is not given for another one", () => {
  const ann = invited();
  ann.hear(host.throw());
  host = new Host().with({ seals: [SEALED, ""], parts: ["", counting(3)], waits: ["first"] });
  for (const page of [ann.hear(host.welcome(["first"])), paged(["first"])])
    expect([page.fault, page.verifier.report.stuck, page.said.length > 1]).toEqual([
      undefined,
      "refused",
      false,
    ]);
  const other = { ...host.proof, seals: [counting(9), ""] as [string, string] };
  const { part } = accepting(GAME, "second", host.proof);
  expect(part).toBeTruthy();
  expect(() => accepting(GAME, "second", other)).toThrow("It gives it only once");
});

test("of a store restored from the middle the same throws fall again", () => {
  const ann = invited();
  for (let n = 0; n < 3; n++) ann.hear(host.throw());
  const [story, proof] = [host.story.slice(0, 2), { number: 1, link: CHAIN[1] as string }];
  ann.hear(host.throw());
  host.story = story;
  ann.hear(host.with(proof).welcome(["first"]));
  for (let n = 0; n < 3; n++) ann.hear(host.throw());
  expect([ann.fault, ann.verifier.report.checked]).toEqual([undefined, 4]);
});

test("a device that does not keep the part that was sealed says so; once it was opened, it checks the rest", () => {
  host.with({ seals: [SEALED, ""], parts: ["", BEN], waits: ["first"] });
  const other = paged(["first"]);
  expect([other.said, other.verifier.report.stuck]).toEqual([[], "lost"]);
  other.hear(host.changed({ parts: [ANN, BEN], waits: [] })).hear(host.throw());
  expect(other.verifier.report).toMatchObject({
    checked: 1,
    stuck: undefined,
    isOwn: false,
    fault: undefined,
  });
});

test("the last link proves all throws up to it; those after it are not checked", () => {
  host.with({ adds: [] });
  host.story = CHAIN.slice(1).map((link, n) => fallen(n, sixteenth(CONTEXT, n + 1, link, ["", ""])));
  host.story.push(fallen(LINKS, 4));
  const page = paged([], { number: LINKS + 1, link: CHAIN[LINKS] as string });
  page.hear({ type: "played", ply: fallen(LINKS + 1, 4), number: LINKS + 2 } as unknown as FromServer);
  expect(page.verifier.report).toMatchObject({ checked: LINKS, beyond: 2, fault: undefined });
});
