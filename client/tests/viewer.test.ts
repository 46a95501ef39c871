import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LineViewRequest, Ply, State } from "../src/protocol";
import { handleKey } from "../src/viewer/keys";
import { fetchViewer, Viewer } from "../src/viewer/viewer.svelte";

const state = (at: number): State => ({ ply_count: at }) as unknown as State;
const ply = (at: number): Ply => ({ index: at, action: `a${at}` }) as unknown as Ply;
const plies = (count: number): Ply[] => Array.from({ length: count }, (_, at) => ply(at));
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10_000);

let asked: LineViewRequest[] = [];

/** A server that sends a line from where it is asked for. */
function server(status = 200): void {
  vi.stubGlobal(
    "fetch",
    vi.fn((_: string, { body }: RequestInit) => {
      const wish = JSON.parse(String(body)) as Required<LineViewRequest>;
      asked.push(wish);
      const states = wish.actions.slice(wish.since).map((_, n) => state(wish.since + n));
      const told = {
        states: [...states, state(wish.actions.length)],
        plies: plies(wish.actions.length).slice(wish.since),
      };
      return Promise.resolve(
        new Response(JSON.stringify(status === 200 ? told : { error: "No." }), { status }),
      );
    }),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  asked = [];
  server();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("one goes to and fro, and not beyond the ends", () => {
  const viewer = new Viewer(plies(2), [state(0), state(1), state(2)]);
  expect([viewer.isFirst, viewer.isLast, viewer.ply?.action]).toEqual([true, false, "a0"]);
  viewer.back();
  expect(viewer.at).toBe(0);
  viewer.next();
  expect([viewer.state?.ply_count, viewer.isFirst, viewer.isLast]).toEqual([1, false, false]);
  viewer.end();
  viewer.next();
  expect([viewer.at, viewer.isLast, viewer.ply]).toEqual([2, true, undefined]);
  viewer.start();
  expect(viewer.at).toBe(0);
});

test("states that are looked at are asked for, a hundred at once and each once", async () => {
  const actions = plies(250).map(({ action }) => action);
  const viewer = new Viewer(plies(250), [], { ruleset: "seega", start: "", actions });
  viewer.go(120);
  expect([viewer.state, viewer.state]).toEqual([undefined, undefined]);
  await settled();
  expect(viewer.state?.ply_count).toBe(120);
  expect(asked).toEqual([{ ruleset: "seega", start: "", actions: actions.slice(0, 200), since: 100 }]);
  viewer.next();
  expect([viewer.state?.ply_count, asked.length]).toEqual([121, 1]);
  viewer.end();
  expect(viewer.state).toBeUndefined();
  await settled();
  expect([viewer.state?.ply_count, asked.at(-1)?.actions?.length]).toEqual([250, 250]);
});

test("where they do not come that is said, and they are asked for again when one looks again", async () => {
  server(503);
  const viewer = new Viewer(plies(1), [], { ruleset: "seega", start: "", actions: ["a0"] });
  expect(viewer.state).toBeUndefined();
  await settled();
  expect([viewer.problem, asked.length]).toEqual(["No.", 1]);
  server();
  expect(viewer.state).toBeUndefined();
  await settled();
  expect(viewer.state?.ply_count).toBe(0);
});

test("a line plays by itself to its end, each ply in its time", async () => {
  const viewer = new Viewer(plies(3), [undefined, state(1), state(2), state(3)]);
  const shown: string[] = [];
  void viewer.play(900, ({ action }, { ply_count: at }) => shown.push(`${action} ${at}`));
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown).toEqual(["a0 1", "a1 2"]);
  await settled();
  expect([shown, viewer.isLast]).toEqual([["a0 1", "a1 2", "a2 3"], true]);
});

test("another way to go on is looked at from where it leaves the line", async () => {
  const found = fetchViewer({ ruleset: "seega", start: "s", actions: ["x", "y"] }, ["z"], "en");
  await settled();
  const viewer = await found;
  expect(asked).toEqual([{ ruleset: "seega", start: "s", actions: ["x", "y", "z"], since: 2 }]);
  expect([viewer.at, viewer.length, viewer.state?.ply_count]).toEqual([0, 1, 2]);
});

test("keys act, but not while text is typed or where they have another meaning", () => {
  const act = vi.fn();
  const undo = vi.fn();
  const press = (key: string, target: Element, more: KeyboardEventInit = {}): boolean => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    target.addEventListener(
      "keydown",
      (event) => handleKey(event as KeyboardEvent, { End: act }, { z: undo }),
      { once: true },
    );
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const [page, field] = [document.createElement("div"), document.createElement("input")];
  expect([press("End", page), press("x", page), press("z", page, { ctrlKey: true })]).toEqual([
    true,
    false,
    true,
  ]);
  expect([
    press("End", field),
    press("End", page, { altKey: true }),
    press("End", page, { ctrlKey: true }),
  ]).toEqual([false, false, false]);
  expect(press("z", page, { metaKey: true })).toBe(true);
  expect([act.mock.calls.length, undo.mock.calls.length]).toEqual([1, 2]);
});
