/** What the server has put into the page, so that nobody asks for it: the first page, and the texts of a game. */

import type { Home } from "../protocol";

interface Told {
  lang?: string;
  home?: Home;
  messages?: Record<string, string>;
}

export const told = JSON.parse(globalThis.document?.getElementById("told")?.textContent ?? "{}") as Told;
