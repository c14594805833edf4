import { mixedScriptWord } from "../layers/confusables.ts";
import { type InvisibleKind, invisibleKind } from "../layers/invisible.ts";
import type { Layer } from "../layers/layer.ts";
import type { Signal } from "./signal.ts";

/** Blank lines in a row after which nobody scrolls on. */
const BLANK_LINES = 60;
/** Spaces in a row that move text out of the window. */
const BLANK_COLUMNS = 200;

/** What the characters and the layout of a source hide. */
export function readLayoutSignals(layer: Layer): readonly Signal[] {
  const { text, path } = layer;
  const signals: Signal[] = [];
  const add = (kind: Signal["kind"], offset: number, evidence: string, detail?: string) =>
    signals.push({
      kind,
      path,
      line: layer.lineAt(offset),
      evidence,
      ...(detail === undefined ? {} : { detail }),
    });
  if (/[^\n\r\t\x20-\x7e]/.test(text)) {
    for (const [kind, { offset, count }] of invisibles(text))
      add(
        "invisible-character",
        offset,
        text.slice(Math.max(0, offset - 20), offset + 60),
        `${kind}:${count}`,
      );
    const mixed = mixedScriptWord(text);
    if (mixed !== undefined) add("mixed-script", mixed.offset, mixed.word);
  }
  const blank = blankRun(text);
  if (blank !== undefined) add("padding", blank, text.slice(blank).trimStart().slice(0, 120));
  return signals;
}

function invisibles(text: string): ReadonlyMap<InvisibleKind, { offset: number; count: number }> {
  const found = new Map<InvisibleKind, { offset: number; count: number }>();
  let before = 0;
  let inFlag = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    const kind = invisibleKind(code);
    // Flags of England, Scotland and Wales are spelled with tag characters after a black flag.
    inFlag = code >= 0xe0061 && code <= 0xe007f && (before === 0x1f3f4 || inFlag);
    if (inFlag) {
      before = code;
      at += 1;
      continue;
    }
    if (kind !== undefined && !(at === 0 && code === 0xfeff) && !isOrdinary(code, before)) {
      const known = found.get(kind);
      if (known === undefined) found.set(kind, { offset: at, count: 1 });
      else known.count += 1;
    }
    if (code > 0xffff) at += 1;
    before = code;
  }
  return found;
}

/** Joiners between emoji and in scripts that need them are part of ordinary text. */
function isOrdinary(code: number, before: number): boolean {
  if (code === 0x200d) return before >= 0x2190 || (before >= 0x0900 && before <= 0x0dff);
  if (code === 0x200c || code === 0x200e || code === 0x200f) return before >= 0x0590 && before <= 0x0dff;
  if (code >= 0xfe00 && code <= 0xfe0e) return before >= 0x2000 && code === 0xfe0e;
  return false;
}

/** Offset of a run of blank lines or blanks that is followed by text. */
function blankRun(text: string): number | undefined {
  let lines = 0;
  let columns = 0;
  let start = 0;
  let seen = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      if (lines === 0) start = at;
      lines += 1;
      columns = 0;
    } else if (code === 32 || code === 9 || code === 13 || code === 0xa0) {
      columns += code === 9 ? 8 : 1;
      if (lines === 0 && columns === 1) start = at;
    } else {
      // The columns of a table are wide.
      if (lines >= BLANK_LINES || (columns >= BLANK_COLUMNS && code !== 124 && (seen || lines > 0)))
        return start;
      lines = 0;
      columns = 0;
      seen = true;
    }
  }
  return undefined;
}
