/** The text of a response; undefined if it is longer than the limit. Never reads more than the limit. */
export async function readBounded(response: Response, maxBytes: number): Promise<string | undefined> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  let read = 0;
  for await (const chunk of response.body) {
    read += chunk.length;
    // Leaving the loop cancels the rest.
    if (read > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
