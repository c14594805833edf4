/** What a format expects, and its check. */
export interface Format {
  readonly expected: string;
  readonly test: (text: string) => boolean;
}

/** The checked formats by name. */
export const FORMATS: ReadonlyMap<string, Format> = new Map([
  ["date", { expected: "a date such as 2026-03-31", test: isDate }],
  ["date-time", { expected: "a date and time such as 2026-03-31T09:00:00Z", test: isDateTime }],
  ["email", { expected: "an e-mail address", test: isEmail }],
  ["uri", { expected: "an address such as https://example.com", test: isUri }],
]);

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [, year, month, day] = match.map(Number);
  const date = new Date(`${text}T00:00:00Z`);
  return (
    !Number.isNaN(date.getTime()) &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() + 1 === month &&
    date.getUTCDate() === day
  );
}

/** RFC 3339: a date, `T`, a time, and `Z` or an offset. */
function isDateTime(text: string): boolean {
  const match =
    /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](\d{2}):(\d{2}))$/.exec(text);
  if (match === null || !isDate(match[1] ?? "")) return false;
  const [hour = 0, minute = 0, second = 0, offset = 0, offsetMinute = 0] = match
    .slice(2)
    .map((part) => Number(part ?? 0));
  return hour < 24 && minute < 60 && second <= 60 && offset < 24 && offsetMinute < 60;
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || text.length > 254 || /[\s\p{C}]/u.test(text)) return false;
  const labels = text.slice(at + 1).split(".");
  return labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label));
}

function isUri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{C}]+$/u.test(text) && URL.canParse(text);
}
