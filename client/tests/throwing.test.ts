/** A page throws: when its request goes out, and what it says. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forget } from "../src/forgetting";
import { notesOf } from "../src/memory";
import {
  VERSION,
  type Away,
  type FromClient,
  type FromServer,
  type Seat,
  type Welcome,
} from "../src/protocol";
import { Session } from "../src/session/session.svelte";
import type { Listener } from "../src/session/transport";
import { GAME, Host, type Page } from "./fixtures/host";
import { starts } from "./fixtures/starts";

let host: Host;
let heard: Listener;
let session: Session;
let said: FromClient[];
let isOpen: boolean;

/** Let everything happen that needs no time. */
async function settle(): Promise<void> {
  for (let n = 0; n < 60; n++) await new Promise((done) => setImmediate(done));
}

/** What the server says to the page of a session. */
const told = (message: FromServer): void => heard.heard(structuredClone(message));

const welcome = (yours: Seat[], away: Away[] = []): Welcome => ({
  ...host.welcome(yours),
  v: VERSION,
  title: "",
  board: starts.seega.board,
  match: { game: 1, points: ["0", "0"], note: "", next: null },
  presence: { away, watchers: 0 },
});

async function opened(yours: Seat[], away: Away[] = []): Promise<void> {
  session = new Session(GAME, (listener) => {
    heard = listener;
    return {
      say: (request) => isOpen && !!said.push(request),
      reopen: () => undefined,
      close: () => undefined,
    };
  });
  told(welcome(yours, away));
  await vi.waitFor(() => expect(session.welcome && session.checked).toBeTruthy(), 20_000);
  await settle();
}

const throws = (): FromClient[] => said.filter(({ type }) => type === "throw");

beforeEach(async () => {
  vi.stubGlobal("reportError", (error: unknown) => {
    throw error;
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  [said, isOpen] = [[], true];
  host = await Host.begun();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forget();
});

/** First's page is a session; second's is there too, and a throw of first's is due. */
async function due(away: Away[] = [], isLinked = false): Promise<Page> {
  await opened(["first"], away);
  const chain = said[0];
  if (chain?.type !== "chain") throw new Error("no chain was committed to");
  host.chains.push({ party: "first", first: 1, head: chain.head, given: 0, link: "" });
  const second = await host.comes(["second"]);
  host.deaf = !isLinked;
  await host.await("first");
  told(welcome(["first"], away));
  await settle();
  return second;
}

test("with the other link there, a press is sent at once", async () => {
  await due([], true);
  session.throw();
  expect(session.rolling).toBe(false);
  await settle();
  expect(throws()).toMatchObject([{ at: 0, number: 1, counts: ["first", "second"] }]);
});

test("the other link is waited for under the rolling sticks, if the other page is there", async () => {
  const second = await due();
  session.throw();
  await settle();
  expect([throws(), session.rolling, session.asked]).toEqual([[], true, true]);
  vi.advanceTimersByTime(1500);
  const [link] = second.all("link");
  told({ type: "linked", number: 1, seat: "second", link: link?.link ?? "" });
  await settle();
  expect(throws()).toMatchObject([{ counts: ["first", "second"] }]);
  expect(session.rolling).toBe(false);
});

test("two seconds are enough: then the throw goes without", async () => {
  await due();
  session.throw();
  session.throw(); // pressed once more
  await settle();
  vi.advanceTimersByTime(1990);
  await settle();
  expect(throws()).toEqual([]);
  vi.advanceTimersByTime(20);
  await settle();
  expect(throws()).toMatchObject([{ number: 1, counts: ["first"] }]);
});

test("who is away is not waited for", async () => {
  await due([{ seat: "second", seconds: 5 }]);
  session.throw();
  await settle();
  expect(throws()).toMatchObject([{ counts: ["first"] }]);
});

test("a throw that may not have arrived is sent again as it was, whatever came meanwhile", async () => {
  const second = await due([{ seat: "second", seconds: 5 }]);
  isOpen = false;
  session.throw();
  await settle();
  expect([throws(), session.asked]).toEqual([[], false]);
  isOpen = true;
  host.held.second = second.all("link")[0]?.link ?? "";
  told(welcome(["first"]));
  await settle();
  const [first] = throws();
  expect(throws()).toMatchObject([{ number: 1, counts: ["first"] }]);
  told(welcome(["first"]));
  await settle();
  expect(throws()).toEqual([first, first]);
});

test("a throw is not sent again into another story", async () => {
  await due([{ seat: "second", seconds: 5 }]);
  session.throw();
  await settle();
  const before = host.story;
  host.story = [{ at: 0, seat: "first", action: "a1-b1", heads: null } as (typeof before)[0]];
  const other = welcome(["first"]);
  other.state.at = 0;
  other.state.links = { number: 1, held: {} as Record<Seat, string> };
  told(other);
  await settle();
  expect(throws()).toHaveLength(1);
});

test("what another player has done meanwhile ends the wait", async () => {
  await due();
  session.throw();
  await settle();
  host.story = [{ at: 0, seat: "second", action: "a1-b1", heads: null } as Host["story"][0]];
  host.due = undefined;
  told(welcome(["first"]));
  vi.advanceTimersByTime(5000);
  await settle();
  expect([throws(), session.rolling, session.asked]).toEqual([[], false, false]);
});

test("a lot between two browsers is drawn without a press by the second, and not by the first", async () => {
  host.due = "chance";
  await opened(["second"]);
  const chain = said[0];
  if (chain?.type !== "chain") throw new Error("no chain was committed to");
  host.chains.push({ party: "second", first: 1, head: chain.head, given: 0, link: "" });
  await host.comes(["first"]);
  expect(session.mayThrow).toBe(false);
  told(welcome(["second"]));
  await settle();
  expect(throws()).toMatchObject([{ number: 1, counts: ["first", "second"] }]);
});

test("a browser that does not know its chain commits to another one at a press, and then throws", async () => {
  await due([], true);
  notesOf(GAME).forget();
  said = [];
  await opened(["first"]);
  expect(said).toEqual([]);
  session.throw();
  await vi.waitFor(() => expect(said.map(({ type }) => type)).toEqual(["chain"]));
  const [chain] = said;
  if (chain?.type !== "chain") throw new Error("no chain was committed to");
  expect(chain.first).toBe(2); // second has given its link of number 1
  host.chains.push({ party: "first", first: 2, head: chain.head, given: 0, link: "" });
  told({
    ...host.changed(),
    match: welcome([]).match,
    text: "",
  } as FromServer);
  await settle();
  expect(throws()).toMatchObject([{ number: 1, counts: ["second"] }]);
});

test("a chain is not replaced while another device may have it", async () => {
  await due();
  notesOf(GAME).forget();
  host.due = "second";
  said = [];
  await opened(["first"]);
  vi.advanceTimersByTime(2900);
  await settle();
  expect(said).toEqual([]);
  vi.advanceTimersByTime(200);
  await vi.waitFor(() => expect(said.map(({ type }) => type)).toEqual(["chain"]));
});

test("who resigns gives the last link with it", async () => {
  await due();
  session.wish({ type: "resign" });
  expect(said.at(-1)).toMatchObject({
    type: "resign",
    link: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  session.wish({ type: "takeback" });
  expect(said.at(-1)).not.toHaveProperty("link");
});

test("what is found amiss is shown at once", async () => {
  await due([], true);
  const ply = host.fallen(host.thrown(1, host.held));
  const lie = { ...ply, ...(ply.heads === 1 ? { action: "t2", heads: 2 } : { action: "t1", heads: 1 }) };
  const { match } = welcome([]);
  told({
    type: "played",
    ply: lie,
    thrown: host.thrown(1, host.held),
    match,
    state: host.state,
  } as FromServer);
  await settle();
  expect(session.checked?.amiss).toEqual([{ number: 1, why: "result" }]);
  expect(session.mayThrow).toBe(false);
});
