import type { ResourceReading } from "@knowhow/runtime";
import type { ReadingSession } from "./skill-session.ts";
import { isRecord } from "./text-of.ts";

/** The result of reading a `skill://` address. */
export interface SkillFile {
  readonly text: string;
  readonly isError: boolean;
}

/** Names of tools that read a file, in lower case and without separators. */
const READ_TOOLS: ReadonlySet<string> = new Set(
  "read readfile readtextfile readfiles fsread view viewfile openfile getfile cat".split(" "),
);

/** Arguments in which such a tool takes its file, in the same spelling. */
const PATH_ARGUMENTS: ReadonlySet<string> = new Set(
  "path filepath file filename targetfile absolutepath uri url".split(" "),
);

/**
 * Answers a call of the host's own read tool whose file is a `skill://` address; undefined for any other call. Only
 * files of skills that the model may use are read, so no permission of the host is needed.
 */
export function readSkillFile(
  session: Pick<ReadingSession, "readTool" | "resolve">,
  tool: string,
  input: unknown,
): Promise<SkillFile> | undefined {
  const address = isReadTool(tool, session.readTool) ? addressIn(input) : undefined;
  return address === undefined ? undefined : resolve(session, address);
}

function isReadTool(name: string, named: string | undefined): boolean {
  return name === named || READ_TOOLS.has(plain(name));
}

function addressIn(input: unknown): string | undefined {
  if (!isRecord(input)) return undefined;
  const values = Object.entries(input).flatMap(([key, value]) =>
    PATH_ARGUMENTS.has(plain(key)) ? [value] : [],
  );
  return values.find((value): value is string => typeof value === "string" && /^skill:\/\//i.test(value));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

/** A long file is given page by page; `#page=2` at the end of the address requests the second one. */
async function resolve(session: Pick<ReadingSession, "resolve">, address: string): Promise<SkillFile> {
  const [, url = address, number] = /^(.*?)#page=(\d{1,6})$/.exec(address) ?? [];
  const reading = await session.resolve(url, number === undefined ? {} : { page: Number(number) });
  return reading.ok
    ? { text: `${reading.text}${nextPage(reading, url)}`, isError: false }
    : { text: reading.message, isError: true };
}

function nextPage({ page, pages }: Extract<ResourceReading, { readonly ok: true }>, url: string): string {
  return page < pages ? `\n(page ${page} of ${pages}; read ${url}#page=${page + 1} to continue)` : "";
}
