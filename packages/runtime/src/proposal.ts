import type { Diagnostic } from "./diagnostics.ts";
import type { Awaitable } from "./ports.ts";
import type { ScanReport } from "./scan.ts";

/** What a proposal would do. `write_file`: adds or replaces another file of a skill. */
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** Every kind of proposal. */
export const PROPOSAL_KINDS = ["create", "edit", "patch", "write_file", "delete"] as const;

/**
 * Where a proposal stands. `applying` and `reverting`: a process is writing it, or was stopped while it did; the next use
 * of the proposals finishes that. `stale`: the skill changed after the proposal was made.
 */
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Every state of a proposal. */
export const PROPOSAL_STATES = [
  "pending",
  "applying",
  "applied",
  "rejected",
  "stale",
  "reverting",
  "rolled-back",
] as const;

/** A file of a skill with its content. */
export interface ProposalFile {
  /** Path inside the skill, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

/** A file of a skill without its content. */
export interface ProposalFileRow {
  readonly path: string;
  /** SHA-256 of the bytes, in lower-case hex. */
  readonly sha256: string;
  readonly size: number;
  readonly isExecutable: boolean;
}

/** The skill that a proposal is about. */
export interface ProposalTarget {
  readonly name: string;
  /** Absolute path of the directory, with links resolved. */
  readonly directory: string;
  /** Digest of the directory that the proposal is based on; undefined if there was none. */
  readonly base?: string;
  /** True if the skill is in the folder of agent-written skills. */
  readonly isOfAgent: boolean;
}

/** Where a proposal comes from. */
export interface ProposalSource {
  readonly by: "model" | "host" | "user";
  /** Id of the conversation. */
  readonly session?: string;
  /** Id of the run that it was made from. */
  readonly run?: string;
  /** Operation of the tool that the model called, as profiles name it. */
  readonly tool?: string;
  /** Where text from outside that may have shaped it was from, such as names of tools; empty if there was none. */
  readonly outside: readonly string[];
}

/** An existing skill that does nearly the same. */
export interface NearSkill {
  readonly name: string;
  /** Similarity of the descriptions, 0 to 1. */
  readonly similarity: number;
  /** True if a proposal can change it, so that a patch of it is the better proposal. */
  readonly canPatch: boolean;
}

/** A message that finds another skill now, and would find the proposed one instead, or neither. */
export interface StolenMessage {
  readonly skill: string;
  /** One of the other skill's own phrases, or the start of its description. Untrusted text. */
  readonly message: string;
}

/** What the checks found. Texts may quote the skill: escape them before display. */
export interface ProposalChecks {
  /** Of validation and lint. An error means that the proposal cannot be applied. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if there is no scanner. */
  readonly scan?: ScanReport;
  /** What its frontmatter requests that it did not before, such as tools and automatic loading. */
  readonly asksFor: readonly string[];
  readonly near: readonly NearSkill[];
  readonly stolen: readonly StolenMessage[];
  /** What could not be checked, and other notes for the user. */
  readonly notes: readonly string[];
}

/** A change of a skill that waits for the user's review, or was reviewed. Plain JSON. */
export interface Proposal {
  /** `p-` and twelve hex digits. */
  readonly id: string;
  readonly kind: ProposalKind;
  readonly target: ProposalTarget;
  /** All files that the skill would have; empty if it would be deleted. */
  readonly files: readonly ProposalFileRow[];
  /** All files that the skill had. */
  readonly before: readonly ProposalFileRow[];
  /** Digest of the directory after the change; undefined if the skill would be deleted. */
  readonly digest?: string;
  readonly source: ProposalSource;
  /** Why, in the words of whoever proposed it. Untrusted text. */
  readonly reason?: string;
  /** Time of the newest revision, in ISO 8601. */
  readonly at: string;
  /** Number of times that it was made or changed. */
  readonly revision: number;
  readonly checks: ProposalChecks;
  readonly state: ProposalState;
  /** SHA-256 over everything above except `state`. `apply` needs the hash that was reviewed. */
  readonly hash: string;
  /** The decision about it, or why it is stale. */
  readonly decided?: {
    readonly at: string;
    readonly by: "user" | "host" | "engine";
    readonly reason?: string;
  };
}

/** The content of a proposal: the files of the skill before and after it. */
export interface ProposalContent {
  readonly before: readonly ProposalFile[];
  readonly after: readonly ProposalFile[];
}

/**
 * Stores proposals. They belong to the user and are never stored inside a project. What cannot be read counts as
 * missing; methods throw only if the store cannot be used.
 */
export interface ProposalStore {
  /** Runs `work` while no other process, and nothing else in this one, does the same. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Stores a proposal and replaces an earlier one with its id. Its content stays if none is given. Durable when done. */
  put(proposal: Proposal, content?: ProposalContent): Awaitable<void>;
  get(id: string): Awaitable<Proposal | undefined>;
  content(id: string): Awaitable<ProposalContent | undefined>;
  /** All proposals, oldest first. */
  list(): Awaitable<readonly Proposal[]>;
  /** Removes a proposal with its content. Returns true if there was one. */
  delete(id: string): Awaitable<boolean>;
}

/** A change of a skill's directory. */
export interface SkillChange {
  /** Identifies the change, also after a crash. Letters, digits and `-`. */
  readonly id: string;
  /** Absolute path. */
  readonly directory: string;
  /** All files of the directory; undefined removes it. */
  readonly files: readonly ProposalFile[] | undefined;
  /** Called immediately before the directory is replaced; if it returns false, nothing changes. */
  readonly confirm?: () => Promise<boolean>;
}

/** Writes the directories of skills. */
export interface SkillWriter {
  /**
   * Replaces a directory as a whole: a reader finds all old files, no directory, or all new files, never a mixture.
   * Returns false if `confirm` did.
   */
  replace(change: SkillChange): Promise<boolean>;
  /** Finishes or undoes a change that was interrupted, and removes what it left. Without effect if there is nothing. */
  settle(change: Pick<SkillChange, "id" | "directory">): Promise<void>;
}
