/** Starts of games as the server sends them (`GET /api/board/RULESET`). */

import type { Start } from "../src/api";
import seega from "./fixtures/seega.json";
import race from "./fixtures/senet-race.json";
import seneti from "./fixtures/seneti.json";
import seti from "./fixtures/seti-aleph.json";

export const starts = { seega, race, seneti, seti } as unknown as Record<
  "seega" | "race" | "seneti" | "seti",
  Start
>;
