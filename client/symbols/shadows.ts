/**
 * Shadows of CSS as filters of SVG that every program understands alike: of `drop-shadow` some know nothing, and of
 * feDropShadow each thinks otherwise.
 */

/** Colour and opacity of #rgb, #rgba, #rrggbb, #rrggbbaa or `transparent`; undefined for any other paint. */
export function parted(paint: string): { colour: string; opacity: number } | undefined {
  if (paint === "transparent") return { colour: "#000000", opacity: 0 };
  const digits = /^#([0-9a-f]{3,8})$/i.exec(paint)?.[1];
  if (!digits) return undefined;
  const all = digits.length < 6 ? digits.replace(/./g, "$&$&") : digits;
  const opacity = parseInt(all.slice(6) || "ff", 16) / 255;
  return { colour: `#${all.slice(0, 6)}`, opacity: Math.round(100 * opacity) / 100 };
}

/** `drop-shadow(0 10px 18px #50371438) …` as the steps of a filter; "" for anything else. */
export function steps(css: string): string {
  let thing = "SourceGraphic"; // what casts the next shadow: the thing and its shadows so far
  const drops = [...css.matchAll(/drop-shadow\((.*?)\)/g)].map(([, drop = ""], n) => {
    const [dx, dy, blur, paint] = drop.split(" ") as [string, string, string, string];
    const cast = thing;
    thing = `lying${n}`;
    return (
      `<feGaussianBlur in="${cast}" stdDeviation="${blur}"/><feOffset dx="${dx}" dy="${dy}"/>` +
      `<feColorMatrix values="${inked(paint)}" result="shadow${n}"/>` +
      `<feMerge result="${thing}"><feMergeNode in="shadow${n}"/><feMergeNode in="${cast}"/></feMerge>`
    );
  });
  return drops.join("");
}

/** The matrix that gives everything one colour. */
function inked(paint: string): string {
  const { colour, opacity } = parted(paint) ?? { colour: "#000000", opacity: 1 };
  const shares = colour.match(/[0-9a-f]{2}/gi)?.map((level) => parseInt(level, 16) / 255) ?? [];
  return [...shares.map((share) => `0 0 0 0 ${Math.round(share * 1000) / 1000}`), `0 0 0 ${opacity} 0`].join(
    " ",
  );
}

/** The shadows of single things, each under an id. */
export class Shadows {
  readonly #known = new Map<string, string>();

  /** The id of a shadow; undefined for anything else. */
  idOf(css: string): string | undefined {
    const drops = steps(css);
    if (!drops) return undefined;
    const id = this.#known.get(drops) ?? `drop-${this.#known.size}`;
    this.#known.set(drops, id);
    return id;
  }

  /** All that have been asked for. */
  filters(own: string): string {
    const region = 'x="-0.3" y="-0.3" width="1.6" height="1.6"'; // the things they fall from are small, or their blur is
    return [...this.#known]
      .map(
        ([drops, id]) =>
          `<filter id="${own}${id}" ${region} color-interpolation-filters="sRGB">${drops}</filter>`,
      )
      .join("");
  }
}
