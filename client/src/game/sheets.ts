/** The sheets over the board of a game, each loaded when somebody wants it; all are told the same. */
export const SHEETS = {
  code: () => import("./CodeSheet.svelte"),
  invite: () => import("./InviteSheet.svelte"),
  keys: () => import("./KeySheet.svelte"),
  playing: () => import("./PlayingSheet.svelte"),
  rules: () => import("../rules/RulesSheet.svelte"),
  share: () => import("../sharing/ShareSheet.svelte"),
  throws: () => import("./CheckSheet.svelte"),
};
export type SheetName = keyof typeof SHEETS;
