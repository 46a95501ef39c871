/**
 * The first page as it is painted before any script runs: drawn at build time, with marks for the server to fill in.
 *
 * ⟦text⟧ stands for a text of the page in the language of the reader, ⟦@word⟧ for a word of the game that is shown.
 */

import { render } from "svelte/server";
import type { Home } from "../src/protocol";

const LANGUAGE = "-"; // none of those that can be chosen: the server says which is

// What the page's parts ask of a browser while they are loaded; there is nothing to find.
const location = { pathname: "/", hash: "", origin: "" };
const BROWSER = {
  addEventListener: () => undefined,
  document: { documentElement: { dataset: { base: "." } }, getElementById: () => null, location },
  history: { state: null },
  location,
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
};

/** The first page while its board is on its way: a board as long as it is wide, or a long one; and a game. */
export async function shells(): Promise<{ square: string; long: string; game: string }> {
  const before = Object.keys(BROWSER).map((name) => [name, Reflect.get(globalThis, name)] as const);
  Object.assign(globalThis, BROWSER);
  try {
    const { default: App } = await import("../src/App.svelte");
    const { default: Pages } = await import("../src/pages/Pages.svelte");
    const { default: LoadingHead } = await import("../src/game/LoadingHead.svelte");
    const { embedded } = await import("../src/server/api");
    const { language } = await import("../src/user/i18n.svelte");
    language.id = LANGUAGE;
    language.texts = new Proxy({}, { get: (_, text) => `⟦${String(text)}⟧` });
    const painted = (width: number): string => {
      Object.assign(embedded, { lang: LANGUAGE, home: marked(width) });
      return bare(render(App, { props: { Loaded: Pages } }).body);
    };
    return { square: painted(1), long: painted(2), game: bare(render(LoadingHead).body) };
  } finally {
    Object.assign(globalThis, Object.fromEntries(before));
  }
}

/** Markup without the comments that Svelte would find its way by. */
const bare = (markup: string): string => markup.replace(/<!--.*?-->/g, "");

function marked(width: number): Home {
  const [id, title, label, default_preset] = ["⟦@id⟧", "⟦@title⟧", "⟦@label⟧", "⟦@default_preset⟧"];
  const board = { kind: "", width, height: 1, squares: [], areas: [], track: [] };
  const system = { id, title, label, default_preset, family: "", lesson: 1, puzzles: 0, pieces: [], board };
  return { systems: [system], shown: { system: id, level: "", plies: [], pieces: [] }, daily: null } as never;
}
