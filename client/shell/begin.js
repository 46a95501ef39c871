/* Whoever has chosen colours or another language, or plays a game, does not see what is painted before all scripts. */
{
  const { dataset, lang } = document.documentElement;
  const kept = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`ibau.${name}`));
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
  if (theme !== "system" || plays || (kept("language") ?? lang) !== lang) dataset.known = "";
}
