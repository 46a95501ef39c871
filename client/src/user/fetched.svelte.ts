import { fetchJson } from "../server/api";
import { pageErrorText } from "./errors";

/** An answer of the server, fetched again when what it depends on changes, for instance the language. */
export class Fetched<T> {
  answer = $state.raw<T>();
  problem = $state("");
  #tries = $state(0);

  /**
   * `fetching` returns the address or the promise of the answer, or nothing where there is none yet; `onAnswer` is called
   * with each answer before the page shows it.
   */
  constructor(
    fetching: () => string | Promise<T> | undefined,
    onAnswer: (answer: T) => void = () => undefined,
  ) {
    $effect(() => {
      void this.#tries;
      const asked = fetching();
      let isLate = false; // something has changed meanwhile
      (typeof asked === "string" ? fetchJson<T>(asked) : asked)?.then(
        (answer) => {
          if (isLate) return;
          onAnswer(answer);
          this.answer = answer;
          this.problem = "";
        },
        (error: unknown) => {
          if (!isLate) this.problem = pageErrorText(error);
        },
      );
      return () => (isLate = true);
    });
  }

  readonly retry = (): void => void this.#tries++;
}
