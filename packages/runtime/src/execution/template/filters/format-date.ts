const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** What each token shows. The time is that of the wall clock, as if it were UTC; the offset is undefined if there is no zone. */
const TOKENS = new Map<string, (date: Date, offset: number | undefined) => string>([
  ["YYYY", (date) => pad(date.getUTCFullYear(), 4)],
  ["YY", (date) => pad(date.getUTCFullYear() % 100, 2)],
  ["Q", (date) => String(Math.floor(date.getUTCMonth() / 3) + 1)],
  ["MMMM", (date) => MONTHS[date.getUTCMonth()] ?? ""],
  ["MMM", (date) => (MONTHS[date.getUTCMonth()] ?? "").slice(0, 3)],
  ["MM", (date) => pad(date.getUTCMonth() + 1, 2)],
  ["M", (date) => String(date.getUTCMonth() + 1)],
  ["DDDD", (date) => pad(dayOfYear(date), 3)],
  ["DD", (date) => pad(date.getUTCDate(), 2)],
  ["D", (date) => String(date.getUTCDate())],
  ["Do", (date) => ordinal(date.getUTCDate())],
  ["dddd", (date) => DAYS[date.getUTCDay()] ?? ""],
  ["ddd", (date) => (DAYS[date.getUTCDay()] ?? "").slice(0, 3)],
  ["d", (date) => String(date.getUTCDay())],
  ["E", (date) => String(date.getUTCDay() || 7)],
  ["GGGG", (date) => pad(isoWeek(date).year, 4)],
  ["WW", (date) => pad(isoWeek(date).week, 2)],
  ["W", (date) => String(isoWeek(date).week)],
  ["HH", (date) => pad(date.getUTCHours(), 2)],
  ["H", (date) => String(date.getUTCHours())],
  ["hh", (date) => pad(date.getUTCHours() % 12 || 12, 2)],
  ["h", (date) => String(date.getUTCHours() % 12 || 12)],
  ["mm", (date) => pad(date.getUTCMinutes(), 2)],
  ["m", (date) => String(date.getUTCMinutes())],
  ["ss", (date) => pad(date.getUTCSeconds(), 2)],
  ["s", (date) => String(date.getUTCSeconds())],
  ["SSS", (date) => pad(date.getUTCMilliseconds(), 3)],
  ["A", (date) => (date.getUTCHours() < 12 ? "AM" : "PM")],
  ["a", (date) => (date.getUTCHours() < 12 ? "am" : "pm")],
  ["Z", (_date, offset) => zone(offset, ":")],
  ["ZZ", (_date, offset) => zone(offset, "")],
  // A separator of ISO 8601, so common in patterns that it needs no brackets.
  ["T", () => "T"],
]);

/** `[text]`, a token (the longest run of one letter), or any other character. */
const PART = /\[([^\]]{0,400})\]|Do|([A-Za-z])\2*|[^A-Za-z[]+|\[/g;

/** Offset of the first run of letters that is not a token; undefined if all are. */
export function unknownTokenAt(pattern: string): number | undefined {
  for (const found of pattern.matchAll(PART)) {
    if (/^[A-Za-z]/.test(found[0]) && !TOKENS.has(found[0])) return found.index;
  }
  return undefined;
}

/** Formats the time of a wall clock, given as if it were UTC. */
export function formatDate(pattern: string, time: number, offset: number | undefined): string {
  const date = new Date(time);
  return pattern.replace(
    PART,
    (part: string, quoted: string | undefined) => quoted ?? TOKENS.get(part)?.(date, offset) ?? part,
  );
}

function pad(value: number, length: number): string {
  const digits = String(Math.abs(value)).padStart(length, "0");
  return value < 0 ? `-${digits}` : digits;
}

function zone(offset: number | undefined, colon: string): string {
  if (offset === undefined) return "";
  const minutes = Math.round(Math.abs(offset) / 60_000);
  return `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60), 2)}${colon}${pad(minutes % 60, 2)}`;
}

function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
}

const DAY = 86_400_000;

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - startOfYear(date.getUTCFullYear())) / DAY) + 1;
}

/** ISO 8601: a week starts on Monday and belongs to the year of its Thursday. */
function isoWeek(date: Date): { readonly year: number; readonly week: number } {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);
  const year = thursday.getUTCFullYear();
  return { year, week: Math.floor((thursday.getTime() - startOfYear(year)) / (7 * DAY)) + 1 };
}

function startOfYear(year: number): number {
  const start = new Date(0);
  start.setUTCFullYear(year, 0, 1);
  return start.getTime();
}
