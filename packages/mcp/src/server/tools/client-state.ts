import type { Runtime, Session, SessionOptions, SkillLibrary } from "@knowhow/runtime";
import { type ConnectingClient, clientRoom, tokensWithin } from "@knowhow/runtime/authoring";
import type { ScriptGrant } from "@knowhow/runtime/scripts";
import { visibleSkills } from "../visible-skills.ts";
import { type MountedSets, mountedSets } from "./mounted-sets.ts";

/** What the server keeps about one client. */
export interface ClientState {
  /** The client's session, opened on first use. */
  session(): Promise<Session>;
  /** The skills that the client can use now. */
  library(): SkillLibrary;
  /**
   * True if a load returns the whole text each time and has no limits but its own, because the client has many
   * conversations; false if the client has one, with the profile's rules.
   */
  readonly isShared: boolean;
  /** When the tools of a skill are unmounted, it is also released in the session. */
  readonly mounted: MountedSets;
}

/** A client with one conversation. */
export interface SessionState extends ClientState {
  /** The list of skills and the preloaded bodies, as the conversation began. */
  baseline(): Promise<string>;
}

/** The state of a client whose connection outlives its conversations: it always gets skills as they are now. */
export function sharedState(runtime: Runtime, scripts?: ScriptGrant): ClientState {
  const options: SessionOptions = {
    canRead: false,
    bodies: "on-load",
    contextFiles: false,
    // The library is the one that the server lists; it watches the files itself.
    reload: false,
    ...(scripts === undefined ? {} : { scripts }),
  };
  const { session, mounted } = keepSession(runtime, () => runtime.session(options));
  return {
    session: async () => {
      const opened = await session();
      opened.adopt();
      return opened;
    },
    library: () => runtime.library,
    isShared: true,
    mounted,
  };
}

/** Options of a conversation over MCP. */
export interface ConnectionOptions {
  readonly client: ConnectingClient | undefined;
  readonly scripts: ScriptGrant | undefined;
  /** Names of skills whose bodies are in the prompt from the start. */
  readonly preload: readonly string[];
  /** Maximum number of tokens of the catalog. Default that of a session. */
  readonly tokens: number | undefined;
}

/**
 * The state of a client whose connection is one conversation with the profile's own rules, on the library as it is now.
 * A client that is known to cut instructions gets a shorter list and no preloaded bodies.
 */
export function sessionState(
  runtime: Runtime,
  { client, scripts, preload, tokens }: ConnectionOptions,
): SessionState {
  const { library } = runtime;
  const { isKnown, limit } = clientRoom(client);
  const isCut = isKnown && Number.isFinite(limit);
  const budget = isCut ? Math.min(tokens ?? limit, tokensWithin(limit)) : tokens;
  const { session, mounted } = keepSession(runtime, () =>
    runtime.session({
      library,
      preload: isCut ? [] : preload,
      ...(budget === undefined ? {} : { catalogBudget: budget }),
      ...(scripts === undefined ? {} : { scripts }),
    }),
  );
  let written: Promise<string> | undefined;
  return {
    session,
    library: () => library,
    isShared: false,
    mounted,
    baseline: () => {
      written ??= session().then(async (opened) => (await opened.turn()).baseline);
      return written;
    },
  };
}

/** Opens a session on first use, and again if that failed. */
function keepSession(
  runtime: Runtime,
  open: () => Promise<Session>,
): Pick<ClientState, "session" | "mounted"> {
  let opened: Promise<Session> | undefined;
  const release = (wire: string) => {
    const name = visibleSkills(runtime.library).names.nameOf.get(wire) ?? wire;
    opened?.then(
      (session) => session.release(name),
      () => undefined,
    );
  };
  return {
    session: () => {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    mounted: mountedSets(release),
  };
}
