/** An analysis: the tree of moves, the current move, and the positions that the server returned. */

import { BoardController } from "../board/controller.svelte";
import type { Action, Line, LineRequest, Seat, State, Tree } from "../protocol";
import { actorIn, statusLines } from "../server/states";
import { errorText } from "../user/errors";
import { fetchLine } from "../viewer/line";
import type { PlyNavigation } from "../viewer/viewer.svelte";
import { language } from "../user/i18n.svelte";
import { History } from "./undo.svelte";
import * as trees from "./tree";
import { START } from "./tree";

/** What can be undone: the start, the moves, and the current one. */
interface Snapshot {
  start: string; // a position text, "" for the start of the rules
  tree: trees.Tree;
  at: number;
}

export class Analysis extends BoardController implements PlyNavigation {
  readonly record: Tree; // what was read, or the start of the rules
  readonly history: History<Snapshot>;
  shown = $state.raw<Line>();

  readonly #lines = new Map<string, Promise<Line>>(); // lines that the server returned
  readonly #mainLineRead: string; // the main line that was read
  #requests = 0; // lines requested so far: late answers are ignored

  constructor(record: Tree, at = START) {
    super();
    this.record = record;
    const tree = trees.treeFromNodes(record.nodes ?? [], record.comment ?? "");
    this.#mainLineRead = actionsOf(trees.mainLine(tree)).join(" ");
    const [last] = trees.mainLine(tree).slice(0, Math.max(0, at)).slice(-1);
    const present = { start: record.start ?? "", tree, at: last?.id ?? START };
    this.history = new History(present, () => void this.#show());
    void this.#show();
  }

  get tree(): trees.Tree {
    return this.history.present.tree;
  }

  get currentId(): number {
    return this.history.present.at;
  }

  /** The text of the position where it begins, "" for the start of the rules. */
  get startPosition(): string {
    return this.history.present.start;
  }

  get state(): State | undefined {
    return this.shown?.states.at(-1);
  }

  /** The shown line, for requests about it. */
  get line(): LineRequest {
    return { ruleset: this.record.ruleset, start: this.startPosition, actions: this.actions };
  }

  /** What was played until here. */
  get actions(): string[] {
    return actionsOf(trees.lineTo(this.tree, this.currentId));
  }

  /** How many actions of the main line were played until here. */
  get mainLinePly(): number {
    const main = new Set(trees.mainLine(this.tree).map(({ id }) => id));
    return trees.lineTo(this.tree, this.currentId).filter(({ id }) => main.has(id)).length;
  }

  get actor(): Seat | undefined {
    return actorIn(this.state);
  }

  get legal(): Action[] {
    return this.pending ? [] : (this.state?.legal ?? []);
  }

  protected decide(action: Action): void {
    void this.play(action);
  }

  protected refuse(): void {
    // movable pieces are highlighted anyway
  }

  /** Play an action chosen on the board. */
  async play(action: Action): Promise<void> {
    this.pending = action;
    this.chosen = action.picks;
    await this.tryAction(action.text);
    this.pending = undefined;
  }

  /** Play a throw or lot; without a result one is drawn by its chances. */
  throw(result = this.#drawThrow()): Promise<void> {
    return this.tryAction(result);
  }

  /** Play an action given as text. */
  async tryAction(action: string): Promise<void> {
    const { tree, currentId: at } = this;
    const request = ++this.#requests;
    try {
      const ply = (await this.#line([...this.actions, action])).plies.at(-1);
      if (!ply || request !== this.#requests) return;
      const [changed, id] = trees.addMove(tree, at, action, ply.turn, ply.seat);
      if (changed === tree) this.go(id);
      else this.#change({ start: this.startPosition, tree: changed, at: id });
    } catch (error) {
      this.#fail(error);
    }
  }

  #drawThrow(): string {
    const { results = [] } = this.state?.throw ?? {};
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    let left = byte % 16;
    const chances = this.shown?.sixteenths ?? [];
    return results.find((_, n) => (left -= chances[n] ?? 0) < 0) ?? results.at(-1) ?? "";
  }

  /** Show a move. */
  go(id: number): void {
    if (id === this.currentId) return;
    this.history.present = { ...this.history.present, at: id };
  }

  get isFirst(): boolean {
    return this.currentId === START;
  }

  /** Is this the last move of its line? */
  get isLast(): boolean {
    return !trees.childrenOf(this.tree, this.currentId).length;
  }

  start(): void {
    this.go(START);
  }

  back(): void {
    this.go(this.tree.moves.get(this.currentId)?.parent ?? START);
  }

  next(): void {
    this.go(trees.childrenOf(this.tree, this.currentId)[0] ?? this.currentId);
  }

  end(): void {
    this.go(trees.lineEnd(this.tree, this.currentId));
  }

  /** Go to the next or previous variation of this move. */
  goToVariation(step: 1 | -1): void {
    const { tree, currentId: at } = this;
    const moves = trees.childrenOf(tree, tree.moves.get(at)?.parent ?? START);
    this.go(moves[moves.indexOf(at) + step] ?? at);
  }

  promote(): void {
    this.#change({ ...this.history.present, tree: trees.promote(this.tree, this.currentId) });
  }

  remove(): void {
    const { present } = this.history;
    const move = this.tree.moves.get(this.currentId);
    if (move) this.#change({ ...present, tree: trees.removeMove(this.tree, move.id), at: move.parent });
  }

  comment(text: string): void {
    const safe = text.replaceAll("}", ")"); // a closing brace would end the comment in its record
    this.#change({ ...this.history.present, tree: trees.setComment(this.tree, this.currentId, safe) });
  }

  /** Go on from another position, with nothing played yet. */
  beginAt(position: string): void {
    this.#change({ start: position, tree: trees.EMPTY_TREE, at: START });
  }

  #change(next: Snapshot): void {
    if (next.tree !== this.tree) this.history.push(next);
  }

  /** The record with all changes, which the server writes. */
  get editedRecord(): Tree {
    const { tree, startPosition: start, record } = this;
    const changed =
      start !== (record.start ?? "") || actionsOf(trees.mainLine(tree)).join(" ") !== this.#mainLineRead;
    return { ...record, start, comment: tree.comment, nodes: trees.nodesFromTree(tree), changed };
  }

  /** Fetch the shown line again, in the current language. */
  reload(): void {
    this.#lines.clear();
    void this.#show();
  }

  async #show(): Promise<void> {
    const request = ++this.#requests;
    const { startPosition: start, actions } = this;
    const before = this.#shownLine;
    try {
      const line = await this.#line(actions);
      if (request !== this.#requests) return;
      const ply = line.plies.at(-1);
      if (ply && before === keyOf(start, actions.slice(0, -1))) await this.stage?.animate(ply);
      if (request !== this.#requests) return;
      this.#shownLine = keyOf(start, actions);
      this.chosen = [];
      this.notice = "";
      this.shown = line;
      this.story = line.plies; // the ply that led here
      this.announced = [ply?.description ?? "", ...(this.state ? statusLines(this.state) : [])].filter(
        Boolean,
      );
    } catch (error) {
      this.#fail(error);
    }
  }
  #shownLine: string | undefined; // the line that the board shows

  #line(actions: string[]): Promise<Line> {
    const { startPosition: start, record } = this;
    const key = keyOf(start, actions);
    const found = this.#lines.get(key) ?? fetchLine({ ruleset: record.ruleset, start, actions }, language.id);
    this.#lines.set(key, found);
    found.catch(() => this.#lines.delete(key));
    return found;
  }

  #fail(error: unknown): void {
    this.chosen = [];
    this.notice = errorText(error);
  }
}

const keyOf = (start: string, actions: string[]): string => [start, ...actions].join(" ");
const actionsOf = (moves: trees.Move[]): string[] => moves.map(({ action }) => action);
