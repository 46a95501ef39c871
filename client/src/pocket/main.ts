/** Says in the page below which path it lies, before anything else reads that (site.ts); then the page begins. */

const { dataset } = document.documentElement;
dataset.base = new URL(dataset.base ?? "./", location.href).pathname.replace(/\/$/, "");

void import("./page");
