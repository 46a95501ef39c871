import { ApiError } from "./api";
import { t } from "./words.svelte";

/** What to say where a question to the server has failed. */
export const troubleOf = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : t("The server does not answer.");

/** The same for a page of its own: rules that nobody knows make an address that leads nowhere. */
export const pageTroubleOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 400 ? t("There is no such page.") : troubleOf(error);
