/** Notices of a page without a server: while its application starts, when another tab takes over, and for updates. */

import { preferredLanguage } from "../user/i18n.svelte";
import "./notices.css";

type Text =
  "begins" | "elsewhere" | "here" | "taken" | "newer" | "renew" | "missing" | "unstored" | "failed" | "again";

const element = <T extends Element>(selector: string): T => document.querySelector(selector) as T;

const texts = JSON.parse(element("#texts").textContent || "{}") as Record<string, Record<Text, string>>;
const text = (name: Text): string => texts[preferredLanguage()]?.[name] ?? texts.en?.[name] ?? "";

const [notice, noticeText, bar, button] = [
  element<HTMLElement>("#notice"),
  element<HTMLElement>("#said"),
  element<HTMLProgressElement>("progress"),
  element<HTMLButtonElement>("#notice button"),
];

/** Show the progress, from 0 to 1; hide the notice at 1. */
export function progress(part: number): void {
  if (!noticeText.textContent) noticeText.textContent = text("begins");
  bar.value = Math.max(bar.value, part);
  if (part >= 1) notice.hidden = true;
}

/** Show a notice with a button; `over` the page or in place of it. */
export function notify(what: Text, deed: Text, act: () => void, over = false, more = ""): void {
  notice.hidden = false;
  notice.classList.toggle("over", over);
  noticeText.textContent = [text(what), more].filter(Boolean).join(" ");
  bar.hidden = true;
  button.hidden = false;
  button.textContent = text(deed);
  button.onclick = () => {
    button.hidden = true;
    bar.hidden = false;
    noticeText.textContent = text("begins");
    act();
  };
}
