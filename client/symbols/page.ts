/** A page without a browser: it knows what the client's style sheets say of an element in a theme. */

import { Window, type Element } from "happy-dom";
import { transform } from "lightningcss";
import { Shadows } from "./shadows";

const SHEETS = import.meta.glob<string>("../src/**/*.css", { query: "?raw", import: "default", eager: true });
const sheet = Object.values(SHEETS)
  .join("\n")
  .replace(/@import.*/g, ""); // they are all here
const css = transform({
  filename: "page.css",
  code: new TextEncoder().encode(sheet),
  targets: { chrome: 88 << 16 }, // like happy-dom it knows no nested rules: they are taken apart
}).code.toString();

/** What styles say that shapes have attributes for. */
export const DRAWN = [
  "fill",
  "fill-opacity",
  "filter",
  "opacity",
  "paint-order",
  "stroke",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-width",
] as const;
const LOOKED_AT = [...DRAWN, "display", "font-size", "font-weight", "text-anchor"] as const;

export type Style = Record<(typeof LOOKED_AT)[number], string>;

export class Page {
  readonly shadows = new Shadows();
  readonly #window = new Window();
  readonly #document = this.#window.document;
  readonly #styles = new Map<string, Style>();

  constructor(theme: string) {
    this.#document.documentElement.dataset.theme = theme;
    this.#document.head.innerHTML = `<style>${css}</style>`;
  }

  /** Show markup in place of what was shown. */
  show(markup: string): Element {
    this.#document.body.innerHTML = markup.replace(/<!--.*?-->/g, "");
    return this.#document.body;
  }

  /** What the styles say of an element; it is the same for all that are called alike and lie in things called alike. */
  styleOf(element: Element): Style {
    const address = addressOf(element);
    const style = this.#styles.get(address) ?? this.#computed(element);
    this.#styles.set(address, style);
    return style;
  }

  /** A variable of the theme, as an element sees it. */
  variable(name: string, element: Element = this.#document.documentElement): string {
    const own = this.#window
      .getComputedStyle(element as never)
      .getPropertyValue(name)
      .trim();
    return own || !element.parentElement ? own : this.variable(name, element.parentElement);
  }

  #computed(element: Element): Style {
    const style = this.#window.getComputedStyle(element as never);
    const said = LOOKED_AT.map((name) => [name, style.getPropertyValue(name).replace(/px\b/g, "")]);
    return Object.fromEntries(said) as Style;
  }
}

/** What our selectors go by: no style of ours looks at neighbours. */
function addressOf(element: Element | null): string {
  if (!element) return "";
  const marks = ["class", "data-place"].map((name) => element.getAttribute(name) ?? "");
  return `${addressOf(element.parentElement)}>${element.tagName}.${marks.join("#")}`;
}
