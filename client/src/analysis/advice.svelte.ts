/** The computer's evaluation of the position that is shown, while the panel is on. */

import { json } from "../server/api";
import { streamJson } from "../server/jsonLines";
import { storedValue } from "../user/storage";
import type { AdviceAnswer, BestActions, ThrowValues, LineRequest } from "../protocol";
import { errorText } from "../user/errors";
import { language } from "../user/i18n.svelte";

const wanted = storedValue<boolean>("engine");

export class Advice {
  on = $state(wanted.get() ?? false);
  answer = $state.raw<BestActions | ThrowValues>();
  notice = $state("");
  #asking: AbortController | undefined;

  switch(on: boolean): void {
    this.on = on;
    wanted.set(on);
  }

  /** Evaluate another position; the evaluation of the one before stops. */
  async ask(line: LineRequest): Promise<void> {
    this.stop();
    const asking = (this.#asking = new AbortController());
    try {
      const path = `/api/analysis/advice?lang=${language.id}`;
      const asked = { ...json(line), signal: asking.signal };
      for await (const said of streamJson<AdviceAnswer>(path, asked)) {
        if (said.type === "none") this.notice = said.reason;
        else this.answer = said;
      }
    } catch (error) {
      if (!asking.signal.aborted) this.notice = errorText(error);
    }
  }

  stop(): void {
    this.#asking?.abort();
    this.answer = undefined;
    this.notice = "";
  }
}
