import { type Pair, scanToml } from "./scan-toml.ts";

/** The text without comments and values, except the values of some pairs. Line breaks are kept. */
export function maskToml(text: string, shown: readonly Pair[]): string {
  const starts = new Set(shown.map(({ start }) => start));
  let result = "";
  let done = 0;
  for (const statement of scanToml(text)) {
    const { start, end } = statement;
    const isMasked = statement.kind === "pair" && !starts.has(start);
    const plain = isMasked ? text.slice(start, statement.valueStart) : text.slice(start, end);
    const lines = isMasked ? `…${text.slice(statement.valueStart, end).replace(/[^\n]/g, "")}` : "";
    result += maskComments(text.slice(done, start)) + plain + lines;
    done = end;
  }
  return result + maskComments(text.slice(done));
}

function maskComments(text: string): string {
  return text.replace(/#[^\r\n]*/g, "# …");
}
