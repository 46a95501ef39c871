/** What checks the throws of a game, loaded once there is something to check. */

export { accepting, sealed } from "./part";
export { Verifier } from "./verifier";
