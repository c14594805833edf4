import type { Skill } from "../skill.ts";
import { type ResourceReading, readResource } from "./read-resource.ts";
import type { SessionHost } from "./session-host.ts";
import { describeReading, readingSpan } from "./spans.ts";
import { traced } from "./traced.ts";

/** What somebody asks of a skill: one of its files by its key, or its SKILL.md when no file is named. */
export interface ResourceRequest {
  readonly path?: string | undefined;
  readonly page?: number;
}

/** Gives a file of a skill; every read is traced, and told when it succeeded. */
export async function serveResource(
  skill: Skill,
  { path, page = 1 }: ResourceRequest,
  host: SessionHost,
): Promise<ResourceReading> {
  const read = () =>
    path === undefined ? readSkillMd(skill, host) : readResource(skill, { path, page }, host);
  const reading = await traced(host.ports.tracer, readingSpan(skill), read, describeReading);
  if (reading.ok) host.tell({ type: "resource.read", skill_id: skill.name, bytes: reading.size });
  return reading;
}

async function readSkillMd(skill: Skill, host: SessionHost): Promise<ResourceReading> {
  const { text } = await host.read(skill);
  const whole = { page: 1, pages: 1, size: text.length, encoding: "utf-8" } as const;
  return { ok: true, path: "SKILL.md", contentType: "text/markdown", text, ...whole };
}
