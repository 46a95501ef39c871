/** An analysis: the tree of moves, the current move, and the positions that the server returned. */

import { BoardController } from "../board/controller.svelte";
import type { Action, Line, LineRequest, Seat, State, Tree } from "../protocol";
import { actorIn, statusLines } from "../server/states";
import { errorText } from "../user/errors";
import { lineOf } from "../viewer/line";
import type { Stepping } from "../viewer/viewer.svelte";
import { language } from "../user/i18n.svelte";
import { newHistory, pushed, redone, undone, type History } from "./undo";
import * as trees from "./tree";
import { START } from "./tree";

/** Where it begins, the moves, and the one that the board shows. */
interface Snapshot {
  start: string; // a position text, "" for the start of the rules
  tree: trees.Tree;
  at: number;
}

const MOST_STEPS = 200; // that can be undone

export class Analysis extends BoardController implements Stepping {
  readonly record: Tree; // what was read, or the start of the rules
  history = $state.raw<History<Snapshot>>(newHistory({ start: "", tree: trees.EMPTY, at: START }));
  shown = $state.raw<Line>();

  readonly #known = new Map<string, Promise<Line>>(); // lines that the server returned
  readonly #main: string; // the main line that was read
  #requests = 0; // how often a line was asked for

  constructor(record: Tree, at = START) {
    super();
    this.record = record;
    const tree = trees.treeOf(record.nodes ?? [], record.comment ?? "");
    this.#main = actionsOf(trees.mainLine(tree)).join(" ");
    const [last] = trees.mainLine(tree).slice(0, Math.max(0, at)).slice(-1);
    this.history = newHistory({ start: record.start ?? "", tree, at: last?.id ?? START });
    void this.#show();
  }

  get tree(): trees.Tree {
    return this.history.present.tree;
  }

  get at(): number {
    return this.history.present.at;
  }

  /** The text of the position where it begins, "" for the start of the rules. */
  get beginning(): string {
    return this.history.present.start;
  }

  get state(): State | undefined {
    return this.shown?.states.at(-1);
  }

  /** The line that is shown, to ask something about it. */
  get line(): LineRequest {
    return { ruleset: this.record.ruleset, start: this.beginning, actions: this.actions };
  }

  /** What was played until here. */
  get actions(): string[] {
    return actionsOf(trees.lineTo(this.tree, this.at));
  }

  /** How many actions of the main line were played until here. */
  get played(): number {
    const main = new Set(trees.mainLine(this.tree).map(({ id }) => id));
    return trees.lineTo(this.tree, this.at).filter(({ id }) => main.has(id)).length;
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
    // the pieces that can move are seen
  }

  /** Try an action out that was pointed at. */
  async play(action: Action): Promise<void> {
    this.pending = action;
    this.chosen = action.picks;
    await this.try(action.text);
    this.pending = undefined;
  }

  /** Play a throw or lot; without a result one is drawn by its chances. */
  throw(result = this.#drawn()): Promise<void> {
    return this.try(result);
  }

  /** Try an action out that is written, or was proposed. */
  async try(action: string): Promise<void> {
    const { tree, at } = this;
    const request = ++this.#requests;
    try {
      const ply = (await this.#line([...this.actions, action])).plies.at(-1);
      if (!ply || request !== this.#requests) return;
      const [grown, id] = trees.played(tree, at, action, ply.turn, ply.seat);
      if (grown === tree) this.go(id);
      else this.#change({ start: this.beginning, tree: grown, at: id });
    } catch (error) {
      this.#problem(error);
    }
  }

  #drawn(): string {
    const { results = [] } = this.state?.throw ?? {};
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    let left = byte % 16;
    const chances = this.shown?.sixteenths ?? [];
    return results.find((_, n) => (left -= chances[n] ?? 0) < 0) ?? results.at(-1) ?? "";
  }

  // Where one is -------------------------------------------------------------------------------------------------

  /** Show a move. */
  go(id: number): void {
    if (id === this.at) return;
    this.history = { ...this.history, present: { ...this.history.present, at: id } };
    void this.#show();
  }

  get isFirst(): boolean {
    return this.at === START;
  }

  /** Is this the last move of its line? */
  get isLast(): boolean {
    return !trees.after(this.tree, this.at).length;
  }

  start(): void {
    this.go(START);
  }

  back(): void {
    this.go(this.tree.moves.get(this.at)?.parent ?? START);
  }

  on(): void {
    this.go(trees.after(this.tree, this.at)[0] ?? this.at);
  }

  end(): void {
    this.go(trees.endOf(this.tree, this.at));
  }

  /** Go to the variation beside this move. */
  goToVariation(step: 1 | -1): void {
    const { tree, at } = this;
    const moves = trees.after(tree, tree.moves.get(at)?.parent ?? START);
    this.go(moves[moves.indexOf(at) + step] ?? at);
  }

  // What becomes of the moves ----------------------------------------------------------------------------------------

  promote(): void {
    this.#change({ ...this.history.present, tree: trees.promoted(this.tree, this.at) });
  }

  remove(): void {
    const gone = this.tree.moves.get(this.at);
    if (gone)
      this.#change({ start: this.beginning, tree: trees.without(this.tree, gone.id), at: gone.parent });
  }

  comment(text: string): void {
    const safe = text.replaceAll("}", ")"); // a closing brace would end the comment in its record
    this.#change({ ...this.history.present, tree: trees.commented(this.tree, this.at, safe) });
  }

  /** Go on from another position, with nothing played yet. */
  beginAt(position: string): void {
    this.#change({ start: position, tree: trees.EMPTY, at: START });
  }

  undo(): void {
    this.history = undone(this.history);
    void this.#show();
  }

  redo(): void {
    this.history = redone(this.history);
    void this.#show();
  }

  #change(next: Snapshot): void {
    if (next.tree === this.tree) return;
    const { past, ...rest } = pushed(this.history, next);
    this.history = { ...rest, past: past.slice(-MOST_STEPS) };
    void this.#show();
  }

  /** The whole as the server makes a record of it. */
  get written(): Tree {
    const { tree, beginning: start, record } = this;
    const changed =
      start !== (record.start ?? "") || actionsOf(trees.mainLine(tree)).join(" ") !== this.#main;
    return { ...record, start, comment: tree.comment, nodes: trees.nodesOf(tree), changed };
  }

  // What the board shows
  // -----------------------------------------------------------------------------------------------

  /** Fetch the shown line again, in the current language. */
  reload(): void {
    this.#known.clear();
    void this.#show();
  }

  async #show(): Promise<void> {
    const request = ++this.#requests;
    const { beginning: start, actions } = this;
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
      this.#problem(error);
    }
  }
  #shownLine: string | undefined; // the line that the board shows

  #line(actions: string[]): Promise<Line> {
    const { beginning: start, record } = this;
    const key = keyOf(start, actions);
    const found = this.#known.get(key) ?? lineOf({ ruleset: record.ruleset, start, actions }, language.id);
    this.#known.set(key, found);
    found.catch(() => this.#known.delete(key));
    return found;
  }

  #problem(error: unknown): void {
    this.chosen = [];
    this.notice = errorText(error);
  }
}

const keyOf = (start: string, actions: string[]): string => [start, ...actions].join(" ");
const actionsOf = (moves: trees.Move[]): string[] => moves.map(({ action }) => action);
