/** One line of a preview. */
export interface DiffLine {
  readonly kind: "same" | "old" | "new";
  readonly text: string;
}

/** Number of unchanged lines before and after a change. */
const CONTEXT = 3;

/** Longer lines are cut around the change. */
const MAX_LINE = 160;

/** The difference between two texts that differ in one range, with context; empty if they are equal. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  if (before === after) return [];
  const [old, now] = [splitLines(before), splitLines(after)];
  const first = commonLength(old, now, (lines, index) => lines[index]);
  const shortest = Math.min(old.length, now.length) - first;
  const last = Math.min(
    shortest,
    commonLength(old, now, (lines, index) => lines[lines.length - 1 - index]),
  );
  const changed = { old: old.slice(first, old.length - last), new: now.slice(first, now.length - last) };
  const place = commonLength(
    [...changed.old.join("\n")],
    [...changed.new.join("\n")],
    (list, index) => list[index],
  );
  const line = (kind: DiffLine["kind"]) => (text: string) => ({ kind, text: cut(text, place) });
  return [
    ...now.slice(Math.max(0, first - CONTEXT), first).map(line("same")),
    ...changed.old.map(line("old")),
    ...changed.new.map(line("new")),
    ...now.slice(now.length - last, now.length - last + CONTEXT).map(line("same")),
  ];
}

function splitLines(text: string): readonly string[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function commonLength<T>(
  a: readonly T[],
  b: readonly T[],
  at: (list: readonly T[], index: number) => T | undefined,
): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && at(a, length) === at(b, length)) length += 1;
  return length;
}

function cut(text: string, place: number): string {
  if (text.length <= MAX_LINE) return text;
  const start = Math.max(0, Math.min(place - 40, text.length - MAX_LINE));
  const end = start + MAX_LINE;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}
