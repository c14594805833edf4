/** How many milliseconds a zone is ahead of UTC at a time; undefined if the zone is unknown. */
export function zoneOffset(time: number, zone: string): number | undefined {
  const format = openFormat(zone);
  if (format === undefined) return undefined;
  const fields = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  const field = (name: Intl.DateTimeFormatPartTypes): number => fields.get(name) ?? 0;
  const wall = Date.UTC(
    field("year"),
    field("month") - 1,
    field("day"),
    field("hour"),
    field("minute"),
    field("second"),
  );
  return wall - Math.floor(time / 1_000) * 1_000;
}

function openFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
  }
}
