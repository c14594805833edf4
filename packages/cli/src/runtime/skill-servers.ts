import {
  connectSkillServers,
  fileListingStore,
  type RemoteServers,
  type ServerTransport,
} from "@knowhow/mcp/client";
import { isKnowhowError } from "@knowhow/runtime";
import {
  fileDecisionStore,
  knowhowDirectories,
  nodeEnvironment,
  type ServerConfig,
} from "@knowhow/runtime/node";
import { CliError } from "../io/cli-error.ts";
import type { Call } from "../table/command.ts";
import type { Settings } from "./settings.ts";

/** How long a command waits for a server that does not answer, unless the configuration says otherwise. */
const WAIT_MS = 8_000;

/** Connects to the user's MCP servers, with the stored approvals and listings. */
export function openSkillServers(
  { io }: Pick<Call, "io">,
  { servers, options }: Settings,
  waitMs: number = WAIT_MS,
): RemoteServers {
  const environment = nodeEnvironment({ cwd: options.cwd, home: io.home, variables: io.env });
  const { cache, state } = knowhowDirectories(environment);
  const listed = Object.entries(servers).map(([label, { timeoutMs = waitMs, ...server }]) => ({
    label,
    transport: filledUp(server, io.env),
    limits: { connectMs: timeoutMs, requestMs: timeoutMs, listMs: timeoutMs },
  }));
  try {
    return connectSkillServers(listed, {
      decisions: fileDecisionStore(state),
      ...(options.cache === false ? {} : { listings: fileListingStore(cache) }),
    });
  } catch (error) {
    if (isKnowhowError(error)) throw new CliError("cli.bad-value", error.message, error.hint);
    throw error;
  }
}

type Variables = Call["io"]["env"];

/**
 * Replaces `${NAME}` in headers and variables from the environment, so that the configuration need not contain secrets. A
 * server whose variable is not set counts as unreachable; the others are still used.
 */
function filledUp(server: ServerConfig, variables: Variables): ServerTransport {
  const texts = ("url" in server ? server.headers : server.env) ?? {};
  const missing = Object.values(texts).flatMap((text) => missingIn(text, variables));
  if (missing.length > 0) {
    const reason = `${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not set in the environment`;
    return {
      open: () => {
        throw new Error(reason);
      },
    };
  }
  const filled = Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      text.replace(VARIABLE, (_, name) => variables[name] ?? ""),
    ]),
  );
  return "url" in server ? { ...server, headers: filled } : { ...server, env: filled };
}

const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;

function missingIn(text: string, variables: Variables): readonly string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([, name = ""]) =>
    variables[name] === undefined ? [name] : [],
  );
}
