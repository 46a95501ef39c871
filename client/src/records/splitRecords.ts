/** Splits a text of records into games, so that a damaged one spoils no other. */

const TAG = /^\[\w+\s+"/;
const RESULT = /(?:^|\s)(?:p1win|p2win|draw|\*)\s*$/;

/** The texts of the games, each after as many empty lines as there are before it, so that line numbers stay right. */
export function splitGames(text: string): string[] {
  const plain = text.replace(/^\ufeff/, "");
  const lines = plain.split("\n");
  if (plain.startsWith('{"arena":')) return [text]; // the games of a tournament are incomplete without it
  if (plain.startsWith("{")) return lines.filter((line) => line.trim());
  const begins = lines.flatMap((_, n) => (isGameStart(lines, n) ? [n] : []));
  if (begins.length < 2) return [text];
  return begins.map((from, n) => "\n".repeat(from) + lines.slice(from, begins[n + 1]).join("\n"));
}

/** Does a game begin with this line: tags, after the moves of another one, or after nothing? */
function isGameStart(lines: string[], at: number): boolean {
  if (!TAG.test(lines[at]!)) return false;
  const before = lines.slice(0, at).findLast((line) => line.trim()) ?? "";
  return !TAG.test(before) && (!lines[at - 1]?.trim() || RESULT.test(before));
}
