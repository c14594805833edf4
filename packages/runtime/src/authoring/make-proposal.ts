import { noteAction, recordAction } from "../audit.ts";
import { joinPath } from "../basics/paths.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import { formatCount, nearestWord } from "../basics/words.ts";
import { isKnowhowError, KnowhowError } from "../errors.ts";
import { summariseSkill } from "../format/summarise-skill.ts";
import { SKILL_FILE } from "../gate.ts";
import type { AuditRecord } from "../ports.ts";
import type { Proposal, ProposalContent, ProposalFile, ProposalSource, ProposalTarget } from "../proposal.ts";
import { decodeText } from "../serving/decode-text.ts";
import type { Skill } from "../skill.ts";
import { changeProblem } from "./change-problem.ts";
import { nameProblem } from "./check-name.ts";
import { checkProposal, refuseBad } from "./checks/check-proposal.ts";
import { editFiles } from "./edit-files.ts";
import { KEPT_MS } from "./limits.ts";
import { digestOfFiles, fileRows, proposalHash, type Reviewed } from "./proposal-hash.ts";
import type { ProposalParts } from "./proposal-parts.ts";
import { refused } from "./refused.ts";
import type { SkillEdit } from "./skill-edit.ts";

/** What a change is made from: the skill as it is, or a proposal of the same conversation that waits for its review. */
interface Basis {
  readonly target: ProposalTarget;
  readonly before: readonly ProposalFile[];
  /** The files that the change is applied to. */
  readonly current: readonly ProposalFile[];
  /** The proposal that is changed. */
  readonly earlier?: Proposal;
}

const DAY_MS = 86_400_000;
const MAX_REASON = 2_000;

/**
 * Makes a proposal, or changes the one that the same conversation made for this skill. Throws `authoring.refused` with a
 * message that a model can act on.
 */
export async function makeProposal(
  edit: SkillEdit,
  source: ProposalSource,
  parts: ProposalParts,
): Promise<Proposal> {
  const { store, hash } = parts;
  return store.exclusive(async () => {
    try {
      const all = await store.list();
      checkQuota(all, source, parts);
      const basis = await basisOf(edit, source, all, parts);
      const after = editFiles(edit, basis.current);
      checkName(edit, basis.target, after, parts);
      if (isSame(after, basis.current)) throw refused("the proposal changes nothing");
      const checks = await checkProposal(
        { target: basis.target, before: basis.before, after },
        { ...parts.checks, canPatch: (skill) => changeProblem(skill) === undefined },
      );
      refuseBad(checks, parts.checks.policy());
      const { earlier } = basis;
      const reason = edit.reason ?? earlier?.reason;
      const reviewed: Reviewed = {
        id: earlier?.id ?? `p-${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`,
        kind: earlier?.kind ?? edit.action,
        target: basis.target,
        files: fileRows(after, hash),
        before: fileRows(basis.before, hash),
        ...(after.length === 0 ? {} : { digest: await digestOfFiles(after, hash) }),
        source: joined(source, earlier?.source),
        ...(reason === undefined ? {} : { reason: reason.slice(0, MAX_REASON) }),
        at: new Date(parts.now()).toISOString(),
        revision: (earlier?.revision ?? 0) + 1,
        checks,
      };
      return await keep(reviewed, { before: basis.before, after }, source.by, parts);
    } catch (error) {
      if (isKnowhowError(error)) await reportRefusal(edit, source, error, parts);
      throw error;
    }
  });
}

/** Stores a proposal that waits for its review, and who made or changed it. */
export async function keep(
  reviewed: Reviewed,
  content: ProposalContent,
  actor: AuditRecord["actor"],
  { store, hash, audit, emit, now }: ProposalParts,
): Promise<Proposal> {
  const { source, target } = reviewed;
  const proposal: Proposal = { ...reviewed, state: "pending", hash: proposalHash(reviewed, hash) };
  await recordAction(audit, {
    action: "proposal.made",
    actor,
    skill: target.name,
    digest: proposal.hash,
    ...(source.session === undefined ? {} : { session: source.session }),
    ...(source.run === undefined ? {} : { run: source.run }),
    detail: {
      proposal: proposal.id,
      kind: proposal.kind,
      revision: proposal.revision,
      outside: source.outside.length > 0,
    },
  });
  await store.put(proposal, content);
  for (const old of await store.list()) {
    const isClosed = ["rejected", "stale", "rolled-back"].includes(old.state);
    if (isClosed && now() - Date.parse(old.decided?.at ?? old.at) > KEPT_MS) await store.delete(old.id);
  }
  emit(
    {
      type: "proposal.made",
      proposal: proposal.id,
      skill: target.name,
      kind: proposal.kind,
      revision: proposal.revision,
      outside: source.outside.length > 0,
    },
    scopeOf(source),
  );
  return proposal;
}

function checkQuota(
  all: readonly Proposal[],
  { by }: ProposalSource,
  { perDay, now }: Pick<ProposalParts, "perDay" | "now">,
): void {
  if (by !== "model") return;
  const most = perDay();
  const today = all.filter(({ source, at }) => source.by === "model" && now() - Date.parse(at) < DAY_MS);
  const made = today.reduce((sum, { revision }) => sum + revision, 0);
  if (made < most) return;
  throw new KnowhowError("authoring.limit", `models have made ${formatCount(made, "proposal")} in 24 hours`, {
    hint: "the user reviews them first; do not try again now",
  });
}

async function basisOf(
  edit: SkillEdit,
  source: ProposalSource,
  all: readonly Proposal[],
  parts: ProposalParts,
): Promise<Basis> {
  const { action, name } = edit;
  const waiting = all.find(({ state, target }) => state === "pending" && target.name === name);
  if (waiting !== undefined) return earlierBasis(waiting, edit, source, parts);
  const { library } = parts;
  if (action === "create") {
    const known = library.current();
    const problem = nameProblem(name, {
      entries: known.entries({ shadowed: true }),
      rejections: [...known.rejections(), ...waitingNames(all)],
    });
    if (problem !== undefined)
      throw refused(problem, "propose a change of an existing skill, or choose another name");
    const root = parts.agentRoot();
    if (root === undefined)
      throw refused(
        "this application does not look for agent-written skills",
        "add a root of the level `agent`",
      );
    const directory = joinPath(root, name);
    if (await parts.exists(directory)) throw refused(`${directory} already exists`);
    return { target: { name, directory, isOfAgent: true }, before: [], current: [] };
  }
  const skill = library.current().get(name);
  if (skill === undefined) throw unknownSkill(name, library.current().list());
  const { files, target } = await readTarget(skill, parts);
  if (edit.base !== undefined && edit.base !== target.base)
    throw refused(`the skill "${name}" has changed since you viewed it`, "view it again");
  return { target, before: files, current: files };
}

/** Names of skills that other proposals would add. */
function waitingNames(all: readonly Proposal[]) {
  return all.flatMap(({ state, kind, target }) =>
    state === "pending" && kind === "create" ? [{ name: target.name, path: target.directory }] : [],
  );
}

/** The skill that a proposal would change, with everything in its directory. */
export async function readTarget(
  skill: Skill,
  { whole, hash }: Pick<ProposalParts, "whole" | "hash">,
): Promise<{ readonly target: ProposalTarget; readonly files: readonly ProposalFile[] }> {
  const { name, origin } = skill;
  const problem = changeProblem(skill);
  if (problem !== undefined) throw refused(`the skill "${name}" cannot be changed: ${problem}`);
  const read = await whole(skill);
  if (!read.ok)
    throw refused(`the skill "${name}" cannot be changed by a proposal: ${read.reason}`, "change it by hand");
  const { directory } = realPlaceOf(skill);
  const base = await digestOfFiles(read.files, hash);
  return { target: { name, directory, base, isOfAgent: origin.level === "agent" }, files: read.files };
}

/** A conversation may change what it proposed until the user has decided. */
async function earlierBasis(
  earlier: Proposal,
  { action, name, base }: SkillEdit,
  { session, by }: ProposalSource,
  { store }: ProposalParts,
): Promise<Basis> {
  const isOwn = by === "model" && session !== undefined && earlier.source.session === session;
  const content = isOwn ? await store.content(earlier.id) : undefined;
  if (content === undefined || (action === "delete") !== (earlier.kind === "delete"))
    throw refused(
      `the proposal ${earlier.id} for the skill "${name}" waits for the user's review`,
      "wait until the user has decided about it",
    );
  if (base !== undefined && base !== earlier.digest)
    throw refused(`the proposal ${earlier.id} has changed since you viewed it`, "view it again");
  const current = action === "create" ? content.before : content.after;
  return { target: earlier.target, before: content.before, current, earlier };
}

function checkName(
  { name }: SkillEdit,
  target: ProposalTarget,
  after: readonly ProposalFile[],
  { hash }: ProposalParts,
): void {
  const own = after.find(({ path }) => path === SKILL_FILE);
  if (own === undefined) return;
  const { name: written } = summariseSkill(decodeText(own.bytes), { hash });
  if (written === target.name) return;
  const found = written === undefined ? "has no name" : `has the name "${written.slice(0, 80)}"`;
  throw refused(
    `the frontmatter ${found}, but the skill is called "${name}"`,
    `start SKILL.md with frontmatter that has \`name: ${target.name}\` and \`description\``,
  );
}

function isSame(a: readonly ProposalFile[], b: readonly ProposalFile[]): boolean {
  const other = new Map(b.map((file) => [file.path, file]));
  return (
    a.length === b.length &&
    a.every(({ path, bytes, isExecutable }) => {
      const file = other.get(path);
      return (
        file?.isExecutable === isExecutable &&
        bytes.length === file.bytes.length &&
        bytes.every((byte, at) => byte === file.bytes[at])
      );
    })
  );
}

/** Text from outside that shaped an earlier revision still does. */
function joined(source: ProposalSource, earlier: ProposalSource | undefined): ProposalSource {
  return { ...source, outside: [...new Set([...(earlier?.outside ?? []), ...source.outside])] };
}

async function reportRefusal(
  { action }: SkillEdit,
  source: ProposalSource,
  { code }: KnowhowError,
  { audit, emit }: ProposalParts,
): Promise<void> {
  emit({ type: "proposal.refused", kind: action, code }, scopeOf(source));
  await noteAction(audit, {
    action: "proposal.refused",
    actor: source.by,
    ...(source.session === undefined ? {} : { session: source.session }),
    detail: { kind: action, code },
  });
}

function scopeOf({ session, run }: ProposalSource) {
  return { ...(session === undefined ? {} : { session }), ...(run === undefined ? {} : { run }) };
}

function unknownSkill(name: string, skills: readonly Skill[]): KnowhowError {
  const near = nearestWord(
    name,
    skills.map((skill) => skill.name),
  );
  return refused(
    `there is no skill "${name.slice(0, 80)}"`,
    near === undefined ? 'use the action "create" for a new skill' : `did you mean "${near}"?`,
  );
}
