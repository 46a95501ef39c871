/** What a server that lies, and who helps it, can do to a page: each is noticed with number and reason, or refused. */

import { beforeEach, expect, test, vi } from "vitest";
import { chainOf, linksTo } from "../src/fairness/chain";
import { looseBook } from "../src/fairness/notes";
import type {
  Changed,
  FromServer,
  Linked,
  Played,
  Ply,
  Proof,
  State,
  Takenback,
  Welcome,
} from "../src/protocol";
import { CONTEXT, counting, Host, type Page } from "./fixtures/host";

let host: Host, first: Page, second: Page;

beforeEach(async () => {
  host = await Host.begun();
  first = await host.comes(["first"]);
  second = await host.comes(["second"]);
  await host.move("a0-b0", "first");
  await first.press(); // number 1 has fallen as it should
});

const aPlayed = (change: (message: Played) => void) => (message: FromServer) => {
  if (message.type === "played") change(message);
  return message;
};
const aProof = (change: (proof: Proof) => void) => (message: FromServer) => {
  const { proof } = message as Changed | Welcome;
  if (proof) change(proof);
  return message;
};
/** Another result than that which fell. */
const lied = (ply: Ply): unknown =>
  Object.assign(ply, ply.heads === 1 ? { action: "t2", heads: 2 } : { action: "t1", heads: 1 });
const linksOf = (page: Page): number[] => page.all("link").map(({ number }) => number);

/** Nothing more is given, whatever comes. */
async function givesNothingMore(page: Page): Promise<void> {
  const before = page.said.length;
  await host.move("y1-y2", "first");
  await host.move("z1-z2", "second");
  expect(page.said).toHaveLength(before);
  expect([page.witness.throwing(), page.witness.report.mayPress]).toEqual([undefined, false]);
}

// What falls ------------------------------------------------------------------------------------------------------------

test("a number that is skipped ahead, though the throw follows from it", async () => {
  await host.move("a1-b1", "first");
  const own = (await chainOf(CONTEXT, "first", 1, first.book.get()?.drawn[0]?.last ?? "")).link(3);
  const thrown = { ...host.thrown(3, {}), first: own };
  const ply = host.fallen(thrown);
  await host.tell(second, { type: "played", ply, thrown, state: host.state } as unknown as Played);
  expect(second.amiss).toEqual([[3, "gap"]]);
  await givesNothingMore(second);
});

test("a number asked for that is not the next", async () => {
  await host.await("second");
  const skipped = (message: FromServer): FromServer => {
    const { links } = (message as Changed).state;
    if (links) links.number = 9;
    return message;
  };
  const before = linksOf(first);
  host.due = "second";
  await host.tell(first, host.changed(false), skipped);
  expect(linksOf(first)).toEqual(before);
  expect(first.amiss).toEqual([[9, "gap"]]);
});

test("a throw without a number", async () => {
  await host.move("a1-b1", "first");
  await host.fall(
    host.held,
    first,
    aPlayed((played) => (played.thrown = null)),
  );
  expect(first.amiss).toEqual([[2, "gap"]]);
});

test("a throw that does not follow from its links", async () => {
  await host.move("a1-b1", "second");
  await host.fall(
    host.held,
    first,
    aPlayed(({ ply }) => lied(ply)),
  );
  expect(first.amiss).toEqual([[2, "result"]]);
  await givesNothingMore(first);
});

test("a link that does not lead to the one before, of every party", async () => {
  await host.move("a1-b1", "second");
  for (const party of ["server", "first", "second"] as const) {
    const page = await host.comes(["first"], structuredBook(first));
    const links = { first: host.held.first ?? "", second: counting(9) };
    const thrown = { ...host.thrown(2, links), [party]: counting(7) };
    const ply = host.fallen(thrown);
    await host.tell(page, { type: "played", ply, thrown, state: host.state } as unknown as Played);
    expect(page.amiss).toEqual([[2, "link"]]);
    host.goes(page);
  }
});

/** Notes like those of a page, for another one. */
function structuredBook(page: Page): ReturnType<typeof looseBook> {
  const book = looseBook();
  const notes = page.book.get();
  if (notes) book.set(structuredClone(notes));
  return book;
}

test("a link of the other browser that does not lead to its head", async () => {
  host.goes(second);
  await host.await("first");
  await host.tell(first, { type: "linked", number: 2, seat: "second", link: counting(3) } satisfies Linked);
  expect(first.amiss).toEqual([[2, "link"]]);
  expect(first.witness.throwing()).toBeUndefined();
});

test.each([
  ["what lies and what counts differ", (ply: Ply) => (ply.action = ply.action === "t1" ? "t2" : "t1")],
  ["it is told that it is a move", (ply: Ply) => (ply.heads = null)],
])("a throw of which %s", async (_, lie) => {
  await host.move("a1-b1", "second");
  await host.fall(
    host.held,
    first,
    aPlayed(({ ply }) => lie(ply)),
  );
  expect(first.amiss).toEqual([[2, "result"]]);
});

test("a number of actions that is not that of the story", async () => {
  const ahead = (message: FromServer): FromServer => {
    (message as Changed).state.at = 7;
    return message;
  };
  await host.tell(first, host.changed(false), ahead);
  expect(first.amiss).toEqual([[2, "story"]]);
});

test("what cannot be understood", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  await host.tell(
    first,
    host.changed(),
    aProof((proof) => Object.assign(proof, { chains: null })),
  );
  expect([first.amiss, report.mock.calls.length]).toEqual([[[2, "unclear"]], 1]);
  await givesNothingMore(first);
  vi.unstubAllGlobals();
});

// Who counts ------------------------------------------------------------------------------------------------------------

test("a link that was given and is withheld from the result", async () => {
  await host.move("a1-b1", "second");
  const own = second.witness.throwing();
  await host.fall({ second: own?.link ?? "" });
  expect(first.amiss).toEqual([[2, "left out"]]);
  await host.move("a2-b2", "second");
  expect(linksOf(first)).toEqual([2, 3]); // it was told, and the game goes on
});

test("a link added after the button", async () => {
  host.goes(second);
  await host.await("first");
  host.deaf = true;
  const throwing = await first.press();
  host.deaf = false;
  const late = await host.comes(["second"], second.book); // gives its link after the press
  expect(linksOf(late)).toEqual([2]);
  expect(throwing?.counts).toEqual(["first"]);
  await host.fall({ first: throwing?.link ?? "", second: host.held.second ?? "" });
  expect(first.amiss).toEqual([[2, "named"]]);
});

test("a throw of the own seat without the own link", async () => {
  await host.await("first");
  await host.fall({ second: host.held.second ?? "" });
  expect(first.amiss).toEqual([[2, "missing"]]);
  expect(second.amiss).toEqual([[2, "missing"]]); // and the thrower's browser had not lost its chain
});

test("a throw of the computer without the link of the person", async () => {
  const game = await Host.begun(["first"]);
  const page = await game.comes(["first"]);
  game.due = "second";
  await game.fall({});
  expect(page.amiss).toEqual([[1, "missing"]]);
});

test("a throw without the link of who is away, where throws wait for both", async () => {
  const game = await Host.begun();
  game.waits = true;
  const [one, two] = [await game.comes(["first"]), await game.comes(["second"])];
  game.goes(two);
  await game.await("first");
  const chain = await chainOf(CONTEXT, "first", 1, one.book.get()?.drawn[0]?.last ?? "");
  game.waits = false; // as if it had never been
  await game.fall({ first: chain.link(1) });
  const back = await game.comes(["second"], two.book);
  for (const page of [one, back]) expect(page.amiss).toEqual([[1, "missing"]]);
});

test("the loss of the thrower's chain that is pretended is marked, and told to both", async () => {
  await host.await("second");
  host.chains.push({ party: "second", first: 3, head: counting(5), given: 0, link: "" });
  host.goes(second);
  await host.all(host.changed());
  await host.fall();
  expect([first.amiss, first.witness.report.late]).toEqual([[], [2]]);
  await host.comes(["second"], second.book);
  expect(host.pages.at(-1)?.amiss).toContainEqual([3, "elsewhere"]);
});

// Once ------------------------------------------------------------------------------------------------------------------

const asked = (state: Partial<State>) => (message: FromServer) => {
  Object.assign((message as Changed).state, state);
  return message;
};
const due: State["throw"] = { seat: "second", kind: "throw", awaited: true };

test("a link asked for when no throw is due in the page's own story", async () => {
  const before = linksOf(first);
  await host.tell(first, host.changed(false), asked({ throw: null }));
  expect(linksOf(first)).toEqual(before);
  await host.tell(first, host.changed(false), asked({ throw: due })); // it cannot know better
  expect(linksOf(first)).toEqual([...before, 2]);
  await host.tell(first, host.changed(false)); // and now it does
  expect(first.amiss).toEqual([[2, "early"]]);
  await givesNothingMore(first);
});

test.each([false, true])(
  "a link asked for before the move that leads to its throw (the page is away: %s)",
  async (isAway) => {
    await host.tell(first, host.changed(false), asked({ throw: due }));
    expect(linksOf(first)).toEqual([2]);
    if (isAway) host.goes(first);
    await host.move("a1-b1", "second", first, asked({ throw: null })); // chosen by who knows what will be thrown
    const chain = await chainOf(CONTEXT, "second", 1, second.book.get()?.drawn[0]?.last ?? "");
    await host.fall({ first: host.held.first ?? "", second: chain.link(2) });
    const page = isAway ? await host.comes(["first"], first.book) : first;
    expect(page.amiss).toEqual([[2, "early"]]);
    await givesNothingMore(page);
  },
);

test("a link asked for once more, for another story", async () => {
  await host.move("a1-b1", "second");
  expect(linksOf(first)).toEqual([2]);
  host.story = [
    ...host.story.slice(0, -1),
    { ...host.story[0], at: 2, action: "a1-c1" } as (typeof host.story)[0],
  ];
  host.held = {};
  host.pages = [];
  const back = await host.comes(["first"], first.book);
  expect(back.all("pass").map(({ number }) => number)).toEqual([2]); // whatever story it is, this number never falls
  expect([host.given, linksOf(back), back.amiss]).toEqual(["bx", [3], [[2, "undone"]]]);
});

test("the throw is not sent again into another story", async () => {
  await host.await("first");
  host.deaf = true;
  const throwing = await first.press();
  host.deaf = false;
  host.story = [{ ...host.story[0], action: "a0-c0" } as (typeof host.story)[0], ...host.story.slice(1)];
  host.pages = [];
  const back = await host.comes(["first"], first.book);
  expect(back.witness.repeats(throwing ?? {})).toBe(false);
  expect(back.amiss).toEqual([[1, "story"]]);
});

test("a number passed over unasked", async () => {
  await host.move("a1-b1", "second");
  await host.takeBack(2, "first", "second");
  expect(first.amiss).toEqual([[2, "unasked"]]);
  expect(second.amiss).toEqual([]); // it has given no link for this number
  await givesNothingMore(first);
});

test("a number passed over unasked, while the page was away", async () => {
  await host.move("a1-b1", "second");
  host.pages = [];
  await host.takeBack(2, "first", "second");
  expect((await host.comes(["first"], first.book)).amiss).toEqual([[2, "unasked"]]);
});

test("a number passed over that the player took back on another device: the game goes on once they say so", async () => {
  await host.move("a1-b1", "second");
  await host.takeBack(2, "first", "second");
  first.witness.admit();
  host.goes(first);
  const again = await host.comes(["first"], first.book);
  expect([first.amiss, again.amiss]).toEqual([[], []]);
  await host.move("a2-b2", "second");
  expect(linksOf(again)).toEqual([3]);
  await host.takeBack(2, "first", "second");
  expect(again.amiss).toEqual([[3, "unasked"]]); // that was said of one number alone
});

test("a number passed over for a consent that was given in another story", async () => {
  await first.wish({ type: "takeback" });
  await host.move("a1-b1", "second");
  await host.takeBack(2, "first", "second");
  expect(first.amiss).toEqual([[2, "unasked"]]);
});

test.each<[string, (proof: Proof) => void, string]>([
  ["without a reason", (proof) => (proof.spent = []), "gap"],
  ["as if the server had been restored", () => undefined, "undone"],
])("a number passed over %s, once its link was given", async (_, lie, why) => {
  await host.move("a1-b1", "second");
  host.pass(2);
  await host.tell(first, host.changed(), aProof(lie));
  expect(first.amiss).toEqual([[2, why]]);
});

test("a number passed over that another one says was taken back for", async () => {
  await host.move("a1-b1", "second");
  const lie = (message: FromServer): FromServer => {
    const { spent } = message as Takenback;
    if (spent) spent.taken = ["a9-b9"];
    return message;
  };
  await first.wish({ type: "takeback" });
  await host.takeBack(2, "first", "second", first, lie);
  expect(first.amiss).toEqual([[2, "gap"]]);
});

test("a throw that is taken back", async () => {
  await first.wish({ type: "takeback" });
  await host.takeBack(1);
  expect(first.amiss).toEqual([[2, "story"]]);
});

// Chains and the whole --------------------------------------------------------------------------------------------------

test("the name of another game: no chain is drawn for it", async () => {
  const page = await host.comes(
    ["first"],
    looseBook(),
    aProof((proof) => (proof.game = "aBcD-0_8")),
  );
  expect([page.said, page.amiss]).toEqual([[], [[0, "name"]]]);
});

test("a name that changes", async () => {
  await host.tell(
    first,
    host.changed(),
    aProof((proof) => (proof.game = "aBcD-0_8")),
  );
  expect(first.amiss).toEqual([[0, "name"]]);
});

test.each<[string, (message: FromServer) => FromServer]>([
  ["another ruleset than is shown", aProof((proof) => (proof.ruleset = "senet-race+max_turns=9"))],
  ["another start than before", aProof((proof) => (proof.start = "1L2D senet"))],
])("%s", async (_, lie) => {
  const back = await host.comes(["first"], first.book, lie);
  expect(back.amiss).toEqual([[0, "rules"]]);
});

test("a start that is not shown", async () => {
  const page = await (
    await Host.begun()
  ).comes(
    ["first"],
    looseBook(),
    aProof((proof) => (proof.start = "other")),
  );
  expect(page.amiss).toEqual([[0, "rules"]]);
});

test("a proof that is withheld", async () => {
  const back = await host.comes(["first"], first.book, (message) => {
    delete (message as Welcome).proof;
    return message;
  });
  expect(back.amiss).toEqual([[0, "withheld"]]);
});

test.each([0, 1, 2])("another head than was shown, of chain %s", async (which) => {
  await host.tell(
    first,
    host.changed(),
    aProof(({ chains }) => Object.assign(chains[which] as object, { head: counting(1) })),
  );
  expect(first.amiss).toEqual([[1, "head"]]);
  await givesNothingMore(first);
});

test("a head that is copied", async () => {
  const begun = await Host.begun();
  const page = await begun.comes(["first"]);
  begun.chains.push({
    party: "second",
    first: 1,
    head: begun.newest("first")?.head ?? "",
    given: 0,
    link: "",
  });
  await begun.all(begun.changed());
  expect(page.amiss).toEqual([[1, "copied"]]);
});

test("a chain that begins late, after a link of its first number was given: that number is passed over", async () => {
  await host.move("a1-b1", "second"); // first gives link 2
  host.goes(second);
  host.chains.push({ party: "second", first: 2, head: counting(5), given: 0, link: "" });
  await host.all(host.changed());
  expect(first.amiss).toEqual([[2, "chain"]]);
  expect(first.all("pass").map(({ number }) => number)).toEqual([2]);
  expect(host.given).toBe("bx");
});

test("a chain that begins before what has fallen already", async () => {
  host.chains.push({ party: "second", first: 1, head: counting(5), given: 0, link: "" });
  host.chains.splice(2, 1);
  await host.all(host.changed());
  expect(first.amiss).toEqual([[1, "head"]]);
});

test("a second chain of the server before the first is at its end", async () => {
  host.chains.push({ party: "server", first: 3, head: counting(5), given: 0, link: "" });
  await host.all(host.changed());
  expect(first.amiss).toEqual([[3, "head"]]);
});

test("two who play apart and are said to share a browser: each throws with the own link all the same", async () => {
  for (const page of [first, second])
    await host.tell(
      page,
      host.changed(),
      aProof((proof) => (proof.shared = true)),
    );
  await host.await("second");
  expect(second.witness.throwing()?.counts).toEqual(["first", "second"]);
});

test("the loss of a chain that is told afterwards, though there was none", async () => {
  host.goes(second);
  await host.await("second");
  await host.fall(); // second's link is left out
  host.late = [2];
  const back = await host.comes(["second"], second.book);
  expect(back.amiss).toEqual([[2, "missing"]]);
});

test("a chain for the own seat that this browser has not drawn", async () => {
  host.chains.push({ party: "first", first: 2, head: counting(5), given: 0, link: "" });
  await host.all(host.changed());
  expect(first.amiss).toEqual([[2, "elsewhere"]]);
  expect(second.amiss).toEqual([]);
  first.witness.admit(); // it was the player's other device
  expect([first.amiss, first.book.get()?.agreed]).toEqual([[], undefined]);
  await host.tell(first, host.changed());
  expect(first.amiss).toEqual([]);
});

test("two who are shown different chains see it by their fingerprints", async () => {
  const game = await Host.begun();
  const [one, other] = [await game.comes(["first"]), await game.comes(["second"])];
  expect(one.witness.report.fingerprint).toBe(other.witness.report.fingerprint);
  const middle = await Host.begun();
  const victim = await middle.comes(["first"]);
  await middle.comes(["second"]);
  expect(victim.witness.report.fingerprint).not.toBe(other.witness.report.fingerprint);
});

// After an absence ------------------------------------------------------------------------------------------------------

/** The page comes back after four more throws, of which it has seen two. */
async function back(lie: (message: FromServer) => FromServer): Promise<Page> {
  await host.move("a1-b1", "second");
  await second.press();
  await host.move("a2-b2", "first");
  await first.press();
  host.goes(first);
  await host.move("a3-b3", "second");
  await second.press();
  await host.move("a4-b4", "second");
  await second.press();
  expect(host.given).toBe("bbb22");
  return host.comes(["first"], first.book, lie);
}
const aStory = (change: (story: Welcome["story"], proof: Proof) => void) => (message: FromServer) => {
  const { story, proof } = message as Welcome;
  if (proof) change(story, proof);
  return message;
};
const ply = (story: Welcome["story"], number: number): Welcome["story"][0] =>
  story[2 * number - 1] as Welcome["story"][0];

test("all that fell while a page was away is checked from the last links", async () => {
  const page = await back((message) => message);
  expect([page.amiss, page.witness.report.throws.length]).toEqual([[], 5]);
});

test.each<[string, (story: Welcome["story"], proof: Proof) => void, number, string]>([
  ["another result of what was seen", (story) => lied(ply(story, 2)), 2, "result"],
  ["another result of what was not", (story) => lied(ply(story, 5)), 5, "result"],
  [
    "another move before what was seen",
    (story) => ((story[0] as { action: string }).action = "a0-c0"),
    1,
    "story",
  ],
  [
    "the last link that was given",
    (_, { chains }) => ((chains[0] as { link: string }).link = counting(8)),
    5,
    "link",
  ],
  ["links that counted and do not any more", (_, proof) => (proof.given = "b2b22"), 2, "story"],
  ["a link that counts and was not given", (_, proof) => (proof.given = "bbbbb"), 4, "link"],
  ["fewer numbers than throws", (_, proof) => (proof.given = "bbb2"), 5, "gap"],
  ["more numbers than throws", (_, proof) => (proof.given = "bbb222"), 6, "gap"],
  ["a letter that says nothing", (_, proof) => (proof.given = "bbb2?"), 5, "gap"],
  [
    "a number passed over after it fell",
    (story, proof) => {
      proof.given = "bxb22";
      story.splice(3, 1);
    },
    2,
    "gap",
  ],
])("after an absence: %s", async (_, lie, number, why) => {
  const page = await back(aStory(lie));
  expect(page.amiss[0]).toEqual([number, why]);
  expect(page.said.filter(({ type }) => type === "link")).toEqual([]);
});

test("a game that is told again under other chains", async () => {
  const page = await back((message) => message);
  host.goes(page);
  const invented = await Host.begun();
  const [one, two] = [await invented.comes(["first"]), await invented.comes(["second"])];
  await invented.await("first");
  await one.press();
  const told = await invented.comes(["first"], first.book);
  expect([two.amiss, told.amiss]).toEqual([[], [[1, "head"]]]);
  expect(linksTo(CONTEXT, "server", 1, invented.server.link(1), 0)[0]).toBe(invented.server.head);
});
