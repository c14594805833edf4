import { formatCount } from "../basics/words.ts";
import { CLIENTS } from "../clients/clients.ts";
import { CAPTURED_CLIENTS, type CapturedClient, findClient } from "../clients/find-client.ts";
import { instructionLimit, SMALLEST_LIMIT } from "../clients/instruction-limit.ts";
import { catalogFrame } from "../injection/catalog/catalog-frame.ts";
import { planCatalog } from "../injection/catalog/plan-catalog.ts";
import type { CatalogFrame } from "../injection/catalog/render-catalog.ts";
import type { Profile } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { copiesOf, isListed } from "./client-folders.ts";

/** A client as it introduces itself when it connects. */
export interface ConnectingClient {
  readonly name: string;
  readonly version?: string | undefined;
}

export interface ClientCatalogOptions {
  /** Default unknown: the catalog then fits the smallest limit of any known client, and repeats what it may list itself. */
  readonly client?: ConnectingClient | undefined;
  /** Maximum number of tokens. Default 2,000. */
  readonly tokens?: number | undefined;
  /** Directory in which the client works. Default unknown: then only the user's folders count as listed by the client. */
  readonly cwd?: string | undefined;
  /** Whether to list skills that the client lists itself. Default false. */
  readonly repeatListed?: boolean | undefined;
  /** How often each skill was used, by name. If not all names fit, used skills are listed first. */
  readonly uses?: Readonly<Record<string, number>> | undefined;
}

/** The catalog for one client of an MCP server. */
export interface ClientCatalog {
  /** Where it reaches the model: in the server's instructions, or, if the client does not show them, with a tool. */
  readonly place: "instructions" | "tool";
  /** Empty if there are no skills. */
  readonly text: string;
  /** Maximum number of characters that the client shows; null if no limit was found. */
  readonly limit: number | null;
  /** Number of skills that the model may see. */
  readonly total: number;
  /** How many of them the text names. */
  readonly listed: number;
  /** How many are left out because the client lists them itself. */
  readonly listedByClient: number;
  /** How many did not fit. */
  readonly omitted: number;
}

/** What a known client will show. */
export interface ClientPreview extends Omit<ClientCatalog, "text"> {
  /** Id of the client; null for all others. */
  readonly client: string | null;
  readonly title: string;
  /** The version that the answer is about; null if it is not known. */
  readonly version: string | null;
  /** Number of characters of the text. */
  readonly characters: number;
}

type Served = { readonly library: SkillLibrary; readonly profile: Profile };

const TOKENS = 2_000;
/** A budget of n tokens allows up to 4n + 3 characters. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Plans the catalog for a client, so that the client shows all of it: whole lines within its limit, and without the
 * skills that it lists itself.
 */
export function planClientCatalog(
  { library, profile }: Served,
  { client, tokens = TOKENS, cwd, repeatListed = false, uses = {} }: ClientCatalogOptions = {},
): ClientCatalog {
  const known = client === undefined ? undefined : findClient(client.name);
  const { place, limit } = clientRoom(client);
  const folders = repeatListed ? [] : (known?.prompt.lists ?? []);
  const used = new Map(Object.entries(uses));
  const rows = library.discoveryIndex().map(([name, description]) => {
    const [skill] = library.versions(name);
    const level = skill === undefined ? {} : { level: skill.origin.level };
    return { name, description, ...level, uses: used.get(name) ?? 0 };
  });
  const theirs = rows.filter(({ name }) => {
    const [skill] = library.versions(name);
    return skill !== undefined && copiesOf(skill, library).some((copy) => isListed(copy, folders, cwd));
  });
  const listed = new Set(theirs);
  const ours = rows.filter((row) => !listed.has(row));
  const listedByClient = theirs.length;
  const frame = frameFor(profile, { listedByClient, areNamesOnly: isTooLong(theirs, known) });
  const { text, report } = planCatalog(ours, { budget: Math.min(tokens, tokensWithin(limit)), frame });
  const note = [frame.heading, frame.instructions].filter((line) => line !== "").join("\n");
  const whole = text === "" && listedByClient > 0 && note.length <= limit ? note : text;
  const omitted = report.omitted.length;
  return {
    place,
    text: whole,
    limit: limit === Number.POSITIVE_INFINITY ? null : limit,
    total: rows.length,
    listed: ours.length - omitted,
    listedByClient,
    omitted,
  };
}

/** Where the catalog of a client reaches its model, and how many characters of it. */
export interface ClientRoom extends Pick<ClientCatalog, "place"> {
  /** Infinite if no limit was found. */
  readonly limit: number;
  /** True if the client is one whose prompt was captured. */
  readonly isKnown: boolean;
  /** True if its first request waits for all pages of prompts and resources. */
  readonly waitsForLists: boolean;
}

/** What is known about a client that connects. An unknown one is assumed to have the smallest limit of all. */
export function clientRoom(client: ConnectingClient | undefined): ClientRoom {
  const known = client === undefined ? undefined : findClient(client.name);
  const shown = known === undefined ? SMALLEST_LIMIT : instructionLimit(known.prompt, client?.version);
  return {
    place: shown === 0 ? "tool" : "instructions",
    // A tool's description has no limit that is known, so the number of tokens is the only one.
    limit: shown === 0 ? Number.POSITIVE_INFINITY : shown,
    isKnown: known !== undefined,
    waitsForLists: known?.prompt.waitsForLists === true,
  };
}

/** The number of tokens of a catalog that never exceeds this number of characters. */
export function tokensWithin(characters: number): number {
  return Math.floor((characters - CHARACTERS_PER_TOKEN + 1) / CHARACTERS_PER_TOKEN);
}

/** What each known client will show, in the version that was captured, and, as the last row, any other client. */
export function previewClients(
  served: Served,
  options: Omit<ClientCatalogOptions, "client"> = {},
): readonly ClientPreview[] {
  const rows = CAPTURED_CLIENTS.map(({ id, prompt }) => ({ client: id, version: prompt.captured.version }));
  return [...rows, { client: null, version: null }].map((row) => previewClient(row, served, options));
}

/** What one client will show; one that was not captured, or null, is any other client. */
export function previewClient(
  { client: id, version }: Pick<ClientPreview, "client" | "version">,
  served: Served,
  options: Omit<ClientCatalogOptions, "client"> = {},
): ClientPreview {
  const known = CAPTURED_CLIENTS.find((row) => row.id === id);
  const [name] = known?.prompt.names ?? [];
  const client = name === undefined ? undefined : { name, version: version ?? undefined };
  const { text, ...rest } = planClientCatalog(served, { ...options, client });
  const title = CLIENTS.find((row) => row.id === id)?.title ?? "other clients";
  return { client: id, title, version, ...rest, characters: text.length };
}

/** The texts around the catalog, with a line that explains why some skills are missing in it. */
function frameFor(
  profile: Profile,
  { listedByClient, areNamesOnly }: { readonly listedByClient: number; readonly areNamesOnly: boolean },
): CatalogFrame {
  const frame = catalogFrame(profile);
  if (listedByClient === 0) return frame;
  const search = areNamesOnly ? findingTool(profile) : undefined;
  const how =
    search === undefined
      ? ""
      : ` That list has no descriptions for most of them: find skills for a task with \`${search}\`.`;
  const note = `(${formatCount(listedByClient, "skill")} of your own list of skills ${listedByClient === 1 ? "is" : "are"} not repeated here.${how})`;
  return { ...frame, instructions: frame.instructions === "" ? note : `${frame.instructions}\n${note}` };
}

/** Name of the tool with which the model finds skills; undefined if the profile has none. */
export function findingTool({ tools }: Pick<Profile, "tools">): string | undefined {
  const by = (operation: string) => tools.find((tool) => tool.operation === operation)?.name;
  return by("search") ?? by("list");
}

/** True if a client leaves out descriptions in its own list of these skills: it is one line for each. */
function isTooLong(
  skills: readonly { readonly name: string; readonly description: string }[],
  client: CapturedClient | undefined,
): boolean {
  const lines = skills.map(({ name, description }) => `- ${name}: ${description}\n`.length);
  const room = client?.prompt.listCharacters ?? Number.POSITIVE_INFINITY;
  return lines.reduce((sum, length) => sum + length, 0) > room;
}
