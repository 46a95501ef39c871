/** Streamed responses: JSON lines. */

import { fetchOk } from "./api";

/** Each line of a response; leaving the loop ends the request.  Throws ApiError for an error status. */
export async function* streamJson<T>(path: string, request: RequestInit): AsyncGenerator<T> {
  const { body } = await fetchOk(path, request);
  if (body) yield* jsonLines<T>(body);
}

/** The values of lines of JSON. */
export async function* jsonLines<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line) as T;
    if (done) return;
  }
}
