const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** The longest duration: one year. */
const MAX_MILLISECONDS = 366 * 86_400_000;

/** One or more numbers with units, as a pattern without flags. */
export const DURATION_PATTERN = "^(?:[0-9]+(?:\\.[0-9]+)?(?:ms|s|m|h|d))+$";

/**
 * The milliseconds of a duration such as `30s`, `5m`, `1h30m` or `3d`; undefined if it is not one, is zero, or is longer
 * than 366 days.
 */
export function parseDuration(text: string): number | undefined {
  if (text.length > 64 || !new RegExp(DURATION_PATTERN).test(text)) return undefined;
  let total = 0;
  for (const [, amount = "", unit = ""] of text.matchAll(/([0-9.]{1,64})(ms|s|m|h|d)/g))
    total += Number(amount) * (UNITS[unit] ?? 0);
  const rounded = Math.round(total);
  return rounded > 0 && rounded <= MAX_MILLISECONDS ? rounded : undefined;
}

/** Formats milliseconds as a duration that `parseDuration` reads: `90000` is `1m30s`. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.max(1, Math.round(milliseconds));
  let text = "";
  for (const [unit, size] of Object.entries(UNITS).reverse()) {
    const count = Math.floor(rest / size);
    if (count === 0) continue;
    text += `${count}${unit}`;
    rest -= count * size;
  }
  return text;
}
