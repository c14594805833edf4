const NESTED_KEY = /^( *(?:- +)?[A-Za-z_][\w.-]*) *:(?: +|$)/;
const LIST_ITEM = /^( *- +)(?=\S)/;

/**
 * Repairs the nested lines of a field one by one: replaces tabs in the indentation and quotes values that need it.
 * Block scalars are left unchanged.
 */
export function repairLines(lines: readonly string[]): readonly string[] {
  let block: number | undefined;
  return lines.map((line) => {
    const spaced = indentWithSpaces(line.trimEnd());
    const indent = spaced.length - spaced.trimStart().length;
    if (block !== undefined && (spaced === "" || indent > block)) return spaced;
    const head = (NESTED_KEY.exec(spaced) ?? LIST_ITEM.exec(spaced))?.[0];
    const value = head === undefined ? "" : spaced.slice(head.length);
    block = /^[|>][-+0-9]*$/.test(value) ? indent : undefined;
    return head === undefined || block !== undefined || !needsQuotes(value) ? spaced : head + quote(value);
  });
}

/** Joins lines as YAML folds them, without surrounding quotes. */
export function foldedText(lines: readonly string[]): string {
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
  const sign = text[0];
  const isQuoted = text.length > 1 && (sign === '"' || sign === "'") && text.endsWith(sign);
  if (!isQuoted) return text;
  const inner = text.slice(1, -1);
  return sign === '"' ? inner.replaceAll('\\"', '"') : inner.replaceAll("''", "'");
}

/** A single-quoted YAML scalar. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function indentWithSpaces(line: string): string {
  const text = line.trimStart();
  const indent = line.slice(0, line.length - text.length);
  return indent.includes("\t") ? indent.replaceAll("\t", "  ") + text : line;
}

/** A plain value that YAML would reject or not read as a string. Quoted and flow values are left unchanged. */
function needsQuotes(value: string): boolean {
  if (value === "" || /^["'[{]/.test(value)) return false;
  return /^[@`%*&!,\]}]|^[?-](?:\s|$)/.test(value) || value.includes(": ") || value.endsWith(":");
}
