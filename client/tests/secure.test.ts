import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** What browsers give to secure contexts only (https, or this computer's own); a school's server may have neither. */
const SECURE = new RegExp(
  [
    String.raw`\bnavigator\??\.(bluetooth|canShare|clipboard|credentials|geolocation|getBattery|gpu|hid|keyboard|locks|mediaDevices|requestMIDIAccess|serial|serviceWorker|share|storage|usb|wakeLock)\b`,
    String.raw`\bcrypto\??\.(randomUUID|subtle)\b`,
    String.raw`(?<![\w.$])(caches|cookieStore|DeviceMotionEvent|DeviceOrientationEvent|Notification|PushManager|showOpenFilePicker|showSaveFilePicker|PaymentRequest|AudioWorklet)\b(?=[.(\[])`,
  ].join("|"),
  "g",
);

/** Is what is found at a place asked for first, or used where its absence is caught? */
function isGuarded(source: string, name: string, at: number): boolean {
  const asked = name === "share" ? ["share", "canShare"] : [name]; // which come together
  return (
    source.startsWith(`${name}?.`, source.indexOf(name, at)) ||
    asked.some((name) => source.includes(`"${name}" in navigator`)) ||
    source.includes(`typeof navigator.${name}`) ||
    /\btry \{[^}]*$/.test(source.slice(0, at))
  );
}

test("what only secure contexts have is not taken for granted", () => {
  const found = Object.entries(sources).flatMap(([path, source]) =>
    [...source.matchAll(SECURE)].map(({ index, ...use }) => ({
      path,
      source,
      index,
      name: [use[1], use[2], use[3]].find(Boolean),
    })),
  );
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["locks", "serviceWorker", "clipboard", "share"]),
  );
  const unguarded = found.filter(({ source, name = "", index }) => !isGuarded(source, name, index));
  expect(unguarded.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
