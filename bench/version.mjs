import { bar, ratio } from "./bars.mjs";
import { measure } from "./measure.mjs";

/** Starting costs little more than bare Node. @param {import("./context.mjs").Context} context @returns {import("./bars.mjs").Claim} */
export function versionClaim({ nodes, peers, knowhow, home, runs }) {
  const rows = nodes.flatMap((node) => {
    const start = (/** @type {string} */ name, /** @type {readonly string[]} */ args) => ({
      name,
      node: node.path,
      args,
      cwd: home,
      env: { HOME: home },
    });
    const measured = measure(
      [
        start("node -e 0", ["-e", "0"]),
        start("knowhow --version", [knowhow, "--version"]),
        start("knowhow --help", [knowhow, "--help"]),
        ...(node.common
          ? [
              start("skills --version", [peers.skills, "--version"]),
              start("openskills --version", [peers.openskills, "--version"]),
              start("skills-ref --version", [peers["skills-ref"], "--version"]),
            ]
          : []),
      ],
      runs,
    );
    return measured.map((row) => ({ ...row, node: node.version, ratio: ratio(row, measured[0]) }));
  });
  return {
    id: "version",
    title: "Start",
    baseline: "`node -e 0` on the same Node",
    rows,
    bars: rows
      .filter((row) => row.name === "knowhow --version")
      .map((row) => bar(`${row.name} on ${row.node}`, row.ratio, 1.35, "×")),
  };
}
