import { afterEach, expect, test, vi } from "vitest";

const { dataset } = document.documentElement;
afterEach(() => {
  for (const name of Object.keys(dataset)) delete dataset[name];
  vi.resetModules();
});

test.each([
  ["a server", {}, ""],
  ["a server below a path", { base: "/learn" }, "/learn"],
  ["a folder of a host", { base: "/club/ibau", alone: "" }, "/club/ibau/#"],
  ["a host of files", { base: "", alone: "" }, "/#"],
])("routes are found again in the addresses of %s", async (_, said, root) => {
  Object.assign(dataset, said);
  const { ROOT } = await import("../src/address/site");
  const { routeOf } = await import("../src/address/route");
  const { parseRoute: pageOf } = await import("../src/address/router.svelte");
  expect(ROOT).toBe(root);
  for (const route of ["/", "/learn/seega", "/new/seega?position=5%2F5&with=friend", "/game/a#k"]) {
    const { pathname, search, hash } = routeOf(new URL(ROOT + route, "http://host"));
    expect(pathname + search + hash).toBe(route);
    expect(pageOf(pathname, hash).name).toBe(route.split(/[/?#]/)[1] || "home");
  }
});
