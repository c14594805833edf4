import { bar } from "./bars.mjs";
import { ENGINES, OURS } from "./engines.mjs";
import { decisionsClaim } from "./match-decisions.mjs";
import { qualityClaim } from "./match-quality.mjs";
import { median } from "./measure.mjs";
import { measureMatching } from "./measure-matching.mjs";

/** @typedef {import("./measure-matching.mjs").Taken} Taken */

/** What is measured at each size. Peers take minutes for 20,000 skills, so only their better setting is measured there, once. */
const SIZES = [
  {
    size: 200,
    engines: OURS,
    asked: 380,
    warmUp: 150,
    rounds: 5,
    peerRounds: 0,
    everyNode: true,
    limit: 1,
  },
  {
    size: 1_000,
    engines: Object.keys(ENGINES),
    asked: 380,
    warmUp: 150,
    rounds: 5,
    peerRounds: 3,
    everyNode: true,
    limit: 1,
  },
  {
    size: 20_000,
    engines: [...OURS, "MiniSearch, stemmed", "Orama, stemmed"],
    asked: 200,
    warmUp: 50,
    rounds: 3,
    peerRounds: 1,
    everyNode: false,
    limit: 8,
  },
];
const LARGE = {
  size: 100_000,
  engines: OURS.slice(0, 1),
  asked: 200,
  warmUp: 50,
  rounds: 1,
  peerRounds: 0,
  everyNode: false,
  limit: undefined,
};

/** Finding the skill for a message: the cost of a message, of a start and of a hostile message, and how often the answer is right. @param {import("./context.mjs").Context} context @returns {AsyncGenerator<import("./bars.mjs").FigureClaim>} */
export async function* matchClaims(context) {
  /** @type {Taken[]} */
  const ours = [];
  for (const plan of context.large ? [...SIZES, LARGE] : SIZES) {
    const taken = await measureMatching(plan, context);
    yield queryClaim(plan, taken);
    ours.push(...taken.filter(({ name }) => OURS.includes(name)));
  }
  yield startClaim(ours);
  yield hostileClaim(ours);
  yield await qualityClaim();
  yield await decisionsClaim(context);
}

/** @param {typeof SIZES[number] | typeof LARGE} plan @param {readonly Taken[]} taken @returns {import("./bars.mjs").FigureClaim} */
function queryClaim({ size, asked, limit }, taken) {
  const figures = taken.map((row) => {
    const medians = row.warm.map(({ queries }) => median(queries));
    const own = taken.find(({ name, node }) => name === OURS[0] && node === row.node);
    const ownMedian = median((own?.warm ?? []).map(({ queries }) => median(queries)));
    const build =
      row.cold === undefined ? row.warm.map(({ costs }) => costs.build ?? Number.NaN) : [row.cold.first];
    return {
      name: `${row.name}, Node ${row.node.version.slice(1)}`,
      judged: row.name === OURS[0] && row.node.own,
      values: [
        median(medians),
        median(medians) / ownMedian,
        median(row.warm.map(({ queries }) => mean(queries))),
        median(row.warm.map(({ queries }) => percentile(queries, 0.95))),
        (median(build) * 1_000) / size,
        row.diskMiB,
        median(row.warm.map(({ heldMiB }) => heldMiB)),
        median(row.warm.map(({ peakMiB }) => peakMiB)),
        row.cold?.peakMiB,
        100 * median(row.warm.map(({ right }) => right)),
      ],
    };
  });
  return {
    id: `match-${size}`,
    title: `Find the skill for a message among ${size.toLocaleString("en")} skills with bodies of 6 KB`,
    about: `CPU time per message: median, mean and 95th percentile of ${asked} different messages, after a warm-up with others. The ratio is relative to knowhow.`,
    first: "engine",
    columns: [
      { name: "median, ms", digits: 3 },
      { name: "ratio", digits: 2 },
      { name: "mean, ms", digits: 3 },
      { name: "95th percentile, ms", digits: 2 },
      { name: "build per 1,000 skills, ms", digits: 0 },
      { name: "index on disk, MiB", digits: 1 },
      { name: "held in memory, MiB", digits: 0 },
      { name: "peak, MiB", digits: 0 },
      { name: "peak while building, MiB", digits: 0 },
      { name: "right kind first, %", digits: 0 },
    ],
    figures,
    bars:
      limit === undefined
        ? []
        : figures
            .filter(({ name }) => name.startsWith(`${OURS[0]}, Node`))
            .map(({ name, judged, values }) =>
              bar(`CPU time per message, ${name}`, values[0] ?? Number.NaN, limit, " ms", judged),
            ),
  };
}

/** @param {readonly Taken[]} taken @returns {import("./bars.mjs").FigureClaim} */
function startClaim(taken) {
  const figures = taken.map(({ name, node, size, warm }) => {
    const embedder = median(warm.map(({ costs }) => costs.embedder ?? 0));
    const library = median(warm.map(({ costs }) => costs.library ?? Number.NaN));
    const first = median(warm.map((told) => told.first));
    const reopened = median(warm.map((told) => told.reopened ?? Number.NaN));
    const both = median(warm.map((told) => told.first + (told.costs.embedder ?? 0)));
    return {
      name: `${name}, ${size.toLocaleString("en")} skills, Node ${node.version.slice(1)}`,
      judged: name === OURS[0] && node.own,
      isBar: name === OURS[0] && size === 1_000,
      values: [embedder, first, both, library, reopened],
    };
  });
  return {
    id: "match-start",
    title: "The first answer with the index on disk",
    about:
      "CPU time in a new process. The goal applies to loading the embedding and the first answer together, including loading modules. Opening the library is shown separately, and so is the first answer of a second runtime in the same process, which does little more than open the index.",
    first: "engine",
    columns: [
      { name: "load the embedding, ms", digits: 0 },
      { name: "first answer, ms", digits: 0 },
      { name: "both, ms", digits: 0 },
      { name: "open the library, ms", digits: 0 },
      { name: "first answer in a warm process, ms", digits: 0 },
    ],
    figures,
    bars: figures
      .filter(({ isBar }) => isBar)
      .map(({ name, judged, values }) =>
        bar(`first answer, ${name}`, values[2] ?? Number.NaN, 50, " ms", judged),
      ),
  };
}

/** @param {readonly Taken[]} taken @returns {import("./bars.mjs").FigureClaim} */
function hostileClaim(taken) {
  const rows = taken.filter(({ name }) => name === OURS[0]);
  const kinds = Object.keys(rows[0]?.warm[0]?.hostile ?? {});
  const figures = kinds.map((kind) => ({
    name: kind,
    values: rows.map(({ warm }) => median(warm.flatMap(({ hostile }) => hostile[kind] ?? []))),
  }));
  return {
    id: "match-hostile",
    title: "Adversarial messages of 1 MB",
    about: "CPU time of one adversarial message; median of seven in each process.",
    first: "message",
    columns: rows.map(({ size, node }) => ({
      name: `${size.toLocaleString("en")} skills, Node ${node.version.slice(1)}, ms`,
      digits: 1,
    })),
    figures,
    bars: rows.flatMap(({ size, node }, column) =>
      size === 1_000
        ? [
            bar(
              `slowest message of 1 MB, ${size.toLocaleString("en")} skills, Node ${node.version.slice(1)}`,
              Math.max(...figures.map(({ values }) => values[column] ?? Number.NaN)),
              10,
              " ms",
              node.own,
            ),
          ]
        : [],
    ),
  };
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** @param {readonly number[]} values @param {number} share */
function percentile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
