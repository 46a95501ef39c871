/** The route in an address: what follows the root of all pages (site.ts). */

import { STANDALONE, BASE } from "./site";

type Parts = Pick<URL, "pathname" | "search" | "hash">;

const IN_HASH = /^#(\/[^?#]*)(\?[^#]*)?(#.*)?$/;

export function routeOf({ pathname, search, hash }: Parts): Parts {
  if (STANDALONE) {
    const [, path = "/", ownQuery = search, fragment = ""] = IN_HASH.exec(hash) ?? [];
    return { pathname: path, search: ownQuery, hash: fragment };
  }
  const isBelow = `${pathname}/`.startsWith(`${BASE}/`);
  return { pathname: isBelow ? pathname.slice(BASE.length) || "/" : pathname, search, hash };
}

/** The query parameters of the current address. */
export const query = (): URLSearchParams => new URLSearchParams(routeOf(location).search);
