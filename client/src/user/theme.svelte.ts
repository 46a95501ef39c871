/** Light, dark or high contrast; as the system likes it, as chosen here, or as the address asks (a frame looks like the page around it). */

import { storedValue } from "./storage";
import { query } from "../address/route";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export type ThemeChoice = (typeof THEMES)[number];

const store = storedValue<ThemeChoice>("theme");
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersContrast = matchMedia("(prefers-contrast: more)");

class Theme {
  choice = $state<ThemeChoice>("system");

  constructor() {
    for (const media of [prefersDark, prefersContrast]) media.addEventListener("change", () => this.#show());
    this.apply(store.get());
    this.apply(query().get("theme"));
  }

  /** Show a theme without storing it; other values change nothing. */
  apply(choice: unknown): void {
    this.choice = THEMES.find((theme) => theme === choice) ?? this.choice;
    this.#show();
  }

  choose(choice: ThemeChoice): void {
    this.apply(choice);
    store.set(choice);
  }

  /** What is seen now. */
  get shown(): string {
    const system = prefersContrast.matches ? "contrast" : prefersDark.matches ? "dark" : "light";
    return this.choice === "system" ? system : this.choice;
  }

  #show(): void {
    document.documentElement.dataset.theme = this.shown;
  }
}

export const theme = new Theme();
