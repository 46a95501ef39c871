/** All pages but the game, which come when one of them is asked for. */
export const others = () => import("./Pages.svelte");
