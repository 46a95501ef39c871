/* What is wrong with the looks of a page: `look()` says it of the board, the hand and what is around them at this moment,
`watch()` of every moment from now on.  `crowded()` names the controls of any page that meet or touch, are too small for a
finger, leave the window, or lie below something else when they are scrolled to; and texts that are cut or touch a board. */

const FINGER = 44; // pixels that a control needs each way
const SMALL = "(max-width: 40rem), (max-height: 34rem)"; // a window that is touched

const boxOf = (one) => one.getBoundingClientRect();
const isSeen = (one) => one.checkVisibility() && boxOf(one).width > 1; // one pixel is for the ear alone
const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
const called = (one) => `${one.tagName.toLowerCase()}.${one.className} "${(one.dataset.point || one.innerText || one.ariaLabel || one.name || "").trim().slice(0, 30)}"`;

/** What of a box is seen: nothing of what its own scrolling parents hide. */
function seen(one) {
  let { left, right, top, bottom } = one.getBoundingClientRect();
  for (let parent = one.parentElement; parent; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflow === "visible") continue;
    const frame = parent.getBoundingClientRect();
    [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
    [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
  }
  return { left, right, top, bottom, width: right - left, height: bottom - top };
}

/** Where the words of a text are: letters may stick out of their box. */
function words(one) {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getBoundingClientRect();
}

/** Do two boxes come nearer to each other than this? */
const overlap = (a, b, gap) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > -gap && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > -gap;

const holds = (whole, part) =>
  part.left > whole.left - 0.5 && part.right < whole.right + 0.5 && part.top > whole.top - 0.5 && part.bottom < whole.bottom + 0.5;

function look() {
  const faults = [];
  const [squares, plates] = [all(".grid button"), all(".seat p")];
  const controls = all(":is(header, .head, .hand, .story) :is(a, button, select)");
  const things = [...controls, ...all(".throw .value"), ...plates, ...squares].map((one) => ({ one, box: seen(one) }));
  things.slice(0, -squares.length).forEach(({ one, box }, n) => {
    for (const other of things.slice(n + 1)) {
      if (!overlap(box, other.box, -0.5)) continue;
      if (plates.includes(one) && other.one.dataset.point?.includes(":")) continue; // a plate lies in its tray
      faults.push(`${called(one)} meets ${called(other.one)}`);
    }
  });
  for (const button of all("main button").filter((one) => one.firstChild)) {
    const parts = button.children.length ? [...button.children].filter(isSeen) : [button];
    const held = parts.every((part) => holds(boxOf(button), words(part)));
    if (!held) faults.push(`${called(button)} is too small for what it holds`);
  }
  const [board] = all(".ground :is(.frame, .plank, .slab, .bitumen)").map(boxOf);
  for (const plate of plates) {
    if (overlap(boxOf(plate), board, -0.5)) faults.push(`${called(plate)} lies on the board`);
    if (boxOf(plate).left < 0 || boxOf(plate).right > innerWidth) faults.push(`${called(plate)} leaves the window`);
  }
  for (const one of all("main h1, .situation, .hand")) {
    const hidden = getComputedStyle(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1;
    if (hidden || one.scrollWidth > one.clientWidth + 1) faults.push(`${called(one)} is cut`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  if (!matchMedia(SMALL).matches) return faults;
  for (const control of [...controls, ...squares]) {
    const { width, height } = boxOf(control);
    if (Math.min(width, height) < FINGER - 0.05) faults.push(`${called(control)} is ${width} by ${height}`);
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

// --- Any page --------------------------------------------------------------------------------------------------------

const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
const INLINE = ":is(p, li, dd, td) a, .mark"; // what stands within a text is as high as its line
const WHOLE = "a.game"; // lies under the whole of its row
const ARROW = 16; // pixels of a select
const GAP = 3; // pixels between the frames of two
const TEXTS = ".status, h1, h2, h3, p, a, button, strong, select";
const LONG = ".engine .line, .story *"; // goes on beyond its place
const OVER = "dialog[open], :popover-open, form.typed"; // what is over the page is alone

/** What is pressed in order to reach a control: the words of a tick box belong to it. */
const reached = (one) => (one.matches("input[type=checkbox], input[type=radio]") && one.closest("label")) || one;

/** Does the rest scroll away below it? */
const isPinned = (one) => {
  for (let parent = one; parent; parent = parent.parentElement) if (["sticky", "fixed"].includes(getComputedStyle(parent).position)) return true;
  return false;
};

/** What lies over a control that has been scrolled to, as a bar may. */
function over(one) {
  one.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = seen(one);
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found && !one.contains(found) && !found.contains(one) ? found : undefined;
}

const isFramed = (one) => getComputedStyle(one).borderLeftWidth !== "0px";

/** Is some of a text hidden by its own box? */
function isCut(one) {
  if (one.matches("select")) {
    const copy = one.cloneNode(true);
    Object.assign(copy.style, { width: "max-content", maxWidth: "none", minWidth: "0", position: "absolute" });
    one.after(copy);
    copy.value = one.value;
    const wanted = copy.offsetWidth;
    copy.remove();
    const isTight = wanted > one.offsetWidth + 1 || parseFloat(getComputedStyle(one).paddingRight) < ARROW;
    return one.offsetWidth > FINGER + 1 && isTight; // one with a sign shows no words
  }
  const { overflowX, overflowY } = getComputedStyle(one);
  const hides = (overflow) => overflow === "hidden" || (overflow === "auto" && one.matches(".status"));
  return (
    (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
    (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
  );
}

/** What is wrong with the texts within a part of the page. */
function textFaults(root) {
  const texts = [...root.querySelectorAll(TEXTS)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => one.getBoundingClientRect().width > 1 && !one.closest(".sr-only") && !one.matches(LONG));
  const cut = texts.filter(isCut).map((one) => `${called(one)} is cut`);
  const boards = [...root.querySelectorAll(".ground > .bare, .ground > .tray")];
  const near = texts
    .filter((one) => !one.closest(".board") && !isPinned(one) && !one.querySelector("svg, button, a"))
    .filter((one) => boards.some((board) => overlap(words(one), board.getBoundingClientRect(), -2)))
    .map((one) => `${called(one)} touches the board`);
  return [...cut, ...near];
}

function crowded() {
  const faults = [];
  const root = [...document.querySelectorAll(OVER)].pop() ?? document;
  const isTouched = matchMedia("(pointer: coarse)").matches;
  const controls = [...new Set([...root.querySelectorAll(CONTROLS)].map(reached))]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => ({ one, box: seen(one) }))
    .filter(({ box }) => box.width > 1 && box.height > 1); // one pixel is for the ear alone
  controls.forEach(({ one, box }, n) => {
    for (const other of controls.slice(n + 1)) {
      if (one.contains(other.one) || other.one.contains(one)) continue;
      if ([one, other.one].some((either) => either.matches(WHOLE) || isPinned(either))) continue;
      if (one.matches(INLINE) && other.one.matches(INLINE)) continue; // of two lines
      const framed = isFramed(one) && isFramed(other.one) && !one.closest(".grid");
      if (overlap(box, other.box, framed ? GAP : -0.5)) faults.push(`${called(one)} meets ${called(other.one)}`);
    }
    if (box.right > innerWidth + 0.5 || box.left < -0.5) faults.push(`${called(one)} leaves the window`);
    const { width, height } = one.getBoundingClientRect();
    if (isTouched && !one.matches(INLINE) && !one.closest(".grid") && Math.min(width, height) < FINGER - 0.05)
      faults.push(`${called(one)} is ${width.toFixed(0)} by ${height.toFixed(0)}`);
  });
  faults.push(...textFaults(root));
  const { scrollX, scrollY } = window;
  for (const { one } of [...controls, ...controls.toReversed()]) {
    const bar = over(one);
    if (bar) faults.push(`${called(one)} lies below ${called(bar)}`);
  }
  scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  return [...new Set(faults)];
}
