/** What the server says of itself in the page: where it is, its languages, whether this is a kiosk. */

const page = globalThis.document as Document | undefined; // none where the build renders drawings
const { url, languages, kiosk, base, alone } = page?.documentElement.dataset ?? {};

/** The path below which all pages are, "" unless this one has only a part of a host. */
export const BASE = base ?? "";

/** The address at which others reach this page. */
export const ORIGIN = url ?? (page?.location.origin ?? "") + BASE;

/** Is there no server?  Then this page is all there is, and nobody elsewhere can be met. */
export const ALONE = alone !== undefined;

/** The path below which a browser finds the server; a page without one finds its own answers below none. */
export const SERVER = ALONE ? "" : BASE;

export const LANGUAGES = languages?.split(",") ?? ["en", "fr", "de"];

/** Seconds without a touch after which a screen in a museum starts again; 0 at home. */
export const KIOSK = Number(kiosk ?? 0);
