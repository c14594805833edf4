import { type ConnectingClient, clientRoom } from "@knowhow/runtime/authoring";
import type { McpServer } from "@modelcontextprotocol/server";
import type { Begun, Guest } from "./build-server.ts";
import type { ChangedList } from "./changes.ts";
import type { ServerParts } from "./server-parts.ts";
import type { ClientState } from "./tools/client-state.ts";
import { within } from "./within.ts";

/** What a connection is served from. */
export interface BegunConnection extends Begun {
  /** The state of its client. */
  readonly own: ClientState;
}

interface Connecting {
  readonly client: ConnectingClient | undefined;
  readonly begun: Promise<BegunConnection>;
  /** How long the first answer waits for what it is served from; undefined if it is there soon. */
  readonly waitMs: number | undefined;
  readonly build: (guest: Guest) => McpServer;
  readonly opened: (mcp: McpServer, state: ClientState, tell: () => void) => void;
  readonly closed: (mcp: McpServer) => void;
  readonly watch: (parts: ServerParts) => void;
}

/** As long as a client takes from its start to its first request to a model. */
const START_MS = 5_000;

/** A server for one lasting connection, which notifies its client of changes. */
export async function openConnection(connecting: Connecting): Promise<McpServer> {
  const { client, begun, waitMs, build } = connecting;
  const inTime = begun.catch(() => undefined);
  const atOnce = await (waitMs === undefined ? inTime : within(waitMs, inTime));
  const owed = new Set<ChangedList>();
  let isStarting = clientRoom(client).waitsForLists;
  let isClosed = false;
  let stop = () => {};
  /** Announces what is owed when the client has started. */
  const settle = async () => {
    await inTime;
    isStarting = false;
    if (!isClosed) announce(owed);
  };
  const settling = isStarting ? setTimeout(settle, START_MS) : undefined;
  settling?.unref();
  const mcp = build({
    client,
    begun,
    atOnce,
    isStarting: () => isStarting,
    changed: () => announce(["tools"]),
    owed: (list) => owed.add(list),
  });
  const announce = (lists: Iterable<ChangedList>) => {
    for (const list of lists) {
      if (list === "tools") mcp.sendToolListChanged();
      if (list === "prompts") mcp.sendPromptListChanged();
      if (list === "resources") mcp.sendResourceListChanged();
    }
  };
  const follow = ({ parts, own, catalog }: BegunConnection) => {
    if (isClosed) return;
    // The list of skills missed the instructions, so it goes with a tool.
    if (atOnce === undefined) announce(["tools"]);
    const known = () => mcp.server.getClientVersion() ?? client;
    const withTool = () =>
      atOnce === undefined || parts.catalogFor(known()).place === "tool" ? catalog(known()) : "";
    let shown = withTool();
    const isToolChanged = (lists: readonly ChangedList[], skills: readonly string[]) => {
      const before = shown;
      shown = withTool();
      return shown !== before || lists.includes("tools") || skills.some(own.mounted.has);
    };
    connecting.opened(mcp, own, () => announce(["tools"]));
    stop = parts.changes.listen((lists, skills) => {
      // The tools of a session are those of its start.
      if (own.isShared && isToolChanged(lists, skills)) announce(["tools"]);
      announce(lists.filter((list) => list !== "tools"));
    });
    connecting.watch(parts);
  };
  mcp.server.onclose = () => {
    isClosed = true;
    clearTimeout(settling);
    stop();
    connecting.closed(mcp);
  };
  if (atOnce === undefined) begun.then(follow, () => undefined);
  else follow(atOnce);
  return mcp;
}
