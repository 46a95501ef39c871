import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { nextLesson } from "../src/learn/labels";
import { storeProgress as learnt } from "../src/learn/progress";
import type { FromServer, Ply, Puzzle, State, System } from "../src/protocol";
import { PuzzleServer } from "../src/puzzles/puzzleServer.svelte";
import { storeSolved, solvedOf } from "../src/puzzles/solved";

let received: FromServer[] = [];
const listener = {
  known: () => "",
  onmessage: (message: FromServer) => received.push(message),
  onclose: vi.fn(),
  onmissing: vi.fn(),
};
const state = (at: number, said: string): State => ({ ply_count: at, situation: [said] }) as unknown as State;
const ply = (at: number, action: string): Ply =>
  ({ index: at, action, travels: [{ path: [action] }] }) as unknown as Ply;
const puzzle = {
  system: "seega",
  id: "1a",
  solver: "second",
  state: state(0, "Find it!"),
} as unknown as Puzzle;

const kinds = (): string[] => received.map(({ type }) => type);
const wait = (): Promise<unknown> => vi.advanceTimersByTimeAsync(10_000);

function answerArrows(answer: unknown, status = 200): void {
  vi.stubGlobal(
    "fetch",
    vi.fn(() => Promise.resolve(new Response(JSON.stringify(answer), { status }))),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  localStorage.clear();
  received = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a wrong try is shown with its answer, and then taken back", async () => {
  const puzzler = new PuzzleServer(puzzle, "/api/puzzles/seega/x", listener);
  answerArrows({
    right: false,
    text: "Not that one.",
    plies: [ply(0, "a1"), ply(1, "b1")],
    states: [state(1, ""), state(2, "")],
  });
  puzzler.send({ type: "play", ply_count: 0, id: "x", action: "a1" });
  await wait();
  expect(kinds()).toEqual(["welcome", "played", "played", "changed"]);
  expect(received.at(-1)).toMatchObject({ state: { ply_count: 0, situation: ["Not that one."] } });
  expect(puzzler.answerArrows.map(({ places }) => places)).toEqual([["a1"], ["b1"]]); // arrows until the next try
  expect(puzzler.solved).toBe(false);
});

test("the solution is shown, and how it goes on when that is asked for", async () => {
  const puzzler = new PuzzleServer(puzzle, "/api/puzzles/seega/x", listener);
  answerArrows({
    right: true,
    text: "Yes.",
    plies: [ply(0, "a1"), ply(1, "b1")],
    states: [state(1, ""), state(2, "")],
  });
  puzzler.send({ type: "play", ply_count: 0, id: "x", action: "a1" });
  await wait();
  const { solved, continuation } = puzzler;
  expect([kinds(), solved, continuation?.plies.length]).toEqual([["welcome", "played"], true, 1]);
  void puzzler.showContinuation();
  await wait();
  expect([kinds().at(-1), received.length, puzzler.continuation]).toEqual(["played", 3, undefined]);
  const shown = new PuzzleServer(puzzle, "/api/puzzles/seega/x", listener);
  void shown.showSolution();
  await wait();
  expect(shown.solved).toBe(false);
});

test("what goes wrong is said", async () => {
  const puzzler = new PuzzleServer(puzzle, "/api/puzzles/seega/x", listener);
  answerArrows({ error: "Too many requests." }, 429);
  puzzler.send({ type: "play", ply_count: 0, id: "x", action: "a1" });
  await wait();
  expect(received.at(-1)).toEqual({ type: "refused", reason: "Too many requests." });
});

test("solved puzzles are remembered, and come after the lesson", () => {
  const system = { id: "seega", lesson: 7, puzzles: 60 } as unknown as System;
  expect(nextLesson(system)).toEqual({ href: "/learn/seega", label: "Learn" });
  learnt("seega", 7);
  expect(nextLesson(system)).toEqual({ href: "/puzzles/seega", label: "Puzzles" });
  storeSolved("seega", "1a");
  storeSolved("seega", "1a");
  storeSolved("seneti", "2b");
  expect(solvedOf("seega")).toEqual(["1a"]);
  expect(nextLesson(system)?.label).toBe("Puzzles: 1 of 60 solved");
  expect(nextLesson({ ...system, puzzles: 0 })).toBeUndefined();
});
