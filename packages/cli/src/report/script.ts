import type { ApprovalRequest } from "@knowhow/runtime";
import type { ScriptPlan, ScriptResult } from "@knowhow/runtime/scripts";
import { toJson } from "../terminal/json.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";

/** What a script would execute and use. */
export function reportScriptPlan(plan: ScriptPlan, screen: Screen): string {
  const { skill, script, command, folder, hosts, variables, packages, unprepared, missing, digest } = plan;
  const waiting = new Set(unprepared.map(({ kind }) => kind));
  const rows = [
    ["command", command.map(quoted).join(" ")],
    [
      "files",
      `the skill at /skill (${digest.slice(-12)})${folder === undefined ? "" : `, ${folder.path} at /work, ${access(folder.access)}`}`,
    ],
    ["network", hosts.length === 0 ? "none" : hosts.join(", ")],
    ["variables", variables.length === 0 ? "none" : variables.join(", ")],
    ...packages.map((each) => [
      "packages",
      `${each.packages.join(", ")} (${each.source}${waiting.has(each.kind) ? "; not downloaded yet" : ""})`,
    ]),
    ...missing.map((program) => ["missing", `${program} is not installed`]),
  ];
  const lines = rows.map(
    ([label = "", value = ""]) => `  ${screen.paint("faint", label.padEnd(10))} ${sanitise(value)}`,
  );
  return [`${screen.paint("strong", sanitise(`${skill}/${script}`))}: nothing was executed`, ...lines].join(
    "\n",
  );
}

/** A question before a script is run or packages are downloaded. */
export function reportScriptQuestion({ reason, arguments: asked }: ApprovalRequest, screen: Screen): string {
  const entries =
    typeof asked === "object" && asked !== null && !Array.isArray(asked) ? Object.entries(asked) : [];
  const lines = entries.map(([label, value]) => {
    const shown = Array.isArray(value)
      ? value.length === 0
        ? "none"
        : value.map((item) => quoted(String(item))).join(" ")
      : typeof value === "string" || typeof value === "number"
        ? String(value)
        : toJson(value);
    return `  ${screen.paint("faint", label.padEnd(10))} ${sanitise(shown)}`;
  });
  return [sanitise(reason), ...lines].join("\n");
}

/** How a script ended, besides what it wrote. */
export function reportScriptResult(result: ScriptResult, screen: Screen): string {
  const { skill, script, status, exitCode, signal, stopped, artifacts, folder, isCut } = result;
  const name = sanitise(`${skill}/${script}`);
  const why = {
    time: "it took too long",
    output: "it wrote too much",
    artifacts: "it left too many or too large files",
    abort: "it was interrupted",
  };
  const ended = exitCode === undefined ? `ended by ${signal ?? "a signal"}` : `exit code ${exitCode}`;
  const failed =
    status === "succeeded"
      ? []
      : [
          `${screen.paint("bad", "✗")} ${name}: ${stopped === undefined ? ended : `stopped, because ${why[stopped]}`}`,
        ];
  const left =
    artifacts.length === 0 || screen.quiet
      ? []
      : [
          `${count(artifacts.length, "file")} in ${sanitise(folder ?? "")}`,
          ...artifacts.slice(0, 20).map(({ path, size }) => `  ${sanitise(path)} (${size} bytes)`),
        ];
  return [...(isCut ? ["the output is longer than what is kept"] : []), ...left, ...failed].join("\n");
}

function access(word: "read" | "write"): string {
  return word === "read" ? "read-only" : "writable";
}

function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word);
}
