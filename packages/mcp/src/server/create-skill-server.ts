import type { Diagnostic, OpeningRuntime, Runtime } from "@knowhow/runtime";
import type { ConnectingClient } from "@knowhow/runtime/authoring";
import { KnowhowError } from "@knowhow/runtime/errors";
import type { ScriptGrant } from "@knowhow/runtime/scripts";
import { checkArgument, checkOptions, type Kind, kinds } from "@knowhow/runtime/toolkit";
import type { CacheHint, McpServer } from "@modelcontextprotocol/server";
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { buildServer, type Guest } from "./build-server.ts";
import type { ChangedList } from "./changes.ts";
import { type BegunConnection, openConnection } from "./open-connection.ts";
import type { SkillServerCheck } from "./resources/library-source.ts";
import { openParts, type ServerParts } from "./server-parts.ts";
import type { ClientState } from "./tools/client-state.ts";
import type { ResolveTopic } from "./tools/resolve-topic.ts";
import type { ToolNameStyle } from "./tools/tool-names.ts";
import { visibleSkills } from "./visible-skills.ts";

/** Numbers of uses of skills, by name. */
type Uses = Readonly<Record<string, number>>;

/** Options of a skill server. All are optional. */
export interface SkillServerOptions {
  /** Name of the server for clients. Default `knowhow`. */
  readonly name?: string;
  /** Version of the server for clients. Default that of this package. */
  readonly version?: string;
  /** Finds the skills for a topic. Default the runtime's matcher, then its search. */
  readonly resolve?: ResolveTopic;
  /** Whether loading a skill mounts its tools, which changes the list of tools. Default as the profile says. */
  readonly toolSets?: boolean;
  /** How the tools of a skill are named. Default depends on the client. */
  readonly toolNames?: ToolNameStyle;
  /** Maximum number of tokens for the catalog, if the client shows that much. Default 2,000. */
  readonly instructionTokens?: number;
  /** Whether the catalog repeats skills that the client lists itself. Default false. */
  readonly repeatListed?: boolean;
  /**
   * How often each skill was used, by name; a function is called when the library is loaded. If a client cannot show all
   * names, used skills are listed first.
   */
  readonly uses?: Uses | (() => Promise<Uses>);
  /**
   * Names of skills whose bodies are part of the instructions. Only for profiles in which a connection is a session, and
   * not for clients that cut instructions.
   */
  readonly preload?: readonly string[];
  /**
   * How long connections wait for a library that is still being loaded, in milliseconds from the creation of the server.
   * Default 300. One that is a session always waits until it is there.
   */
  readonly waitMs?: number;
  /**
   * Directory in which the clients work. Default unknown: then skills of a project are always part of the catalog,
   * because the client may list those of another project.
   */
  readonly cwd?: string;
  /**
   * What scripts of skills may use, or `false`: clients cannot run scripts. Every run needs the user's approval. Default
   * neither a directory nor other limits.
   */
  readonly scripts?: ScriptGrant | false;
  /** Number of entries per page of a list. Default 100. */
  readonly pageSize?: number;
  /** How long newer clients may cache lists and files. Default not at all. */
  readonly cacheHint?: CacheHint;
  /** Whether to watch for edits; without it they are noticed when the runtime is reloaded. Default true. */
  readonly watch?: boolean;
}

/** The skills of a runtime, for any number of connections. */
export interface SkillServer {
  /**
   * Creates a server for one lasting connection, with its own session and mounted tools. It notifies its client of
   * changes. Without a client, the catalog is one that every client shows in full. A second call with the same object
   * continues the same session.
   */
  connection(client?: ConnectingClient): Promise<McpServer>;
  /**
   * Creates a server for one request of a client without a connection. Its session and mounted tools are kept under the
   * client's name.
   */
  request(client?: ConnectingClient): Promise<McpServer>;
  /**
   * Mounts the tools of the skills for a topic, for every client that is connected now or later. Returns the names of
   * the skills; empty if none matches or tool sets are turned off.
   */
  activateTopic(topic: string): Promise<readonly string[]>;
  /** Unmounts the tools of a skill for every client. Returns false if no client had them. */
  deactivate(skill: string): boolean;
  /**
   * Calls the listener when a list changes, for transports that notify clients themselves. Returns a function that
   * removes it.
   */
  onChanged(listener: (lists: readonly ChangedList[]) => void): () => void;
  /** Skills requested so far that cannot be served, or only with a rewritten frontmatter. */
  diagnostics(): readonly Diagnostic[];
  /** Checks every skill as if a client requested it. */
  check(): Promise<SkillServerCheck>;
  close(): void;
}

/** Maximum number of stateless clients to keep apart; the least recently used one is dropped. */
const MAX_CLIENTS = 64;

const RUNTIME = kinds.objectWith(
  { profile: { kind: kinds.mapping, required: true }, tools: { kind: kinds.callable, required: true } },
  "a runtime, awaited",
);
const USES = kinds.recordOf(kinds.number(0), "numbers of uses by name");

const SERVER_OPTIONS: Readonly<Record<keyof SkillServerOptions, Kind>> = {
  name: kinds.filledText,
  version: kinds.filledText,
  resolve: kinds.callable,
  toolSets: kinds.flag,
  toolNames: kinds.oneOf(["dotted", "plain"]),
  instructionTokens: kinds.number(0),
  repeatListed: kinds.flag,
  uses: kinds.either("numbers of uses by name, or a function", kinds.callable, USES),
  preload: kinds.texts,
  waitMs: kinds.number(0),
  cwd: kinds.filledText,
  scripts: kinds.either("an object or false", kinds.oneOf([false]), kinds.mapping),
  pageSize: kinds.wholeNumber(1),
  cacheHint: kinds.mapping,
  watch: kinds.flag,
};

/**
 * Serves the skills of a runtime over MCP, also while its library is being loaded. Nothing is read or hashed before a
 * client requests it.
 */
export function createSkillServer(
  given: Runtime | OpeningRuntime,
  options: SkillServerOptions = {},
): SkillServer {
  checkArgument("createSkillServer", "runtime", given, RUNTIME);
  checkOptions("createSkillServer", options, SERVER_OPTIONS);
  const opening: OpeningRuntime =
    "ready" in given
      ? given
      : { profile: given.profile, tools: () => given.tools(), ready: Promise.resolve(given) };
  const { mcp: policy } = opening.profile;
  if (options.preload !== undefined && policy.connection !== "session")
    throw new KnowhowError(
      "runtime.bad-option",
      `\`preload\` has no effect in the profile "${opening.profile.name}"`,
      { hint: "its connections have many conversations, and a server does not know when one begins" },
    );
  const { pageSize = 100, toolSets = policy.mount, waitMs = 300, cacheHint } = options;
  const settings = { ...options, pageSize, toolSets };
  const waitUntil = performance.now() + waitMs;
  // A session has its list and its preloaded bodies in the instructions, so that it begins when the library is loaded.
  const canHurry = "ready" in given && policy.connection === "shared";
  let loaded: ServerParts | undefined;
  const parts = opening.ready.then(async (runtime) => {
    loaded = await openParts(runtime, settings);
    return loaded;
  });
  parts.catch(() => undefined);
  // The first client asks for them while the library is being loaded.
  if ("ready" in given) given.tools().catch(() => undefined);
  const extension = new SkillsExtension({
    source: {
      list: async (...asked) => (await parts).source.list(...asked),
      get: async (...asked) => (await parts).source.get(...asked),
      read: async (...asked) => (await parts).source.read(...asked),
      readDirectory: async (...asked) => (await parts).source.readDirectory(...asked),
    },
    cacheHint: cacheHint ?? { ttlMs: 0, cacheScope: "private" },
    onWarning: () => undefined,
  });
  const build = (guest: Guest) => buildServer(guest, { opening, extension, options: settings });
  const watch = ({ changes }: ServerParts) => {
    if (options.watch !== false) changes.watch();
  };

  const clients = new Map<string, ClientState>();
  /** The connections, and how each is notified. */
  const connected = new Map<McpServer, { readonly state: ClientState; readonly tell: () => void }>();
  const sessions = new WeakMap<ConnectingClient, Promise<BegunConnection>>();
  /** Wire names of the skills whose tools the host mounted for everyone. */
  const forEveryone = new Set<string>();
  const withMounted = <State extends ClientState>(state: State): State => {
    for (const wire of forEveryone) state.mounted.mount(wire);
    return state;
  };
  /** Changes the mounted tools of every client, and notifies those for which something changed. */
  const changeEveryone = ({ changes }: ServerParts, change: (client: ClientState) => boolean): boolean => {
    const told = [...connected.values()].map(({ state, tell }) => {
      const isChanged = change(state);
      if (isChanged) tell();
      return isChanged;
    });
    const kept = [...clients.values()].map(change);
    if (kept.includes(true)) changes.tell(["tools"]);
    return [...told, ...kept].includes(true);
  };

  /** Opens the session of a connection. */
  const begin = async (client: ConnectingClient | undefined): Promise<BegunConnection> => {
    const now = await parts;
    const own = withMounted(now.connectionState(client));
    const baseline = "baseline" in own ? await own.baseline() : undefined;
    return {
      parts: now,
      own,
      state: () => own,
      catalog: (known: ConnectingClient | undefined) => baseline ?? now.catalogFor(known).text,
    };
  };
  const beginOnce = (client: ConnectingClient | undefined) => {
    if (client === undefined) return begin(client);
    const begun = sessions.get(client) ?? begin(client);
    sessions.set(client, begun);
    return begun;
  };

  const rememberedFor = (now: ServerParts, client: string): ClientState => {
    const known = clients.get(client) ?? withMounted(now.requestState());
    clients.delete(client);
    clients.set(client, known);
    const [oldest] = clients.keys();
    if (clients.size > MAX_CLIENTS && oldest !== undefined) clients.delete(oldest);
    return known;
  };

  return {
    connection: (introduced) =>
      openConnection({
        client: introduced,
        begun: beginOnce(introduced),
        waitMs: canHurry && loaded === undefined ? Math.max(0, waitUntil - performance.now()) : undefined,
        build,
        opened: (mcp, state, tell) => connected.set(mcp, { state, tell }),
        closed: (mcp) => connected.delete(mcp),
        watch,
      }),
    request: async (introduced) => {
      const now = await parts;
      watch(now);
      const begun = {
        parts: now,
        state: (client: string) => rememberedFor(now, client),
        catalog: (known: ConnectingClient | undefined) => now.catalogFor(known).text,
      };
      return build({
        client: introduced,
        begun: Promise.resolve(begun),
        atOnce: begun,
        isStarting: () => false,
        changed: () => now.changes.tell(["tools"]),
        owed: () => undefined,
      });
    },
    activateTopic: async (topic) => {
      checkArgument("activateTopic", "topic", topic, kinds.filledText);
      const now = await parts;
      const found = toolSets ? await now.tools.find(topic, now.runtime.library) : [];
      for (const { wire } of found) forEveryone.add(wire);
      changeEveryone(now, ({ mounted }) => found.map(({ wire }) => mounted.mount(wire)).includes(true));
      return found.map(({ name }) => name);
    },
    deactivate: (skill) => {
      if (loaded === undefined) return false;
      const wire = visibleSkills(loaded.runtime.library).names.wireOf.get(skill) ?? skill;
      const wasForEveryone = forEveryone.delete(wire);
      return changeEveryone(loaded, ({ mounted }) => mounted.unmount(wire)) || wasForEveryone;
    },
    onChanged: (listener) => {
      let stop = () => {};
      let isStopped = false;
      const listen = ({ changes }: ServerParts) => {
        if (isStopped) return;
        stop = changes.listen((lists, skills) => {
          const isMounted = [...clients.values()].some(({ mounted }) => skills.some(mounted.has));
          listener(isMounted && !lists.includes("tools") ? ["tools", ...lists] : lists);
        });
      };
      if (loaded === undefined) parts.then(listen, () => undefined);
      else listen(loaded);
      return () => {
        isStopped = true;
        stop();
      };
    },
    diagnostics: () => loaded?.source.diagnostics() ?? [],
    check: async () => (await parts).source.check(),
    close: () => {
      parts.then(
        ({ changes }) => changes.close(),
        () => undefined,
      );
    },
  };
}
