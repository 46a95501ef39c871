/** What the server says of itself in the page: where it is, its languages, whether this is a kiosk. */

const page = globalThis.document as Document | undefined; // none where the build renders drawings
const { url, languages, kiosk } = page?.documentElement.dataset ?? {};

/** The address at which others reach this page. */
export const ORIGIN = url ?? page?.location.origin ?? "";

export const LANGUAGES = languages?.split(",") ?? ["en", "fr", "de"];

/** Seconds without a touch after which a screen in a museum starts again; 0 at home. */
export const KIOSK = Number(kiosk ?? 0);
