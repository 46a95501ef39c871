/* What is wrong with the controls of a page as it is now: `crowded()` names those that meet or touch, are too small for a
finger, leave the window, or lie below something else when they are scrolled to; and texts that are cut or touch a board. */

const FINGER = 44; // pixels that a control needs each way
const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
const INLINE = ":is(p, li, dd, td) a, .mark"; // what stands within a text is as high as its line
const WHOLE = "a.game"; // lies under the whole of its row
const ARROW = 16; // pixels of a select
const GAP = 3; // pixels between the frames of two
const TEXTS = ".said, h1, h2, h3, p, a, button, strong, select";
const LONG = ".engine .line, .story *"; // goes on beyond its place
const OVER = "dialog[open], :popover-open, form.typed"; // what is over the page is alone

const called = (one) => `${one.tagName.toLowerCase()}.${one.className} "${(one.innerText || one.ariaLabel || one.name || "").trim().slice(0, 30)}"`;

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
  const hides = (overflow) => overflow === "hidden" || (overflow === "auto" && one.matches(".said"));
  return (
    (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
    (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
  );
}

/** Where the words of a text are. */
function words(one) {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getBoundingClientRect();
}

/** What is wrong with the texts within a part of the page. */
function textFaults(root) {
  const texts = [...root.querySelectorAll(TEXTS)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => one.getBoundingClientRect().width > 1 && !one.closest(".aloud") && !one.matches(LONG));
  const cut = texts.filter(isCut).map((one) => `${called(one)} is cut`);
  const boards = [...root.querySelectorAll(".ground > .bare, .ground > .tray")];
  const near = texts
    .filter((one) => !one.closest(".board") && !isPinned(one) && !one.querySelector("svg, button, a"))
    .filter((one) => boards.some((board) => overlap(words(one), board.getBoundingClientRect(), -2)))
    .map((one) => `${called(one)} touches the board`);
  return [...cut, ...near];
}

/** Do two boxes come nearer to each other than this? */
const overlap = (a, b, gap) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > -gap && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > -gap;

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
