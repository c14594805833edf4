import { KnowhowError } from "../errors.ts";
import { findInterpreter } from "../execution/scripts/find-interpreter.ts";
import { requireScript } from "../execution/scripts/find-script.ts";
import { readPackages } from "../execution/scripts/read-packages.ts";
import { SKILL_FILE } from "../gate.ts";
import type { Hash } from "../ports.ts";
import type { Interpreter, SandboxLimits, ScriptFolder, ScriptPackages, ScriptPlan } from "../script.ts";
import type { OpenSkill } from "../serving/open-skill.ts";

/** What a script would be run with. */
export interface ScriptRequest {
  /** Path inside the skill, or the name of a file under `scripts/`, with or without extension. */
  readonly script: string;
  readonly args: readonly string[];
  readonly stdin?: string | undefined;
  /** Digest that the skill must have. */
  readonly digest?: string | undefined;
  readonly folder?: ScriptFolder | undefined;
  /** Default those that the skill declares. */
  readonly hosts?: readonly string[];
  readonly limits: SandboxLimits;
}

/** A plan with the bytes that it is about. */
export interface PreparedScript {
  readonly plan: ScriptPlan;
  readonly interpreter: Interpreter;
  readonly stdin?: Uint8Array;
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  /** What is declared and cannot be used. */
  readonly problems: readonly string[];
}

/** What planning asks about the machine. */
interface ScriptMachine {
  /** Name of the sandbox. */
  readonly sandbox: string;
  readonly hash: Pick<Hash, "sha256">;
  readonly hasProgram: (name: string) => Promise<boolean>;
  readonly hasPackages: (packages: ScriptPackages) => Promise<boolean>;
}

/** Total size of the files of a skill that runs scripts. */
const MAX_BYTES = 100 * 1024 * 1024;

/**
 * Reads a skill through the gate and plans the run of one of its scripts. What is planned is what is run: the same bytes
 * are staged later.
 */
export async function planScript(
  opened: OpenSkill,
  { script, args, stdin, digest: expected, folder, hosts, limits }: ScriptRequest,
  { sandbox, hash, hasProgram, hasPackages }: ScriptMachine,
): Promise<PreparedScript> {
  const { skill } = opened;
  const digest = await opened.digest();
  if (expected !== undefined && digest !== expected)
    throw new KnowhowError("security.content-changed", `"${skill.name}" has changed since`, {
      hint: "start again with the current content",
    });
  const { value: listed } = await opened.files();
  const path = requireScript(
    script,
    listed.map((resource) => resource.path),
    skill.name,
  );
  if (args.some((arg) => arg.includes("\0")))
    throw new KnowhowError(
      "scripts.refused",
      `an argument for ${path} of "${skill.name}" contains a null character`,
      { hint: "pass such data in a file or in the standard input" },
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
  const unprepared: ScriptPackages[] = [];
  for (const each of packages) if (!(await hasPackages(each))) unprepared.push(each);
  const input = stdin === undefined ? undefined : new TextEncoder().encode(stdin);
  return {
    plan: {
      skill: skill.name,
      digest,
      script: path,
      sandbox,
      command: [interpreter.program, ...interpreter.args, `/skill/${path}`, ...args],
      variables: variables.sort(),
      hosts: [...(hosts ?? requires?.hosts ?? [])].sort(),
      ...(folder === undefined ? {} : { folder }),
      ...(input === undefined ? {} : { stdin: { bytes: input.length, digest: hash.sha256(input) } }),
      files: files.length,
      packages,
      unprepared,
      limits,
      missing: isThere ? [] : [interpreter.program],
    },
    interpreter,
    ...(input === undefined ? {} : { stdin: input }),
    files,
    problems,
  };
}
