/** Colour and opacity of #rgb, #rgba, #rrggbb, #rrggbbaa or `transparent`; undefined for any other paint. */
export function parted(paint: string): { colour: string; opacity: number } | undefined {
  if (paint === "transparent") return { colour: "#000000", opacity: 0 };
  const digits = /^#([0-9a-f]{3,8})$/i.exec(paint)?.[1];
  if (!digits) return undefined;
  const all = digits.length < 6 ? digits.replace(/./g, "$&$&") : digits;
  const opacity = parseInt(all.slice(6) || "ff", 16) / 255;
  return { colour: `#${all.slice(0, 6)}`, opacity: Math.round(100 * opacity) / 100 };
}
