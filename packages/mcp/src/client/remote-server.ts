import { KnowhowError } from "@knowhow/runtime";
import { checkArgument, type Kind, kinds } from "@knowhow/runtime/toolkit";
import type { Transport } from "@modelcontextprotocol/client";
import type { ServerLimits } from "./limits.ts";

/** A program that speaks MCP on standard input and output. */
export interface ServerCommand {
  readonly command: string;
  readonly args?: readonly string[];
  /** Environment variables in addition to the few that every such program gets. Nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server behind streamable HTTP. The headers are sent only to this origin. */
export interface ServerAddress {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A host's own transport, created for every connection. */
export interface ServerOpener {
  readonly open: () => Transport;
}

export type ServerTransport = ServerCommand | ServerAddress | ServerOpener;

/** An MCP server whose skills are offered. */
export interface RemoteServer {
  /** Label of this server; its skills are named `label:name`. */
  readonly label: string;
  readonly transport: ServerTransport;
  readonly limits?: Partial<ServerLimits>;
}

const { filledText, text, listOf, recordOf, shape, either, callable, wholeNumber, objectWith } = kinds;
const variables = recordOf(text, "an object with strings");
const SERVER_TRANSPORT = "a transport with `command`, `url` or `open`";
const SERVERS: Kind = listOf(
  objectWith(
    {
      label: { kind: text, required: true },
      transport: {
        kind: either(
          SERVER_TRANSPORT,
          shape({
            command: { kind: text, required: true },
            args: listOf(text, "an array of strings"),
            env: variables,
            cwd: filledText,
          }),
          shape({ url: { kind: text, required: true }, headers: variables }),
          objectWith({ open: { kind: callable, required: true } }, SERVER_TRANSPORT),
        ),
        required: true,
      },
      limits: recordOf(wholeNumber(0), "an object with whole numbers"),
    },
    "a server with `label` and `transport`",
  ),
  "an array of servers",
);

/** Throws for an invalid label or URL. */
export function checkServers(servers: readonly RemoteServer[]): void {
  checkArgument("connectSkillServers", "servers", servers, SERVERS);
  const seen = new Set<string>();
  for (const { label, transport } of servers) {
    if (!isLabel(label)) throw refuse(`"${label}" is not a valid server label`, LABEL_HINT);
    if (seen.has(label)) throw refuse(`two servers have the label "${label}"`, "give each a different label");
    seen.add(label);
    const problem = "url" in transport ? addressProblem(transport.url) : undefined;
    if (problem !== undefined) throw refuse(`the server "${label}": ${problem}`);
    if ("command" in transport && transport.command.trim() === "")
      throw refuse(`the server "${label}" has an empty command`);
  }
}

/** True for a label that can prefix a skill's name. */
export function isLabel(label: string): boolean {
  return label.length <= 64 && /^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/.test(label);
}

const LABEL_HINT = "use a–z, 0–9 and single hyphens, underscores or dots between them, at most 64 characters";

function addressProblem(written: string): string | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url === undefined) return "its url is not valid";
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `the scheme "${url.protocol}" is not supported`;
  return url.username !== "" || url.password !== ""
    ? "a url must not contain credentials; put them into headers"
    : undefined;
}

function refuse(message: string, hint?: string): KnowhowError {
  return new KnowhowError("runtime.bad-option", message, hint === undefined ? {} : { hint });
}
