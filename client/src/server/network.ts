/** How this page reaches what answers it: over the network, unless something else is put in its place (pocket/page.ts). */

import { SERVER } from "../address/site";

export const network = {
  fetch: (path: string, init?: RequestInit): Promise<Response> => fetch(SERVER + path, init),
  picture: (path: string): Promise<string> => Promise.resolve(SERVER + path), // its address
  socket: (address: string): WebSocket => new WebSocket(address.replace("/api/", `${SERVER}/api/`)),
};
