/**
 * Elements of a page as the text of an SVG that needs no page: what the styles say becomes attributes, words become
 * shapes.  Whatever shows it later knows neither the variables of a theme nor the page's fonts.
 */

import type { Element } from "happy-dom";
import { lettered } from "./lettering";
import { DRAWN, type Page } from "./page";
import { parted } from "./shadows";

export const OWN = "~"; // an id begins with it; whoever puts a picture together writes a name of its own there
const DEPTH = ".shadow, .side, .edge, .rim[transform]"; // what makes a thing of a picture, and is not cut out of paper

const OPACITIES = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" };

/** An element and all that is in it; "" where the styles hide it. */
export function markup(page: Page, element: Element, ...without: string[]): string {
  if (page.styleOf(element).display === "none") return "";
  if (element.tagName === "text") return letters(page, element);
  const [inside, told] = [content(page, element), attributes(page, element, ...without)];
  if (element.tagName === "g" && !told) return inside;
  const start = `<${element.tagName}${told}`;
  return inside ? `${start}>${inside}</${element.tagName}>` : `${start}/>`;
}

/** What is in an element. */
export const content = (page: Page, element: Element): string =>
  [...element.children].map((child) => markup(page, child)).join("");

/** The attributes of an element, those of its style among them. */
export function attributes(page: Page, element: Element, ...without: string[]): string {
  const style = page.styleOf(element);
  const found = new Map([...element.attributes].map(({ name, value }) => [name, value ?? ""]));
  for (const name of DRAWN) if (style[name]) found.set(name, style[name]);
  const shadow = page.shadows.idOf(style.filter);
  if (shadow) found.set("filter", `url(#${shadow})`);
  if (style.filter === "none") found.delete("filter");
  if (element.matches(DEPTH)) found.set("data-depth", "");
  for (const name of ["class", ...without]) found.delete(name);
  for (const [name, value] of found)
    found.set(name, name === "id" ? OWN + value : settled(page, element, value));
  partColours(found);
  return [...found].map(([name, value]) => ` ${name}="${value}"`).join("");
}

/** A value without variables and without digits that nobody sees. */
const settled = (page: Page, element: Element, value: string): string =>
  value
    .replace("url(#", `url(#${OWN}`)
    .replace(/var\((.*?)\)/g, (_, name: string) => page.variable(name, element))
    .replace(/\d+\.\d{4,}/g, (number) => `${Number(Number(number).toFixed(3))}`);

/** Give the opacity of colours an attribute of its own: not every program knows colours that have one. */
function partColours(attributes: Map<string, string>): void {
  for (const [name, opacityName] of Object.entries(OPACITIES)) {
    const paint = parted(attributes.get(name) ?? "");
    if (!paint) continue;
    attributes.set(name, paint.colour);
    const opacity = paint.opacity * Number(attributes.get(opacityName) ?? 1);
    if (opacity < 1) attributes.set(opacityName, `${opacity}`);
  }
}

/** The outline of the letters of a text. */
function letters(page: Page, text: Element): string {
  const style = page.styleOf(text);
  const size = parseFloat(style["font-size"]);
  const outline = lettered(text.textContent.trim(), style["font-weight"], size, style["text-anchor"]);
  const place = `translate(${text.getAttribute("x")} ${text.getAttribute("y")})`;
  return `<path transform="${place}" d="${outline}"${attributes(page, text, "x", "y")}/>`;
}
