import { ApiError } from "../server/api";
import { ALONE } from "../address/site";
import { t } from "./words.svelte";

/** What to say where something does not come, and nothing says why. */
const unanswered = (): string =>
  ALONE ? t("A part of this page has failed. Please load it again.") : t("The server does not answer.");

/** What to say where a question to the server has failed. */
export const troubleOf = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : unanswered();

/** The same for a page of its own: rules that nobody knows make an address that leads nowhere. */
export const pageTroubleOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 400 ? t("There is no such page.") : troubleOf(error);
