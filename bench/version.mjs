import { bar, ratio } from "./bars.mjs";
import { ENVIRONMENTS } from "./environments.mjs";
import { measure } from "./measure.mjs";

/** A start costs little more than bare Node. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").Claim} */
export function versionClaim({ nodes, peers, knowhow, home, runs }) {
  const tables = nodes.flatMap((node) => ENVIRONMENTS.map((environment) => ({ node, environment })));
  const rows = tables.flatMap(({ node, environment }) => {
    const start = (/** @type {string} */ name, /** @type {readonly string[]} */ args) => ({
      name,
      node: node.path,
      args,
      cwd: home,
      env: { ...environment.variables, HOME: home },
    });
    const measured = measure(
      [
        start("node -e 0", ["-e", "0"]),
        start("knowhow --version", [knowhow, "--version"]),
        start("knowhow --help", [knowhow, "--help"]),
        ...(node.common && environment.name === "yours"
          ? [
              start("skills --version", [peers.skills, "--version"]),
              start("openskills --version", [peers.openskills, "--version"]),
              start("skills-ref --version", [peers["skills-ref"], "--version"]),
            ]
          : []),
      ],
      runs,
    );
    const judged = node.own && environment.name === "yours";
    const where = { node: node.version, environment: environment.name, judged };
    return measured.map((row) => ({ ...row, ...where, ratio: ratio(row, measured[0]) }));
  });
  return {
    id: "version",
    title: "Start",
    baseline: "`node -e 0` on the same Node in the same environment",
    rows,
    bars: rows
      .filter((row) => row.name === "knowhow --version")
      .map((row) => bar(`${row.name} on ${row.node}, ${row.environment}`, row.ratio, 1.35, "×", row.judged)),
  };
}
