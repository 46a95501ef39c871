// @vitest-environment node
import { expect, test, vi } from "vitest";
import { History } from "../src/analysis/undo.svelte";
import * as tree from "../src/analysis/tree";

/** A tree of lines: each begins at the start. */
function grown(...lines: string[]): tree.Tree {
  let grown = tree.EMPTY_TREE;
  for (const line of lines) {
    let at = tree.START;
    for (const action of line.split(" ")) [grown, at] = tree.addMove(grown, at, action, 1, "first");
  }
  return grown;
}

const said = (moves: tree.Move[]): string => moves.map(({ action }) => action).join(" ");
const found = (grown: tree.Tree, action: string): number =>
  [...grown.moves.values()].find((move) => move.action === action)?.id ?? tree.START;

const GROWN = grown("a b c", "a d e", "a d f", "g");

test("what is played again is not a second move", () => {
  expect(GROWN.moves.size).toBe(7);
  expect(tree.addMove(GROWN, tree.START, "a", 1, "first")[0]).toBe(GROWN);
});

test("a line leads to a move, and goes on from it", () => {
  expect(said(tree.mainLine(GROWN))).toBe("a b c");
  expect(said(tree.lineTo(GROWN, found(GROWN, "f")))).toBe("a d f");
  expect(tree.lineEnd(GROWN, found(GROWN, "d"))).toBe(found(GROWN, "e"));
  expect(tree.lineEnd(GROWN, tree.START)).toBe(found(GROWN, "c"));
  expect(said(tree.mainLine(tree.EMPTY_TREE))).toBe("");
});

test("a variation becomes the line, step by step", () => {
  const once = tree.promote(GROWN, found(GROWN, "f"));
  expect(tree.childrenOf(once, found(GROWN, "d"))).toEqual([found(GROWN, "f"), found(GROWN, "e")]);
  const twice = tree.promote(once, found(GROWN, "f"));
  expect(said(tree.mainLine(twice))).toBe("a d f");
  expect(tree.promote(twice, found(GROWN, "f"))).toBe(twice);
  expect(said(tree.mainLine(GROWN))).toBe("a b c"); // a value
});

test("a move goes with all that follows it", () => {
  const less = tree.removeMove(GROWN, found(GROWN, "d"));
  expect([...less.moves.values()].map(({ action }) => action).sort()).toEqual(["a", "b", "c", "g"]);
  expect(tree.childrenOf(less, found(GROWN, "a"))).toEqual([found(GROWN, "b")]);
  expect(tree.removeMove(less, 99)).toBe(less);
});

test("something is said about a move, or before the first one", () => {
  const told = tree.setComment(tree.setComment(GROWN, found(GROWN, "d"), "better"), tree.START, "once");
  expect(told.moves.get(found(GROWN, "d"))?.comment).toBe("better");
  expect(told.comment).toBe("once");
});

test("the server reads every move after the one it follows", () => {
  const promoted = tree.promote(GROWN, found(GROWN, "d"));
  const nodes = tree.nodesFromTree(promoted);
  expect(nodes.every(({ parent }, n) => parent < n)).toBe(true);
  const again = tree.treeFromNodes(nodes, "hm");
  expect(said(tree.mainLine(again))).toBe(said(tree.mainLine(promoted)));
  expect(again.moves.size).toBe(GROWN.moves.size);
  expect(tree.nodesFromTree(again)).toEqual(nodes);
});

test("what was done is undone and done again", () => {
  const onchange = vi.fn();
  const history = new History("a", onchange);
  const after = (...acts: (() => void)[]): string => {
    for (const act of acts) act();
    return history.present;
  };
  const [undo, redo] = [() => history.undo(), () => history.redo()];
  const push = (text: string) => () => history.push(text);
  expect(after(push("b"), push("c"), redo)).toBe("c");
  expect(after(undo)).toBe("b");
  expect(after(undo, undo)).toBe("a");
  expect(after(redo, redo)).toBe("c");
  expect(onchange).toHaveBeenCalledTimes(6); // not where nothing was to be undone or redone
  expect(after(undo, push("d"), redo)).toBe("d");
});
