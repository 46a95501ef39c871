import type { Catalogue, System } from "../protocol";

/** The game that a ruleset text is of. */
export const systemOf = (catalogue: Catalogue | undefined, ruleset: string): System | undefined =>
  catalogue?.systems.find(({ presets }) => presets.some(({ id }) => id === ruleset.split("+")[0]));
