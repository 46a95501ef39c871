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
  #ofGame = true; // only the texts of a game's start are loaded
  #last: Promise<void> = Promise.resolve();

  /** Switch to another language. */
  load(id: string): Promise<void> {
    return this.#enqueue(async () => {
      this.texts = id === SOURCE ? {} : await api.fetchMessages(id, this.#ofGame);
      this.id = id;
      document.documentElement.lang = id;
    });
  }

  /** Switch to another language, also for the next visit. */
  async choose(id: string): Promise<void> {
    await this.load(id);
    store.set(id);
  }

  /** Load the texts of all pages, too. */
  complete(): Promise<void> {
    return this.#enqueue(async () => {
      if (!this.#ofGame) return;
      if (this.id !== SOURCE) this.texts = await api.fetchMessages(this.id, false);
      this.#ofGame = false;
    });
  }

  /** Make changes in order: late texts must not replace those of a later choice. */
  #enqueue(change: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(change, change);
    return this.#last;
  }
}

export const language = new Language();

/** A module that is loaded lazily, with its texts; in English if they cannot be loaded. */
export const lazy = <T>(part: Promise<T>): Promise<T> =>
  language.complete().then(
    () => part,
    () => part,
  );

/** The first of these that is offered: the language of the address, the stored one, the browser's; else the first one. */
export function preferredLanguage(): string {
  const requested = query().get("lang");
  const wishes = [requested, store.get(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wishes.find((wish) => wish && LANGUAGES.includes(wish)) ?? LANGUAGES[0] ?? "en";
}

/** A text in the language of the reader; `{name}` stands for a value. */
export function t(text: string, values: Record<string, string | number> = {}): string {
  const translated = language.texts[text] ?? text;
  return translated.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A name and a text: "name: text". */
export const labelled = (name: string, text: string): string => t("{name}: {text}", { name, text });
