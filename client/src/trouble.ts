import { ApiError } from "./api";
import { t } from "./words.svelte";

/** What to say where a question to the server has failed. */
export const troubleOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : t("The server does not answer.");
