/** Texts about a player who is not there, loaded once one is away or awaited. */

import type { State } from "../protocol";
import { nameIn } from "../session/names";
import type { Session } from "../session/session.svelte";
import { counted } from "../session/time";
import { t } from "../words.svelte";

/** Who is away, and when the win can be claimed. */
export function awayText(session: Session, shown: State): string {
  const { absent } = session;
  if (!absent || session.lost || shown.result?.kind === "abandoned") return "";
  const name = nameIn(session.welcome, absent.seat);
  const plays = session.yours.length;
  if (absent.gone && plays) return t("Your opponent has left this game for good.");
  if (absent.gone) return t("{name} has left this game for good.", { name });
  const said = t("{name} is away.", { name });
  if (!plays || shown.result || shown.offer || !absent.wait) return said; // beside an offer there is no room for more
  return `${said} ${t("You can claim the win in {time}.", { time: counted(absent.wait) })}`;
}

/** For whom the first throw waits. */
export function waitsText(session: Session): string {
  const other = session.checked?.waits.find((seat) => !session.yours.includes(seat));
  if (!other || !session.welcome || session.welcome.seats[other].awaited) return "";
  const name = nameIn(session.welcome, other);
  return t("{name} has not opened the game yet; it begins when they do.", { name });
}
