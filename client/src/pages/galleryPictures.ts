/** Draws the boards of the gallery: loaded when they come into view, with the drawings of all kinds. */

import { fetchDrawings, KINDS } from "../drawings";

export { default as BoardPicture } from "../board/BoardPicture.svelte";
export { scene } from "../drawings";
export { nextLesson } from "../learn/labels";

await fetchDrawings(...KINDS);
