/** Why a reader of the file does not see a text as it is. */
export type HiddenBy = "comment" | "encoding" | "invisible" | "padding" | "container" | "metadata";

/** A text to inspect: a file, a normalised copy of it, or something that was decoded from it. */
export interface Layer {
  /** Path for a finding. Content of an archive is named after it: `assets/kit.zip!/setup.sh`. */
  readonly path: string;
  readonly text: string;
  /** How often something was decoded or unpacked to get here. */
  readonly depth: number;
  /** Set if a reader of the file does not see this text. */
  readonly hiddenBy?: HiddenBy;
  /** True for a copy whose differences from the source are only of form. Its layout is not inspected again. */
  readonly isCopy?: boolean;
  /** Lines in which characters inside of words look different from what they are. Set on a copy without them. */
  readonly disguised?: ReadonlySet<number>;
  /** True if all of the text is a shell script, because it was given to a shell. */
  readonly isScript?: boolean;
  /** Line of the file, from 1, of an offset into the text. */
  lineAt(offset: number): number;
}

/** The text of a file as a layer. */
export function sourceLayer(path: string, text: string, depth = 0): Layer {
  const starts = lineStarts(text);
  return { path, text, depth, lineAt: (offset) => indexOfStart(starts, offset) + 1 };
}

/** A text that was made from one place of another layer; all of it has the line of that place. */
export function derivedLayer(
  from: Layer,
  { text, offset, hiddenBy }: { readonly text: string; readonly offset: number; readonly hiddenBy: HiddenBy },
): Layer {
  const line = from.lineAt(offset);
  return { path: from.path, text, depth: from.depth + 1, hiddenBy, lineAt: () => line };
}

/** A copy of a layer that has the same lines. */
export function copiedLayer(from: Layer, text: string): Layer {
  const starts = lineStarts(text);
  const sourceStarts = lineStarts(from.text);
  const lineAt = (offset: number) =>
    from.lineAt(sourceStarts[indexOfStart(starts, offset)] ?? from.text.length);
  const { path, depth, hiddenBy } = from;
  return { path, text, depth, isCopy: true, lineAt, ...(hiddenBy === undefined ? {} : { hiddenBy }) };
}

/** Offsets at which the lines of a text start. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Index of the last start that is not after the offset. */
export function indexOfStart(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
