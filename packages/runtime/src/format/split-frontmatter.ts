import { type Diagnostic, diagnose } from "../diagnostics.ts";
import { findPlainFields } from "./plain-fields.ts";

/** The two halves of a SKILL.md, by whole-line `---` delimiters. */
export interface SplitText {
  /** The YAML between the delimiters; undefined if there is no frontmatter. */
  readonly yaml: string | undefined;
  /** One-based line on which the YAML starts. */
  readonly yamlLine: number;
  /** Everything after the closing delimiter, without leading newlines; the whole text if there is no frontmatter. */
  readonly body: string;
  /** One-based line on which the body starts. */
  readonly bodyLine: number;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Splits at the first line that is exactly `---` and the next such line, so a `---` inside a value or the body is safe.
 * `salvages`: plain fields without these delimiters are found as well.
 */
export function splitFrontmatter(input: string, salvages = true): SplitText {
  const text = input.charCodeAt(0) === 0xfeff ? input.slice(1) : input;
  const openAt = text.search(/\S/);
  const opener = openAt < 0 ? undefined : delimiterAt(text, openAt);
  if (opener === undefined || (openAt > 0 && text[openAt - 1] !== "\n"))
    return salvages ? salvage(text, withoutFrontmatter(text)) : withoutFrontmatter(text);
  const openLine = countLines(text, 0, openAt) + 1;
  const notes: Diagnostic[] = [];
  if (openAt > 0) notes.push(blankBefore());
  if (opener.hasSpace) notes.push(trailingSpace(openLine));

  const closer = findCloser(text, opener.end);
  if (closer === undefined) {
    const failed = unclosed(text, openLine, notes);
    return salvages ? salvage(text, failed) : failed;
  }
  const closeLine = openLine + 1 + countLines(text, opener.end, closer.at);
  if (closer.hasSpace) notes.push(trailingSpace(closeLine));
  const bodyStart = skipNewlines(text, closer.end);
  return {
    yaml: ownText(text.slice(opener.end, closer.at)),
    yamlLine: openLine + 1,
    body: text.slice(bodyStart),
    bodyLine: closeLine + countLines(text, closer.at, bodyStart),
    diagnostics: notes,
  };
}

/** A line that contains only `---`; `end` is the index after its line end. */
interface Delimiter {
  readonly at: number;
  readonly end: number;
  readonly hasSpace: boolean;
}

/** Finds the next line that contains only `---`. */
function findCloser(text: string, from: number): Delimiter | undefined {
  let at = text.startsWith("---", from) ? from : text.indexOf("\n---", from) + 1;
  while (at > 0) {
    const delimiter = delimiterAt(text, at);
    if (delimiter !== undefined) return delimiter;
    at = text.indexOf("\n---", at) + 1;
  }
  return undefined;
}

function delimiterAt(text: string, at: number): Delimiter | undefined {
  if (!text.startsWith("---", at)) return undefined;
  let end = at + 3;
  while (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9) end += 1;
  const hasSpace = end > at + 3;
  if (text.charCodeAt(end) === 13) end += 1;
  if (end < text.length && text.charCodeAt(end) !== 10) return undefined;
  return { at, end: Math.min(text.length, end + 1), hasSpace };
}

function skipNewlines(text: string, from: number): number {
  let index = from;
  while (text.charCodeAt(index) === 10 || text.charCodeAt(index) === 13) index += 1;
  return index;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function blankBefore(): Diagnostic {
  return diagnose("format.blank-before-frontmatter", "there are blank lines before the opening `---`", {
    line: 1,
    column: 1,
    hint: "make `---` the first line of the file",
  });
}

function trailingSpace(line: number): Diagnostic {
  return diagnose("format.delimiter-space", "the `---` line has trailing whitespace", {
    line,
    column: 4,
    hint: "remove the spaces: strict readers reject them",
  });
}

function withoutFrontmatter(text: string): SplitText {
  const missing = diagnose("format.no-frontmatter", "the file does not start with a `---` line", {
    line: 1,
    column: 1,
    hint: 'put `---`, `name: …`, `description: …` and `---` at the top, or set "infer": true in knowhow.json to use the directory and the first paragraph',
  });
  return { yaml: undefined, yamlLine: 1, body: text, bodyLine: 1, diagnostics: [missing] };
}

function unclosed(text: string, line: number, notes: readonly Diagnostic[]): SplitText {
  const missing = diagnose("format.unclosed-frontmatter", "the frontmatter is opened but never closed", {
    line,
    column: 1,
    hint: "add a `---` line after the last field",
  });
  return { yaml: undefined, yamlLine: line + 1, body: text, bodyLine: 1, diagnostics: [...notes, missing] };
}

/**
 * Takes name and description from plain fields that are not delimited as they should be. The problem stays reported, and
 * strict readers reject the file.
 */
function salvage(text: string, failed: SplitText): SplitText {
  const fields = findPlainFields(text);
  if (fields === undefined) return failed;
  const { start, end, next } = fields;
  const body = `${text.slice(0, fields.from)}${text.slice(skipNewlines(text, next))}`;
  const yamlLine = countLines(text, 0, start) + 1;
  return {
    yaml: ownText(text.slice(start, end)),
    yamlLine,
    body: body.slice(skipNewlines(body, 0)),
    bodyLine: fields.from > 0 ? 1 : countLines(text, 0, skipNewlines(text, next)) + 1,
    diagnostics: failed.diagnostics.map((problem, at, { length }) =>
      at === length - 1
        ? {
            ...problem,
            message: `${problem.message}; the fields from line ${yamlLine} are used`,
            hint: "put these fields at the top of the file, between two `---` lines",
          }
        : problem,
    ),
  };
}

/**
 * Copies a slice. An engine may represent a slice as a view on the original string, which would keep a whole file in
 * memory.
 */
export function ownText(slice: string): string {
  return ` ${slice}`.slice(1);
}
