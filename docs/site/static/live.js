/* Boards that play on these pages, from the page without a server in the folder play/. A browser runs none from a file. */
(() => {
  const PLAY = new URL("../play/", document.currentScript.src);

  // --- Colours ---------------------------------------------------------------------------------

  /** The colours of these pages, as the page without a server calls them. */
  const theme = () => {
    const chosen = document.body.dataset.theme ?? "auto";
    return chosen === "auto" ? "system" : chosen;
  };

  /** Tells a frame of every change, and of those before it could hear once it says that it can; gives what ends that. */
  function keepInColour(frame) {
    const tell = () =>
      frame.contentWindow.postMessage({ theme: theme() }, location.origin);
    const hear = ({ source }) => {
      if (source === frame.contentWindow) tell();
    };
    const watcher = new MutationObserver(tell);
    watcher.observe(document.body, { attributeFilter: ["data-theme"] });
    addEventListener("message", hear);
    return () => {
      watcher.disconnect();
      removeEventListener("message", hear);
    };
  }

  // --- Boards ----------------------------------------------------------------------------------

  let played; // the one board that plays, so that a page holds one Python

  function play(button) {
    played?.end();
    const figure = button.closest(".drawn");
    const src = new URL(`${button.dataset.address}&theme=${theme()}`, PLAY).href;
    const frame = Object.assign(document.createElement("iframe"), {
      className: "live-board",
      src,
      title: button.dataset.title,
    });
    const leaveColours = keepInColour(frame);
    const end = () => {
      leaveColours();
      frame.remove();
      figure.classList.remove("is-played");
      button.textContent = button.dataset.play;
      button.onclick = () => play(button);
      played = undefined;
    };
    figure.classList.add("is-played");
    button.parentElement.before(frame);
    frame.scrollIntoView({ block: "nearest" });
    button.textContent = button.dataset.end;
    button.onclick = end;
    played = { end };
  }

  function offerBoards() {
    for (const button of document.querySelectorAll("button.live")) {
      button.dataset.play = button.textContent;
      button.hidden = false;
      button.onclick = () => play(button);
    }
  }

  if (!location.protocol.startsWith("http")) return;
  addEventListener("DOMContentLoaded", offerBoards);
})();
