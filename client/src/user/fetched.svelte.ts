import { ask } from "../server/api";
import { pageTroubleOf } from "./errors";

/** What the server says at an address; asked again when that changes, as it does with the language. */
export class Asked<T> {
  answer = $state.raw<T>();
  trouble = $state("");

  /** Without an address nothing is asked yet; `hear` is told each answer before the page shows it. */
  constructor(address: () => string | undefined, hear: (answer: T) => void = () => undefined) {
    $effect(() => {
      const path = address();
      if (!path) return;
      let isLate = false; // one has gone on meanwhile
      ask<T>(path).then(
        (answer) => {
          if (isLate) return;
          hear(answer);
          this.answer = answer;
        },
        (error: unknown) => {
          if (!isLate) this.trouble = pageTroubleOf(error);
        },
      );
      return () => (isLate = true);
    });
  }
}
