import { ApiError } from "../server/api";
import { STANDALONE } from "../address/site";
import { t } from "./i18n.svelte";

/** The text where a part of the page could not be loaded. */
export const partFailedText = (): string => t("A part of this page has failed. Please load it again.");

/** The text for a missing response without a reason. */
const noAnswerText = (): string => (STANDALONE ? partFailedText() : t("The server does not answer."));

/** The text while a game has no connection. */
export const offlineText = (): string => t("No connection. Reconnecting; your game is safe.");

/** The text of a failed request. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : noAnswerText();

/** The text of a page that failed to load: an address with unknown rules leads nowhere. */
export const pageErrorText = (error: unknown): string =>
  error instanceof ApiError && error.status === 400 ? t("There is no such page.") : errorText(error);
