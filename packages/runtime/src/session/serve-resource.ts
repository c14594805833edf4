import type { ResourceReading, ResourceRequest } from "../library.ts";
import { readResource } from "../serving/read-resource.ts";
import type { Skill } from "../skill.ts";
import type { SessionEngine } from "./session-engine.ts";
import { describeReading, readingSpan } from "./tracing/spans.ts";
import { traced } from "./tracing/traced.ts";

/** Gives a file of a skill; every read is traced, and told when it succeeded. */
export async function serveResource(
  skill: Skill,
  { path, page = 1 }: ResourceRequest,
  engine: SessionEngine,
): Promise<ResourceReading> {
  const read = () =>
    path === undefined ? readSkillMd(skill, engine) : readResource(skill, { path, page }, engine);
  const reading = await traced(engine.ports.tracer, readingSpan(skill), read, describeReading);
  if (reading.ok) engine.emit({ type: "resource.read", skill: skill.name, bytes: reading.size });
  return reading;
}

async function readSkillMd(skill: Skill, engine: SessionEngine): Promise<ResourceReading> {
  const { text } = await engine.read(skill);
  const whole = { page: 1, pages: 1, size: text.length, encoding: "utf-8" } as const;
  return { ok: true, path: "SKILL.md", contentType: "text/markdown", text, ...whole };
}
