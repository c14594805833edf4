/**
 * A bar is the goal for one figure; a claim is a table with its bars.
 *
 * @typedef {{ readonly name: string; readonly node: string; readonly environment?: string; readonly cpuMs: number; readonly runs: readonly number[]; readonly ratio: number; readonly peakMiB?: number; readonly perSkillMicros?: number }} Row
 * @typedef {{ readonly what: string; readonly value: number; readonly limit: number; readonly unit: string; readonly judged: boolean; readonly kept: boolean; readonly missed: boolean }} Bar
 * @typedef {{ readonly name: string; readonly shares: readonly number[] }} ShareRow
 * @typedef {{ readonly id: string; readonly title: string; readonly baseline: string; readonly rows: readonly Row[]; readonly bars: readonly Bar[] }} Claim
 * @typedef {{ readonly id: string; readonly title: string; readonly about: string; readonly columns: readonly string[]; readonly shares: readonly ShareRow[]; readonly bars: readonly Bar[] }} ShareClaim
 * @typedef {{ readonly name: string; readonly digits: number }} Column
 * @typedef {{ readonly id: string; readonly title: string; readonly about: string; readonly first: string; readonly columns: readonly Column[]; readonly figures: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[]; readonly bars: readonly Bar[] }} FigureClaim
 */

/** Allowance for noise between runs on a busy machine; beyond it, a bar is missed. */
const TOLERANCE = 1.1;

/** A bar that is not judged is shown for comparison only and cannot be missed. @param {string} what @param {number} value @param {number} limit @param {string} unit @param {boolean} [judged] @returns {Bar} */
export function bar(what, value, limit, unit, judged = true) {
  const missed = judged && !(value <= limit * TOLERANCE);
  return { what, value, limit, unit, judged, kept: value <= limit, missed };
}

/** A bar for a figure without noise. @param {string} what @param {number} value @param {number} limit @param {string} unit @returns {Bar} */
export function exactBar(what, value, limit, unit) {
  const kept = value <= limit;
  return { what, value, limit, unit, judged: true, kept, missed: !kept };
}

/** @param {{ cpuMs: number }} row @param {{ cpuMs: number } | undefined} baseline */
export function ratio(row, baseline) {
  return row.cpuMs / (baseline?.cpuMs ?? Number.NaN);
}
