/** What the server has put into the page, so that nobody asks for it: the first page, and the texts of a game. */

import type { Home } from "./protocol";

interface Told {
  lang?: string;
  home?: Home;
  messages?: Record<string, string>;
}

const script = (globalThis.document as Document | undefined)?.getElementById("told");

export const told: Told = script ? (JSON.parse(script.textContent) as Told) : {};
