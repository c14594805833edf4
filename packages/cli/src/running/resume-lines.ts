import type { ActionExecutionResult } from "@knowhow/runtime/workflows";
import type { ResumeLines } from "../report/run.ts";
import type { Arguments } from "../table/arguments.ts";

/** The exact commands that continue a paused or interrupted run, with the same tools. */
export function resumeLines({ runId, waiting }: ActionExecutionResult, args: Arguments): ResumeLines {
  const line = (...words: readonly string[]) =>
    ["knowhow", "resume", runId, ...words, ...toolWords(args)].join(" ");
  if (waiting === undefined) return [{ line: line(), summary: "continue where it was interrupted" }];
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

function toolWords(args: Arguments): readonly string[] {
  const below = args.text("allow-write");
  return [
    ...(below === undefined ? [] : [below === "." ? "--allow-write" : `--allow-write=${quoted(below)}`]),
    ...(["read", "write"] as const).flatMap((name) => {
      const path = args.text(name);
      return path === undefined ? [] : [`--${name}`, quoted(path)];
    }),
    ...args.list("allow-http").flatMap((host) => ["--allow-http", quoted(host)]),
  ];
}

function quoted(word: string): string {
  return /^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
