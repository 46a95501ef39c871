/** A position that is put together by hand: what stands where, and what the server says of it. */

import type { Editor, Piece, PositionTold } from "../protocol";
import { language } from "../words.svelte";
import { troubleOf } from "./analysis.svelte";
import * as asking from "./asking";
import { begun, done, redone, undone, type History } from "./history";
import { alike, moved, placed, taken, topOf } from "./placing";

/** Pieces on squares, and the words of the position text that the board does not tell. */
interface Setting {
  pieces: Piece[];
  words: string[];
}

export const REMOVE = -1; // the number of the tool that takes pieces away

export class PositionEditor {
  history = $state.raw<History<Setting>>(begun({ pieces: [], words: [] }));
  told = $state.raw<PositionTold>();
  tool = $state<number>(); // which piece one puts down, or REMOVE; without one, pieces are moved
  chosen = $state(""); // the square whose piece is to move
  #asked = 0;

  constructor(
    readonly ruleset: string,
    readonly editor: Editor,
  ) {
    this.history = begun({ pieces: editor.pieces, words: editor.values });
    void this.#ask();
  }

  get pieces(): Piece[] {
    return (this.told?.position && this.told.pieces) || this.history.present.pieces;
  }

  get words(): string[] {
    return this.history.present.words;
  }

  /** Point at a square: put the chosen piece down there, take the one there away, or move one. */
  point(place: string): void {
    const { tool, chosen, pieces } = this;
    if (tool === REMOVE) return this.take(place);
    if (tool !== undefined) return this.#put(tool, place);
    if (chosen && chosen !== place) this.move(chosen, place);
    else this.chosen = chosen || !topOf(pieces, place) ? "" : place;
  }

  /** Put a piece down; where just such a one stands alone, it goes. */
  #put(tool: number, place: string): void {
    const piece = this.piece(tool, place);
    const { together } = this.editor;
    const isStack = together.some(([lower, upper]) => lower === piece.kind && upper === piece.kind);
    if (!isStack && this.pieces.some((other) => other.place === place && alike(other, piece)))
      this.#set(this.pieces.filter((other) => other.place !== place || !alike(other, piece)));
    else this.put(tool, place);
  }

  put(tool: number, place: string): void {
    this.#set(placed(this.pieces, this.piece(tool, place), this.editor.together));
  }

  move(from: string, to: string): void {
    this.#set(moved(this.pieces, from, to, this.editor.together));
  }

  take(place: string): void {
    if (topOf(this.pieces, place)) this.#set(taken(this.pieces, place));
  }

  /** A piece to put down. */
  piece(tool: number, place = ""): Piece {
    const { seat, kind, side } = this.editor.kinds[tool] ?? { seat: 0, kind: "", side: "" };
    return { place, seat, kind, side };
  }

  say(n: number, word: string): void {
    this.#change({ pieces: this.pieces, words: this.words.with(n, word) });
  }

  clear(): void {
    this.#change({ pieces: [], words: this.editor.cleared });
  }

  /** The start of the rules. */
  async restart(): Promise<void> {
    try {
      const { pieces, values } = await asking.editor({ ruleset: this.ruleset }, language.id);
      this.#change({ pieces, words: values });
    } catch (error) {
      this.#trouble(error);
    }
  }

  undo(): void {
    this.history = undone(this.history);
    void this.#ask();
  }

  redo(): void {
    this.history = redone(this.history);
    void this.#ask();
  }

  #set(pieces: Piece[]): void {
    this.#change({ pieces, words: this.words });
  }

  #change(next: Setting): void {
    this.chosen = "";
    this.history = done(this.history, next);
    void this.#ask();
  }

  /** Ask whether it can be. */
  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    const { ruleset } = this;
    const { pieces, words } = this.history.present;
    this.told = this.told && { ...this.told, position: "" };
    try {
      const told = await asking.position({ ruleset, pieces, words }, language.id);
      if (asked === this.#asked) this.told = told;
    } catch (error) {
      if (asked === this.#asked) this.#trouble(error);
    }
  }

  #trouble(error: unknown): void {
    this.told = { position: "", said: troubleOf(error), pieces: [] };
  }
}
