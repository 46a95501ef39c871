/** What the computer thinks of the position that is shown, as long as somebody wants to know. */

import { answered } from "../api";
import { remembered } from "../memory";
import type { AdviceAnswer, Advised, Foreseen, LineAsked } from "../protocol";
import { language } from "../words.svelte";
import { troubleOf } from "./analysis.svelte";
import { jsonLines } from "../lines";

const wanted = remembered<boolean>("engine");

export class Advice {
  on = $state(wanted.get() ?? false);
  told = $state.raw<Advised | Foreseen>();
  preparing = $state(false);
  thinking = $state(false);
  notice = $state("");
  #asking: AbortController | undefined;

  switch(on: boolean): void {
    this.on = on;
    wanted.set(on);
  }

  /** Ask about another position; what was thought of the one before ends. */
  async ask(line: LineAsked): Promise<void> {
    this.stop();
    const asking = (this.#asking = new AbortController());
    this.thinking = true;
    try {
      const answer = await answered(`/api/analysis/advice?lang=${language.id}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(line),
        signal: asking.signal,
      });
      if (answer.body) for await (const said of jsonLines<AdviceAnswer>(answer.body)) this.#hear(said);
    } catch (error) {
      if (!asking.signal.aborted) this.notice = troubleOf(error);
    }
    if (!asking.signal.aborted) this.thinking = this.preparing = false;
  }

  stop(): void {
    this.#asking?.abort();
    this.told = undefined;
    this.thinking = this.preparing = false;
    this.notice = "";
  }

  #hear(said: AdviceAnswer): void {
    this.preparing = said.type === "preparing";
    if (said.type === "none") this.notice = said.reason;
    else if (said.type !== "preparing") this.told = said;
  }
}

/** A value from -1 to 1 as the chance to win, a draw counting half. */
export const percent = (value: number): string =>
  new Intl.NumberFormat(language.id, { style: "percent" }).format((1 + value) / 2);
