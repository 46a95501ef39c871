// @vitest-environment node
import { expect, test } from "vitest";
import { findAction } from "../src/game/findAction";
import { matchingActions, nextPlaces, interpretPress, buttonActions } from "../src/board/picks";
import type { Action } from "../src/protocol";

const action = (text: string, ...picks: string[]): Action => ({ text, picks, description: text });

const PLACING = [action("a1", "a1"), action("b2", "b2")];
const STEPS = [action("a1-b1", "a1", "b1"), action("a1-a2", "a1", "a2"), action("c3-c4", "c3", "c4")];
const CONQUEST = [
  action("a1xb2=c1", "a1", "b2", "c1"),
  action("a1xb2=a1", "a1", "b2", "a1"),
  action("a1-a2", "a1", "a2"),
];
const ALIKE = [action("20-23", "20", "23"), action("20~23", "20", "23"), action("keep")];

test("one place is enough where an action has one pick", () => {
  expect(interpretPress(PLACING, [], "a1")).toEqual({ kind: "play", action: PLACING[0] });
});

test("a piece is chosen, then where it goes", () => {
  expect([...nextPlaces(STEPS, [])]).toEqual(["a1", "c3"]);
  expect(interpretPress(STEPS, [], "a1")).toEqual({ kind: "choose", chosen: ["a1"] });
  expect([...nextPlaces(STEPS, ["a1"])]).toEqual(["b1", "a2"]);
  expect(interpretPress(STEPS, ["a1"], "a2")).toEqual({ kind: "play", action: STEPS[1] });
});

test("another piece can be chosen instead, and the same one put back", () => {
  expect(interpretPress(STEPS, ["a1"], "c3")).toEqual({ kind: "choose", chosen: ["c3"] });
  expect(interpretPress(STEPS, ["a1"], "a1")).toEqual({ kind: "choose", chosen: [] });
});

test("what leads nowhere is refused", () => {
  expect(interpretPress(STEPS, [], "e5")).toEqual({ kind: "refuse" });
  expect(interpretPress(STEPS, ["a1"], "e5")).toEqual({ kind: "refuse" });
});

test("three picks, the last of them where the first was", () => {
  expect(interpretPress(CONQUEST, ["a1"], "b2")).toEqual({ kind: "choose", chosen: ["a1", "b2"] });
  expect(interpretPress(CONQUEST, ["a1", "b2"], "a1")).toEqual({ kind: "play", action: CONQUEST[1] });
  expect(interpretPress(CONQUEST, ["a1", "b2"], "b2")).toEqual({ kind: "choose", chosen: ["a1"] });
});

test("actions that are pointed at alike are left to a choice in words", () => {
  expect(interpretPress(ALIKE, ["20"], "23")).toEqual({ kind: "choose", chosen: ["20", "23"] });
  expect(matchingActions(ALIKE, ["20", "23"])).toEqual(ALIKE.slice(0, 2));
  expect(buttonActions(ALIKE)).toEqual([ALIKE[2]]);
});

test("moves are understood as people type them", () => {
  const legal = ["c2-c3", "8x9", "+28", "P:a1-a2", "p:a1-a2"].map((text) => action(text));
  expect(findAction(legal, "c2-c3")?.text).toBe("c2-c3");
  expect(findAction(legal, "C2 – C3")?.text).toBe("c2-c3");
  expect(findAction(legal, "8×9")?.text).toBe("8x9");
  expect(findAction(legal, "p:a1-a2")?.text).toBe("p:a1-a2"); // exactly what was typed, where there is such a move
  expect(findAction(legal, "28")).toBeUndefined();
  expect(findAction(legal, "")).toBeUndefined();
});
