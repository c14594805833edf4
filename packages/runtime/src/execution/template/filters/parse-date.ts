const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?(Z|z|[+-]\d{2}(?::?\d{2})?))?)?$/;

/** Reads an ISO 8601 date, with or without a time and a zone; undefined if it is not one. Without a zone it is not an instant. */
export function parseDate(text: string): { readonly time: number; readonly isInstant: boolean } | undefined {
  if (text.length > 40) return undefined;
  const found = ISO.exec(text.trim());
  if (found === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "0", zone] = found;
  const time = new Date(0);
  time.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isRealDay = time.getUTCMonth() === Number(month) - 1 && time.getUTCDate() === Number(day);
  if (!isRealDay || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  time.setUTCHours(Number(hour), Number(minute), Number(second), Math.floor(Number(`0.${fraction}`) * 1_000));
  return { time: time.getTime() - offsetOf(zone), isInstant: zone !== undefined };
}

/** `+02:00` in milliseconds. */
function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || "0");
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}
