/** Rare texts of a game: absent players, and keys; loaded when one is needed. */

import { games } from "../user/storage";
import type { State } from "../protocol";
import { nameIn } from "../session/match";
import type { Session } from "../session/session.svelte";
import { countdown } from "../session/clock";
import { t } from "../user/i18n.svelte";

/** Who is away, and when the win can be claimed. */
export function awayText(session: Session, shown: State): string {
  const { absent } = session;
  if (!absent || session.offline || shown.result?.kind === "abandoned") return "";
  const name = nameIn(session.welcome, absent.seat);
  const plays = session.yours.length;
  if (absent.gone && plays) return t("Your opponent has left this game for good.");
  if (absent.gone) return t("{name} has left this game for good.", { name });
  const text = t("{name} is away.", { name });
  if (!plays || shown.result || shown.offer || !absent.wait) return text; // beside an offer there is no room for more
  return `${text} ${t("You can claim the win in {time}.", { time: countdown(absent.wait) })}`;
}

/** For whom the first throw waits. */
export function waitsText(session: Session): string {
  const other = session.checked?.waits.find((seat) => !session.yours.includes(seat));
  if (!other || !session.welcome || session.welcome.seats[other].awaited) return "";
  const name = nameIn(session.welcome, other);
  return t("{name} has not opened the game yet; it begins when they do.", { name });
}

/** What is unusual about the keys to a game. */
export const keysText = (): string =>
  games.isPersistent()
    ? t("You hold the keys to both sides here: “Play the other side” is in the menu.")
    : t(
        "This browser stores nothing. To come back, keep the address of this page, or choose “Another device” in the menu for a code.",
      );
