/** The route in an address: what follows the root of all pages (site.ts). */

import { ALONE, BASE } from "./site";

type Parts = Pick<URL, "pathname" | "search" | "hash">;

const IN_HASH = /^#(\/[^?#]*)(\?[^#]*)?(#.*)?$/;

export function routeOf({ pathname, search, hash }: Parts): Parts {
  if (ALONE) {
    const [, path = "/", asked = search, fragment = ""] = IN_HASH.exec(hash) ?? [];
    return { pathname: path, search: asked, hash: fragment };
  }
  const isBelow = `${pathname}/`.startsWith(`${BASE}/`);
  return { pathname: isBelow ? pathname.slice(BASE.length) || "/" : pathname, search, hash };
}

/** What the address here asks for beside its page. */
export const query = (): URLSearchParams => new URLSearchParams(routeOf(location).search);
