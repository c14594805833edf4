import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { DIRECTORY_MIME_TYPE, SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import type { ServerLimits } from "../limits.ts";
import type { RemoteSkill } from "../remote-skill.ts";
import { pathBelow, uriBelow } from "../skill-uri.ts";
import type { SizedEntry } from "./skill-files.ts";

/** The entries of a directory of a dynamic skill; entries that are not directly in it are skipped. */
export async function readDirectory(
  skill: RemoteSkill,
  path: string,
  {
    client,
    options,
    limits,
  }: { readonly client: Client; readonly options: RequestOptions; readonly limits: ServerLimits },
): Promise<readonly SizedEntry[]> {
  const own: SizedEntry = { name: "SKILL.md", kind: "file", size: 0 };
  const skills = new SkillsClient(client);
  if (!skills.directoryRead) return path === "" ? [own] : [];
  const { resources } = await skills.readDirectory(
    path === "" ? skill.root : uriBelow(skill.root, path),
    options,
  );
  const entries = new Map<string, SizedEntry>(path === "" ? [[own.name, own]] : []);
  for (const { uri, mimeType, size } of resources.slice(0, limits.files)) {
    const place = pathBelow(skill.root, uri);
    if ("problem" in place) continue;
    const cut = place.path.lastIndexOf("/");
    if (place.path.slice(0, Math.max(0, cut)) !== path) continue;
    const name = place.path.slice(cut + 1);
    const kind = mimeType === DIRECTORY_MIME_TYPE ? "directory" : "file";
    if (!entries.has(name)) entries.set(name, { name, kind, size: kind === "file" ? (size ?? 0) : 0 });
  }
  return [...entries.values()];
}
