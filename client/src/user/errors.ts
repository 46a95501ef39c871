import { ApiError } from "../server/api";
import { ALONE } from "../address/site";
import { t } from "./i18n.svelte";

/** What to say where something does not come, and nothing says why. */
export const noAnswerText = (): string =>
  ALONE ? t("A part of this page has failed. Please load it again.") : t("The server does not answer.");

/** What to say where a question to the server has failed. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : noAnswerText();

/** The same for a page of its own: rules that nobody knows make an address that leads nowhere. */
export const pageErrorText = (error: unknown): string =>
  error instanceof ApiError && error.status === 400 ? t("There is no such page.") : errorText(error);
