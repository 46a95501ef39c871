/** The service worker of a page without a server, which keeps all files; and downloads, which pass it by. */

import { BASE } from "../address/site";
import type { Port } from "./port";

const JUST_NOW = "skip"; // the message that makes it take over: see pocket/sw.js

/** Answer downloads, which the browser requests by address. */
export function serveDownloads(port: Port): void {
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[download]");
    if (!link?.pathname.startsWith("/api/")) return;
    event.preventDefault();
    void download(port, link);
  });
}

async function download(port: Port, link: HTMLAnchorElement): Promise<void> {
  const answer = await port.fetch(link.pathname + link.search);
  const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(document.createElement("a"), { href, download: link.download || (named ?? "") }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}

/** Make the page work offline; call `offer` when a newer version is ready, with a function that switches to it. */
export async function watchForNewer(offer: (take: () => void) => void): Promise<void> {
  if (!("serviceWorker" in navigator)) return; // it came over http from elsewhere: then it is only a page
  const there = navigator.serviceWorker;
  const wasControlled = Boolean(there.controller);
  const registration = await there.register(`${BASE}/sw.js`);
  const tell = (): void => {
    const { waiting } = registration;
    if (waiting && there.controller) offer(() => waiting.postMessage(JUST_NOW));
  };
  there.addEventListener("controllerchange", () => {
    if (wasControlled) location.reload();
  });
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", tell);
  });
  tell();
}
