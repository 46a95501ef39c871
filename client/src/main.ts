import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import { reloadIfUpdated } from "./server/reload";
import { router } from "./address/router.svelte";
import { language, preferredLanguage } from "./user/i18n.svelte";

addEventListener("vite:preloadError", () => void reloadIfUpdated()); // the server no longer has this chunk

// Menus need it, and it is the newest feature that the page needs; the message for older browsers is in the page.
if ("popover" in HTMLElement.prototype) void show(document.getElementById("app") as HTMLElement);

/** Show the page, whole, in place of what the server has painted. */
async function show(target: HTMLElement): Promise<void> {
  // A server that is away for the moment must not keep the page from showing: it then speaks English.
  const texts = language.load(preferredLanguage()).catch(() => undefined);
  const pages = router.page.name !== "game" && (await import("./pages/Pages.svelte").catch(() => undefined));
  await texts;
  target.replaceChildren();
  mount(App, { target, props: { Loaded: pages && pages.default } });
}
