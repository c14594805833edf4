import { resolve } from "node:path";
import type { ActionExecutionResult, RunPhase } from "@knowhow/runtime/workflows";
import type { ResumeLines } from "../report/run.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Call } from "../table/command.ts";

/** The exact commands that continue a run, with the same tools. */
export function resumeLines(
  { runId, waiting }: ActionExecutionResult,
  call: Pick<Call, "args" | "io">,
  phase?: RunPhase,
): ResumeLines {
  const line = (...words: readonly string[]) =>
    ["knowhow", "resume", runId, ...words, ...sameWords(call)].join(" ");
  if (phase === "stuck")
    return [
      { line: line(), summary: "execute it here" },
      { line: `knowhow resume ${runId} --detach`, summary: "let workers try again" },
    ];
  if (phase === "queued")
    return [{ line: line(), summary: "execute it here; `knowhow worker` does it, too" }];
  if (phase === "interrupted") return [{ line: line(), summary: "continue where it was interrupted" }];
  if (waiting === undefined)
    return [{ line: line(), summary: "continue when it is there; `knowhow worker` does it, too" }];
  const token = ["--token", waiting.token];
  if (waiting.kind === "time")
    return [{ line: line(), summary: "continue when the time has come; `knowhow worker` does it, too" }];
  const choices: unknown = waiting.schema?.enum;
  if (waiting.kind === "input" || Array.isArray(choices)) {
    const value = Array.isArray(choices) && typeof choices[0] === "string" ? choices[0] : "VALUE";
    return [{ line: line("--answer", quoted(value), ...token), summary: "answer and continue" }];
  }
  return [
    { line: line("--approve", ...token), summary: "approve and continue" },
    { line: line("--deny", ...token), summary: "refuse and continue" },
  ];
}

/** The options that decide which skills and tools there are. They have to work in any directory. */
function sameWords({ args, io }: Pick<Call, "args" | "io">): readonly string[] {
  const below = args.text("allow-write");
  const absolute = (path: string) => quoted(resolve(workingDirectory(args, io), path));
  const profile = args.text("profile");
  return [
    ...(below === undefined ? [] : [below === "." ? "--allow-write" : `--allow-write=${quoted(below)}`]),
    ...(["read", "write"] as const).flatMap((name) => {
      const path = args.text(name);
      return path === undefined ? [] : [`--${name}`, absolute(path)];
    }),
    ...args.list("allow-http").flatMap((host) => ["--allow-http", quoted(host)]),
    ...args.list("root").flatMap((root) => ["--root", absolute(root)]),
    ...(profile === undefined ? [] : ["--profile", profile]),
  ];
}

function quoted(word: string): string {
  return /^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
