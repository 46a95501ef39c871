/** The verdict on the throws of a game, in words. */

import type { Violation, Report, Reason } from "../fairness/verifier";
import { LINKS } from "../fairness/scheme";
import { t } from "../user/i18n.svelte";

/** The text of each reason. */
const reasons = (): Record<Reason, string> => ({
  withheld: t("the server no longer says what they follow from."),
  rules: t("they follow from another game, other rules or another start than those shown."),
  head: t("they follow from another chain of links than the one this browser was shown first."),
  changed: t("a player's number is not the one this browser was shown."),
  seal: t("a player's number does not fit its seal."),
  late: t("a player's number was chosen after the other's was known."),
  own: t("your number is missing, or is not the one that this browser gave."),
  "taken back": t("your number was taken back before the first throw, but not in this browser."),
  early: t("it was made before the players' numbers were known."),
  gap: t("its number is not the next one."),
  link: t("its link does not lead to the one before."),
  result: t("it does not follow from its link and the players' numbers."),
});

/** A violation in words. */
export function violationText({ number, reason: kind }: Violation): string {
  const reason = reasons()[kind];
  if (number) return t("Throw {number} does not check out: {reason}", { number, reason });
  return t("The throws of this game do not check out: {reason}", { reason });
}

/** How far the throws check out, in a line. */
export function verdict({ violation, checked: count, unlinked: beyond }: Report): string {
  if (violation) return violationText(violation);
  if (!count) return t("Nothing has been thrown yet.");
  if (beyond)
    return t("{count} throws, all checked; not checked from throw {number} on", { count, number: LINKS + 1 });
  return count === 1 ? t("1 throw, checked") : t("{count} throws, all checked", { count });
}

/** Reason the first throw waits for this browser, which does not give its number. */
export const stuckText = (stuck: NonNullable<Report["stuck"]>): string =>
  stuck === "lost"
    ? t("The number for this game lies on another device. Open the game there once, or go on without it.")
    : t(
        "This browser has given its number for another beginning of this game, perhaps before the server was restored. It gives it only once: begin a new game, or go on without it.",
      );
