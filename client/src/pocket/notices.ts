/** Notices of a page without a server: while its application starts, when another tab takes over, and for updates. */

import { preferredLanguage } from "../user/i18n.svelte";
import "./notices.css";

type Text =
  "begins" | "elsewhere" | "here" | "taken" | "newer" | "renew" | "missing" | "unstored" | "failed" | "again";

const found = <T extends Element>(selector: string): T => document.querySelector(selector) as T;

const texts = JSON.parse(found("#texts").textContent || "{}") as Record<string, Record<Text, string>>;
const text = (name: Text): string => texts[preferredLanguage()]?.[name] ?? texts.en?.[name] ?? "";

const [notice, said, bar, button] = [
  found<HTMLElement>("#notice"),
  found<HTMLElement>("#said"),
  found<HTMLProgressElement>("progress"),
  found<HTMLButtonElement>("#notice button"),
];

/** Show how far it is, from 0 to 1; nothing more once it is there. */
export function progress(part: number): void {
  if (!said.textContent) said.textContent = text("begins");
  bar.value = Math.max(bar.value, part);
  if (part >= 1) notice.hidden = true;
}

/** Show a notice with a button; `over` the page or in place of it. */
export function say(what: Text, deed: Text, act: () => void, over = false, more = ""): void {
  notice.hidden = false;
  notice.classList.toggle("over", over);
  said.textContent = [text(what), more].filter(Boolean).join(" ");
  bar.hidden = true;
  button.hidden = false;
  button.textContent = text(deed);
  button.onclick = () => {
    button.hidden = true;
    bar.hidden = false;
    said.textContent = text("begins");
    act();
  };
}
