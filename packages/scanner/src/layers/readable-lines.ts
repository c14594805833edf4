/**
 * The lines of a text as a reader of the rendered page sees them: addresses stand where a reference to them stands, single words in
 * a table have the name of their column, and tags of HTML are gone. There are as many lines as before.
 */
export function readableLines(lines: readonly string[], text: string): readonly string[] {
  const addresses = definitions(text);
  const hasTags = text.includes("</") || text.includes("<br");
  if (addresses.size === 0 && !hasTags && !text.includes("|")) return lines;
  let columns: readonly string[] = [];
  return lines.map((line, at) => {
    let out = line;
    if (addresses.size > 0 && out.includes("[")) out = withAddresses(out, addresses);
    if (hasTags && out.includes("<")) out = withoutTags(out);
    if (!line.includes("|")) {
      columns = [];
      return out;
    }
    if (isDelimiter(line)) return "";
    if (isDelimiter(lines[at + 1] ?? "")) {
      columns = cellsOf(out);
      return out;
    }
    return columns.length === 0 ? out : named(cellsOf(out), columns);
  });
}

/** CommonMark: `[label]: address`. */
function definitions(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!text.includes("]:")) return found;
  for (const [, label = "", address = ""] of text.matchAll(
    /^[ \t>]{0,8}\[([^\]\n]{1,80})\]:[ \t]{0,9}<?([^\s<>]{4,500})/gm,
  ))
    if (!found.has(label.toLowerCase())) found.set(label.toLowerCase(), address);
  return found;
}

/** `[text][label]`, `[label][]` and `[label]` with their addresses. */
function withAddresses(line: string, addresses: ReadonlyMap<string, string>): string {
  return line.replace(
    /\[([^[\]\n]{1,200})\](?:\[([^[\]\n]{0,80})\])?(?![(:])/g,
    (whole, text: string, label: string | undefined) => {
      const address = addresses.get((label || text).toLowerCase());
      return address === undefined ? whole : `${text} ${address} `;
    },
  );
}

const TAG =
  /<(?:\/?(?:a|b|i|u|s|p|em|td|th|tr|li|ul|ol|h[1-6]|kbd|div|pre|sub|sup|code|span|font|mark|small|table|tbody|thead|strong|center|button|details|summary|section|blockquote)\b[^<>]{0,500}|br\s{0,3}\/?)>/gi;

/** Words around a tag stay apart; the address of a link stays. */
function withoutTags(line: string): string {
  return line.replace(TAG, (tag) => {
    const address = /\bhref\s{0,3}=\s{0,3}["']?([^\s"'>]{4,500})/i.exec(tag)?.[1];
    return address === undefined ? " " : ` ${address} `;
  });
}

/** The line between the head and the body of a table. */
function isDelimiter(line: string): boolean {
  return line.includes("-") && line.includes("|") && /^[\s|:-]{3,2000}$/.test(line);
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

function named(cells: readonly string[], columns: readonly string[]): string {
  return cells
    .map((cell, at) => {
      const column = columns[at] ?? "";
      // A sentence speaks for itself; a single word does not.
      return column === "" || !/^[^\s/]{1,40}$/.test(cell) ? cell : `${column}: ${cell}`;
    })
    .join(" | ");
}
