import type { Runtime, Session } from "@knowhow/runtime";
import type { ScriptGrant } from "@knowhow/runtime/scripts";
import { visibleSkills } from "../visible-skills.ts";
import { type MountedSets, mountedSets } from "./mounted-sets.ts";

/** What the server keeps about one client. */
export interface ClientState {
  /** The client's session, opened on first use and always on the current library. */
  session(): Promise<Session>;
  /** True if the session was opened and offers a tool of this name now. */
  offers(tool: string): Promise<boolean>;
  /** True if a prompt told the model to call the tool that runs workflows. */
  isToldToRun: boolean;
  /** When the tools of a skill are unmounted, it is also released in the session. */
  readonly mounted: MountedSets;
}

/** The state of a new client. */
export function clientState(runtime: Runtime, scripts?: ScriptGrant): ClientState {
  let opened: Promise<Session> | undefined;
  const release = (wire: string) => {
    const name = visibleSkills(runtime.library).names.nameOf.get(wire) ?? wire;
    opened?.then(
      (session) => session.release(name),
      () => undefined,
    );
  };
  return {
    session: async () => {
      // A connection outlives its conversations, so a body is always served as it is now. The library is the one that
      // the server lists; it watches the files itself.
      opened ??= runtime.session({
        canRead: false,
        bodies: "on-load",
        contextFiles: false,
        reload: false,
        ...(scripts === undefined ? {} : { scripts }),
      });
      const session = await opened.catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      session.adopt();
      return session;
    },
    offers: async (tool) => {
      const session = await opened?.catch(() => undefined);
      return session?.tools().some(({ name }) => name === tool) ?? false;
    },
    isToldToRun: false,
    mounted: mountedSets(release),
  };
}
