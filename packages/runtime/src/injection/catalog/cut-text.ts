/** At most `width` characters, cut after a clause if that keeps half of them, else after a word, with an ellipsis. */
export function cutText(text: string, width: number): string {
  if (text.length <= width) return text;
  const room = Math.max(0, width - 1);
  const word = lastMatch(text, room, (end) => text[end] === " ");
  const clause = lastMatch(text, room, (end) => text[end] === " " && /[.;:,!?)\]]/.test(text[end - 1] ?? ""));
  const end = clause >= room / 2 ? clause : word;
  if (end > 0) return `${text.slice(0, end).replace(/[.;:,]$/, "")}…`;
  // One endless word; a pair of surrogates stays together.
  return `${text.slice(0, /[\ud800-\udbff]/.test(text[room - 1] ?? "") ? room - 1 : room)}…`;
}

function lastMatch(text: string, from: number, isEnd: (end: number) => boolean): number {
  let end = Math.min(from, text.length);
  while (end > 0 && !isEnd(end)) end -= 1;
  return end;
}
