import { ApiError } from "../api";
import { t } from "../words.svelte";

/** Why there is nothing to do: rules that nobody knows make an address that leads nowhere. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t("The server does not answer.");
  return error.status === 400 ? t("There is no such page.") : error.message;
}
