/** A game looked back on: what is known so far, and where in it the reader is. */

import * as api from "../server/api";
import { fetchDrawings } from "../drawings";
import { streamJson } from "../server/jsonLines";
import type { LineRequest, ReviewBegun, ReviewedPly, ReviewLine, ReviewSummary, Seat } from "../protocol";
import { errorText } from "../user/errors";
import { Line, Viewer, fetchViewer } from "../viewer/viewer.svelte";

const SECONDS_TO_TRY_AGAIN = 5;

export class Review extends Line {
  begun = $state.raw<ReviewBegun>();
  summed = $state.raw<ReviewSummary>();
  aside = $state.raw<Viewer>(); // another way to play on from the position of the game
  game = $state.raw(new Viewer([], [])); // with where in it one is, or has left it
  #plies: ReviewedPly[] = []; // by number, some still missing
  #heard = $state(0); // how often plies were added
  #problem = $state("");
  #leaving = new AbortController();

  constructor(
    readonly id: string,
    readonly lang: string,
    readonly wished = NaN, // the ply to begin with; else the end
  ) {
    super();
  }

  /** Listen until everything is known; a connection that is lost is made again. */
  async follow(): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      try {
        for await (const line of streamJson<ReviewLine>(`${api.game(this.id)}/review?lang=${this.lang}`, {
          signal,
        }))
          await this.#hear(line);
        if (this.summed?.complete || this.#problem) return;
      } catch (error) {
        if (signal.aborted) return;
        this.#problem = errorText(error);
        if (error instanceof api.ApiError) return;
      }
      await new Promise((done) => setTimeout(done, 1000 * SECONDS_TO_TRY_AGAIN));
    }
  }

  leave(): void {
    this.#leaving.abort();
  }

  async #hear(line: ReviewLine): Promise<void> {
    switch (line.type) {
      case "begun":
        await fetchDrawings(line.board.kind);
        this.#problem = "";
        if (!this.begun) this.#begin(line);
        break;
      case "ply":
        this.#plies[line.index] = line;
        this.#heard++;
        break;
      case "summed":
        this.summed = line;
        break;
      case "failed":
        this.#problem = line.reason;
    }
  }

  #begin(begun: ReviewBegun): void {
    const { story } = begun;
    this.game = new Viewer(story, [], lineTo(begun, story.length));
    this.game.go(Number.isInteger(this.wished) ? this.wished : story.length);
    this.begun = begun;
  }

  get problem(): string {
    return this.#problem || this.game.problem;
  }

  get length(): number {
    return this.game.length;
  }

  get at(): number {
    return this.game.at;
  }

  /** What is shown: its position, and what was played or could be played in it. */
  get shown(): Viewer {
    return this.aside ?? this.game;
  }

  get reviewed(): ReviewedPly | undefined {
    return this.aside ? undefined : this.plies[this.at];
  }

  /** What each ply changed, by number; some are not known yet. */
  get plies(): (ReviewedPly | undefined)[] {
    void this.#heard;
    return this.#plies;
  }

  /** What a position of the game is worth to the first seat, -1 to 1. */
  value(at: number): number | undefined {
    return this.plies[at]?.before ?? this.plies[at - 1]?.after;
  }

  /** Is that exact? */
  isExact(at: number): boolean {
    return (this.plies[at] ?? this.plies[at - 1])?.certainty === "exact";
  }

  // To and fro
  // -----------------------------------------------------------------------------------------------------------

  override get isFirst(): boolean {
    return !this.aside && this.game.isFirst;
  }

  override get isLast(): boolean {
    return this.shown.isLast;
  }

  go(at: number): void {
    this.aside = undefined;
    this.game.go(at);
  }

  override back(): void {
    if (this.aside?.isFirst) this.aside = undefined;
    else this.shown.back();
  }

  override on(): void {
    this.shown.on();
  }

  /** Show how the better action would have gone on. */
  async showBetter(): Promise<void> {
    const { at, begun, reviewed } = this;
    if (!begun || !reviewed?.line?.length) return;
    try {
      const found = await fetchViewer(lineTo(begun, at), reviewed.line, this.lang);
      if (this.at === at) this.aside = found;
    } catch (error) {
      this.#problem = errorText(error);
    }
  }
}

/** The line of the game after this many actions. */
const lineTo = ({ ruleset, start, story }: ReviewBegun, at: number): Required<LineRequest> => ({
  ruleset,
  start,
  actions: story.slice(0, at).map(({ action }) => action),
});

/** The name of a seat's player; two of the same character are distinguished by their pieces. */
export function player(begun: ReviewBegun, seat: Seat): string {
  const { first, second } = begun.seats;
  const { name, nickname } = begun.seats[seat];
  if (nickname && first.nickname === second.nickname) return `${nickname} (${name})`;
  return nickname ?? name;
}
