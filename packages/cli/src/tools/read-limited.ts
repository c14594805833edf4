import { ToolError } from "./tool-error.ts";

/** The body of a response as text; throws if it is too large or not UTF-8. */
export async function readLimited(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  what: string,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new ToolError("too_large", `${what} is larger than ${maxBytes} bytes`);
    parts.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new ToolError("invalid_output", `${what} is not UTF-8 text`);
  }
}
