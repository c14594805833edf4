import type { ApprovalRequest } from "./approver.ts";
import type { ProposalKind } from "./proposal.ts";
import type { RunNeed } from "./run.ts";
import type { ScanVerdict } from "./scan.ts";
import type { Level } from "./skill.ts";

/** Why a body was added to a conversation. */
export type LoadReason = "always" | "on_demand" | "auto_suggested";

/**
 * The payload of `skill.loaded`, field by field as the Metis trace catalog defines it. Pseudonymous: no body, no
 * path.
 */
export interface SkillLoaded {
  readonly skill_id: string;
  readonly skill_version: string;
  readonly load_reason: LoadReason;
  readonly load_size_tokens: number;
  /** The source in the words of the profile: `global` or `workspace` under Metis. */
  readonly source: string;
  readonly triggered_by_tool_use_id: string | null;
}

/** Every event, noun first. They contain names and numbers only; paths and texts are in the library's diagnostics. */
export type KnowhowEvent =
  | {
      readonly type: "library.loaded";
      readonly fingerprint: string;
      readonly skills: number;
      readonly diagnostics: number;
    }
  | {
      readonly type: "library.changed";
      readonly fingerprint: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly changed: readonly string[];
    }
  | {
      readonly type: "skill.skipped";
      readonly skill: string;
      readonly code: string;
      /** The rest of the library loads, so that it is a warning, although the file has an error. */
      readonly severity: "warning";
    }
  | {
      readonly type: "skill.overridden";
      readonly skill: string;
      /** Sources in the words of the profile, as in `skill.loaded`. */
      readonly winner: string;
      readonly loser: string;
      readonly severity: "info" | "warning";
    }
  | { readonly type: "skill.loaded"; readonly payload: SkillLoaded }
  | {
      readonly type: "skill.scanned";
      readonly skill: string;
      readonly verdict: ScanVerdict;
      /** Number of findings. */
      readonly findings: number;
    }
  | { readonly type: "root.failed"; readonly provider: string; readonly level: Level }
  | { readonly type: "resource.read"; readonly skill: string; readonly bytes: number }
  | { readonly type: "tool.denied"; readonly tool: string; readonly active: readonly string[] }
  | {
      readonly type: "tool.failed";
      /** Name of the skill tool, as in the profile; `unknown` if there is no such tool. */
      readonly tool: string;
      /** Id of the tool call, if the host passed it. */
      readonly toolUseId?: string;
    }
  | {
      readonly type: "approval.decided";
      readonly kind: ApprovalRequest["kind"];
      /** Name of the tool, step, script or skill that the question was about. */
      readonly subject: string;
      readonly skill?: string;
      readonly outcome: "approved" | "refused" | "pending";
    }
  | {
      readonly type: "proposal.made";
      readonly proposal: string;
      readonly skill: string;
      readonly kind: ProposalKind;
      /** 1 for a new proposal, more if it was changed before its review. */
      readonly revision: number;
      readonly outside: boolean;
    }
  | { readonly type: "proposal.refused"; readonly kind: ProposalKind; readonly code: string }
  | {
      readonly type: "proposal.decided";
      readonly proposal: string;
      readonly skill: string;
      readonly state: "applied" | "rejected" | "stale" | "rolled-back";
    }
  | { readonly type: "skill.promoted"; readonly skill: string }
  | { readonly type: "run.started"; readonly skill: string; readonly resumed: boolean }
  | {
      readonly type: "step.started";
      readonly skill: string;
      /** Path of the step: `search`, `items[3]/trim`. */
      readonly step: string;
      readonly attempt: number;
    }
  | {
      readonly type: "step.finished";
      readonly skill: string;
      readonly step: string;
      /** Number of attempts. */
      readonly attempt: number;
      readonly status: "succeeded" | "failed";
      readonly ms: number;
      /** Kind of the failure. */
      readonly code?: string;
    }
  | {
      readonly type: "run.paused";
      readonly skill: string;
      readonly step: string;
      readonly kind: "approval" | "input" | "model" | "time" | "missing";
    }
  /** Something that steps need is missing. The run waits for it, unless it is optional: then a step may fail. */
  | {
      readonly type: "run.missing";
      readonly skill: string;
      readonly kind: RunNeed["kind"];
      readonly name: string;
      readonly optional: boolean;
    }
  | {
      readonly type: "run.finished";
      readonly skill: string;
      readonly status: "succeeded" | "failed" | "cancelled";
      readonly steps: number;
      readonly code?: string;
    }
  | {
      readonly type: "script.preparing";
      readonly skill: string;
      readonly script: string;
      readonly kind: "python" | "node";
      /** Number of packages that are downloaded. */
      readonly packages: number;
    }
  | {
      readonly type: "script.started";
      readonly skill: string;
      readonly script: string;
      readonly sandbox: string;
    }
  | {
      /** At most ten times per second. */
      readonly type: "script.output";
      readonly skill: string;
      readonly script: string;
      /** Bytes so far. */
      readonly stdout: number;
      readonly stderr: number;
    }
  | {
      readonly type: "script.finished";
      readonly skill: string;
      readonly script: string;
      readonly status: "succeeded" | "failed" | "stopped";
      readonly ms: number;
      readonly exitCode?: number;
    }
  | { readonly type: "session.forked"; readonly skills: number }
  | { readonly type: "session.compacted"; readonly kept: number; readonly active: number };

/** The conversation or run that an event belongs to. */
export interface EventScope {
  /** Id of the conversation. */
  readonly session?: string;
  /** Id of the workflow run. */
  readonly run?: string;
}

/** An event with its sequence number, its time and its scope. */
export interface EventRecord extends EventScope {
  /** Sequence number, starting at 1 for the first event of a runtime. */
  readonly seq: number;
  /** Milliseconds since 1970, from the environment's clock. */
  readonly at: number;
  readonly event: KnowhowEvent;
}

export type EventListener = (record: EventRecord) => void;
