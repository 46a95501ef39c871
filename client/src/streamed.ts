/** Answers that grow: a stream of JSON lines. */

import { ApiError } from "./api";

/** Each line as it comes; leaving the loop ends the request.  Throws ApiError where there is no such answer. */
export async function* streamed<T>(path: string, signal: AbortSignal): AsyncGenerator<T> {
  const answer = await fetch(path, { signal });
  if (!answer.ok || !answer.body) {
    const body = (await answer.json().catch(() => null)) as { error?: string } | null;
    throw new ApiError(body?.error ?? `${answer.status} ${answer.statusText}`, answer.status);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as T;
  }
}
