/* What plays on these pages: boards, and a Python prompt, both from the page without a server in the folder play/.
   A browser runs neither from a file. */
(() => {
  const PLAY = new URL("../play/", document.currentScript.src);
  const PROMPTS = /^(>>>|\.\.\.) /;
  const FILE = /^# (\w+\.py)\n/; // the first line of a module to be saved

  const make = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

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
    const frame = make("iframe", {
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

  // --- Python ----------------------------------------------------------------------------------

  let prompt; // what the prompt is asked, once it is open

  function opened() {
    const frame = make("iframe", {
      src: new URL(`prompt.html?theme=${theme()}`, PLAY).href,
      title: "Python",
    });
    const close = make("button", {
      type: "button",
      textContent: "Close",
      className: "live-close",
    });
    const panel = make("aside", { className: "live-prompt" }, close, frame);
    const waiting = [];
    let hears = false;
    const send = (asked) => {
      if (hears) frame.contentWindow.postMessage(asked, location.origin);
      else waiting.push(asked);
    };
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow || data !== "prompt") return;
      hears = true;
      waiting.splice(0).forEach(send);
    });
    const leaveColours = keepInColour(frame);
    close.onclick = () => {
      leaveColours();
      panel.remove();
      document.body.classList.remove("has-prompt");
      prompt = undefined;
    };
    document.body.append(panel);
    document.body.classList.add("has-prompt");
    return send;
  }

  /** The statements of a session, each with its further lines, without prompts and what was printed. */
  function statements(session) {
    const lines = session.split("\n").filter((line) => PROMPTS.test(line));
    const found = [];
    for (const line of lines) {
      const code = line.slice(4);
      if (line.startsWith(">>>")) found.push(code);
      else found.push(`${found.pop()}\n${code}`);
    }
    return found;
  }

  function wishOf(code) {
    const file = FILE.exec(code);
    if (file)
      return { label: `Save ${file[1]}`, asked: { save: file[1], text: code } };
    const enter = statements(code);
    return enter.length ? { label: "Run", asked: { enter } } : undefined;
  }

  function offerPrompts() {
    if (!document.querySelector(".runs-python")) return;
    for (const code of document.querySelectorAll(
      ".highlight-python pre, .highlight-default pre",
    )) {
      const wish = wishOf(code.textContent);
      if (!wish) continue;
      const button = make("button", {
        type: "button",
        className: "live-run",
        textContent: wish.label,
      });
      button.onclick = () => (prompt ??= opened())(wish.asked);
      code.closest("[class*=highlight-]").after(button);
    }
  }

  if (!location.protocol.startsWith("http")) return;
  addEventListener("DOMContentLoaded", () => {
    offerBoards();
    offerPrompts();
  });
})();
