/** Which page the address names: `/`, `/new/PRESET`, `/rules/PRESET`, `/history/PRESET`, `/history`, `/tips/PRESET`, `/learn/PRESET`, `/puzzles/PRESET`, `/game/ID#KEY`, `/invitation/ID#SECRET`, `/review/ID`, `/review`, `/embed/ID`, `/embed/position/RULESET`, `/rulings#CODE`, `/rulings/GAME#CODE`, `/code`, `/analysis/RULESET`, `/games`, `/daily`, `/about`, `/again/ID`. */

import { routeOf } from "./route";
import { KIOSK, ROOT } from "./site";

export type Page =
  | { name: "home" }
  | { name: PresetPage; preset: string }
  | { name: "game"; id: string; key: string }
  | { name: "invitation"; id: string; secret: string }
  | { name: "rulings"; of: string; code: string }
  | { name: "review" | "again"; id: string }
  | { name: "embed"; id: string; ruleset: string }
  | { name: PlainPage }
  | { name: "analysis"; preset: string }
  | { name: "unknown" };

type PlainPage = "code" | "games" | "daily" | "about"; // without parameters
type PresetPage = "new" | "rules" | "history" | "tips" | "learn" | "puzzles";

const hasPreset = (name: string): name is PresetPage => /^(new|rules|history|tips|learn|puzzles)$/.test(name);

const isPlainPage = (name: string): name is PlainPage => /^(code|games|daily|about)$/.test(name);

/** The page of an address. */
export function parseRoute(path: string, fragment: string): Page {
  const [name = "", rest = "", more] = path.split("/").slice(1).map(decodeURIComponent);
  if (name === "embed" && rest) return { name, id: rest, ruleset: more ?? "" };
  if (more !== undefined) return { name: "unknown" };
  if (!name) return { name: "home" };
  if (hasPreset(name) && (rest || name === "history")) return { name, preset: rest };
  const secret = fragment.replace(/^#/, "");
  if (name === "game" && rest) return { name, id: rest, key: secret };
  if (name === "invitation" && rest) return { name, id: rest, secret };
  if (name === "review" || (name === "again" && rest)) return { name, id: rest };
  if (name === "rulings") return { name, of: rest, code: secret };
  if (isPlainPage(name) && !rest) return { name };
  if (name === "analysis") return { name, preset: rest };
  return { name: "unknown" };
}

const currentPage = (): Page => {
  try {
    const { pathname, hash } = routeOf(location);
    const { key = "" } = (history.state ?? {}) as { key?: string }; // of the game in this entry of the history
    return parseRoute(pathname, hash || key);
  } catch {
    return { name: "unknown" }; // an address that is not well encoded
  }
};

class Router {
  page = $state.raw<Page>(currentPage());

  constructor() {
    addEventListener("popstate", () => (this.page = currentPage()));
    addEventListener("click", (event) => this.#follow(event));
  }

  go(route: string): void {
    const address = ROOT + route;
    if (address === location.pathname + location.search + location.hash) return;
    history.pushState(null, "", address);
    this.page = currentPage();
    scrollTo(0, 0);
  }

  /** Follow links within the page without loading it again. */
  #follow(event: MouseEvent): void {
    if (this.page.name === "embed") return; // in a frame no other page is shown
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin) {
      if (KIOSK) event.preventDefault(); // there is no way back
      return;
    }
    const { pathname, search, hash } = routeOf(link);
    if (!link.href.startsWith(`${location.origin}${ROOT}/`) || pathname.startsWith("/api/")) return;
    event.preventDefault();
    this.go(pathname + search + hash);
  }
}

export const router = new Router();
