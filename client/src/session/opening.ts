/** Opens games: the one place that knows how their messages travel. */

import { language } from "../words.svelte";
import { Session } from "./session.svelte";
import { Socket } from "./socket";

/** A session with a game of the server; without a key one only watches. */
export const openGame = (id: string, key: string): Session =>
  new Session(
    id,
    (listener) =>
      new Socket(
        () => socketAddress(id),
        () => ({ type: "enter", key, known: listener.known() }),
        listener,
      ),
  );

function socketAddress(id: string): string {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/api/games/${encodeURIComponent(id)}/socket?lang=${language.id}`;
}
