import { fetchJson } from "../server/api";
import { pageErrorText } from "./errors";

/** The answer of the server at an address, fetched again when the address changes, for instance its language. */
export class Fetched<T> {
  answer = $state.raw<T>();
  problem = $state("");

  /** Without an address nothing is fetched yet; `onAnswer` is called with each answer before the page shows it. */
  constructor(address: () => string | undefined, onAnswer: (answer: T) => void = () => undefined) {
    $effect(() => {
      const path = address();
      if (!path) return;
      let isLate = false; // the address has changed meanwhile
      fetchJson<T>(path).then(
        (answer) => {
          if (isLate) return;
          onAnswer(answer);
          this.answer = answer;
        },
        (error: unknown) => {
          if (!isLate) this.problem = pageErrorText(error);
        },
      );
      return () => (isLate = true);
    });
  }
}
