/** What is to be said of the keys to a game: loaded, with its texts, where there is something to say. */

import { games } from "../memory";
import { t } from "../words.svelte";

export const keysText = (): string =>
  games.lasts()
    ? t("You hold the keys to both sides here: “Play the other side” is in the menu.")
    : t(
        "This browser stores nothing. To come back, keep the address of this page, or choose “Another device” in the menu for a code.",
      );
