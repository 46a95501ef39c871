/* What is wrong with the looks of a game page: `look()` says it of this moment, `watch()` of every moment from now on. */

const FINGER = 44; // pixels that a control needs each way
const SMALL = "(max-width: 40rem), (max-height: 34rem)"; // a window that is touched

const boxOf = (one) => one.getBoundingClientRect();
const inkOf = (one) => {
  const range = document.createRange();
  range.selectNodeContents(one); // letters may stick out of their box
  return range.getBoundingClientRect();
};
const isSeen = (one) => one.checkVisibility() && boxOf(one).width > 1; // one pixel is for the ear alone
const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
const named = (one) => `${one.className || one.tagName} ${one.dataset.point ?? one.innerText ?? ""}`.trim();

/** What of a box is seen: the list of moves scrolls within its own. */
const seenBoxOf = (one) => {
  const [box, list] = [boxOf(one), one.closest(".story ol")];
  const frame = list ? boxOf(list) : box;
  return {
    left: Math.max(box.left, frame.left),
    right: Math.min(box.right, frame.right),
    top: Math.max(box.top, frame.top),
    bottom: Math.min(box.bottom, frame.bottom),
  };
};

const meet = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
const holds = (whole, part) =>
  part.left > whole.left - 0.5 && part.right < whole.right + 0.5 && part.top > whole.top - 0.5 && part.bottom < whole.bottom + 0.5;

function look() {
  const faults = [];
  const [squares, plates] = [all(".grid button"), all(".seat p")];
  const controls = all(":is(header, .head, .hand, .story) :is(a, button, select)");
  const things = [...controls, ...all(".throw .value"), ...plates, ...squares].map((one) => ({ one, box: seenBoxOf(one) }));
  things.slice(0, -squares.length).forEach(({ one, box }, n) => {
    for (const other of things.slice(n + 1)) {
      if (!meet(box, other.box)) continue;
      if (plates.includes(one) && other.one.dataset.point?.includes(":")) continue; // a plate lies in its tray
      faults.push(`${named(one)} meets ${named(other.one)}`);
    }
  });
  for (const button of all("main button").filter((one) => one.firstChild)) {
    const parts = button.children.length ? [...button.children].filter(isSeen) : [button];
    const held = parts.every((part) => holds(boxOf(button), inkOf(part)));
    if (!held) faults.push(`${named(button)} is too small for what it holds`);
  }
  const [board] = all(".ground :is(.frame, .plank, .slab, .bitumen)").map(boxOf);
  for (const plate of plates) {
    if (meet(boxOf(plate), board)) faults.push(`${named(plate)} lies on the board`);
    if (boxOf(plate).left < 0 || boxOf(plate).right > innerWidth) faults.push(`${named(plate)} leaves the window`);
  }
  for (const one of all("main h1, .situation, .hand")) {
    const hidden = getComputedStyle(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1;
    if (hidden || one.scrollWidth > one.clientWidth + 1) faults.push(`${named(one)} is cut`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  if (!matchMedia(SMALL).matches) return faults;
  for (const control of [...controls, ...squares]) {
    const { width, height } = boxOf(control);
    if (Math.min(width, height) < FINGER - 0.05) faults.push(`${named(control)} is ${width} by ${height}`);
  }
  return faults;
}

var watched = new Set(); // seen from outside

function watch() {
  const place = () => Object.values(boxOf(document.querySelector(".board")).toJSON()).join(" ");
  const first = place();
  let due = false;
  const note = () => {
    due = false;
    if (place() !== first) watched.add(`the board was at ${first}, and is at ${place()}`);
    look().forEach((fault) => watched.add(fault));
  };
  new MutationObserver(() => {
    if (!due) requestAnimationFrame(note); // once for all that changes before the page is drawn
    due = true;
  }).observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true, characterData: true });
  note();
}

/** Resolves when a window that has changed its size is drawn. */
function settled() {
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
