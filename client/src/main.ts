import { mount } from "svelte";
import App from "./App.svelte";
import "./style.css";
import { language, preferredLanguage } from "./words.svelte";

const root = document.getElementById("app");
if (!root) throw new Error("index.html lacks #app");

// A server that is away for the moment must not keep the page from showing: it then speaks English.
await language.speak(preferredLanguage()).catch(() => undefined);
mount(App, { target: root });
