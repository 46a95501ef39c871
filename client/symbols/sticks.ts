/** The two faces of a throwing stick, to be cut out of paper. */

import { render } from "svelte/server";
import Stick from "../src/throws/Stick.svelte";
import { content } from "./markup";
import { Page } from "./page";

/** Its round face, and its flat one, which is marked. */
export function stick() {
  const page = new Page("light");
  const [round, flat] = [false, true].map((marked) => {
    const shown = page.show(render(Stick, { props: { shape: "stick", marked } }).body).querySelector("svg");
    shown?.querySelector(".shadow")?.remove(); // on paper it is no thing that casts one
    return shown ? content(page, shown) : "";
  });
  return { round, flat };
}
