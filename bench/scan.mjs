import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bar } from "./bars.mjs";
import { makeSkills } from "./fixtures.mjs";
import { measure } from "./measure.mjs";

const COUNT = 400;

/** @typedef {{ readonly name: string; readonly args: (directory: string) => readonly string[]; readonly count: (stdout: string) => number }} Program */

/** Scanning skills with code: the first one in a new process, and each further one, beside scanners that run without a network. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").FigureClaim} */
export function scanClaim({ nodes, knowhow, peers, home, scratch, runs }) {
  const node = nodes[0];
  if (node === undefined) throw new Error("there is no Node");
  const [one, all] = [join(scratch, "scan-one"), join(scratch, "scan-all")];
  for (const directory of [...makeSkills(one, 1), ...makeSkills(all, COUNT)]) addScripts(directory);
  const programs = programsOf(knowhow, peers);
  const cases = programs.flatMap((program) =>
    [one, all].map((directory) => ({
      name: program.name,
      node: node.path,
      args: program.args(directory),
      cwd: home,
      env: { HOME: home, PATH: process.env.PATH ?? "" },
      check: (/** @type {string} */ stdout) => {
        const expected = directory === one ? 1 : COUNT;
        const found = program.count(stdout);
        if (found < expected) throw new Error(`${program.name} scanned ${found} of ${expected} skills`);
      },
    })),
  );
  const measured = measure(cases, runs);
  const rows = programs.map(({ name }, index) => {
    const first = measured[2 * index]?.cpuMs ?? Number.NaN;
    const whole = measured[2 * index + 1]?.cpuMs ?? Number.NaN;
    return { name, first, each: (whole - first) / (COUNT - 1) };
  });
  const [ours, ...others] = rows;
  if (ours === undefined) throw new Error("nothing was measured");
  return {
    id: "scan",
    title: "Scan skills",
    about: `CPU time on Node ${node.version} of a process that scans one skill, and of each further one of ${COUNT}: a SKILL.md with commands, a shell script and a Python script. *Ratio* compares with knowhow. The peers look for patterns in lines; knowhow also parses code and decodes what is encoded.`,
    first: "scanner",
    columns: [
      { name: "first skill, ms", digits: 0 },
      { name: "ratio", digits: 2 },
      { name: "each further skill, ms", digits: 2 },
      { name: "ratio", digits: 2 },
    ],
    figures: rows.map(({ name, first, each }) => ({
      name,
      values: [first, first / ours.first, each, each / ours.each],
    })),
    bars: [
      bar("CPU time of each further skill", ours.each, 3, " ms"),
      ...others.map((peer) =>
        bar(`first skill compared with ${peer.name}`, ours.first / peer.first, 1, "×", false),
      ),
    ],
  };
}

/** @param {string} knowhow @param {import("./context.mjs").Context["peers"]} peers @returns {readonly Program[]} */
function programsOf(knowhow, peers) {
  return [
    {
      name: "knowhow scan",
      args: (directory) => [knowhow, "scan", directory, "--json"],
      count: (stdout) => JSON.parse(stdout).results.length,
    },
    {
      name: "caterpillar scan, offline",
      args: (directory) => [peers["@alice-io/caterpillar"], "scan", directory, "--mode", "offline", "--json"],
      count: (stdout) => stdout.split('"grade"').length - 1,
    },
    {
      name: "ferret scan",
      args: (directory) => [peers["ferret-scan"], "scan", directory, "--format", "json", "--ci"],
      count: (stdout) => JSON.parse(stdout.slice(stdout.indexOf("{"))).analyzedFiles,
    },
  ];
}

/** The code that an ordinary skill has. @param {string} directory */
function addScripts(directory) {
  mkdirSync(join(directory, "scripts"), { recursive: true });
  writeFileSync(join(directory, "scripts", "check.sh"), SHELL);
  writeFileSync(join(directory, "scripts", "report.py"), PYTHON);
}

const SHELL = `#!/usr/bin/env bash
set -euo pipefail
root=$(git rev-parse --show-toplevel)
for file in $(git diff --name-only HEAD~1 -- "$root"); do
  case "$file" in
    *.md) grep -nE '\\s+$' "$file" || true ;;
    *.json) jq empty "$file" ;;
    *) echo "skipped $file" >&2 ;;
  esac
done
`;

const PYTHON = `import argparse
import json
import pathlib


def summary(path):
    rows = json.loads(pathlib.Path(path).read_text())
    names = sorted({row["name"] for row in rows if row.get("status") == "failed"})
    return {"failed": len(names), "names": names}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    print(json.dumps(summary(parser.parse_args().path), indent=2))
`;
