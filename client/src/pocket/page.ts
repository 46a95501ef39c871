/** The page without a server: before the client begins, a worker of the page is put in the place of the network. */

import { network } from "../server/network";
import { BASE } from "../address/site";
import type { FromWorker } from "./messages";
import { serveDownloads, watchForNewer } from "./offline";
import { Port } from "./port";
import { progress, notify } from "./notices";

const forgets = location.hash.startsWith("#/embed/"); // one board in a frame of some page

function notice(message: FromWorker): void {
  if (message.kind === "progress") progress(message.part);
  else if (message.kind === "ready" && !forgets)
    void watchForNewer((take) => notify("newer", "renew", take, true));
  else if (message.kind === "waits")
    notify("elsewhere", "here", () => port.begin(`${BASE}/`, { steal: true }));
  else if (message.kind === "taken") notify("taken", "here", () => location.reload());
  else if (message.kind === "failed")
    notify(message.what, "again", () => location.reload(), false, message.reason);
}

progress(0.02);
const worker = new Worker(new URL("./application.worker.ts", import.meta.url), { type: "module" });
const port = new Port(worker, notice);
port.begin(`${BASE}/`, { forgets });
// WebKit keeps a page that one has left, with its worker and the lock for which the next page waits.
addEventListener("pagehide", () => worker.terminate());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
Object.assign(network, {
  fetch: (path: string, init?: RequestInit): Promise<Response> => {
    if (path.startsWith("/api/games?")) void navigator.storage?.persist?.(); // now there is something to lose
    return port.fetch(path, init);
  },
  socket: port.socket,
  picture: async (path: string): Promise<string> =>
    `data:image/svg+xml,${encodeURIComponent(await (await port.fetch(path)).text())}`,
});
serveDownloads(port);
import("../main").catch((error) => notice({ kind: "failed", what: "missing", reason: String(error) }));
