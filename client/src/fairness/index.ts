/** Throws nobody can doubt (docs/web-protocol.md): what this browser adds to them, and whether they agree. */

export { check, type Checked } from "./check";
export { contribute } from "./contributing";
export { drawn } from "./parts";
