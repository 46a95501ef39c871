/** The texts of the page in the language of the reader; the English text is the key. */

import * as api from "../server/api";
import { storedValue } from "./storage";
import { query } from "../address/route";
import { LANGUAGES } from "../address/site";

const SOURCE = "en";

const store = storedValue<string>("language");

class Language {
  id = $state("en");
  texts = $state.raw<Record<string, string>>({});
  #ofGame = true; // only the texts that a game begins with are needed
  #last: Promise<void> = Promise.resolve();

  /** Speak another language from now on. */
  load(id: string): Promise<void> {
    return this.#inTurn(async () => {
      this.texts = id === SOURCE ? {} : await api.messages(id, this.#ofGame);
      this.id = id;
      document.documentElement.lang = id;
    });
  }

  /** Speak another language from now on, and at the next visit. */
  async choose(id: string): Promise<void> {
    await this.load(id);
    store.set(id);
  }

  /** Have the texts of what is opened later, too. */
  complete(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#ofGame) return;
      if (this.id !== SOURCE) this.texts = await api.messages(this.id, false);
      this.#ofGame = false;
    });
  }

  /** One change after another: texts that arrive late must not replace those of a later wish. */
  #inTurn(change: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(change, change);
    return this.#last;
  }
}

export const language = new Language();

/** What is loaded only when it is asked for, with the texts that it needs; should they not come, it speaks English. */
export const lazy = <T>(part: Promise<T>): Promise<T> =>
  language.complete().then(
    () => part,
    () => part,
  );

/** The language that the address asks for, the one chosen, or the first of the browser's, where it is offered; else the first offered. */
export function preferredLanguage(): string {
  const asked = query().get("lang");
  const wishes = [asked, store.get(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wishes.find((wish) => wish && LANGUAGES.includes(wish)) ?? LANGUAGES[0] ?? "en";
}

/** A text in the language of the reader; `{name}` stands for a value. */
export function t(text: string, values: Record<string, string | number> = {}): string {
  const said = language.texts[text] ?? text;
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A name and a text: "name: text". */
export const labelled = (name: string, text: string): string => t("{name}: {text}", { name, text });
