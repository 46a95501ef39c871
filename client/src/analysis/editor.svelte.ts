/** The position editor: pieces and fields, and the server's answer to them. */

import { looksAlike } from "../board/sprites";
import { postJson } from "../server/api";
import type { Editor, EditorRequest, Piece, PositionResult } from "../protocol";
import { errorText } from "../user/errors";
import { language } from "../user/i18n.svelte";
import { History } from "./undo.svelte";
import { moveTop, placePiece, removeTop, topPiece } from "./editPieces";

/** Pieces on squares, and the fields of the position text that the board does not show. */
interface Snapshot {
  pieces: Piece[];
  words: string[];
}

export const REMOVE = -1; // the number of the tool that takes pieces away
export const TRAY = "tray:"; // before the number of a piece that is dragged out of the palette

/** The pieces and fields of which positions are made. */
export const fetchEditor = (request: EditorRequest): Promise<Editor> =>
  postJson("/api/analysis/editor", language.id, request);

export class PositionEditor {
  readonly history: History<Snapshot>;
  result = $state.raw<PositionResult>();
  tool = $state<number>(); // which piece one puts down, or REMOVE; without one, pieces are moved
  chosen = $state(""); // the square whose piece is to move
  #pending = $state.raw<Promise<void>>(); // until the server has answered

  constructor(
    readonly ruleset: string,
    readonly definition: Editor,
  ) {
    const { pieces, values: words } = definition;
    this.history = new History({ pieces, words }, () => this.#check());
    this.#check();
  }

  get pieces(): Piece[] {
    return (!this.#pending && this.result?.position && this.result.pieces) || this.history.present.pieces;
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
    else this.chosen = chosen || !topPiece(pieces, place) ? "" : place;
  }

  /** Put a piece down, or take an identical one away. */
  #put(tool: number, place: string): void {
    const piece = this.piece(tool, place);
    const { together } = this.definition;
    const isStack = together.some(([lower, upper]) => lower === piece.kind && upper === piece.kind);
    if (!isStack && this.pieces.some((other) => other.place === place && looksAlike(other, piece)))
      this.#setPieces(this.pieces.filter((other) => other.place !== place || !looksAlike(other, piece)));
    else this.put(tool, place);
  }

  put(tool: number, place: string): void {
    this.#setPieces(placePiece(this.pieces, this.piece(tool, place), this.definition.together));
  }

  move(from: string, to: string): void {
    this.#setPieces(moveTop(this.pieces, from, to, this.definition.together));
  }

  take(place: string): void {
    if (topPiece(this.pieces, place)) this.#setPieces(removeTop(this.pieces, place));
  }

  /** A piece to put down. */
  piece(tool: number, place = ""): Piece {
    const { seat, kind, side } = this.definition.kinds[tool] ?? { seat: 0, kind: "", side: "" };
    return { place, seat, kind, side };
  }

  setField(n: number, word: string): void {
    this.#change({ pieces: this.pieces, words: this.words.with(n, word) });
  }

  clear(): void {
    this.#change({ pieces: [], words: this.definition.cleared });
  }

  /** The start of the rules. */
  async restart(): Promise<void> {
    try {
      const { pieces, values } = await fetchEditor({ ruleset: this.ruleset });
      this.#change({ pieces, words: values });
    } catch (error) {
      this.result = impossible(error);
    }
  }

  #setPieces(pieces: Piece[]): void {
    this.#change({ pieces, words: this.words });
  }

  #change(next: Snapshot): void {
    this.chosen = "";
    this.history.push(next);
  }

  /** The position as text, once the server has answered; "" if it is impossible. */
  async finalPosition(): Promise<string> {
    while (this.#pending) await this.#pending;
    return this.result?.position ?? "";
  }

  /** Ask the server whether the position is possible. */
  #check(): void {
    const answer = this.#fetchResult().then((result) => {
      if (answer !== this.#pending) return;
      this.result = result;
      this.#pending = undefined;
    });
    this.#pending = answer;
  }

  async #fetchResult(): Promise<PositionResult> {
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
