/**
 * A tree of moves: an immutable value.  Each function that changes it returns a new tree.
 *
 * A move follows another one, or the start.  Of those that follow one, the first continues its line; the others begin
 * variations.
 */

import type { Actor, Node } from "../protocol";

export const START = -1; // the parent of the first moves

/** A move; its number is its own for ever. */
export interface Move {
  id: number;
  parent: number;
  action: string;
  turn: number;
  seat: Actor;
  comment: string;
  before: string; // the comment that precedes the move; `comment` follows it
}

export interface Tree {
  moves: ReadonlyMap<number, Move>;
  following: ReadonlyMap<number, readonly number[]>; // by the number of the move before
  comment: string; // the comment before the first move
  next: number; // the number of the next move
}

export const EMPTY: Tree = { moves: new Map(), following: new Map(), comment: "", next: 0 };

/** The moves that follow a move or START, first the one that continues its line. */
export const after = (tree: Tree, id: number): readonly number[] => tree.following.get(id) ?? [];

/** The moves from the start to this one. */
export function lineTo(tree: Tree, id: number): Move[] {
  const line: Move[] = [];
  for (let move = tree.moves.get(id); move; move = tree.moves.get(move.parent)) line.push(move);
  return line.reverse();
}

/** The move and all that continue its line. */
export function lineFrom(tree: Tree, id: number): Move[] {
  const line: Move[] = [];
  for (let move = tree.moves.get(id); move; move = tree.moves.get(after(tree, move.id)[0] ?? START))
    line.push(move);
  return line;
}

/** The last move of the line that continues from here. */
export const endOf = (tree: Tree, id: number): number => {
  const [first] = after(tree, id);
  return first === undefined ? id : (lineFrom(tree, first).at(-1)?.id ?? id);
};

/** The main line, from the first move. */
export function mainLine(tree: Tree): Move[] {
  const [first] = after(tree, START);
  return first === undefined ? [] : lineFrom(tree, first);
}

/** The tree with a move added, unless it is there already; and the number of that move. */
export function played(
  tree: Tree,
  parent: number,
  action: string,
  turn: number,
  seat: Actor,
): [Tree, number] {
  const known = after(tree, parent).find((id) => tree.moves.get(id)?.action === action);
  if (known !== undefined) return [tree, known];
  const id = tree.next;
  const move = { id, parent, action, turn, seat, comment: "", before: "" };
  const following = new Map(tree.following).set(parent, [...after(tree, parent), id]);
  return [{ ...tree, moves: new Map(tree.moves).set(id, move), following, next: id + 1 }, id];
}

/** The first move of the innermost variation that this move is in; undefined within the main line. */
export function branchOf(tree: Tree, id: number): Move | undefined {
  return lineTo(tree, id).findLast((move) => after(tree, move.parent)[0] !== move.id);
}

/** The tree in which the variation that a move is in comes one place earlier among its siblings. */
export function promoted(tree: Tree, id: number): Tree {
  const branch = branchOf(tree, id);
  if (!branch) return tree;
  const siblings = [...after(tree, branch.parent)];
  const at = siblings.indexOf(branch.id);
  siblings.splice(at - 1, 2, branch.id, siblings[at - 1] ?? branch.id);
  return { ...tree, following: new Map(tree.following).set(branch.parent, siblings) };
}

/** The tree without a move and all that follows it. */
export function without(tree: Tree, id: number): Tree {
  const gone = tree.moves.get(id);
  if (!gone) return tree;
  const [moves, following] = [new Map(tree.moves), new Map(tree.following)];
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    waiting.push(...after(tree, next));
    moves.delete(next);
    following.delete(next);
  }
  following.set(
    gone.parent,
    after(tree, gone.parent).filter((other) => other !== id),
  );
  return { ...tree, moves, following };
}

/** The tree with another comment on a move, or with START before the first one. */
export function commented(tree: Tree, id: number, comment: string): Tree {
  const move = tree.moves.get(id);
  if (!move) return { ...tree, comment };
  return { ...tree, moves: new Map(tree.moves).set(id, { ...move, comment }) };
}

/** The tree that the server has read from a record. */
export function treeOf(nodes: Node[], comment: string): Tree {
  const moves = new Map<number, Move>();
  const following = new Map<number, number[]>();
  nodes.forEach(({ parent, action, turn = 0, seat = "first", comment = "", before = "" }, id) => {
    moves.set(id, { id, parent, action, turn, seat, comment, before });
    following.set(parent, [...(following.get(parent) ?? []), id]);
  });
  return { moves, following, comment, next: nodes.length };
}

/** The moves as the server reads them: each later than its parent, which is given by its place in the list. */
export function nodesOf(tree: Tree): Node[] {
  const numbers = new Map([[START, START]]);
  const nodes: Node[] = [];
  const waiting = [START];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const id of after(tree, parent)) {
      const move = tree.moves.get(id);
      if (!move) continue;
      const { action, turn, seat, comment, before } = move;
      numbers.set(id, nodes.length);
      nodes.push({ parent: numbers.get(parent) ?? START, action, turn, seat, comment, before });
      waiting.push(id);
    }
  }
  return nodes;
}
