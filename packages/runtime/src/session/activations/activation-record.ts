import type { LoadReason } from "../../events.ts";
import type { AuditRecord } from "../../ports.ts";
import type { Skill } from "../../skill.ts";

/** What is recorded of a skill whose instructions become part of a conversation. */
export interface RecordedLoad {
  readonly version: string;
  /** Tokens of the text that the model gets. */
  readonly tokens: number;
  readonly reason: LoadReason;
  /** Default the user for a skill that was requested, the host for a preloaded one, and else the engine. */
  readonly by?: AuditRecord["actor"] | undefined;
  /** Id of the conversation; undefined if it is the host's own. */
  readonly session?: string;
}

/** The record of a skill whose instructions become part of a conversation. */
export function activationRecord(
  { name, origin }: Skill,
  { version, tokens, reason, by, session }: RecordedLoad,
): AuditRecord {
  return {
    action: "skill.activated",
    actor: by ?? ACTORS[reason],
    skill: name,
    ...(session === undefined ? {} : { session }),
    detail: { reason, version, tokens, provider: origin.provider },
  };
}

const ACTORS: Readonly<Record<LoadReason, AuditRecord["actor"]>> = {
  always: "host",
  on_demand: "user",
  auto_suggested: "engine",
};
