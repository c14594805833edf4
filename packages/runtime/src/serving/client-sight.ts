import { formatCount, formatNumber } from "../basics/words.ts";
import type { Client } from "../clients/client.ts";
import { CLIENTS } from "../clients/clients.ts";
import { foldersReadBy } from "../clients/read-folders.ts";
import type { LibraryEntry } from "../library.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Skill } from "../skill.ts";
import { copiesOf, isListed } from "./client-folders.ts";

/** A client of this machine, as its files tell. */
export interface FoundClient {
  /** Id in the table of clients. */
  readonly client: string;
  /** False for one that was asked for although it was not found. */
  readonly installed: boolean;
  /** Null if no file tells it. */
  readonly version: string | null;
  /** True if knowhow is among its MCP servers; null if its configuration cannot be read. */
  readonly connected: boolean | null;
}

/** What one client sees of one skill. */
export interface ClientSight extends FoundClient {
  readonly title: string;
  /** `served` by knowhow, read from a folder by the client on its `own`, or `none`: not seen. */
  readonly sees: "served" | "own" | "none";
  readonly why: string;
}

/** What the answer depends on. */
export interface SightContext {
  readonly library: SkillLibrary;
  readonly clients: readonly FoundClient[];
  /** Directory in which the clients work. Default unknown: then only the user's folders count as read by them. */
  readonly cwd?: string | undefined;
}

/**
 * Who sees a skill: for each client, whether knowhow serves it, the client reads it itself, or neither, and why. A client
 * that reads the folder sees the skill whatever knowhow decides about it.
 */
export function clientSights(entry: LibraryEntry, context: SightContext): readonly ClientSight[] {
  return context.clients.flatMap((found) => {
    const client = CLIENTS.find(({ id }) => id === found.client);
    if (client === undefined) return [];
    return [{ ...found, title: client.title, ...sightOf(entry, { client, found, context }) }];
  });
}

interface SightQuestion {
  readonly client: Client;
  readonly found: FoundClient;
  readonly context: SightContext;
}

function sightOf(entry: LibraryEntry, question: SightQuestion): Pick<ClientSight, "sees" | "why"> {
  const { found, context } = question;
  const { skill, state } = entry;
  const own = copiesOf(skill, context.library).find((copy) => isRead(copy, question));
  if (own !== undefined) return { sees: "own", why: whyOwn(own) };
  const notServed = unservedReason(entry);
  if (notServed === undefined && found.connected === true)
    return {
      sees: "served",
      why: state === "user-only" ? "only if the user asks for it by name" : "over MCP",
    };
  const other = context.library.versions(skill.name).find((copy) => isRead(copy, question));
  const reasons = [
    ...(other === undefined ? [] : [`it reads another skill of this name itself, ${other.path}`]),
    notServed ?? (connectionNote(found) || "it reads other folders"),
  ];
  return { sees: "none", why: reasons.join("; ") };
}

function isRead(skill: Skill, { client, context: { cwd } }: SightQuestion): boolean {
  return isListed(skill, foldersReadBy(client), cwd) || isOfPlugin(skill, client);
}

/** A plugin may be turned off, so the catalog repeats its skills; but as a rule the client reads them. */
function isOfPlugin({ origin }: Skill, { id, skills }: Client): boolean {
  const provider = skills?.plugins?.provider ?? skills?.provider ?? id;
  return skills?.plugins !== undefined && origin.level === "plugin" && origin.provider === provider;
}

function whyOwn({ origin }: Skill): string {
  const which = origin.level === "plugin" ? ", if the plugin is enabled" : "";
  return `it reads ${origin.root} itself${which}`;
}

/** Why knowhow serves a skill to nobody; undefined if it does. */
function unservedReason({ state, shadowedBy }: LibraryEntry): string | undefined {
  if (shadowedBy !== undefined) return `knowhow serves ${shadowedBy} under this name`;
  const isServed = state === "on" || state === "name-only" || state === "user-only";
  return isServed ? undefined : `knowhow does not serve a skill that is ${state}`;
}

/** Why knowhow serves nothing to a client that is not connected, and how to connect it; empty if it cannot be. */
export function connectionNote({ client: id, connected }: FoundClient): string {
  if (CLIENTS.find((row) => row.id === id)?.mcp === undefined) return "";
  if (connected === null) return "its configuration cannot be read";
  return `knowhow is not among its MCP servers; run \`knowhow mcp install ${id}\``;
}

/** One line: `reads it itself`, `served by knowhow` or `does not see it`, and why. */
export function describeSight({ sees, why }: Pick<ClientSight, "sees" | "why">): string {
  if (sees === "served") return `served by knowhow, ${why}`;
  return sees === "own" ? `sees it: ${why}` : `does not see it: ${why}`;
}

/** The client with its version, as far as it is known. */
export function sightTitle({ title, version, installed }: ClientSight): string {
  return `${title}${version === null ? "" : ` ${version}`}${installed ? "" : " (not installed)"}`;
}

/** Who reads skills of a list by itself, and how many of them. */
export interface ClientReader {
  readonly client: string;
  readonly title: string;
  readonly skills: number;
}

/** The clients that read some of these skills by themselves, those that read most first. */
export function readersOf(entries: readonly LibraryEntry[], context: SightContext): readonly ClientReader[] {
  const readers = new Map<string, ClientReader>();
  for (const entry of entries)
    for (const { client, title, sees, installed } of clientSights(entry, context))
      if (sees === "own" && installed)
        readers.set(client, { client, title, skills: (readers.get(client)?.skills ?? 0) + 1 });
  return [...readers.values()].sort((a, b) => b.skills - a.skills);
}

/** `Codex and Gemini CLI read them themselves`; empty if nobody does. Of `total` skills, "them" are all. */
export function describeReaders(readers: readonly ClientReader[], total: number): string {
  const numbers = [...new Set(readers.map(({ skills }) => skills))];
  return numbers
    .map((skills) => {
      const titles = readers.filter((reader) => reader.skills === skills).map(({ title }) => title);
      const isOne = titles.length === 1;
      const what = skills < total ? `${formatNumber(skills)} of them` : total === 1 ? "it" : "them";
      return `${listed(titles)} ${isOne ? "reads" : "read"} ${what} ${isOne ? "itself" : "themselves"}`;
    })
    .join(", ");
}

/** `Codex`, `Codex and Gemini CLI`, `Codex, Gemini CLI and 3 more clients`. */
function listed(titles: readonly string[]): string {
  const shown = titles.slice(0, SHOWN_TITLES);
  const rest = titles.length - shown.length;
  const parts = rest > 0 ? [...shown, formatCount(rest, "more client")] : shown;
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** Number of clients that are named in one sentence. */
const SHOWN_TITLES = 5;
