import { diagnose } from "@knowhow/runtime/toolkit";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import type { Listing } from "../remote-skill.ts";
import { listLegacySkills } from "./list-legacy.ts";
import { type ListingContext, listSkills } from "./list-skills.ts";

/** Lists a server's skills with the newest method that it supports. */
export async function listServer(context: ListingContext): Promise<Listing> {
  if (new SkillsClient(context.client).supported) return listSkills(context);
  const legacy =
    context.client.getServerCapabilities()?.resources === undefined
      ? { skills: [], diagnostics: [] }
      : await listLegacySkills(context);
  if (legacy.skills.length > 0 || legacy.diagnostics.length > 0) return legacy;
  const nothing = diagnose("mcp.no-skills", "the server offers no skills", {
    path: context.path,
    hint: "remove it from the configuration, or use a server that supports the skills extension",
  });
  return { skills: [], diagnostics: [nothing] };
}
