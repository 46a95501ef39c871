/** The position editor: pieces and fields, and the server's answer to them. */

import { alike } from "../board/sprites";
import { postJson } from "../server/api";
import type { Editor, EditorRequest, Piece, PositionResult } from "../protocol";
import { errorText } from "../user/errors";
import { language } from "../user/i18n.svelte";
import { newHistory, pushed, redone, undone, type History } from "./undo";
import { moved, placed, taken, topOf } from "./placing";

/** Pieces on squares, and the fields of the position text that the board does not show. */
interface Setting {
  pieces: Piece[];
  words: string[];
}

export const REMOVE = -1; // the number of the tool that takes pieces away

/** What positions are put together from. */
export const editorOf = (asked: EditorRequest): Promise<Editor> =>
  postJson("/api/analysis/editor", language.id, asked);

export class PositionEditor {
  history = $state.raw<History<Setting>>(newHistory({ pieces: [], words: [] }));
  result = $state.raw<PositionResult>();
  tool = $state<number>(); // which piece one puts down, or REMOVE; without one, pieces are moved
  chosen = $state(""); // the square whose piece is to move
  #answer = $state.raw<Promise<void>>(); // until the server has answered

  constructor(
    readonly ruleset: string,
    readonly editor: Editor,
  ) {
    this.history = newHistory({ pieces: editor.pieces, words: editor.values });
    this.#look();
  }

  get pieces(): Piece[] {
    return (!this.#answer && this.result?.position && this.result.pieces) || this.history.present.pieces;
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

  /** Put a piece down; where just such a one is alone, it goes. */
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

  setField(n: number, word: string): void {
    this.#change({ pieces: this.pieces, words: this.words.with(n, word) });
  }

  clear(): void {
    this.#change({ pieces: [], words: this.editor.cleared });
  }

  /** The start of the rules. */
  async restart(): Promise<void> {
    try {
      const { pieces, values } = await editorOf({ ruleset: this.ruleset });
      this.#change({ pieces, words: values });
    } catch (error) {
      this.result = impossible(error);
    }
  }

  undo(): void {
    this.history = undone(this.history);
    this.#look();
  }

  redo(): void {
    this.history = redone(this.history);
    this.#look();
  }

  #set(pieces: Piece[]): void {
    this.#change({ pieces, words: this.words });
  }

  #change(next: Setting): void {
    this.chosen = "";
    this.history = pushed(this.history, next);
    this.#look();
  }

  /** The position as text, once all that was done is answered; "" where it cannot be. */
  async finalPosition(): Promise<string> {
    while (this.#answer) await this.#answer;
    return this.result?.position ?? "";
  }

  /** Ask whether it can be. */
  #look(): void {
    const answer = this.#ask().then((result) => {
      if (answer !== this.#answer) return;
      this.result = result;
      this.#answer = undefined;
    });
    this.#answer = answer;
  }

  async #ask(): Promise<PositionResult> {
    const { ruleset } = this;
    const { pieces, words } = this.history.present;
    try {
      return await postJson<PositionResult>("/api/analysis/position", language.id, {
        ruleset,
        pieces,
        words,
      });
    } catch (error) {
      return impossible(error);
    }
  }
}

const impossible = (error: unknown): PositionResult => ({ position: "", text: errorText(error) });
