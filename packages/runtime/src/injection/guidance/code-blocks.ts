/** A text in a code block that nothing in it can close. */
export function fencedBlock(text: string): string {
  let longest = 2;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  const ticks = "`".repeat(longest + 1);
  return `${ticks}\n${text}\n${ticks}`;
}

/** Closes a code block that a text leaves open, so that it does not swallow what follows. */
export function closeCode(text: string): string {
  let open = "";
  for (const line of text.split("\n")) {
    const run = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (open === "") open = run.startsWith("`") && line.trim().slice(run.length).includes("`") ? "" : run;
    else if (run.startsWith(open) && line.trim() === run) open = "";
  }
  return open === "" ? text : `${text}\n${open}`;
}
