/**
 * Tries every option of the programs in the table of tool scope with the real programs: `npm run probe-scope -- [--only git,tar]`.
 * Each command that the guard allows runs in a temporary folder with canary programs, without network. A command that runs
 * a canary, or that writes outside its folder, is a gap in the table; the exit code is 1 then. Not part of `npm test`,
 * because it takes minutes and depends on the versions of the installed programs.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { matchesRule } from "../packages/runtime/src/execution/tool-scope/match-tool-rule.ts";
import { parseToolRule } from "../packages/runtime/src/execution/tool-scope/parse-tool-rule.ts";
import { CONTROLS, PROGRAMS } from "./probe-scope/programs.mjs";
import { openWorkplace } from "./probe-scope/workplace.mjs";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, verbose: { type: "boolean" } },
});
const wanted = values.only === "" ? undefined : values.only.split(",");

if (process.env.PROBE_SCOPE_ISOLATED === undefined && hasNamespaces()) {
  const argv = ["-n", process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status } = spawnSync("unshare", argv, {
    stdio: "inherit",
    env: { ...process.env, PROBE_SCOPE_ISOLATED: "1" },
  });
  process.exit(status ?? 3);
}

const workplace = openWorkplace();
/** @type {string[]} */
const gaps = [];
try {
  checkControls();
  for (const program of PROGRAMS) if (wanted === undefined || wanted.includes(program.name)) probe(program);
} finally {
  workplace.remove();
}
process.stdout.write(gaps.length === 0 ? "No gap found.\n" : `${gaps.length} gaps:\n${gaps.join("\n")}\n`);
process.exitCode = gaps.length === 0 ? 0 : 1;

/** Commands that do run a canary: without them, a probe that finds nothing would prove nothing. */
function checkControls() {
  for (const argv of CONTROLS) {
    if (!workplace.has(argv[0] ?? "")) continue;
    const effects = workplace.run(argv, true);
    if (effects.length === 0) throw new Error(`the control had no effect: ${shown(argv)}`);
    if (isAllowed(argv)) gaps.push(`allowed: ${shown(argv)} (${effects.join(", ")})`);
  }
}

/** @param {import("./probe-scope/programs.mjs").Program} program */
function probe({ name, commands, mayWrite = [] }) {
  if (!workplace.has(name)) {
    process.stdout.write(`${name}: not installed\n`);
    return;
  }
  const counts = { tried: 0, refused: 0 };
  const found = new Set();
  for (const argv of commands(workplace)) {
    counts.tried += 1;
    if (!isAllowed(argv)) {
      counts.refused += 1;
      continue;
    }
    const effects = workplace.run(argv).filter((effect) => !isMeant(argv, effect, mayWrite));
    if (effects.length > 0) found.add(`  ${shown(argv)}: ${effects.join(", ")}`);
  }
  gaps.push(...found);
  process.stdout.write(`${name}: ${counts.tried} commands, ${counts.refused} refused, ${found.size} gaps\n`);
  if (values.verbose) for (const gap of found) process.stdout.write(`${gap}\n`);
}

/** Some options write where they are told, and are documented so. @param {readonly string[]} argv @param {string} effect @param {readonly RegExp[]} mayWrite */
function isMeant(argv, effect, mayWrite) {
  return effect.startsWith("wrote") && mayWrite.some((pattern) => argv.some((word) => pattern.test(word)));
}

/** @param {readonly string[]} argv */
function isAllowed(argv) {
  const command = argv
    .map((word) => `'${word}'`)
    .join(" ")
    .replace(/^'([^']*)'/, "$1");
  return matchesRule(parseToolRule(`Bash(${argv[0]}:*)`), { name: "Bash", input: { command } });
}

/** @param {readonly string[]} argv */
function shown(argv) {
  return argv.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(" ");
}

function hasNamespaces() {
  return spawnSync("unshare", ["-n", "true"], { stdio: "ignore" }).status === 0;
}
