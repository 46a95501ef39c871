/** Phones and upright screens, where a game has the page to itself. */

import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("(orientation: portrait), (max-width: 40rem), (max-height: 34rem)");
