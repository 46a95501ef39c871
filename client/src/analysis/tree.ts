/**
 * A tree of moves: an immutable value.  Each function that changes it returns a new tree.
 *
 * A move follows another one, or the start.  Of those that follow one, the first continues its line; the others begin
 * variations.
 */

import type { Actor, Node } from "../protocol";

export const START = -1; // the parent of the first moves

/** A move; its number never changes. */
export interface Move {
  id: number;
  parent: number;
  action: string;
  turn: number;
  seat: Actor;
  comment: string;
  startingComment: string; // the comment that precedes the move; `comment` follows it
}

export interface Tree {
  moves: ReadonlyMap<number, Move>;
  children: ReadonlyMap<number, readonly number[]>; // by the number of the move before
  comment: string; // the comment before the first move
  next: number; // the number of the next move
}

export const EMPTY_TREE: Tree = { moves: new Map(), children: new Map(), comment: "", next: 0 };

/** The moves that follow a move or START, first the one that continues its line. */
export const childrenOf = (tree: Tree, id: number): readonly number[] => tree.children.get(id) ?? [];

/** The moves from the start to this one. */
export function lineTo(tree: Tree, id: number): Move[] {
  const line: Move[] = [];
  for (let move = tree.moves.get(id); move; move = tree.moves.get(move.parent)) line.push(move);
  return line.reverse();
}

/** The move and all that continue its line. */
export function lineFrom(tree: Tree, id: number): Move[] {
  const line: Move[] = [];
  for (let move = tree.moves.get(id); move; move = tree.moves.get(childrenOf(tree, move.id)[0] ?? START))
    line.push(move);
  return line;
}

/** The last move of the line that continues from here. */
export const lineEnd = (tree: Tree, id: number): number => {
  const [first] = childrenOf(tree, id);
  return first === undefined ? id : (lineFrom(tree, first).at(-1)?.id ?? id);
};

/** The main line, from the first move. */
export function mainLine(tree: Tree): Move[] {
  const [first] = childrenOf(tree, START);
  return first === undefined ? [] : lineFrom(tree, first);
}

/** The tree with a move added, unless it is there already; and the number of that move. */
export function addMove(
  tree: Tree,
  parent: number,
  action: string,
  turn: number,
  seat: Actor,
): [Tree, number] {
  const known = childrenOf(tree, parent).find((id) => tree.moves.get(id)?.action === action);
  if (known !== undefined) return [tree, known];
  const id = tree.next;
  const move = { id, parent, action, turn, seat, comment: "", startingComment: "" };
  const children = new Map(tree.children).set(parent, [...childrenOf(tree, parent), id]);
  return [{ ...tree, moves: new Map(tree.moves).set(id, move), children, next: id + 1 }, id];
}

/** The first move of the innermost variation that this move is in; undefined within the main line. */
export function variationStart(tree: Tree, id: number): Move | undefined {
  return lineTo(tree, id).findLast((move) => childrenOf(tree, move.parent)[0] !== move.id);
}

/** The tree in which the variation that a move is in comes one place earlier among its siblings. */
export function promote(tree: Tree, id: number): Tree {
  const branch = variationStart(tree, id);
  if (!branch) return tree;
  const siblings = [...childrenOf(tree, branch.parent)];
  const at = siblings.indexOf(branch.id);
  siblings.splice(at - 1, 2, branch.id, siblings[at - 1] ?? branch.id);
  return { ...tree, children: new Map(tree.children).set(branch.parent, siblings) };
}

/** The tree without a move and all that follows it. */
export function removeMove(tree: Tree, id: number): Tree {
  const removed = tree.moves.get(id);
  if (!removed) return tree;
  const [moves, children] = [new Map(tree.moves), new Map(tree.children)];
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    waiting.push(...childrenOf(tree, next));
    moves.delete(next);
    children.delete(next);
  }
  children.set(
    removed.parent,
    childrenOf(tree, removed.parent).filter((other) => other !== id),
  );
  return { ...tree, moves, children };
}

/** The tree with another comment on a move, or with START before the first one. */
export function setComment(tree: Tree, id: number, comment: string): Tree {
  const move = tree.moves.get(id);
  if (!move) return { ...tree, comment };
  return { ...tree, moves: new Map(tree.moves).set(id, { ...move, comment }) };
}

/** The tree that the server has read from a record. */
export function treeFromNodes(nodes: Node[], comment: string): Tree {
  const moves = new Map<number, Move>();
  const children = new Map<number, number[]>();
  nodes.forEach(({ parent, action, turn = 0, seat = "first", comment = "", before = "" }, id) => {
    moves.set(id, { id, parent, action, turn, seat, comment, startingComment: before });
    children.set(parent, [...(children.get(parent) ?? []), id]);
  });
  return { moves, children, comment, next: nodes.length };
}

/** The tree as nodes for the server: each after its parent, which is given by its place in the list. */
export function nodesFromTree(tree: Tree): Node[] {
  const numbers = new Map([[START, START]]);
  const nodes: Node[] = [];
  const waiting = [START];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const id of childrenOf(tree, parent)) {
      const move = tree.moves.get(id);
      if (!move) continue;
      const { action, turn, seat, comment, startingComment: before } = move;
      numbers.set(id, nodes.length);
      nodes.push({ parent: numbers.get(parent) ?? START, action, turn, seat, comment, before });
      waiting.push(id);
    }
  }
  return nodes;
}
