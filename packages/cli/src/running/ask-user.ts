import type { JsonValue } from "@knowhow/runtime/toolkit";
import type { RunWait } from "@knowhow/runtime/workflows";
import type { Io } from "../io/io.ts";
import { reportWait } from "../report/run.ts";
import { openScreen } from "../terminal/screen.ts";

/** Shows what a run asks and what an answer covers, and asks in the terminal; undefined to decide later. */
export async function askUser(
  waiting: RunWait,
  io: Io,
  options: { readonly noColor: boolean },
): Promise<JsonValue | undefined> {
  const screen = openScreen(io, io.stderr, { ...options, quiet: false });
  io.stderr.write(`${screen.paint("notice", "?")} step ${waiting.step}\n${reportWait(waiting, screen)}\n`);
  const choices: unknown = waiting.schema?.enum;
  const isDecision = waiting.kind === "approval" && !Array.isArray(choices);
  const what = isDecision ? "Approve? [y/n, Enter to decide later] " : "Answer [Enter to answer later]: ";
  const said = (await io.ask?.(what)) ?? "";
  if (said === "") return undefined;
  if (!isDecision) return readValue(said, waiting);
  if (/^y(?:es)?$/i.test(said)) return true;
  return /^no?$/i.test(said) ? false : said;
}

/** A typed value: JSON unless the question is for text. */
export function readValue(text: string, { schema }: Pick<RunWait, "schema">): JsonValue {
  const { type } = schema ?? {};
  if (type === undefined || type === "string" || (Array.isArray(type) && type.includes("string")))
    return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
