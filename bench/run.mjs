/**
 * Measures speed, matching and the catalog side by side with peers: `npm run bench -- [--runs 7] [--only version,list] [--large] [--check]`.
 * Prints Markdown and writes `bench/results.json`. With --check, the exit code is 1 if a goal is missed.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { catalogClaim } from "./catalog.mjs";
import { prepare } from "./context.mjs";
import { listClaim } from "./list.mjs";
import { matchClaims } from "./match.mjs";
import { mcpClaim } from "./mcp.mjs";
import { sandboxClaim } from "./sandbox.mjs";
import { scaleClaim } from "./scale.mjs";
import { scanClaim } from "./scan.mjs";
import { searchClaim } from "./search.mjs";
import { startRunClaim } from "./start-run.mjs";
import { renderClaim, renderFigures, renderShares } from "./table.mjs";
import { templatesClaim } from "./templates.mjs";
import { versionClaim } from "./version.mjs";
import { watchClaim } from "./watch.mjs";
import { workflowClaim } from "./workflow.mjs";

const CLAIMS = {
  version: versionClaim,
  list: listClaim,
  scale: scaleClaim,
  watch: watchClaim,
  catalog: catalogClaim,
  mcp: mcpClaim,
  templates: templatesClaim,
  run: startRunClaim,
  workflow: workflowClaim,
  sandbox: sandboxClaim,
  scan: scanClaim,
  search: searchClaim,
  match: matchClaims,
};

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "7" },
    only: { type: "string", default: Object.keys(CLAIMS).join(",") },
    large: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs must be a positive integer");
const wanted = values.only.split(",");
const unknown = wanted.filter((name) => !Object.hasOwn(CLAIMS, name));
if (unknown.length > 0)
  throw new Error(`unknown claim ${unknown.join(", ")}; --only accepts ${Object.keys(CLAIMS).join(", ")}`);

const scratch = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-bench-")));
try {
  const context = prepare(scratch, runs, values.large);
  const machine = describeMachine(context);
  process.stdout.write(`# Benchmark results, ${machine.date}\n\n${renderMachine(machine)}\n\n`);
  const claims = [];
  for (const [name, claim] of Object.entries(CLAIMS)) {
    if (!wanted.includes(name)) continue;
    for await (const measured of eachOf(claim(context))) {
      claims.push(measured);
      process.stdout.write(`${render(measured)}\n`);
    }
  }
  writeFileSync(
    new URL("results.json", import.meta.url),
    `${JSON.stringify({ machine, claims }, null, 2)}\n`,
  );
  const missed = claims.flatMap((claim) => claim.bars.filter((bar) => bar.missed));
  if (values.check && missed.length > 0) {
    process.stderr.write(
      `bench: missed goals (${missed.length}): ${missed.map((bar) => bar.what).join("; ")}\n`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Yields one claim, or several as they are measured. @param {ReturnType<typeof CLAIMS[keyof typeof CLAIMS]>} told */
async function* eachOf(told) {
  if (Symbol.asyncIterator in told) yield* told;
  else yield await told;
}

/** @param {import("./bars.mjs").Claim | import("./bars.mjs").ShareClaim | import("./bars.mjs").FigureClaim} claim */
function render(claim) {
  if ("shares" in claim) return renderShares(claim);
  return "figures" in claim ? renderFigures(claim) : renderClaim(claim);
}

/** @param {import("./context.mjs").Context} context */
function describeMachine({ nodes, versions }) {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    system: `${platform()} ${release()}`,
    processors: processors.length,
    model: processors[0]?.model.trim() ?? "",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: loadavg().map((value) => Number(value.toFixed(1))),
    nodes: nodes.map((node) => node.version),
    peers: versions,
    runs,
  };
}

/** @param {ReturnType<typeof describeMachine>} machine */
function renderMachine({ system, processors, model, memoryGiB, load, nodes, peers }) {
  const others = Object.entries(peers).map(([name, version]) => `${name} ${version}`);
  return [
    `${processors} × ${model}, ${memoryGiB} GiB, ${system}, load average ${load.join(" ")} at the start.`,
    `Node ${nodes.join(" and ")}; ${others.join(", ")}. CPU time is user + system, median of ${runs} interleaved runs.`,
  ].join("\n");
}
