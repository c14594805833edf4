import { isRecord } from "../basics/is-record.ts";

/** An MCP server in a `knowhow.json`: a program to start, or an address. */
export type ServerConfig = (
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | { readonly url: string; readonly headers?: Readonly<Record<string, string>> }
) & {
  /** For how long a command waits for this server. */
  readonly timeoutMs?: number;
};

/** What `mcp` may say. */
export interface McpConfig {
  /** By label. */
  readonly servers?: Readonly<Record<string, ServerConfig>>;
}

/** True when a value is what `mcp` may hold, to the last key: a misspelt one must not go unnoticed. */
export function isMcpConfig(value: unknown): value is McpConfig {
  if (!isRecord(value) || Object.keys(value).some((key) => key !== "servers")) return false;
  return (
    value.servers === undefined || (isRecord(value.servers) && Object.values(value.servers).every(isServer))
  );
}

function isServer(value: unknown): value is ServerConfig {
  if (!isRecord(value)) return false;
  const { command, url, args, env, headers, cwd, timeoutMs, ...rest } = value;
  if (Object.keys(rest).length > 0 || (command === undefined) === (url === undefined)) return false;
  const isProgram = url === undefined && headers === undefined && isText(command) && command !== "";
  const isAddress = [command, args, env, cwd].every((absent) => absent === undefined) && isText(url);
  return (
    (isProgram || isAddress) &&
    (args === undefined || (Array.isArray(args) && args.every(isText))) &&
    [env, headers].every((texts) => texts === undefined || isTexts(texts)) &&
    (cwd === undefined || isText(cwd)) &&
    (timeoutMs === undefined || isTimeout(timeoutMs))
  );
}

/** At most ten minutes: nobody waits longer for a list. */
function isTimeout(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 600_000;
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0");
}
