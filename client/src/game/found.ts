/** What was found of the throws, in words. */

import type { Fault } from "../fairness/faults";
import type { Report } from "../fairness/witness";
import type { Spent } from "../protocol";
import { t } from "../words.svelte";

/** What is amiss, with number and reason. */
export function faultSaid({ number, why }: Fault): string {
  const which = { number };
  if (why === "left out")
    return t(
      "Throw {number} was made without your link, although your browser gave it: it came too late, or was left out.",
      which,
    );
  if (why === "elsewhere")
    return t(
      "From throw {number} on, links for your seat come from another device. If it is not yours, somebody is pretending to be you.",
      which,
    );
  const reasons: Record<Exclude<Fault["why"], "left out" | "elsewhere">, string> = {
    name: t("what they follow from belongs to another game."),
    rules: t("they follow from different rules, or a different start, than those shown."),
    unclear: t("what the server says about it cannot be understood."),
    withheld: t("the server no longer says what they follow from."),
    head: t("it follows from links other than those this page was shown."),
    copied: t("two chains of links begin the same way."),
    chain: t("another chain was begun after its link had been given. It is passed over."),
    early: t("its link was asked for, but then the throw was not due."),
    gap: t("a number was passed over without a reason, or used twice."),
    link: t("a link does not lead to the one before."),
    result: t("it does not follow from the links."),
    missing: t("a link that should count does not."),
    named: t("the links that count are not those this page named."),
    story: t("this page was told something else before."),
    unasked: t(
      "it was passed over, but on this device you have neither asked nor agreed to take anything back.",
    ),
    undone: t("the server has forgotten it. Perhaps it was restored from a backup."),
  };
  const reason = reasons[why];
  if (number) return t("Throw {number} does not check out: {reason}", { number, reason });
  return t("The throws of this game do not check out: {reason}", { reason });
}

/** What of the throws is wrong, or may be; not what merely fell without a link. */
export const wrong = ({ amiss }: Report): Fault | undefined => amiss.find(({ why }) => why !== "left out");

/** Is there anything that a player should know of? */
export const isMarked = ({ amiss, late }: Report): boolean => amiss.length + late.length > 0;

/** Has every throw been compared, and is nothing amiss? */
export const isSound = (report: Report): boolean =>
  !isMarked(report) && !!report.throws.length && report.throws.every(({ compared }) => compared);

/** What a player is told beside the board: what is wrong as long as the game lasts, the rest until the next throw. */
export function warning(report: Report): string {
  const last = report.throws.at(-1)?.number ?? 0;
  const told = wrong(report) ?? report.amiss.find(({ number }) => number === last);
  if (told) return faultSaid(told);
  return report.late.includes(last) ? lateSaid(last) : "";
}

/** A throw whose thrower's chain was lost. */
export const lateSaid = (number: number): string =>
  t("Throw {number} was made without the thrower's link: their browser says that it had lost its chain.", {
    number,
  });

/** That every one of `count` throws checks out. */
export const allRight = (count: number): string =>
  count === 1 ? t("The only throw so far checks out.") : t("All {count} throws check out.", { count });

/** How far the throws check out. */
export function verdict(report: Report): string {
  const first = wrong(report);
  if (first) return faultSaid(first);
  const { throws, plays, late } = report;
  const compared = throws.filter((one) => one.compared);
  const [count, others] = [compared.length, throws.length - compared.length];
  if (!throws.length) return t("Nothing has been thrown yet.");
  if (!count) return t("No throw could be compared: they were made before this browser opened the game.");
  const own = plays ? compared.filter((one) => !one.own).length : 0;
  return [
    others ? t("{count} throws check out; {others} are not compared.", { count, others }) : allRight(count),
    own ? t("Without your own link: {count}.", { count: own }) : "",
    late.length ? t("Without the thrower's link: {count}.", { count: late.length }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Why numbers were passed over. */
export function spentSaid({ number, last, why }: Spent): string {
  const numbers = number === last ? String(number) : `${number}–${last}`;
  return why === "takeback"
    ? t("Passed over ({numbers}): a link had been given, and then the move before was taken back.", {
        numbers,
      })
    : t("Passed over ({numbers}): a link had been given before the server was restored.", { numbers });
}
