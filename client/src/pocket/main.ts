/** Sets the base path of the page before anything reads it (site.ts), then starts the page. */

const { dataset } = document.documentElement;
dataset.base = new URL(dataset.base ?? "./", location.href).pathname.replace(/\/$/, "");

void import("./page");
