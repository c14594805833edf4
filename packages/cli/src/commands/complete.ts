import { parseArgs } from "node:util";
import type { Runtime } from "@knowhow/runtime";
import { EXIT } from "../io/exit-codes.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import { readArguments } from "../table/arguments.ts";
import type { Command, CommandSpec } from "../table/command.ts";
import { actionOf, findCommand } from "../table/find-command.ts";

/** Shells insert a completed word unquoted, so names with special characters are not offered. */
const SAFE_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]*$/u;

/** Older runs are rarely continued, and a longer list helps nobody. */
const MAX_RUNS = 50;

/** `knowhow __complete -- <words>`: the skills or runs whose names, URLs or ids start with the last word, one per line. */
export const complete: Command = async ({ args, io, commands }) => {
  const words = args.positionals;
  const start = words.at(-1) ?? "";
  const typed = typedArguments(words.slice(0, -1));
  const runtime = await openRuntime({ args: typed, io });
  const wanted = wantedBy(words.slice(0, -1), commands);
  const all =
    wanted === "runs" || wanted === "open-runs"
      ? await runIds(runtime, wanted === "open-runs")
      : skillNames(runtime, wanted === "skill-urls" ? "skill://" : "");
  const names = all.filter((name) => name.startsWith(start));
  return { exit: EXIT.done, data: { names }, text: () => names.join("\n") };
};

function skillNames({ library }: Runtime, scheme: string): readonly string[] {
  return library
    .entries()
    .flatMap(({ skill }) => (SAFE_NAME.test(skill.name) ? [`${scheme}${skill.name}`] : []));
}

/** Newest first; only those that have not ended if they are to be continued or cancelled. */
async function runIds({ runs }: Runtime, open: boolean): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id, endedAt } of runs.list())
    if ((!open || endedAt === undefined) && ids.push(id) >= MAX_RUNS) break;
  return ids;
}

/** What the first argument of the unfinished line's command is. */
function wantedBy(words: readonly string[], commands: readonly CommandSpec[]): string | undefined {
  try {
    const found = findCommand(words, commands);
    const action = found === undefined ? undefined : actionOf(found);
    return action?.spec.positionals[0]?.completes;
  } catch {
    return undefined;
  }
}

/** The options of the unfinished line that decide where to look for skills. */
function typedArguments(words: readonly string[]) {
  const options = {
    root: { type: "string", multiple: true },
    cwd: { type: "string" },
    profile: { type: "string" },
  } as const;
  const { values } = parseArgs({ args: [...words], options, strict: false });
  return readArguments([], values);
}
