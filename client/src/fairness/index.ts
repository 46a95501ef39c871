/** What checks the throws of a game, loaded once there is something to check. */

export { Verifier } from "./verifier";
