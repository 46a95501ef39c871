import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { VERSION, type FromServer, type Ply, type State } from "../src/protocol";
import { reloadIfUpdated } from "../src/server/reload";
import { router } from "../src/address/router.svelte";
import { storyDigest, Session } from "../src/session/session.svelte";
import type { Listener } from "../src/session/transport";

vi.mock("../src/drawings", () => ({ fetchDrawings: () => Promise.resolve() }));

const ply = (at: number, action: string): Ply =>
  ({ index: at, action, description: action }) as unknown as Ply;
const state = (at: number): State => ({ ply_count: at, situation: [] }) as unknown as State;
const match = { game: 1, points: ["", ""], note: "", next: null };
const message = (type: string, more: object): FromServer =>
  ({ type, match, v: VERSION, ...more }) as unknown as FromServer;

const reload = vi.fn();
const mistaken = vi.fn();

beforeEach(() => {
  vi.stubGlobal("reportError", mistaken);
  vi.stubGlobal("location", { ...location, reload });
  vi.spyOn(performance, "now").mockReturnValue(1e6); // it was loaded long ago
});
afterEach(() => {
  expect(mistaken).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

/** A session, what it listens with, and how often it has asked for everything. */
function opened(): {
  session: Session;
  listener: Listener;
  reopen: () => void;
  settled: () => Promise<void>;
} {
  const reopen = vi.fn();
  let listener: Listener | undefined;
  const session = new Session("g", (its) => {
    listener = its;
    return { send: () => true, reopen, close: () => undefined };
  });
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done));
  return { session, listener: listener as Listener, reopen, settled };
}

const seats = { first: { name: "One" }, second: { name: "Two" } };
const welcome = (story: Ply[]): FromServer =>
  message("welcome", {
    title: "Seega",
    board: { kind: "" },
    seats,
    yours: ["first"],
    own_sticks: true,
    story,
    state: state(story.length),
  });

test("the digest of a story is the CRC-32 of its actions", () => {
  expect(storyDigest([])).toBe("0.00000000");
  expect(storyDigest([ply(0, "a1"), ply(1, "b2-c3")])).toBe("2.089e4c5a");
});

test("a reconnecting session sends what it knows, and continues from there", async () => {
  const { session, listener, settled } = opened();
  expect(listener.known()).toBe("");
  listener.onmessage(welcome([ply(0, "a1"), ply(1, "b1")]));
  await settled();
  expect(listener.known()).toBe(storyDigest(session.story));

  const more = {
    since: 2,
    story: [ply(2, "c1")],
    seats,
    yours: ["second"],
    state: state(3),
  };
  listener.onclose();
  expect(session.offline).toBe(true); // until it is heard what is new
  listener.onmessage(message("back", more));
  await settled();
  expect(session.offline).toBe(false);
  expect(session.story.map(({ action }) => action)).toEqual(["a1", "b1", "c1"]);
  expect(session.plyCount).toBe(3);
  expect(session.welcome).toMatchObject({
    type: "welcome",
    title: "Seega",
    own_sticks: true,
    yours: ["second"],
  });
});

test("plies that were taken back are gone from the story and its digest", async () => {
  const { session, listener, settled } = opened();
  listener.onmessage(welcome([ply(0, "a1"), ply(1, "b1")]));
  listener.onmessage(message("changed", { text: "", seats, state: state(1) }));
  await settled();
  expect(session.story.map(({ action }) => action)).toEqual(["a1"]);
  expect(listener.known()).toBe(storyDigest([ply(0, "a1")]));
});

test("in another language, or if a part of the story is missing, everything is requested", async () => {
  const { session, listener, reopen, settled } = opened();
  listener.onmessage(welcome([ply(0, "a1")]));
  await settled();
  session.reopen();
  expect(listener.known()).toBe("");
  expect(reopen).toHaveBeenCalledOnce();
  listener.onmessage(welcome([ply(0, "a1")]));
  await settled();
  expect(listener.known()).not.toBe("");
  listener.onmessage(message("back", { since: 5, story: [], seats, yours: [], state: state(5) }));
  await settled();
  expect(reopen).toHaveBeenCalledTimes(2);
  expect(listener.known()).toBe("");
});

// --- Another version -------------------------------------------------------------------------------------------------

const answering = (ok: boolean): void => {
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response("", { status: ok ? 200 : 503 }))),
  );
};

test("a server of another version makes the page load itself again", async () => {
  answering(true);
  const { listener, settled } = opened();
  listener.onmessage(message("welcome", { ...welcome([]), v: VERSION + 1 }));
  await settled();
  expect(reload).toHaveBeenCalledOnce();
});

test("a page that was loaded just now does not reload", async () => {
  answering(true);
  vi.mocked(performance.now).mockReturnValue(5000);
  await reloadIfUpdated();
  expect(reload).not.toHaveBeenCalled();
});

test("a page does not reload while its server is away, nor during an analysis", async () => {
  answering(false);
  await reloadIfUpdated();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
  await reloadIfUpdated();
  expect(reload).not.toHaveBeenCalled();
  answering(true);
  router.page = { name: "analysis", preset: "seega" };
  await reloadIfUpdated();
  expect(reload).not.toHaveBeenCalled();
  router.page = { name: "home" };
  await reloadIfUpdated();
  expect(reload).toHaveBeenCalledOnce();
});
