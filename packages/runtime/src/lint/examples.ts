/** Tells whether an offset of a Markdown text is in an example: a fenced block or a line that is called one. */
export function examplesIn(text: string): (offset: number) => boolean {
  const ranges: { readonly from: number; readonly to: number }[] = [];
  let fence: { readonly run: string; readonly isExample: boolean; readonly from: number } | undefined;
  let heading = "";
  let before = "";
  let start = 0;
  for (const line of text.split("\n")) {
    const end = start + line.length;
    const run = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (run?.startsWith(fence.run) === true) {
        if (fence.isExample) ranges.push({ from: fence.from, to: end });
        fence = undefined;
      }
    } else if (run !== undefined) {
      const isExample = [heading, before, line].some((said) => EXAMPLE.test(said));
      fence = { run, isExample, from: start };
    } else if (line.trim() !== "") {
      if (/^#{1,6} /.test(line)) heading = line;
      if (LABEL.test(line)) ranges.push({ from: start, to: end });
      before = line;
    }
    start = end + 1;
  }
  if (fence?.isExample === true) ranges.push({ from: fence.from, to: text.length });
  return (offset) => ranges.some(({ from, to }) => from <= offset && offset <= to);
}

/** A heading, or the line before a block, that calls what follows an example. */
const EXAMPLE =
  /\bexamples?\b|\bsamples?\b|\be\.g\.|\bfor instance\b|\blooks? like\b|\bsuch as\b|\bexpected output\b/i;

/** A line that is an example itself. */
const LABEL = /\(example|\be\.g\.|\bfor example\b|\bexample:/i;
