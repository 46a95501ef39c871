/** The texts of the page in the language of the reader; the English text is the key. */

import * as api from "./api";
import { remembered } from "./memory";

export const LANGUAGES = ["en", "fr", "de"];

const store = remembered<string>("language");

class Language {
  id = $state("en");
  texts = $state.raw<Record<string, string>>({});
  #later: Promise<void> | undefined; // until the other texts are there

  /** Speak another language from now on, and remember it. */
  async speak(id: string): Promise<void> {
    const later = this.#later && api.messages(id, "later");
    this.texts = { ...(await api.messages(id, "first")), ...(await later) };
    this.id = id;
    document.documentElement.lang = id;
    store.set(id);
  }

  /** Have the texts of what comes later as well. */
  complete(): Promise<void> {
    return (this.#later ??= api.messages(this.id, "later").then(
      (texts) => void (this.texts = { ...this.texts, ...texts }),
      () => (this.#later = undefined),
    ));
  }
}

export const language = new Language();

/** What is loaded only when it is asked for, with the texts that it needs; should they not come, it speaks English. */
export const later = <T>(part: Promise<T>): Promise<T> => language.complete().then(() => part);

/** The language remembered, else the first one of the browser's that we have, else English. */
export function preferredLanguage(): string {
  const wishes = [store.get() ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wishes.find((wish) => LANGUAGES.includes(wish)) ?? "en";
}

/** A text in the language of the reader; `{name}` stands for a value. */
export function t(text: string, values: Record<string, string | number> = {}): string {
  const said = language.texts[text] ?? text;
  return said.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
