/** The three rules by which a page gives its links and checks what falls (docs/web-protocol.md), among honest people. */

import { beforeEach, expect, test } from "vitest";
import { digestOf, looseBook } from "../src/fairness/notes";
import { Witness } from "../src/fairness/witness";
import type { Seat } from "../src/protocol";
import { GAME, Host, RULESET, type Page } from "./fixtures/host";

let host: Host, first: Page, second: Page;

beforeEach(async () => {
  host = await Host.begun();
  first = await host.comes(["first"]);
  second = await host.comes(["second"]);
});

/** Moves and throws of both, one after the other. */
async function played(throws: number): Promise<void> {
  for (let n = 0; n < throws; n++) {
    const seat = n % 2 ? "second" : "first";
    await host.move(`a${n}-b${n}`, seat);
    await (seat === "first" ? first : second).press();
  }
}

test("both browsers commit, give a link for each throw of the other, and find that all follow", async () => {
  await played(6);
  expect(host.given).toBe("bbbbbb");
  for (const page of [first, second]) {
    expect(page.amiss).toEqual([]);
    expect(page.all("chain")).toHaveLength(1);
    expect(page.all("link").map(({ number }) => number)).toEqual(page === first ? [2, 4, 6] : [1, 3, 5]);
    expect(page.witness.report.throws.map(({ own, compared }) => own && compared)).toEqual(
      Array(6).fill(true),
    );
  }
  expect(first.witness.report.fingerprint).toBe(second.witness.report.fingerprint);
});

test("a link is given when a throw is due in the page's own story, and never before", async () => {
  await host.move("a1-b1");
  expect([...first.all("link"), ...second.all("link")]).toEqual([]);
  await host.await("second");
  expect(first.all("link")).toHaveLength(1);
  expect(second.all("link")).toEqual([]); // the thrower gives its link last, with the throw
});

test("nothing is given before all seats are taken", async () => {
  host.open = "second";
  await host.await("second");
  expect(first.all("link")).toEqual([]);
  host.open = undefined;
  await host.all(host.changed(false));
  expect(first.all("link")).toHaveLength(1);
});

test("nothing is given before all have committed", async () => {
  const begun = await Host.begun();
  const alone = await begun.comes(["first"]);
  await begun.await("second");
  expect(alone.said.map(({ type }) => type)).toEqual(["chain"]);
  await begun.comes(["second"]);
  expect(alone.said.map(({ type }) => type)).toEqual(["chain", "link"]);
});

test("the thrower's page names whose links count, and says the same when it has to say it again", async () => {
  host.goes(second);
  await host.await("first");
  host.deaf = true;
  const once = await first.press();
  host.deaf = false;
  expect(once).toEqual({ type: "throw", at: 0, number: 1, link: once?.link, counts: ["first"] });
  await host.comes(["second"], second.book); // and gives its link now
  expect(first.witness.awaited).toEqual([]);
  expect(first.witness.throwing()).toEqual(once);
  expect(first.witness.repeats(once ?? {})).toBe(true);
  const again = await host.comes(["first"], first.book); // as after a reload
  expect(again.witness.throwing()).toEqual(once);
});

test("a link that comes once the thrower has named others is left out, and its page is told", async () => {
  host.goes(second);
  await host.await("first");
  host.deaf = true;
  const throwing = await first.press();
  host.deaf = false;
  const late = await host.comes(["second"], second.book);
  expect(late.all("link").map(({ number }) => number)).toEqual([1]);
  if (throwing) await host.hear(first, throwing); // once more
  expect([host.given, first.amiss, late.amiss]).toEqual(["1", [], [[1, "left out"]]]);
  expect(late.witness.report.throws.map(({ own }) => own)).toEqual([false]);
  await host.move("a1-b1", "first");
  await first.press(); // and the game goes on, with both
  expect([host.given, first.amiss.length, late.amiss.length]).toEqual(["1b", 0, 1]);
});

test("a refusal changes nothing", async () => {
  await host.await("first");
  await host.tell(first, { type: "refused", reason: "" });
  expect(first.all("pass")).toEqual([]);
  await first.press();
  expect(host.given).toBe("b");
});

test("the other page is waited for, until its link is there", async () => {
  host.goes(second);
  await host.await("first");
  expect(first.witness.awaited).toEqual(["second"]);
  await host.comes(["second"], second.book);
  expect(first.witness.awaited).toEqual([]);
});

test("throws without the own link are counted, while one is away", async () => {
  await played(2);
  host.goes(second);
  await host.move("a9-b9", "first");
  await first.press();
  expect(host.given).toBe("bb1");
  const back = await host.comes(["second"], second.book);
  expect(back.amiss).toEqual([]);
  expect(back.witness.report.throws.map(({ own }) => own)).toEqual([true, true, false]);
});

test("where throws wait for both, none goes without", async () => {
  const game = await Host.begun();
  game.waits = true;
  const [one, two] = [await game.comes(["first"]), await game.comes(["second"])];
  game.goes(two);
  await game.await("first");
  expect([one.witness.report.waits, one.witness.report.mayPress]).toEqual([true, false]);
  expect(one.witness.throwing()).toBeUndefined();
  await game.comes(["second"], two.book);
  expect(one.witness.report.mayPress).toBe(true);
});

test("a lot between two browsers is drawn by the second, without a button", async () => {
  await host.await("chance");
  expect(first.all("link")).toHaveLength(1);
  expect([first, second].map(({ witness }) => witness.throwsByItself)).toEqual([false, true]);
  expect([first, second].map(({ witness }) => witness.report.mayPress)).toEqual([false, false]);
  await second.press();
  expect([host.given, first.amiss, second.amiss]).toEqual(["b", [], []]);
});

test.each<[string, Seat[], boolean, Seat[]]>([
  ["against the computer", ["first"], false, ["first"]],
  ["at one screen", ["first", "second"], true, ["first", "second"]],
])("%s there is one chain, and it counts always", async (_, persons, shared, yours) => {
  const game = await Host.begun(persons, shared);
  const page = await game.comes(yours);
  await game.await("chance");
  expect(page.witness.report.mayPress).toBe(true);
  await page.press();
  await game.await("second"); // the computer throws by itself as soon as it has the link
  if (shared) await page.press();
  await game.await("first");
  await page.press();
  expect([game.given, page.amiss]).toEqual(["111", []]);
  expect(page.witness.report.throws.every(({ own }) => own)).toBe(true);
});

test("a move taken back after a link was given passes its number over", async () => {
  await played(2);
  await host.move("a7-b7", "second");
  await first.wish({ type: "takeback" });
  await second.wish({ type: "accept", what: "takeback" });
  await host.takeBack(4, "first", "second");
  await host.move("a8-b8", "second");
  await second.press();
  expect(host.given).toBe("bbxb");
  expect([first.amiss, second.amiss]).toEqual([[], []]);
  expect(first.witness.report.spent).toHaveLength(1);
  const back = await host.comes(["first"], first.book);
  expect(back.amiss).toEqual([]);
});

test("a link that came too late for the server is passed over by the page itself", async () => {
  host.deaf = true;
  await host.move("a7-b7", "second"); // the link gets lost
  host.deaf = false;
  await first.wish({ type: "takeback" });
  await host.takeBack(0, "first", "second");
  await host.move("a8-b8", "second");
  expect(first.all("pass").map(({ number }) => number)).toEqual([1]);
  await second.press();
  expect([host.given, first.amiss, second.amiss]).toEqual(["xb", [], []]);
});

test("a page that has dropped out gives the same link again, and nothing twice", async () => {
  host.deaf = true;
  await host.move("a7-b7", "second");
  host.deaf = false;
  const again = await host.comes(["first"], first.book);
  expect(again.all("link")).toEqual(first.all("link"));
  await host.tell(again, host.changed(false));
  expect(again.all("link")).toHaveLength(1);
});

test("two pages of one browser give one link, for one story", async () => {
  const twin = await host.comes(["first"], first.book);
  await played(4);
  expect(host.given).toBe("bbbb");
  expect([first.amiss, twin.amiss]).toEqual([[], []]);
  expect(first.book.get()?.throws).toHaveLength(4);
});

test("who has lost a chain commits to another one, from the first number of which no link was given", async () => {
  await host.await("first"); // second gives its link
  const other = await host.comes(["first"], looseBook());
  host.goes(first);
  expect(other.all("chain")).toEqual([]); // another device at this seat may have it
  expect([other.witness.isLacking, other.witness.lacksByItself]).toEqual([true, false]);
  const chain = await other.witness.replacing();
  expect(chain?.first).toBe(2);
  if (chain) await host.hear(other, chain);
  expect((await other.press())?.counts).toEqual(["second"]);
  expect([host.given, host.late]).toEqual(["2", [1]]);
  expect([other.amiss, second.amiss]).toEqual([[], []]);
  for (const page of [other, second]) expect(page.witness.report.late).toEqual([1]);
  await host.move("a1-b1", "second");
  await second.press();
  expect(host.given).toBe("2b");
});

test("a seat whose chain another device has lost is not given up by who waits for the computer", async () => {
  const game = await Host.begun(["first"]);
  game.goes(await game.comes(["first"]));
  await game.await("second");
  const other = await game.comes(["first"], looseBook());
  expect(other.witness.lacksByItself).toBe(true);
  const chain = await other.witness.replacing();
  expect(chain?.first).toBe(1);
  if (chain) await game.hear(other, chain);
  expect([game.given, other.amiss]).toEqual(["1", []]);
});

test("a chain at its end is followed by another one", async () => {
  const game = await Host.begun(["first"]);
  const page = await game.comes(["first"]);
  game.given = "x".repeat(4096);
  game.spent = [{ number: 1, last: 4096, why: "restored", at: 0, taken: [], asked: "first", agreed: "" }];
  const other = await game.comes(["first"], looseBook());
  expect(other.all("chain").map(({ first }) => first)).toEqual([4097]);
  expect(page.all("chain")).toHaveLength(1);
});

test("a chain that one has is not replaced because somebody asks", async () => {
  const { commit } = host;
  Object.defineProperty(host, "commit", { get: () => ["first"] });
  await host.await("second");
  expect([commit, first.all("chain").length, first.all("link").length]).toEqual([[], 1, 0]);
});

test("a server that was restored is told of the numbers that were given", async () => {
  await played(2);
  const [story, given, chains] = [[...host.story], host.given, structuredClone(host.chains)];
  await played(2);
  await host.move("a9-b9", "second"); // number 5: first's link is out
  Object.assign(host, { story, given, chains, held: {}, due: undefined, pages: [] });
  const back = await host.comes(["first"], first.book);
  const other = await host.comes(["second"], second.book);
  await host.move("a8-b8", "second");
  expect([back, other].map(({ witness }) => witness.isBehind)).toEqual([true, true]); // is more to come?
  expect([...back.said, ...other.said, other.witness.throwing()]).toEqual([undefined]);
  for (const page of [back, other])
    for (const request of page.witness.forgotten()) await host.hear(page, request);
  expect(host.given).toBe("bbxxx");
  await other.press();
  expect(host.given).toBe("bbxxxb");
  for (const page of [back, other]) expect(page.amiss).toEqual([[3, "undone"]]);
});

test("a page that hears later what another one of the same browser has heard doubts nothing", async () => {
  const late = host.welcome(["first"]);
  host.told = [];
  await played(2);
  await host.move("a9-b9", "second");
  const page = new Witness(GAME, first.book);
  expect(await page.told(late)).toEqual([]);
  expect(page.isBehind).toBe(true);
  for (const message of host.told)
    for (const request of await page.told(message)) expect(first.said).toContainEqual(request);
  expect([page.isBehind, page.report.amiss, page.report.throws.length]).toEqual([false, [], 2]);
});

test("where no browser adds links, the throws are checked all the same", async () => {
  const game = await Host.begun();
  game.adding = [];
  const page = await game.comes(["first"]);
  await game.await("first");
  expect(await page.press()).toMatchObject({ number: 1, counts: [] });
  expect([game.given, page.amiss, page.witness.report.adds]).toEqual(["0", [], false]);
  expect(page.witness.report.throws[0]?.own).toBe(false);
});

test("who watches checks what falls, gives nothing and keeps nothing", async () => {
  await played(1);
  const book = looseBook();
  const watcher = await host.comes([], book);
  await played(2);
  expect([watcher.said, watcher.amiss, book.get()]).toEqual([[], [], null]);
  expect(watcher.witness.report.throws.map(({ compared }) => compared)).toEqual([false, true, true]);
});

test("what fell before a browser knew the game is not compared", async () => {
  await played(3);
  const other = await host.comes(["first"], looseBook());
  expect(other.witness.report.throws.map(({ compared }) => compared)).toEqual([false, false, false]);
  expect(other.amiss).toEqual([]);
});

test("nothing is given in a game whose secret the server has lost", async () => {
  host.stopped = true;
  await host.await("second");
  expect(first.all("link")).toEqual([]);
  expect(second.witness.throwing()).toBeUndefined();
  host.stopped = false;
  await host.tell(first, host.changed(false));
  expect(first.all("link")).toHaveLength(1);
});

// Ends ------------------------------------------------------------------------------------------------------------------

test("who resigns or accepts a draw gives the last link, and nothing more", async () => {
  await host.await("second");
  const link = await second.wish({ type: "accept", what: "draw" });
  expect(link).toBe(second.book.get()?.drawn[0]?.last);
  expect(await first.wish({ type: "resign" })).toBe(first.book.get()?.drawn[0]?.last);
  expect(await first.wish({ type: "resign" })).toBeUndefined();
  await host.move("a1-b1", "second");
  expect(first.all("link").map(({ number }) => number)).toEqual([1]); // of the throw before
  expect(second.witness.throwing()).toBeUndefined();
});

test("should the game go on after the last link, another chain is committed to", async () => {
  await second.wish({ type: "resign" });
  await host.await("second");
  expect([second.witness.throwing(), second.witness.isLacking]).toEqual([undefined, true]);
  const chain = await second.witness.replacing();
  if (chain) await host.hear(second, chain);
  await second.press();
  expect([host.given, host.late, second.amiss, first.amiss]).toEqual(["1", [1], [], []]);
});

test("who has offered a draw gives the last link when told that it was agreed", async () => {
  await played(1);
  await first.wish({ type: "offer" });
  await host.end("agreed");
  expect(first.all("link").at(-1)).toEqual({
    type: "link",
    at: 2,
    number: 4096,
    link: first.book.get()?.drawn[0]?.last,
  });
  expect(second.all("link").map(({ number }) => number)).toEqual([1]); // it has offered nothing
  const back = await host.comes(["first"], first.book);
  expect(back.all("link")).toEqual([]); // it was given
});

test("should the game go on after a draw that was told, another chain is committed to", async () => {
  await played(1);
  await first.wish({ type: "offer" });
  await host.end("agreed"); // who lied so knows all links of this chain
  host.result = null;
  await host.await("second");
  expect([first.all("link").map(({ number }) => number), first.witness.isLacking]).toEqual([[4096], true]);
  const chain = await first.witness.replacing();
  expect(chain?.first).toBe(2);
});

test("an offer that was declined or overtaken gives no last link", async () => {
  await first.wish({ type: "offer" });
  await first.wish({ type: "decline" });
  await second.wish({ type: "offer" });
  await host.move("a1-b1");
  await host.end("agreed");
  expect([...first.all("link"), ...second.all("link")]).toEqual([]);
});

// Notes -----------------------------------------------------------------------------------------------------------------

test("the notes tell what was told, and no link that was not given", async () => {
  await played(2);
  await host.move("a7-b7", "second");
  await first.wish({ type: "takeback" });
  await host.takeBack(4);
  const notes = first.book.get();
  if (!notes) throw new Error("there are no notes");
  const story = host.story.map(({ action }) => action);
  expect(JSON.parse(first.witness.exported)).toEqual({
    ibau: "notes 1",
    game: GAME,
    ruleset: RULESET,
    start: "",
    chains: notes.chains,
    throws: [
      { number: 1, letter: "b", action: story[1], story: digestOf(story.slice(0, 1)) },
      { number: 2, letter: "b", action: story[3], story: digestOf(story.slice(0, 3)) },
    ],
    spent: [3],
    last: { at: 4, story: digestOf(story), result: "", kind: "" },
  });
  expect(first.witness.exported).not.toContain(notes.drawn[0]?.last);
  expect(digestOf([])).toBe("e3b0c44298fc1c14");
});

test("the notes tell how the game has ended", async () => {
  host.result = { word: "p2win", kind: "resigned" } as Host["result"];
  await host.all(host.changed(false));
  expect(JSON.parse(first.witness.exported)).toMatchObject({ last: { result: "p2win", kind: "resigned" } });
});

test("a throw takes some thirty bytes of the notes", async () => {
  await played(2);
  const size = (): number => JSON.stringify(first.book.get()).length;
  const before = size();
  await played(10);
  expect((size() - before) / 10).toBeLessThan(30);
});
