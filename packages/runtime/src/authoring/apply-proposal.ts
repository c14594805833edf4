import { type AUDIT_ACTIONS, recordAction } from "../audit.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import { isKnowhowError, KnowhowError } from "../errors.ts";
import type { Proposal, ProposalContent, ProposalFile, ProposalState, SkillWriter } from "../proposal.ts";
import type { ScanFinding, ScanReport } from "../scan.ts";
import type { Skill } from "../skill.ts";
import { changeProblem } from "./change-problem.ts";
import { nameProblem } from "./check-name.ts";
import { checkProposal, refuseBad } from "./checks/check-proposal.ts";
import { readTarget } from "./make-proposal.ts";
import { digestOfFiles, isIntact } from "./proposal-hash.ts";
import type { ProposalParts } from "./proposal-parts.ts";
import { refused } from "./refused.ts";

/** Who decides about a proposal. */
export type Decider = "user" | "host";

/** Options of applying a proposal. */
export interface ApplyOptions {
  /** The hash of the proposal that was reviewed. */
  readonly hash: string;
  /** Who reviewed it. Default `user`. */
  readonly by?: Decider;
}

/**
 * Writes a proposal that was reviewed, as a whole or not at all. Everything is checked again: names, the skill that it is
 * based on, and its content. The caller holds the lock of the store.
 */
export async function applyProposal(
  proposal: Proposal,
  { hash, by = "user" }: ApplyOptions,
  parts: ProposalParts,
): Promise<Proposal> {
  if (proposal.state !== "pending") throw notPending(proposal, "applied");
  const writer = writerOf(parts);
  if (hash !== proposal.hash) throw notReviewed(proposal.id);
  const content = await contentOf(proposal, parts);
  await parts.library.reload();
  const was = await currentSkill(proposal, parts);
  await checkTarget(proposal, was, parts);
  const checks = await checkProposal(
    { target: proposal.target, ...content },
    { ...parts.checks, canPatch: (skill) => changeProblem(skill) === undefined },
  );
  refuseBad(checks, parts.checks.policy());
  if (findsMore(checks.scan, proposal.checks.scan))
    throw refused(
      "the scan finds more than when it was reviewed",
      `run \`knowhow review show ${proposal.id} --check\``,
    );
  const isTrusted = was === undefined || isTrustedByUser(was, parts);
  await record("proposal.applied", proposal, by, parts);
  const applying = { ...proposal, decided: { at: timeOf(parts), by } };
  await parts.store.put({ ...applying, state: "applying" });
  const files = proposal.digest === undefined ? undefined : content.after;
  const { base } = proposal.target;
  const isWritten = await write(applying, files, { as: base, otherwise: "pending", was, writer }, parts);
  if (!isWritten && base === undefined) throw refused(`${proposal.target.directory} already exists`);
  if (!isWritten) return markStale(proposal, CHANGED, parts);
  if (isTrusted || proposal.target.isOfAgent) await trustResult(proposal, by, parts);
  return finish(applying, "applied", parts);
}

/** Brings back what a skill was before a proposal was applied. The caller holds the lock of the store. */
export async function rollBack(proposal: Proposal, by: Decider, parts: ProposalParts): Promise<Proposal> {
  if (proposal.state !== "applied") throw notPending(proposal, "rolled back");
  const writer = writerOf(parts);
  const content = await contentOf(proposal, parts);
  await parts.library.reload();
  const now = await currentSkill(proposal, parts);
  const digest = now === undefined ? undefined : (await readTarget(now, parts)).target.base;
  if (digest !== proposal.digest || (now === undefined && (await parts.exists(proposal.target.directory))))
    throw stale(proposal, CHANGED_SINCE);
  await record("proposal.rolled-back", proposal, by, parts);
  if (proposal.target.base === undefined && now !== undefined)
    await parts.trust.revoke(now.name, { path: now.path }).catch(unlessDecided);
  const reverting = { ...proposal, decided: { at: timeOf(parts), by } };
  await parts.store.put({ ...reverting, state: "reverting" });
  const files = proposal.target.base === undefined ? undefined : content.before;
  const options = { as: proposal.digest, otherwise: "applied", was: now, writer } as const;
  if (!(await write(reverting, files, options, parts))) throw stale(proposal, CHANGED_SINCE);
  return finish(reverting, "rolled-back", parts);
}

/** Finishes or undoes changes that were interrupted. The caller holds the lock of the store. */
export async function settleAll(parts: ProposalParts): Promise<void> {
  const open = (await parts.store.list()).filter(isInterrupted);
  for (const proposal of open) {
    const { id, target, state } = proposal;
    try {
      await parts.writer?.settle({ id, directory: target.directory });
    } catch {
      // It stays interrupted, and the next use tries again; other proposals go on.
      continue;
    }
    await parts.library.reload();
    const skill = await currentSkill(proposal, parts);
    const digest = skill === undefined ? undefined : await digestOf(skill, parts);
    if (state === "applying") {
      if (digest !== proposal.digest) await parts.store.put({ ...proposal, state: "pending" });
      else {
        if (target.isOfAgent) await trustResult(proposal, deciderOf(proposal), parts);
        await finish(proposal, "applied", parts);
      }
    } else if (digest === target.base) await finish(proposal, "rolled-back", parts);
    else await parts.store.put({ ...proposal, state: "applied" });
  }
}

/** True for a proposal whose writer was stopped. */
export function isInterrupted({ state }: Proposal): boolean {
  return state === "applying" || state === "reverting";
}

/** Marks a proposal whose skill changed meanwhile. */
async function markStale(proposal: Proposal, reason: string, parts: ProposalParts): Promise<never> {
  await record("proposal.stale", proposal, "engine", parts);
  const decided = { at: timeOf(parts), by: "engine", reason } as const;
  await finish({ ...proposal, decided }, "stale", parts);
  throw stale(proposal, reason);
}

async function checkTarget(proposal: Proposal, was: Skill | undefined, parts: ProposalParts): Promise<void> {
  const { target } = proposal;
  const library = parts.library.current();
  if (target.base === undefined) {
    const problem = nameProblem(target.name, {
      entries: library.entries({ shadowed: true }),
      rejections: library.rejections(),
    });
    if (problem !== undefined) throw refused(problem);
    if (await parts.exists(target.directory)) throw refused(`${target.directory} already exists`);
    return;
  }
  if (was === undefined) return markStale(proposal, "the skill no longer exists", parts);
  const { base } = (await readTarget(was, parts)).target;
  if (base !== target.base) return markStale(proposal, CHANGED, parts);
}

const CHANGED = "the skill changed after the proposal was made";
const CHANGED_SINCE = "the skill changed after the proposal was applied";

/** How a directory is replaced. */
interface WriteOptions {
  /** Digest that the directory must still have; undefined if there must be none. */
  readonly as: string | undefined;
  /** The state if nothing is written. */
  readonly otherwise: ProposalState;
  /** The skill that is replaced. */
  readonly was: Skill | undefined;
  readonly writer: SkillWriter;
}

/** Replaces the directory; false if somebody changed it meanwhile. If nothing is written, the proposal is what it was. */
async function write(
  proposal: Proposal,
  files: readonly ProposalFile[] | undefined,
  { as, otherwise, was, writer }: WriteOptions,
  parts: ProposalParts,
): Promise<boolean> {
  const { id, target } = proposal;
  const { directory } = target;
  const confirm = async () =>
    as === undefined || was === undefined
      ? !(await parts.exists(directory))
      : (await digestOf(was, parts)) === as;
  try {
    if (await writer.replace({ id, directory, files, confirm })) {
      await parts.library.reload();
      return true;
    }
  } catch (error) {
    await writer.settle({ id, directory });
    await parts.store.put({ ...proposal, state: otherwise });
    throw error;
  }
  await parts.store.put({ ...proposal, state: otherwise });
  return false;
}

/** The user has reviewed every file, so exactly this content is trusted. */
async function trustResult(proposal: Proposal, by: Decider, parts: ProposalParts): Promise<void> {
  const skill = await currentSkill(proposal, parts);
  if (skill === undefined || proposal.digest === undefined) return;
  const reason = `reviewed as ${proposal.id}`;
  const { path } = skill;
  await parts.trust
    .decide(skill.name, "trusted", { path, digest: proposal.digest, by, reason })
    .catch(unlessWithheld);
  await parts.library.reload();
}

/** The skill in the directory of the proposal, also if another one has its name. */
async function currentSkill({ target }: Proposal, { library }: ProposalParts): Promise<Skill | undefined> {
  const entries = library.current().entries({ shadowed: true });
  return entries.find(({ skill }) => realPlaceOf(skill).directory === target.directory)?.skill;
}

function isTrustedByUser(skill: Skill, { library }: ProposalParts): boolean {
  const entry = library
    .current()
    .named(skill.name)
    .find((each) => each.skill.path === skill.path);
  return entry?.trust.state === "trusted" && entry.trust.by === "user";
}

async function digestOf(skill: Skill, parts: ProposalParts): Promise<string | undefined> {
  const read = await parts.whole(skill);
  return read.ok ? digestOfFiles(read.files, parts.hash) : undefined;
}

/** The content of a proposal, if it is still what was reviewed. */
export async function contentOf(
  proposal: Proposal,
  { store, hash }: ProposalParts,
): Promise<ProposalContent> {
  const content = await store.content(proposal.id);
  if (content === undefined || !isIntact(proposal, content, hash)) throw notReviewed(proposal.id);
  return content;
}

async function finish(
  proposal: Proposal,
  state: "applied" | "stale" | "rolled-back",
  { store, emit }: ProposalParts,
): Promise<Proposal> {
  const done: Proposal = { ...proposal, state };
  await store.put(done);
  emit({ type: "proposal.decided", proposal: done.id, skill: done.target.name, state });
  return done;
}

/** Written before the effect: if the audit log cannot be written, nothing changes. */
export async function record(
  action: keyof typeof AUDIT_ACTIONS,
  { id, hash, target }: Proposal,
  actor: Decider | "engine",
  { audit }: Pick<ProposalParts, "audit">,
): Promise<void> {
  const row = { action, actor, skill: target.name, digest: hash };
  await recordAction(audit, { ...row, detail: { proposal: id } });
}

/** True if a scan finds something that the user has not seen. */
function findsMore(now: ScanReport | undefined, then: ScanReport | undefined): boolean {
  const idOf = ({ rule, path, verdict }: ScanFinding) => JSON.stringify([rule, path, verdict]);
  const seen = new Set(then?.findings.map(idOf));
  return now?.findings.some((finding) => finding.verdict !== "safe" && !seen.has(idOf(finding))) ?? false;
}

function deciderOf({ decided }: Proposal): Decider {
  return decided?.by === "host" ? "host" : "user";
}

export function timeOf({ now }: Pick<ProposalParts, "now">): string {
  return new Date(now()).toISOString();
}

export function notPending({ id, state }: Proposal, what: string): KnowhowError {
  return new KnowhowError("authoring.not-pending", `the proposal ${id} is ${state}, so it cannot be ${what}`);
}

function writerOf({ writer }: ProposalParts): SkillWriter {
  if (writer !== undefined) return writer;
  throw new KnowhowError("authoring.no-writer", "this application cannot write skills", {
    hint: "pass the port `skillWriter`, or use createRuntime of @knowhow/runtime/node",
  });
}

function notReviewed(id: string): KnowhowError {
  return new KnowhowError("authoring.hash-mismatch", `the proposal ${id} is not the one that was reviewed`, {
    hint: `review it again: \`knowhow review show ${id}\``,
  });
}

function stale({ id }: Proposal, reason: string): KnowhowError {
  return new KnowhowError("authoring.stale", `the proposal ${id} cannot be used: ${reason}`, {
    hint:
      reason === CHANGED_SINCE
        ? "nothing was changed; edit or remove the skill by hand"
        : "ask the agent to propose the change again",
  });
}

/** A level that is trusted as a whole needs no decision. */
function unlessDecided(error: unknown): undefined {
  if (isKnowhowError(error) && error.code === "security.no-decision-needed") return undefined;
  throw error;
}

/** The skill was written. If it changed meanwhile, or a scan blocks it after all, it is there and stays hidden. */
function unlessWithheld(error: unknown): undefined {
  if (isKnowhowError(error) && WITHHELD.includes(error.code)) return undefined;
  return unlessDecided(error);
}

const WITHHELD = ["security.content-changed", "security.scan-blocked", "runtime.no-digest"];
