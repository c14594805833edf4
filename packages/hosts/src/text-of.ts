/** The text of a message's content: a string, or parts of which some have text. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => (isRecord(part) && typeof part.text === "string" ? part.text : ""))
    .filter((text) => text !== "")
    .join("\n");
}

/** The text of a tool's result, in whatever parts a framework wraps it. */
export function resultText(result: unknown): string {
  if (typeof result === "string") return result;
  if (Array.isArray(result)) return result.map(resultText).join("\n");
  if (!isRecord(result)) return result === undefined ? "" : JSON.stringify(result);
  const inner = ["text", "value", "output", "content", "result"].map((key) => result[key]);
  const text = inner.find((value) => value !== undefined);
  return text === undefined ? JSON.stringify(result) : resultText(text);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
