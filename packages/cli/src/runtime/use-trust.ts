import type { SkillOffer } from "@knowhow/mcp/client";
import type { LibraryEntry, Runtime, TrustDecision } from "@knowhow/runtime";
import { oneLine } from "@knowhow/runtime/toolkit";
import { CliError } from "../io/cli-error.ts";
import type { Call } from "../table/command.ts";
import { openRuntime } from "./open-runtime.ts";

/** A skill that the user decides about, with everything they should know before that. */
export interface TrustedSkill {
  readonly name: string;
  /** Untrusted text. */
  readonly description: string;
  readonly state: "trusted" | "pending" | "refused";
  readonly reason: string | null;
  /** Absolute path of the SKILL.md, or the address under which a server offers it. */
  readonly path: string;
  /** Label of the server that offers it; null for a skill of this machine. */
  readonly server: string | null;
  readonly digest: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** What its frontmatter asks for. Untrusted text. */
  readonly asksFor: readonly string[];
  /** True when what a server's skill asks for was granted. */
  readonly granted: boolean;
  /** True when a server may give something else at every read. */
  readonly dynamic: boolean;
}

/** The user's decisions about the skills of this directory and of the configured servers. */
export interface TrustDesk {
  readonly runtime: Runtime;
  /** Servers that could not be reached, and the like. */
  readonly notes: readonly string[];
  /** Everything about one skill; a path tells skills of one name apart. */
  inspect(name: string, path?: string): Promise<TrustedSkill>;
  /** The same after a decision. */
  decided(skill: TrustedSkill, decision: TrustDecision): TrustedSkill;
}

/** Who decides about a server's skills waits for it: the first start of a program may download it. */
const WAIT_MS = 30_000;

/** Does some work with the library, the skills of all servers included; connections and programs end with it. */
export async function useTrust<Result>(
  call: Call,
  work: (desk: TrustDesk) => Promise<Result>,
): Promise<Result> {
  const { openSkillServers } = await import("./skill-servers.ts");
  const servers = openSkillServers(call, WAIT_MS);
  try {
    const runtime = await openRuntime(call, { servers: servers.open });
    return await work(deskOf(runtime, () => servers.opened()?.offers() ?? []));
  } finally {
    await servers.close();
  }
}

function deskOf(runtime: Runtime, offers: () => readonly SkillOffer[]): TrustDesk {
  const notes = runtime.library.diagnostics.flatMap(({ code, message }) =>
    code === "mcp.unreachable" ? [oneLine(message)] : [],
  );
  return {
    runtime,
    notes,
    inspect: async (name, path) => {
      if (notes.length > 0 && runtime.library.entry(name) === undefined) throw mayBeAway(name, notes);
      const subject = await runtime.trust.inspect(name, path === undefined ? {} : { path });
      const offer = offers().find((candidate) => candidate.name === name);
      const common = { ...seenOf(subject.entry), digest: subject.digest };
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

/** A skill that nobody knows may be one of a server that does not answer. */
function mayBeAway(name: string, notes: readonly string[]): CliError {
  return new CliError("cli.not-found", `no skill is named "${name}"`, notes.join("; "));
}

function seenOf({ skill, trust }: LibraryEntry) {
  return {
    name: skill.name,
    description: skill.description,
    state: trust.state,
    reason: trust.reason ?? null,
    path: skill.path,
    server: skill.origin.remote ?? null,
  };
}
