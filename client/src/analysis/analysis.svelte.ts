/** A position that is analysed: what was tried out, where one stands in it, and what the server says of that. */

import { goingTo } from "../board/labels";
import type { Playing } from "../board/playing";
import { named, nextPlaces, press } from "../game/picks";
import type { Stage } from "../game/session.svelte";
import {
  SEATS,
  type Action,
  type Line,
  type LineAsked,
  type Ply,
  type Seat,
  type State,
  type Tree,
} from "../protocol";
import { troubleOf } from "../trouble";
import { language } from "../words.svelte";
import * as asking from "./asking";
import { begun, done, redone, undone, type History } from "./history";
import * as trees from "./tree";
import { START } from "./tree";

/** The moves, and the one that the board shows. */
interface Standing {
  tree: trees.Tree;
  at: number;
}

const MOST_STEPS = 200; // that can be undone

export class Analysis implements Playing {
  readonly record: Tree; // what was read, or the start of the rules
  history = $state.raw<History<Standing>>(begun({ tree: trees.EMPTY, at: START }));
  shown = $state.raw<Line>();
  story = $state.raw<Ply[]>([]); // the ply that led here
  chosen = $state.raw<string[]>([]);
  pending = $state.raw<Action>();
  held = undefined;
  presence = undefined;
  notice = $state(""); // a calm sentence: why something cannot be done
  announced = $state.raw<string[]>([]);
  stage: Stage | undefined;

  readonly #known = new Map<string, Promise<Line>>(); // what the server has said of lines
  readonly #main: string; // the main line that was read
  #asked = 0; // how often a line was asked for

  constructor(record: Tree, at = START) {
    this.record = record;
    const tree = trees.treeOf(record.nodes ?? [], record.comment ?? "");
    this.#main = actionsOf(trees.mainLine(tree)).join(" ");
    const [last] = trees.mainLine(tree).slice(0, Math.max(0, at)).slice(-1);
    this.history = begun({ tree, at: last?.id ?? START });
    void this.#show();
  }

  get tree(): trees.Tree {
    return this.history.present.tree;
  }

  get at(): number {
    return this.history.present.at;
  }

  get state(): State | undefined {
    return this.shown?.state;
  }

  /** The line that is shown, to ask something about it. */
  get asked(): LineAsked {
    const { ruleset, start = "" } = this.record;
    return { ruleset, start, actions: this.actions };
  }

  /** What was played until here. */
  get actions(): string[] {
    return actionsOf(trees.lineTo(this.tree, this.at));
  }

  get actor(): Seat | undefined {
    const { state } = this;
    return SEATS.find((seat) => seat === state?.to_move || seat === state?.throw?.seat);
  }

  get legal(): Action[] {
    return this.pending ? [] : (this.state?.legal ?? []);
  }

  get targets(): Set<string> {
    return this.chosen.length ? nextPlaces(this.legal, this.chosen) : new Set();
  }

  /** Actions that the chosen places name alike. */
  get alternatives(): Action[] {
    return named(this.legal, this.chosen);
  }

  point(place: string): void {
    this.notice = "";
    const meant = press(this.legal, this.chosen, place);
    if (meant.what === "play") return void this.play(meant.action);
    this.chosen = meant.what === "choose" ? meant.chosen : [];
    if (this.targets.size) this.announced = [goingTo(place, [...this.targets])];
  }

  unchoose(): void {
    this.chosen = [];
    this.notice = "";
  }

  /** Try an action out that was pointed at. */
  async play(action: Action): Promise<void> {
    this.pending = action;
    this.chosen = action.picks;
    await this.try(action.text);
    this.pending = undefined;
  }

  /** Say what was thrown or drawn, or have it drawn by its chances. */
  throw(result = this.#drawn()): Promise<void> {
    return this.try(result);
  }

  /** Try an action out that is written, or was proposed. */
  async try(action: string): Promise<void> {
    const { tree, at } = this;
    const asked = ++this.#asked;
    try {
      const { ply } = await this.#line([...this.actions, action]);
      if (!ply || asked !== this.#asked) return;
      const [grown, id] = trees.played(tree, at, action, ply.turn, ply.seat);
      if (grown === tree) this.go(id);
      else this.#change({ tree: grown, at: id });
    } catch (error) {
      this.#trouble(error);
    }
  }

  #drawn(): string {
    const { results = [] } = this.state?.throw ?? {};
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    let left = byte % 16;
    const chances = this.shown?.sixteenths ?? [];
    return results.find((_, n) => (left -= chances[n] ?? 0) < 0) ?? results.at(-1) ?? "";
  }

  // Where one stands ---------------------------------------------------------------------------------------------

  /** Show a move. */
  go(id: number): void {
    if (id === this.at) return;
    this.history = { ...this.history, present: { tree: this.tree, at: id } };
    void this.#show();
  }

  back(): void {
    this.go(this.tree.moves.get(this.at)?.parent ?? START);
  }

  forward(): void {
    this.go(trees.after(this.tree, this.at)[0] ?? this.at);
  }

  /** Go to the first, or the last move of this line. */
  farthest(end: boolean): void {
    this.go(end ? trees.endOf(this.tree, this.at) : START);
  }

  /** Go to the variation beside this move. */
  beside(step: 1 | -1): void {
    const { tree, at } = this;
    const moves = trees.after(tree, tree.moves.get(at)?.parent ?? START);
    this.go(moves[moves.indexOf(at) + step] ?? at);
  }

  // What becomes of the moves ----------------------------------------------------------------------------------------

  promote(): void {
    this.#change({ tree: trees.promoted(this.tree, this.at), at: this.at });
  }

  remove(): void {
    const gone = this.tree.moves.get(this.at);
    if (gone) this.#change({ tree: trees.without(this.tree, gone.id), at: gone.parent });
  }

  comment(text: string): void {
    const said = text.replaceAll("}", ")"); // a closing brace would end the comment in its record
    this.#change({ tree: trees.commented(this.tree, this.at, said), at: this.at });
  }

  undo(): void {
    this.history = undone(this.history);
    void this.#show();
  }

  redo(): void {
    this.history = redone(this.history);
    void this.#show();
  }

  #change(next: Standing): void {
    if (next.tree === this.tree) return;
    const { past, ...rest } = done(this.history, next);
    this.history = { ...rest, past: past.slice(-MOST_STEPS) };
    void this.#show();
  }

  /** The whole as the server makes a record of it. */
  get written(): Tree {
    const { tree, record } = this;
    const changed = actionsOf(trees.mainLine(tree)).join(" ") !== this.#main;
    return { ...record, comment: tree.comment, nodes: trees.nodesOf(tree), changed };
  }

  // What the board shows -----------------------------------------------------------------------------------------------

  /** Say everything again, in the language of now. */
  retell(): void {
    this.#known.clear();
    void this.#show();
  }

  async #show(): Promise<void> {
    const asked = ++this.#asked;
    const actions = this.actions;
    const before = this.#standing;
    try {
      const line = await this.#line(actions);
      if (asked !== this.#asked) return;
      if (line.ply && before === actions.slice(0, -1).join(" ")) await this.stage?.enact(line.ply);
      if (asked !== this.#asked) return;
      this.#standing = actions.join(" ");
      this.chosen = [];
      this.notice = "";
      this.shown = line;
      this.story = line.ply ? [line.ply] : [];
      this.announced = [line.ply?.spoken ?? "", ...told(line.state)].filter(Boolean);
    } catch (error) {
      this.#trouble(error);
    }
  }
  #standing: string | undefined; // the line that the board shows

  #line(actions: string[]): Promise<Line> {
    const { ruleset, start = "" } = this.record;
    const key = actions.join(" ");
    const found = this.#known.get(key) ?? asking.line({ ruleset, start, actions }, language.id);
    this.#known.set(key, found);
    found.catch(() => this.#known.delete(key));
    return found;
  }

  #trouble(error: unknown): void {
    this.chosen = [];
    this.notice = troubleOf(error);
  }
}

const actionsOf = (moves: trees.Move[]): string[] => moves.map(({ action }) => action);

/** Whose turn it is and what is asked, or how the game ended. */
export const told = (state: State): string[] => (state.result ? [state.result.text] : state.situation);
