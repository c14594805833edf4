import { type Diagnostic, KnowhowError, type Skill, type SkillSource } from "@knowhow/runtime";
import type { RecordStore } from "@knowhow/runtime/state";
import { diagnose } from "@knowhow/runtime/toolkit";
import type { RunTool } from "@knowhow/runtime/workflows";
import { type ApprovalOptions, Approvals, type SkillOffer } from "./approvals/approvals.ts";
import { Connection } from "./connection/connection.ts";
import { fileFetcher } from "./files/fetch-file.ts";
import { readDirectory } from "./files/read-directory.ts";
import { skillFiles } from "./files/skill-files.ts";
import { headOf, ungrantedFields } from "./head-of.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { KeptListing } from "./listing/kept-listing.ts";
import type { PlacedSkill } from "./listing/place-skills.ts";
import type { RemoteServer } from "./remote-server.ts";
import { serverTools } from "./tools/server-tools.ts";

/** Options of a source. */
export interface SourceOptions extends ApprovalOptions {
  readonly listings?: RecordStore<unknown> | undefined;
}

/** One MCP server as a source of skills, and the user's decisions about it. */
export interface ServerSource {
  readonly source: SkillSource;
  offers(): readonly SkillOffer[];
  approve(uri: string, granted: boolean): Promise<void>;
  revoke(uri: string): Promise<void>;
  /** Its tools; throws if it is unreachable. */
  tools(): Promise<readonly RunTool[]>;
  close(): Promise<void>;
}

/** Combines listing, approvals and files of one server. Nothing is connected before the first load. */
export function serverSource(server: RemoteServer, options: SourceOptions): ServerSource {
  const { label } = server;
  const path = `mcp:/${label}`;
  const limits = { ...DEFAULT_LIMITS, ...server.limits };
  const listeners = new Set<() => void>();
  const connection: Connection = new Connection(server, {
    limits,
    now: options.now,
    onListChanged: () => {
      listing.expire();
      for (const listener of [...listeners]) listener();
    },
  });
  const listing = new KeptListing(server, connection, {
    limits,
    path,
    store: options.listings,
    now: options.now,
  });
  const approvals = new Approvals(label, options);
  const placed = () => listing.placed;
  const files = skillFiles(path, {
    current: placed,
    head: (item) => headOf(item.skill, item.name, approvals.of(item)?.granted === true),
    read: fileFetcher({ connection, approvals, limits, placed }),
    list: async (item, below) => {
      if (approvals.of(item) === undefined)
        return below === "" ? [{ name: "SKILL.md", kind: "file", size: 0 }] : [];
      return connection.ask((client, ask) =>
        readDirectory(item.skill, below, { client, options: ask, limits }),
      );
    },
  });
  const placedAs = (skill: Skill): PlacedSkill =>
    placed().find(({ name }) => skill.directory === `${path}/${name}`) ?? unknownSkill(label);
  const refresh = async (): Promise<readonly Diagnostic[]> => {
    const { isLive, diagnostics } = await listing.refresh();
    const reviewed = await approvals.review(placed(), { isLive, path });
    await approvals.askAbout(placed());
    return [...diagnostics, ...reviewed, ...ignoredFields(placed(), approvals, path)];
  };
  return {
    source: {
      root: {
        ...{ path, id: `mcp:${label}`, remote: label, level: "custom", trust: "review" },
        ...{ priority: 0, depth: 1, requires: ["name", "description"] },
      },
      files,
      refresh,
      trust: {
        verdict: (skill) => approvals.verdict(placedAs(skill)),
        decide: async (skill, state, given) => approvals.decide(placedAs(skill), state, given),
        revoke: async (skill) => approvals.revoke(placedAs(skill).skill.uri),
      },
      watch: (onChange) => {
        listeners.add(onChange);
        return { close: () => void listeners.delete(onChange) };
      },
    },
    offers: () => placed().map((item) => approvals.offer(item)),
    approve: async (uri, granted) => {
      const item = placed().find(({ skill }) => skill.uri === uri);
      if (item === undefined) return unknownSkill(label);
      await approvals.decide(item, "trusted", { grant: granted });
    },
    revoke: async (uri) => {
      await approvals.revoke(uri);
    },
    tools: () => serverTools(label, connection, limits),
    close: () => {
      listeners.clear();
      return connection.close();
    },
  };
}

function ignoredFields(
  placed: readonly PlacedSkill[],
  approvals: Approvals,
  path: string,
): readonly Diagnostic[] {
  return placed.flatMap((item) => {
    const fields = ungrantedFields(item.skill);
    if (fields.length === 0 || approvals.of(item)?.granted === true) return [];
    const message = `"${item.name}" requests ${fields.slice(0, 10).join(", ")}; this is ignored`;
    return [
      diagnose("mcp.fields-ignored", message.slice(0, 500), {
        path: `${path}/${item.name}/SKILL.md`,
        hint: "requests of a server's skill take effect only if you grant them to this skill",
      }),
    ];
  });
}

function unknownSkill(label: string): never {
  throw new KnowhowError("runtime.unknown-skill", `the server "${label}" offers no such skill`, {
    hint: "load the library first; offers() lists the available skills",
  });
}
