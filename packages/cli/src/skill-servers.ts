import {
  connectSkillServers,
  fileApprovalStore,
  fileListingStore,
  type RemoteServers,
  type ServerTransport,
} from "@knowhow/mcp/client";
import { isKnowhowError } from "@knowhow/runtime";
import { knowhowDirectories, nodeEnvironment, type ServerConfig } from "@knowhow/runtime/node";
import { CliError } from "./cli-error.ts";
import type { Call } from "./command.ts";
import type { Settings } from "./settings.ts";

/** A command that only looks at the library as a whole does not wait longer for a silent server. */
const WAIT_MS = 8_000;

/** The servers that the person configured, with the approvals and listings that are kept for them. */
export function openSkillServers(
  { io }: Pick<Call, "io">,
  { servers, options }: Settings,
  waitMs: number = WAIT_MS,
): RemoteServers {
  const environment = nodeEnvironment({ cwd: options.cwd, home: io.home, variables: io.env });
  const { cache, state } = knowhowDirectories(environment);
  const listed = Object.entries(servers).map(([label, { timeoutMs = waitMs, ...server }]) => ({
    label,
    transport: filledUp(label, server, io.env),
    limits: { connectMs: timeoutMs, requestMs: timeoutMs, listMs: timeoutMs },
  }));
  try {
    return connectSkillServers(listed, {
      approvals: fileApprovalStore(state),
      ...(options.cache === false ? {} : { listings: fileListingStore(cache) }),
    });
  } catch (error) {
    if (isKnowhowError(error)) throw new CliError("cli.bad-value", error.message, error.hint);
    throw error;
  }
}

type Variables = Call["io"]["env"];

/** A secret need not stand in the file: `${NAME}` in a header or a variable is taken from the environment. */
function filledUp(label: string, server: ServerConfig, variables: Variables): ServerTransport {
  const fill = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fillText(label, text, variables)]));
  if ("url" in server)
    return { ...server, ...(server.headers === undefined ? {} : { headers: fill(server.headers) }) };
  return { ...server, ...(server.env === undefined ? {} : { env: fill(server.env) }) };
}

function fillText(label: string, text: string, variables: Variables): string {
  return text.replace(/\$\{([A-Za-z_]\w*)\}/g, (_all, name: string) => {
    const value = variables[name];
    if (value !== undefined) return value;
    throw new CliError(
      "cli.bad-value",
      `the server "${label}" needs the variable ${name}`,
      `set ${name}, or take the server out of your knowhow.json`,
    );
  });
}
