import { beforeEach, expect, test, vi } from "vitest";

const asked: { answer: (texts: Record<string, string>) => void; language: string; ofGame: boolean }[] = [];

vi.mock("../src/server/api", () => ({
  fetchMessages: (language: string, ofGame: boolean) =>
    new Promise((answer) => asked.push({ answer, language, ofGame })),
}));

const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  asked.length = 0;
  vi.resetModules();
});

test("a language chosen while a part is loaded gets the texts of that part", async () => {
  const { language } = await import("../src/user/i18n.svelte");
  const changes = [language.load("de"), language.complete()];
  await settled();
  asked[0]?.answer({ Play: "Spielen" });
  await settled();
  expect(asked.map(({ language: id, ofGame }) => [id, ofGame])).toEqual([
    ["de", true],
    ["de", false],
  ]);
  asked[1]?.answer({ Play: "Spielen", Puzzles: "Aufgaben" });
  await Promise.all(changes);
  expect(language.texts).toEqual({ Play: "Spielen", Puzzles: "Aufgaben" });
});

test("of two languages chosen quickly the last one is spoken", async () => {
  const { language } = await import("../src/user/i18n.svelte");
  const changes = [language.load("de"), language.load("fr")];
  await settled();
  asked[0]?.answer({ Play: "Spielen" });
  await settled();
  asked[1]?.answer({ Play: "Jouer" });
  await Promise.all(changes);
  expect([language.id, language.texts.Play]).toEqual(["fr", "Jouer"]);
});

test("a language that does not come leaves the one before and later wishes", async () => {
  vi.doMock("../src/server/api", () => ({
    fetchMessages: (id: string) =>
      id === "de" ? Promise.reject(new Error("away")) : Promise.resolve({ Play: "Jouer" }),
  }));
  const { language } = await import("../src/user/i18n.svelte");
  await expect(language.load("de")).rejects.toThrow("away");
  expect(language.id).toBe("en");
  await language.load("fr");
  expect(language.id).toBe("fr");
});
