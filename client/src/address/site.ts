/** Settings that the server puts into the page: its address, its languages, whether this is a kiosk. */

const page = globalThis.document as Document | undefined; // none where the build renders drawings
const { url, languages, kiosk, base, alone } = page?.documentElement.dataset ?? {};

/** The path below which all pages are, "" unless this one has only a part of a host. */
export const BASE = base ?? "";

/** Is there no server?  Then the whole application runs in this page, and no one can join from elsewhere. */
export const STANDALONE = alone !== undefined;

/** The path below which a browser finds the server; a page without one finds its own answers below none. */
export const SERVER = STANDALONE ? "" : BASE;

/** What the address of a page begins with, before its route ("/rules/seega"); a host of files knows only what is before "#". */
export const ROOT = STANDALONE ? `${BASE}/#` : BASE;

/** The same with the host, for addresses that are given to others. */
export const SITE_URL = url ?? (page?.location.origin ?? "") + ROOT;

export const LANGUAGES = languages?.split(",") ?? ["en", "fr", "de"];

/** Seconds without a touch after which a screen in a museum starts again; 0 at home. */
export const KIOSK = Number(kiosk ?? 0);
