/** The lesson's answers, as the server of a game gives them. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Listener } from "../src/session/transport";
import { LessonServer } from "../src/learn/lessonServer.svelte";
import type { FromServer, Lesson, Task, Ply, State, LessonStep } from "../src/protocol";
import { starts } from "./fixtures/starts";

const state = (at: number): State => ({ ...starts.seega.state, ply_count: at });
const ply = (action: string): Ply => ({ action }) as Ply;
const END: Task = { right: [], wrong: "", highlighted: [], shown: [], refusals: {} };
const TASK: Task = {
  wrong: "Try the other one.",
  highlighted: ["d4"],
  shown: ["b2", "c2"],
  refusals: { e5: "That is not yours." },
  right: [
    {
      action: "c2",
      plies: [ply("c2"), ply("d4")],
      states: [state(1), state(2)],
      then: END,
    },
  ],
};
const STEP = { title: "", idea: "", state: state(0), task: TASK } as unknown as LessonStep;
const LESSON = { system: "seega", learner: "first", board: starts.seega.board } as unknown as Lesson;

let received: FromServer[] = [];
const listener = { onmessage: (message: FromServer) => received.push(message) } as unknown as Listener;

beforeEach(() => {
  received = [];
  vi.useFakeTimers();
});

async function begun(): Promise<LessonServer> {
  const teacher = new LessonServer(LESSON, STEP, listener);
  await vi.runAllTimersAsync();
  return teacher;
}
const types = (): string[] => received.map(({ type }) => type);

test("it begins as a game does, with the learner's seat", async () => {
  await begun();
  expect(received[0]).toMatchObject({ type: "welcome", yours: ["first"], story: [] });
});

test("what is right is played and answered, one action after the other", async () => {
  const teacher = await begun();
  teacher.send({ type: "play", ply_count: 0, action: "c2" });
  await vi.advanceTimersByTimeAsync(0);
  expect(types()).toEqual(["welcome", "played"]);
  await vi.runAllTimersAsync();
  expect(received.slice(1)).toMatchObject([
    { ply: { action: "c2" }, state: { ply_count: 1 } },
    { ply: { action: "d4" }, state: { ply_count: 2 } },
  ]);
});

test("a throw falls as the lesson says", async () => {
  const teacher = await begun();
  teacher.send({ type: "throw", ply_count: 0 });
  await vi.runAllTimersAsync();
  expect(types()).toEqual(["welcome", "played", "played"]);
});

test("a wrong try is answered kindly, and nothing has happened", async () => {
  const teacher = await begun();
  teacher.send({ type: "play", ply_count: 0, action: "a1" });
  await vi.runAllTimersAsync();
  expect(received.at(-1)).toEqual({ type: "refused", reason: "Try the other one." });
  teacher.send({ type: "play", ply_count: 0, action: "c2" });
  await vi.runAllTimersAsync();
  expect(types()).toEqual(["welcome", "refused", "played", "played"]);
});

test("what is spoken of is lit, and after a wrong try where to point", async () => {
  const teacher = await begun();
  expect(teacher.highlighted).toEqual(["d4"]);
  teacher.send({ type: "play", ply_count: 0, action: "a1" });
  await vi.runAllTimersAsync();
  expect(teacher.highlighted).toEqual(["b2", "c2"]);
  teacher.send({ type: "play", ply_count: 0, action: "c2" });
  await vi.runAllTimersAsync();
  expect(teacher.highlighted).toEqual([]);
});

test("it says why a place cannot be used, by the rule where there is one", async () => {
  const teacher = await begun();
  teacher.send({ type: "why", ply_count: 0, place: "e5" });
  teacher.send({ type: "why", ply_count: 0, place: "a1" });
  expect(received.slice(1)).toEqual([
    { type: "why", place: "e5", text: "That is not yours." },
    { type: "why", place: "a1", text: "Try the other one." },
  ]);
});

test("who has left hears nothing more", async () => {
  const teacher = await begun();
  teacher.send({ type: "play", ply_count: 0, action: "a1" });
  teacher.send({ type: "play", ply_count: 0, action: "c2" });
  teacher.close();
  await vi.runAllTimersAsync();
  expect(types()).toEqual(["welcome"]);
});
