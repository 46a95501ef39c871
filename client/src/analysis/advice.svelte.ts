/** What the computer thinks of the position that is shown, as long as somebody wants to know. */

import { streamed } from "../server/lines";
import { remembered } from "../reader/memory";
import type { AdviceAnswer, BestActions, ThrowValues, LineRequest } from "../protocol";
import { troubleOf } from "../reader/trouble";
import { language } from "../reader/words.svelte";

const wanted = remembered<boolean>("engine");

export class Advice {
  on = $state(wanted.get() ?? false);
  told = $state.raw<BestActions | ThrowValues>();
  thinking = $state(false);
  notice = $state("");
  #asking: AbortController | undefined;

  switch(on: boolean): void {
    this.on = on;
    wanted.set(on);
  }

  /** Ask about another position; what was thought of the one before ends. */
  async ask(line: LineRequest): Promise<void> {
    this.stop();
    const asking = (this.#asking = new AbortController());
    this.thinking = true;
    try {
      const path = `/api/analysis/advice?lang=${language.id}`;
      const asked = {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(line),
        signal: asking.signal,
      };
      for await (const said of streamed<AdviceAnswer>(path, asked)) this.#hear(said);
    } catch (error) {
      if (!asking.signal.aborted) this.notice = troubleOf(error);
    }
    if (!asking.signal.aborted) this.thinking = false;
  }

  stop(): void {
    this.#asking?.abort();
    this.told = undefined;
    this.thinking = false;
    this.notice = "";
  }

  #hear(said: AdviceAnswer): void {
    if (said.type === "none") this.notice = said.reason;
    else this.told = said;
  }
}
