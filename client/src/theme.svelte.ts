/** Light, dark or high contrast; as the system likes it, or as chosen here. */

import { remembered } from "./memory";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export type ThemeChoice = (typeof THEMES)[number];

const store = remembered<ThemeChoice>("theme");
const darkWish = matchMedia("(prefers-color-scheme: dark)");
const contrastWish = matchMedia("(prefers-contrast: more)");

class Theme {
  choice = $state<ThemeChoice>("system");

  constructor() {
    const chosen = store.get();
    if (chosen && THEMES.includes(chosen)) this.choice = chosen;
    for (const wish of [darkWish, contrastWish]) wish.addEventListener("change", () => this.#show());
    this.#show();
  }

  choose(choice: ThemeChoice): void {
    this.choice = choice;
    store.set(choice);
    this.#show();
  }

  /** What is seen now. */
  get shown(): string {
    const system = contrastWish.matches ? "contrast" : darkWish.matches ? "dark" : "light";
    return this.choice === "system" ? system : this.choice;
  }

  #show(): void {
    document.documentElement.dataset.theme = this.shown;
  }
}

export const theme = new Theme();
