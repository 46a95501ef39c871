/** Throws that nobody can choose (docs/web-protocol.md): what this browser adds to them, and whether they follow. */

export { Adding } from "./adding";
export { contribute } from "./contributing"; // under number 1 of the scheme
