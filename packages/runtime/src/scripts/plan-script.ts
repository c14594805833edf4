import { nearestWord } from "../basics/words.ts";
import { KnowhowError } from "../errors.ts";
import { findInterpreter } from "../execution/scripts/find-interpreter.ts";
import { readPackages } from "../execution/scripts/read-packages.ts";
import { SKILL_FILE } from "../gate.ts";
import type { Interpreter, SandboxLimits, ScriptFolder, ScriptPlan } from "../script.ts";
import type { OpenSkill } from "../serving/open-skill.ts";

/** What a script would be run with. */
export interface ScriptRequest {
  /** Path inside the skill, or the name of a file under `scripts/`, with or without extension. */
  readonly script: string;
  readonly args: readonly string[];
  readonly folder?: ScriptFolder | undefined;
  readonly limits: SandboxLimits;
}

/** A plan with the bytes that it is about. */
export interface PreparedScript {
  readonly plan: ScriptPlan;
  readonly interpreter: Interpreter;
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** What is declared and cannot be used. */
  readonly problems: readonly string[];
}

/** Total size of the files of a skill that runs scripts. */
const MAX_BYTES = 100 * 1024 * 1024;

/**
 * Reads a skill through the gate and plans the run of one of its scripts. What is planned is what is run: the same bytes
 * are staged later.
 */
export async function planScript(
  opened: OpenSkill,
  { script, args, folder, limits }: ScriptRequest,
  hasProgram: (name: string) => Promise<boolean>,
): Promise<PreparedScript> {
  const { skill } = opened;
  const digest = await opened.digest();
  const { value: listed } = await opened.files();
  const path = findScript(
    script,
    listed.map((resource) => resource.path),
    skill.name,
  );
  const files: { readonly path: string; readonly bytes: Uint8Array }[] = [];
  let room = MAX_BYTES;
  for (const each of [SKILL_FILE, ...listed.map((resource) => resource.path)]) {
    const bytes = await opened.bytes(each, room);
    if (bytes === undefined) continue;
    room -= bytes.length;
    files.push({ path: each, bytes });
  }
  // Between the digest and the last read, somebody may have written to the skill.
  if ((await opened.digest()) !== digest)
    throw new KnowhowError("security.content-changed", `"${skill.name}" changed while it was read`, {
      hint: "try again when nobody edits the skill",
    });
  const byPath = new Map(files.map((file) => [file.path, file.bytes]));
  const interpreter = findInterpreter(path, byPath.get(path) ?? new Uint8Array());
  if (interpreter === undefined)
    throw new KnowhowError(
      "scripts.no-interpreter",
      `it is not known how to start ${path} of "${skill.name}"`,
      {
        hint: "the script needs a first line such as #!/usr/bin/env python3",
      },
    );
  const { packages, problems } = readPackages(path, interpreter.program, (each) => {
    const bytes = byPath.get(each);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  });
  const { requires, primaryEnv } = skill.fields;
  const variables = [
    ...new Set([...(requires?.env ?? []), ...(primaryEnv === undefined ? [] : [primaryEnv])]),
  ];
  const isThere = await hasProgram(interpreter.program);
  return {
    plan: {
      skill: skill.name,
      digest,
      script: path,
      command: [interpreter.program, ...interpreter.args, `/skill/${path}`, ...args],
      variables: variables.sort(),
      hosts: [...(requires?.hosts ?? [])].sort(),
      ...(folder === undefined ? {} : { folder }),
      packages,
      limits,
      missing: isThere ? [] : [interpreter.program],
    },
    interpreter,
    files,
    problems,
  };
}

/** The script that is meant; throws with the nearest name if there is none. */
function findScript(given: string, paths: readonly string[], skill: string): string {
  const scripts = paths.filter((path) => path.startsWith("scripts/"));
  const names = (path: string) => {
    const name = path.slice("scripts/".length);
    return [path, name, name.replace(/\.[^./]+$/, "")];
  };
  const exact = scripts.find((path) => path === given || path === `scripts/${given}`);
  const found = exact === undefined ? scripts.filter((path) => names(path).includes(given)) : [exact];
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1)
    throw new KnowhowError("scripts.unknown-script", `"${given}" could be ${found.join(" or ")}`);
  const near = nearestWord(given, scripts.flatMap(names));
  const hint =
    scripts.length === 0
      ? "the skill has no files under scripts/"
      : near === undefined
        ? `its scripts are ${scripts.join(", ")}`
        : `did you mean ${near}?`;
  throw new KnowhowError("scripts.unknown-script", `"${skill}" has no script ${JSON.stringify(given)}`, {
    hint,
  });
}
