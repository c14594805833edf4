/** A run of plain `key: value` lines with a name and a description. */
export interface FieldRun {
  /** Where the block starts, with its opening `---` if there is one. */
  readonly from: number;
  /** The fields themselves. */
  readonly start: number;
  readonly end: number;
  /** Where the text goes on, after a closing `---` if there is one. */
  readonly next: number;
}

/** Number of lines before the fields, such as a title, and of the fields together. */
const MAX_BEFORE = 10;
const MAX_FIELDS = 60;

const FIELD = /^[A-Za-z_][\w.-]{0,63}:(?:[ \t]|$)/;

/**
 * Finds fields at the beginning of a text, without `---` around them or not on the first line. Anything in a fenced
 * block is an example; undefined if a name or a description is missing.
 */
export function findPlainFields(text: string): FieldRun | undefined {
  let at = 0;
  let from: number | undefined;
  for (let line = 0; line < MAX_BEFORE && at < text.length; line += 1) {
    const { written, next } = lineAt(text, at);
    if (/^[ \t>]*(?:```|~~~)/.test(written)) return undefined;
    if (/^(?:name|description):[ \t]*\S/.test(written)) return runAt(text, from ?? at, at);
    from = written.trim() === "---" ? at : undefined;
    at = next;
  }
  return undefined;
}

/** The fields from here to the first line that is none: blank, `---`, a heading or prose. */
function runAt(text: string, from: number, start: number): FieldRun | undefined {
  const keys = new Set<string>();
  let end = start;
  let next = start;
  for (let line = 0; line < MAX_FIELDS && next < text.length; line += 1) {
    const { written, next: after } = lineAt(text, next);
    const isClosed = written.trim() === "---";
    if (isClosed) next = after;
    const isField = FIELD.test(written);
    if (isClosed || !(isField || /^[ \t]+\S|^- /.test(written))) break;
    if (isField) keys.add(written.slice(0, written.indexOf(":")));
    next = after;
    end = after;
  }
  return keys.has("name") && keys.has("description") ? { from, start, end, next } : undefined;
}

function lineAt(text: string, at: number): { readonly written: string; readonly next: number } {
  const end = text.indexOf("\n", at);
  const stop = end < 0 ? text.length : end;
  return { written: text.slice(at, stop).replace(/\r$/, ""), next: end < 0 ? text.length : end + 1 };
}
