import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OpenSkill, Runtime } from "@knowhow/runtime";
import { makePortable } from "@knowhow/runtime/authoring";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { type FormattedSkill, reportFormat } from "../report/fmt.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import { placeFinder } from "../runtime/place-finder.ts";
import type { Call, Command } from "../table/command.ts";
import { replaceFile, writeNewFile } from "../write-new-file.ts";
import { writeWorkflowSchema } from "../write-workflow-schema.ts";

const WORKFLOW_FILE = "workflow.yaml";

/** `knowhow fmt --portable <skill…>`: moves workflows out of the frontmatter. */
export const fmt: Command = async (call) => {
  const { args } = call;
  if (!args.has("portable"))
    throw new CliError(
      "cli.missing-argument",
      "nothing to do",
      "add --portable to move workflows out of SKILL.md",
    );
  const check = args.has("check");
  const results: FormattedSkill[] = [];
  const placeOf = placeFinder(call);
  for (const word of args.positionals)
    results.push(await format(await openSkill(word, await placeOf(word), call), check));
  const isNo = results.some(({ state }) => state === "refused" || (check && state === "changed"));
  return {
    exit: isNo ? EXIT.no : EXIT.done,
    data: {
      changed: !check && results.some(({ state }) => state === "changed"),
      results: results.map(({ before, ...result }) => result),
    },
    text: (screen) => reportFormat(results, check, screen),
  };
};

/** A skill by its name or by the path of its directory, which may be one that the configuration leaves out. */
async function openSkill(word: string, path: string, call: Call): Promise<OpenSkill> {
  const own = { config: false, providers: false, roots: [path], cache: false } as const;
  const runtime = await openRuntime(call, own);
  return runtime.open(onlySkill(runtime, word), { audience: "user" });
}

function onlySkill({ library }: Runtime, word: string) {
  const [entry] = library.entries();
  if (entry !== undefined) return entry.skill;
  throw new CliError(
    "cli.not-found",
    `the skill in ${word} cannot be read`,
    `run \`knowhow validate ${word}\``,
  );
}

async function format(opened: OpenSkill, check: boolean): Promise<FormattedSkill> {
  const { name, path: shown, origin, real } = opened.skill;
  const path = real?.path ?? shown;
  const workflowPath = join(dirname(path), WORKFLOW_FILE);
  const { text } = await opened.text();
  const portable = makePortable(text);
  const same = { name, path, before: text };
  if (portable === undefined) return { ...same, state: "unchanged" };
  if (!portable.ok) return { ...same, state: "refused", reason: portable.reason };
  if (origin.remote !== undefined || opened.skill.path.includes("://"))
    return { ...same, state: "refused", reason: "it is not a file of this machine" };
  if (existsSync(workflowPath))
    return { ...same, state: "refused", reason: `${WORKFLOW_FILE} already exists` };
  if (!check) {
    await writeNewFile(workflowPath, portable.workflow);
    await writeWorkflowSchema(dirname(path));
    await replaceFile(path, portable.skillMd);
  }
  return { ...same, state: "changed", after: portable.skillMd, workflow: portable.workflow };
}
