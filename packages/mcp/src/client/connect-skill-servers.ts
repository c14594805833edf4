import {
  type DecisionStore,
  isKnowhowError,
  KnowhowError,
  type Outcome,
  type SkillSource,
} from "@knowhow/runtime";
import type { RecordStore } from "@knowhow/runtime/state";
import { checkOptions, diagnose, type Kind, kinds } from "@knowhow/runtime/toolkit";
import type { RunTool } from "@knowhow/runtime/workflows";
import type { ApproveSkill, SkillOffer } from "./approvals/approvals.ts";
import { checkServers, type RemoteServer } from "./remote-server.ts";
import { type ServerSource, serverSource } from "./server-source.ts";

export interface RemoteServersOptions {
  /** Where approvals are stored, for example `fileDecisionStore(state)`. Without it they last until `close()`. */
  readonly decisions?: DecisionStore;
  /** Called for skills without a decision. Without it they wait for `approve()`. */
  readonly approve?: ApproveSkill;
  /** Where the last successful listings are stored for the next start. Default nowhere. */
  readonly listings?: RecordStore<unknown>;
  readonly now?: () => number;
}

/** MCP servers whose skills a runtime can use. */
export interface RemoteServers {
  /**
   * For `createRuntime({ sources })`. A server is connected when the library is loaded, and again after it was gone.
   */
  readonly sources: readonly SkillSource[];
  /** Every skill of the last load. */
  offers(): readonly SkillOffer[];
  /** Approves a skill in exactly the form in which it is listed now. Takes effect at the next `reload()`. */
  approve(label: string, uri: string, options?: { readonly grant?: boolean }): Promise<void>;
  /** Revokes an approval. */
  revoke(label: string, uri: string): Promise<void>;
  /**
   * The tools of all servers as `label.name`, for the steps of workflows. A server that is unreachable has none and is
   * reported.
   */
  tools(): Promise<Outcome<readonly RunTool[]>>;
  /** Closes all connections and ends the programs behind them. */
  close(): Promise<void>;
}

const method = { kind: kinds.callable, required: true };
const decisionStore = kinds.objectWith(
  { find: method, record: method, revoke: method, list: method },
  "a store of decisions",
);
const recordStore = kinds.objectWith({ get: method, put: method }, "a store with `get` and `put`");

const OPTIONS: Readonly<Record<keyof RemoteServersOptions, Kind>> = {
  decisions: decisionStore,
  approve: kinds.callable,
  listings: recordStore,
  now: kinds.callable,
};

/** Creates sources of skills from MCP servers. Nothing is started or connected before the first load. */
export function connectSkillServers(
  servers: readonly RemoteServer[],
  given: RemoteServersOptions = {},
): RemoteServers {
  checkServers(servers);
  checkOptions("connectSkillServers", given, OPTIONS);
  const { now = Date.now, ...options } = given;
  const opened = new Map(servers.map((server) => [server.label, serverSource(server, { ...options, now })]));
  const find = (label: string): ServerSource => opened.get(label) ?? unknownServer(label);
  return {
    sources: [...opened.values()].map(({ source }) => source),
    offers: () => [...opened.values()].flatMap((server) => server.offers()),
    approve: async (label, uri, { grant = false } = {}) => find(label).approve(uri, grant),
    revoke: async (label, uri) => find(label).revoke(uri),
    tools: async () => {
      const found = await Promise.all([...opened].map(([label, server]) => toolsOf(label, server)));
      return {
        value: found.flatMap(({ value }) => value),
        diagnostics: found.flatMap(({ diagnostics }) => diagnostics),
      };
    },
    close: async () => {
      await Promise.all([...opened.values()].map((server) => server.close()));
    },
  };
}

async function toolsOf(label: string, server: ServerSource): Promise<Outcome<readonly RunTool[]>> {
  try {
    return { value: await server.tools(), diagnostics: [] };
  } catch (error) {
    if (!isKnowhowError(error)) throw error;
    const { message, hint } = error;
    const path = `mcp:/${label}`;
    return {
      value: [],
      diagnostics: [diagnose("mcp.unreachable", message, { path, ...(hint === undefined ? {} : { hint }) })],
    };
  }
}

function unknownServer(label: string): never {
  throw new KnowhowError("runtime.bad-option", `no server has the label "${label}"`);
}
