import type { SkillOffer } from "@knowhow/mcp/client";
import type { LibraryEntry, Runtime, TrustDecision } from "@knowhow/runtime";
import { type ClientSight, clientSights, oneLine, type SightContext } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import type { Call } from "../table/command.ts";
import { openRuntime } from "./open-runtime.ts";
import { type ReviewRecord, reviewRecord } from "./review-record.ts";
import { workingDirectory } from "./settings.ts";
import { clientsOf } from "./sight-context.ts";

/** A skill for a trust decision, with everything that the user should know. */
export interface TrustedSkill {
  readonly name: string;
  /** Untrusted text. */
  readonly description: string;
  readonly state: "trusted" | "pending" | "refused";
  readonly reason: string | null;
  /** Absolute path of the SKILL.md, or the URI under which a server offers it. */
  readonly path: string;
  /** Label of the server that offers it; null for a local skill. */
  readonly server: string | null;
  readonly digest: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** What its frontmatter requests. Untrusted text. */
  readonly asksFor: readonly string[];
  /** True if what a server's skill requests was granted. */
  readonly granted: boolean;
  /** True if a server may return different content at every read. */
  readonly dynamic: boolean;
  /** Who decided: the level of its folder, you, the application, or nobody yet. */
  readonly by: LibraryEntry["trust"]["by"];
  /** Who sees it now. */
  readonly clients: readonly ClientSight[];
  /** What was found and what changed; null if nothing was read. */
  readonly review: ReviewRecord | null;
}

/** The user's decisions about the skills of this directory and of the configured servers. */
export interface TrustAccess {
  readonly runtime: Runtime;
  /** Notes, for example about servers that could not be reached. */
  readonly notes: readonly string[];
  /** Everything about one skill. `path` distinguishes skills of the same name; nothing is read without `review`. */
  inspect(name: string, options?: InspectOptions): Promise<TrustedSkill>;
  /** The same after a decision. */
  decided(skill: TrustedSkill, decision: TrustDecision): TrustedSkill;
}

/** How much is read. */
export interface InspectOptions {
  readonly path?: string;
  /** True: reads and scans the content. Default false. */
  readonly review?: boolean;
}

/** Timeout for servers during a decision, because the first start of a program may download it. */
const WAIT_MS = 30_000;

/**
 * Runs some work with the library including the skills of all servers, and closes connections and programs afterwards.
 */
export async function useTrust<Result>(
  call: Call,
  work: (access: TrustAccess) => Promise<Result>,
): Promise<Result> {
  const { openSkillServers } = await import("./skill-servers.ts");
  const servers = openSkillServers(call, WAIT_MS);
  try {
    const runtime = await openRuntime(call, { servers: servers.open });
    const offers = () => servers.opened()?.offers() ?? [];
    return await work(
      accessOf(runtime, {
        offers,
        clients: await clientsOf(call),
        cwd: workingDirectory(call.args, call.io),
      }),
    );
  } finally {
    await servers.close();
  }
}

interface Around extends Omit<SightContext, "library"> {
  readonly offers: () => readonly SkillOffer[];
}

function accessOf(runtime: Runtime, { offers, ...sight }: Around): TrustAccess {
  const notes = runtime.library.diagnostics.flatMap(({ code, message }) =>
    code === "mcp.unreachable" ? [oneLine(message)] : [],
  );
  return {
    runtime,
    notes,
    inspect: async (name, { path, review = false } = {}) => {
      if (notes.length > 0 && runtime.library.entry(name) === undefined) throw maybeUnreachable(name, notes);
      const subject = await runtime.trust.inspect(name, path === undefined ? {} : { path });
      const offer = offers().find((candidate) => candidate.name === name);
      const read = review && offer?.dynamic !== true ? reviewRecord(await subject.review()) : null;
      const clients = clientSights(subject.entry, { ...sight, library: runtime.library });
      const common = { ...seenOf(subject.entry), digest: subject.digest, clients, review: read };
      if (offer === undefined)
        return { ...common, files: subject.files, asksFor: subject.asksFor, granted: false, dynamic: false };
      const { uri, dynamic, asksFor, granted } = offer;
      const files = offer.files.map(({ path: file, size = 0 }) => ({ path: file, size }));
      return { ...common, path: uri, files, asksFor, granted, dynamic };
    },
    decided: (skill, { state, reason, granted = false }) => ({
      ...skill,
      state,
      reason: reason ?? null,
      granted,
    }),
  };
}

/** An unknown skill may belong to a server that does not answer. */
function maybeUnreachable(name: string, notes: readonly string[]): CliError {
  return new CliError("cli.not-found", `no skill named "${name}"`, notes.join("; "));
}

function seenOf({ skill, trust }: LibraryEntry) {
  return {
    name: skill.name,
    description: skill.description,
    state: trust.state,
    by: trust.by,
    reason: trust.reason ?? null,
    path: skill.path,
    server: skill.origin.remote ?? null,
  };
}
