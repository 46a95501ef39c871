/** The computer's evaluation of the position that is shown, while the panel is on. */

import { jsonRequest } from "../server/api";
import { streamJson } from "../server/jsonLines";
import { storedValue } from "../user/storage";
import type { AdviceAnswer, BestActions, ThrowValues, LineRequest } from "../protocol";
import { errorText } from "../user/errors";
import { language } from "../user/i18n.svelte";

const storedSwitch = storedValue<boolean>("engine");

export class Advice {
  on = $state(storedSwitch.get() ?? false);
  answer = $state.raw<BestActions | ThrowValues>();
  notice = $state("");
  #request: AbortController | undefined;

  switch(on: boolean): void {
    this.on = on;
    storedSwitch.set(on);
  }

  /** Evaluate another position; the evaluation of the one before stops. */
  async evaluate(line: LineRequest): Promise<void> {
    this.stop();
    const request = (this.#request = new AbortController());
    try {
      const path = `/api/analysis/advice?lang=${language.id}`;
      const init = { ...jsonRequest(line), signal: request.signal };
      for await (const message of streamJson<AdviceAnswer>(path, init)) {
        if (message.type === "none") this.notice = message.reason;
        else this.answer = message;
      }
    } catch (error) {
      if (!request.signal.aborted) this.notice = errorText(error);
    }
  }

  stop(): void {
    this.#request?.abort();
    this.answer = undefined;
    this.notice = "";
  }
}
