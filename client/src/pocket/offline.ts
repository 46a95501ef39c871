/** The service worker of a page without a server: it keeps all files, and asks the page for what lies below /api/. */

import { BASE } from "../site";
import type { Port } from "./port";

const JUST_NOW = "skip"; // what it hears when it is to take over: see pocket/sw.js

/** Answer what the browser asks for by address, such as pictures and downloads. */
export function serveAddresses(port: Port): void {
  navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
    void port.fetch(String(data)).then(async (answer) => {
      const body = await answer.arrayBuffer();
      ports[0]?.postMessage({ status: answer.status, headers: [...answer.headers], body }, [body]);
    });
  });
}

/** Keep the page for the time without a network; `offer` a newer one once all of it is there, and take it when asked to. */
export async function watchForNewer(offer: (take: () => void) => void): Promise<void> {
  const there = navigator.serviceWorker;
  if (!there) return; // it is asked for over http from elsewhere: then it is only a page
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
