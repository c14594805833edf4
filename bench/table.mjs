/** One claim as Markdown: its table, then its bars. @param {import("./bars.mjs").Claim} claim */
export function renderClaim({ title, baseline, rows, bars }) {
  const perSkill = rows.some((row) => row.perSkillMicros !== undefined);
  const last = perSkill ? "CPU per skill, µs" : "peak memory, MiB";
  const lines = rows.map((row) => {
    const extra = perSkill ? row.perSkillMicros : row.peakMiB;
    const where = row.environment === undefined ? row.node : `${row.node}, ${row.environment}`;
    return `| ${row.name} | ${where} | ${Math.round(row.cpuMs)} | ${range(row.runs)} | ${row.ratio.toFixed(2)} | ${extra?.toFixed(perSkill ? 1 : 0) ?? ""} |`;
  });
  return [
    `## ${title}`,
    "",
    `The ratio is relative to ${baseline}.`,
    "",
    `| program | Node and environment | CPU, ms | min–max | ratio | ${last} |`,
    "|---|---|--:|--:|--:|--:|",
    ...lines,
    "",
    ...bars.map(renderBar),
    "",
  ].join("\n");
}

/** A claim about shares as Markdown: one row per method. @param {import("./bars.mjs").ShareClaim} claim */
export function renderShares({ title, about, columns, shares, bars }) {
  const lines = shares.map((row) => `| ${[row.name, ...row.shares.map(percent)].join(" | ")} |`);
  return section({ title, about, head: ["catalog", ...columns], lines, bars });
}

/** A claim with figures of several kinds as Markdown. @param {import("./bars.mjs").FigureClaim} claim */
export function renderFigures({ title, about, first, columns, figures, bars }) {
  const lines = figures.map(({ name, values }) => {
    const cells = columns.map(({ digits }, column) => values[column]?.toFixed(digits) ?? "–");
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  return section({ title, about, head: [first, ...columns.map(({ name }) => name)], lines, bars });
}

/** A claim's heading, its table with the names on the left, and its bars. @param {{ title: string; about: string; head: readonly string[]; lines: readonly string[]; bars: readonly import("./bars.mjs").Bar[] }} claim */
function section({ title, about, head, lines, bars }) {
  const rule = `|---|${head
    .slice(1)
    .map(() => "--:|")
    .join("")}`;
  return [
    `## ${title}`,
    "",
    about,
    "",
    `| ${head.join(" | ")} |`,
    rule,
    ...lines,
    "",
    ...bars.map(renderBar),
    "",
  ].join("\n");
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100)} %`;
}

/** @param {readonly number[]} runs */
function range(runs) {
  return `${Math.round(Math.min(...runs))}–${Math.round(Math.max(...runs))}`;
}

/** @param {import("./bars.mjs").Bar} bar */
function renderBar({ what, value, limit, unit, judged, kept, missed }) {
  const verdict = kept ? "met" : missed ? "MISSED" : judged ? "not met, but within the tolerance" : "not met";
  return `- ${what}: ${value.toFixed(2)}${unit}, goal ${limit}${unit}: ${verdict}${judged ? "" : " (for comparison)"}`;
}
