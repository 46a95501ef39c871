/* What is painted before all scripts is not for those who have chosen colours or another language, or play a game,
   nor for a browser that will not start the page (src/main.ts). */
{
  const { dataset, lang } = document.documentElement;
  const kept = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`ibau${dataset.base ?? ""}.${name}`));
    } catch {
      return null;
    }
  };
  const [contrast, dark] = ["contrast: more", "color-scheme: dark"].map(
    (wish) => matchMedia(`(prefers-${wish})`).matches,
  );
  const theme = kept("theme") ?? "system";
  dataset.theme = theme !== "system" ? theme : contrast ? "contrast" : dark ? "dark" : "light";
  const plays = kept("games")?.some(({ key, over }) => key && !over);
  const old = !("popover" in HTMLElement.prototype);
  if (old || theme !== "system" || plays || (kept("language") ?? lang) !== lang) dataset.known = "";
}
