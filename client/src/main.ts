import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import { renew } from "./renewal";
import { language, preferredLanguage } from "./words.svelte";

const root = document.getElementById("app");
if (!root) throw new Error("index.html lacks #app");

// A server that is away for the moment must not keep the page from showing: it then speaks English.
await language.speak(preferredLanguage()).catch(() => undefined);
addEventListener("vite:preloadError", () => void renew()); // a part of the page that the server no longer has

// Menus need it, and of all that the page needs it came last; what is said else is in the page already.
if ("popover" in HTMLElement.prototype) {
  root.replaceChildren();
  mount(App, { target: root });
}
