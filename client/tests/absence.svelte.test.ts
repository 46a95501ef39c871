import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromServer } from "../src/protocol";
import { Session } from "../src/session/session.svelte";
import { countdown } from "../src/session/clock";
import type { Listener } from "../src/session/transport";

vi.mock("../src/drawings", () => ({ fetchDrawings: () => Promise.resolve() }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("reportError", vi.fn());
});
afterEach(() => void vi.useRealTimers());

const state = { ply_count: 0, situation: [] };
const match = { game: 1, points: ["", ""], note: "", next: null };
const seats = { first: { name: "Light" }, second: { name: "Dark" } };

/** A session of a player or spectator that has received messages. */
async function received(yours: string[], ...messages: object[]): Promise<[Session, Listener]> {
  let listener: Listener | undefined;
  const session = new Session("g", (its) => {
    listener = its;
    return { send: () => true, reopen: () => undefined, close: () => undefined };
  });
  const welcome = { type: "welcome", v: 1, match, seats, yours, board: { kind: "" }, story: [], state };
  for (const message of [welcome, ...messages]) listener?.onmessage(message as unknown as FromServer);
  await vi.advanceTimersByTimeAsync(1);
  return [session, listener as Listener];
}
const away = (more: object): object => ({
  type: "presence",
  away: [{ seat: "second", seconds: 2, ...more }],
});

test("the seconds of an absence count on, until the win can be claimed", async () => {
  const [session, listener] = await received(["first"], away({}));
  const seen: [number | undefined, boolean][] = [];
  const stop = $effect.root(() => {
    $effect(() => void seen.push([session.absent?.wait, session.mayClaim]));
  });
  flushSync();
  expect(seen.at(-1)).toEqual([298, false]);
  await vi.advanceTimersByTimeAsync(48_000);
  flushSync();
  expect(seen.at(-1)).toEqual([250, false]);
  expect(countdown(250)).toBe("4:10");
  await vi.advanceTimersByTimeAsync(251_000);
  flushSync();
  expect(seen.at(-1)).toEqual([0, true]);
  listener.onmessage({ type: "presence", away: [] });
  flushSync();
  expect(seen.at(-1)).toEqual([undefined, false]);
  stop();
  expect(vi.getTimerCount()).toBe(0); // nothing counts that is not shown
});

test("a player can claim the win at once if the opponent has deleted the game", async () => {
  expect((await received(["first"], away({ gone: true })))[0].mayClaim).toBe(true);
  expect((await received(["first"], away({})))[0].mayClaim).toBe(false);
  expect((await received([], away({ gone: true })))[0].mayClaim).toBe(false);
  expect((await received(["second"], away({ gone: true })))[0].absent).toBeUndefined();
});

test("an offer names its own player “you”, and others by name", async () => {
  const text = "Ann offers a draw.";
  const offer = { what: "draw", by: "first", text, to: { first: "You have offered a draw." } };
  const changed = { type: "changed", text, seats, match, state: { ...state, offer, takeback: 0 } };
  const [ann] = await received(["first"], changed);
  const [ben] = await received(["second"], changed);
  expect(ann.announced).toEqual(["You have offered a draw."]);
  expect(ben.announced).toEqual([text]);
  expect([ann.mayTakeBack, ben.mayTakeBack]).toEqual([false, false]); // an answer is due
});
