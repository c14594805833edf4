import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bar, ratio } from "./bars.mjs";
import { ENVIRONMENTS } from "./environments.mjs";
import { measure } from "./measure.mjs";

const LIST = "knowhow list, three skills";
const RUN = "knowhow run, three steps";
/** The highest ratio to bare Node. */
const LIMITS = new Map([
  [LIST, 2],
  [RUN, 3],
]);
const WORKFLOW = `steps:
  - { id: files, tool: files.list, with: { path: notes } }
  - { id: first, tool: files.read, with: { path: notes/a.md } }
  - { id: second, tool: files.read, with: { path: notes/b.md } }
output: { first: "{{ first }}", length: "{{ second | length }}" }
`;

/** Short commands cost little more than bare Node. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").Claim} */
export function startRunClaim({ nodes, knowhow, home, scratch, runs }) {
  const project = makeProject(join(scratch, "start-run"));
  const tables = nodes.flatMap((node) => ENVIRONMENTS.map((environment) => ({ node, environment })));
  const rows = tables.flatMap(({ node, environment }) => {
    const start = (
      /** @type {string} */ name,
      /** @type {readonly string[]} */ args,
      /** @type {((stdout: string) => void) | undefined} */ check,
    ) => ({
      name,
      node: node.path,
      args,
      cwd: project,
      env: { ...environment.variables, HOME: home },
      ...(check === undefined ? {} : { check }),
    });
    const root = ["--root", join(project, "skills"), "--json"];
    const measured = measure(
      [
        start("node -e 0", ["-e", "0"], undefined),
        start(LIST, [knowhow, "list", ...root], (stdout) => {
          if (JSON.parse(stdout).skills.length !== 3) throw new Error(`the list is ${stdout}`);
        }),
        start(RUN, [knowhow, "run", "three", ...root], (stdout) => {
          if (JSON.parse(stdout).status !== "succeeded") throw new Error(`the run ended with ${stdout}`);
        }),
      ],
      runs,
    );
    const judged = node.own && environment.name === "yours";
    const where = { node: node.version, environment: environment.name, judged };
    return measured.map((row) => ({ ...row, ...where, ratio: ratio(row, measured[0]) }));
  });
  return {
    id: "run",
    title: "Short commands",
    baseline: "`node -e 0` on the same Node in the same environment",
    rows,
    bars: rows.flatMap((row) => {
      const limit = LIMITS.get(row.name);
      const where = `${row.name} on ${row.node}, ${row.environment}`;
      return limit === undefined ? [] : [bar(where, row.ratio, limit, "×", row.judged)];
    }),
  };
}

/** A folder with three skills, one of which reads two files. A root that is named on the command line is trusted. @param {string} project */
function makeProject(project) {
  for (const name of ["one", "two", "three"]) {
    const skill = join(project, "skills", name);
    mkdirSync(skill, { recursive: true });
    writeFileSync(
      join(skill, "SKILL.md"),
      `---\nname: ${name}\ndescription: Reads note ${name}. Use when the user asks for it.\n---\nRead it.\n`,
    );
  }
  mkdirSync(join(project, "notes"));
  writeFileSync(join(project, "skills/three/workflow.yaml"), WORKFLOW);
  writeFileSync(join(project, "notes/a.md"), "One\n");
  writeFileSync(join(project, "notes/b.md"), "Two\n");
  return project;
}
