/** Marks around a value that are not part of it. */
const WRAPPERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "„": "“",
  "‘": "’",
  "«": "»",
  "「": "」",
  "『": "』",
  "(": ")",
};
/** Closing marks that are dropped if nothing in the value opened them. */
const OPENED_BY: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(WRAPPERS).map(([open, close]) => [close, open])),
  "]": "[",
  "}": "{",
  ">": "<",
};
const MAX_STRAY = 4;
const LEADING = /^(?:\s|[,;:，、；：。]|[-–—=](?=\s))+/;
const TRAILING: ReadonlySet<string> = new Set(".,;:!?؟…，、；：。！？–—");

/** The value of a variable: the text between two words, without punctuation and quotes around it. */
export function slotValue(between: string): string {
  const value = tidy(between);
  const closing = WRAPPERS[value[0] ?? ""];
  if (closing === undefined) return value;
  const close = value.indexOf(closing, 1);
  if (close < 0) return tidy(value.slice(1));
  return close === value.length - 1 ? tidy(value.slice(1, -1)) : value;
}

/** Removes spaces and punctuation at the ends, and unmatched closing marks. */
function tidy(text: string): string {
  let value = text.replace(LEADING, "");
  for (let stray = 0; stray < MAX_STRAY; stray += 1) {
    let end = value.length;
    while (end > 0 && isTrailing(value[end - 1] ?? "")) end -= 1;
    value = value.slice(0, end);
    const opening = OPENED_BY[value[end - 1] ?? ""];
    if (opening === undefined || value.lastIndexOf(opening, end - 2) >= 0) return value;
    value = value.slice(0, end - 1);
  }
  return value;
}

function isTrailing(sign: string): boolean {
  return TRAILING.has(sign) || /\s/.test(sign);
}
