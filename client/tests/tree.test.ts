import { expect, test } from "vitest";
import { newHistory, pushed, redone, undone } from "../src/analysis/undo";
import * as tree from "../src/analysis/tree";

/** A tree of lines: each begins at the start. */
function grown(...lines: string[]): tree.Tree {
  let grown = tree.EMPTY;
  for (const line of lines) {
    let at = tree.START;
    for (const action of line.split(" ")) [grown, at] = tree.played(grown, at, action, 1, "first");
  }
  return grown;
}

const said = (moves: tree.Move[]): string => moves.map(({ action }) => action).join(" ");
const found = (grown: tree.Tree, action: string): number =>
  [...grown.moves.values()].find((move) => move.action === action)?.id ?? tree.START;

const GROWN = grown("a b c", "a d e", "a d f", "g");

test("what is played again is not a second move", () => {
  expect(GROWN.moves.size).toBe(7);
  expect(tree.played(GROWN, tree.START, "a", 1, "first")[0]).toBe(GROWN);
});

test("a line leads to a move, and goes on from it", () => {
  expect(said(tree.mainLine(GROWN))).toBe("a b c");
  expect(said(tree.lineTo(GROWN, found(GROWN, "f")))).toBe("a d f");
  expect(tree.endOf(GROWN, found(GROWN, "d"))).toBe(found(GROWN, "e"));
  expect(tree.endOf(GROWN, tree.START)).toBe(found(GROWN, "c"));
  expect(said(tree.mainLine(tree.EMPTY))).toBe("");
});

test("a variation becomes the line, step by step", () => {
  const once = tree.promoted(GROWN, found(GROWN, "f"));
  expect(tree.after(once, found(GROWN, "d"))).toEqual([found(GROWN, "f"), found(GROWN, "e")]);
  const twice = tree.promoted(once, found(GROWN, "f"));
  expect(said(tree.mainLine(twice))).toBe("a d f");
  expect(tree.promoted(twice, found(GROWN, "f"))).toBe(twice);
  expect(said(tree.mainLine(GROWN))).toBe("a b c"); // a value
});

test("a move goes with all that follows it", () => {
  const less = tree.without(GROWN, found(GROWN, "d"));
  expect([...less.moves.values()].map(({ action }) => action).sort()).toEqual(["a", "b", "c", "g"]);
  expect(tree.after(less, found(GROWN, "a"))).toEqual([found(GROWN, "b")]);
  expect(tree.without(less, 99)).toBe(less);
});

test("something is said about a move, or before the first one", () => {
  const told = tree.commented(tree.commented(GROWN, found(GROWN, "d"), "better"), tree.START, "once");
  expect(told.moves.get(found(GROWN, "d"))?.comment).toBe("better");
  expect(told.comment).toBe("once");
});

test("the server reads every move after the one it follows", () => {
  const promoted = tree.promoted(GROWN, found(GROWN, "d"));
  const nodes = tree.nodesOf(promoted);
  expect(nodes.every(({ parent }, n) => parent < n)).toBe(true);
  const again = tree.treeOf(nodes, "hm");
  expect(said(tree.mainLine(again))).toBe(said(tree.mainLine(promoted)));
  expect(again.moves.size).toBe(GROWN.moves.size);
  expect(tree.nodesOf(again)).toEqual(nodes);
});

test("what was done is undone and done again", () => {
  const first = pushed(pushed(newHistory("a"), "b"), "c");
  expect(undone(first).present).toBe("b");
  expect(undone(undone(undone(first))).present).toBe("a");
  expect(redone(undone(first)).present).toBe("c");
  expect(redone(first)).toEqual(first);
  expect(redone(pushed(undone(first), "d")).present).toBe("d");
});
