import type { JsonValue } from "../../basics/copy-json.ts";
import type { ScriptPackages, ScriptPlan } from "../../script.ts";

/** What the user is shown before a script runs, and what an approval is bound to: never a value of a variable. */
export function shownScript(plan: ScriptPlan): JsonValue {
  const { command, sandbox, digest, files, variables, hosts, folder, stdin, packages } = plan;
  return {
    command,
    sandbox,
    digest,
    files,
    variables,
    hosts,
    ...(folder === undefined ? {} : { folder: { path: folder.path, access: folder.access } }),
    ...(stdin === undefined ? {} : { stdin: { bytes: stdin.bytes, digest: stdin.digest } }),
    packages: packages.flatMap((each) => each.packages),
  };
}

/** What the user is shown before packages are downloaded. */
export function shownPackages({ packages, source }: ScriptPackages): JsonValue {
  return { packages, source };
}
