/** How a tray is made: rectangles on its strip, each so much smaller at every side, and moved towards the light or from it. */

export const TRAY_LAYERS = [
  { part: "tray-side", inset: 0, x: 0, y: 6 },
  { part: "tray-rim", inset: 0, x: 0, y: 0 },
  { part: "tray-lit", inset: 5, x: 1, y: 1.5 },
  { part: "tray-shade", inset: 5, x: 0, y: 0 },
  { part: "tray-well", inset: 6.5, x: 1, y: 2 },
] as const;
