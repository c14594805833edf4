import { requestApproval } from "../approver.ts";
import { checkArgument, checkOptions } from "../basics/check-options.ts";
import * as kinds from "../basics/kinds.ts";
import { isKnowhowError, KnowhowError } from "../errors.ts";
import {
  PROPOSAL_STATES,
  type Proposal,
  type ProposalContent,
  type ProposalSource,
  type ProposalState,
} from "../proposal.ts";
import {
  type ApplyOptions,
  applyProposal,
  contentOf,
  type Decider,
  isInterrupted,
  notPending,
  record,
  rollBack,
  settleAll,
  timeOf,
} from "./apply-proposal.ts";
import { changeProblem } from "./change-problem.ts";
import { checkProposal, refuseBad } from "./checks/check-proposal.ts";
import { type RunDraft, runDraft } from "./draft-run.ts";
import { editFiles } from "./edit-files.ts";
import { keep, makeProposal, readTarget } from "./make-proposal.ts";
import { mergeEdit, mergeTarget } from "./merge-edit.ts";
import { type PromotedSkill, promoteSkill } from "./promote-skill.ts";
import { digestOfFiles, fileRows, proposalHash, type Reviewed } from "./proposal-hash.ts";
import type { ProposalParts } from "./proposal-parts.ts";
import { questionOf, rowOf } from "./proposal-question.ts";
import { refused } from "./refused.ts";
import { SKILL_EDIT, type SkillEdit } from "./skill-edit.ts";

/** A proposal with the files of the skill before and after it. Untrusted text: escape it before display. */
export interface ProposalReview {
  readonly proposal: Proposal;
  readonly content: ProposalContent;
}

/** Options of a decision. */
export interface DecisionOptions {
  readonly reason?: string;
  /** Who decides. Default `user`. */
  readonly by?: Decider;
}

/** Changes of skills that agents, hosts and users propose, and the user's decisions about them. */
export interface RuntimeProposals {
  /** All proposals, oldest first. */
  list(options?: { readonly state?: ProposalState }): Promise<readonly Proposal[]>;
  /** Everything to review. Throws `authoring.hash-mismatch` if the stored content was changed. */
  get(id: string): Promise<ProposalReview>;
  /** Proposes a change. Throws `authoring.refused` if it cannot be accepted. */
  propose(edit: SkillEdit, source?: Partial<ProposalSource>): Promise<Proposal>;
  /** Proposes a new skill that repeats a run that succeeded: its steps, with its inputs as defaults. */
  fromRun(run: string, draft: RunDraft, source?: Partial<Omit<ProposalSource, "run">>): Promise<Proposal>;
  /** Runs the checks again, for example with another scanner. The hash changes if the findings do. */
  check(id: string): Promise<Proposal>;
  /** Changes a pending proposal before it is applied. It has a new hash then. */
  edit(id: string, edit: Omit<SkillEdit, "name">): Promise<Proposal>;
  /** Writes the skill, as a whole or not at all. `hash` is that of the proposal that was reviewed. */
  apply(id: string, options: ApplyOptions): Promise<Proposal>;
  reject(id: string, options?: DecisionOptions): Promise<Proposal>;
  /** Brings back what the skill was before. Throws `authoring.stale` if it has changed since. */
  rollback(id: string, options?: Pick<DecisionOptions, "by">): Promise<Proposal>;
  /**
   * Proposes what a proposed skill adds as a change of an existing one instead, by default of the most similar one, and
   * rejects the proposal. The frontmatter of the existing skill stays as it is.
   */
  merge(id: string, options?: { readonly skill?: string }): Promise<Proposal>;
  /** Asks the approver about a proposal: a yes applies it, a no rejects it, and later leaves it pending. */
  review(id: string, options?: { readonly signal?: AbortSignal }): Promise<Proposal>;
  /** Moves an agent-written skill that the user trusts to the user's own skills. */
  promote(name: string, options?: Pick<DecisionOptions, "by">): Promise<PromotedSkill>;
}

const BY = kinds.oneOf(["user", "host"]);
const SOURCE = {
  by: kinds.oneOf(["model", "host", "user"]),
  session: kinds.text,
  run: kinds.text,
  tool: kinds.text,
  outside: kinds.texts,
};
const { name: _, ...OWN_EDIT } = SKILL_EDIT;

/** Opens the proposals of a runtime. */
export function openProposals(parts: ProposalParts): RuntimeProposals {
  const { store } = parts;

  /** Runs work about a proposal, while nobody else changes one and after interrupted changes were settled. */
  const decide = async <Result>(
    entry: string,
    id: unknown,
    work: (proposal: Proposal) => Promise<Result>,
  ): Promise<Result> => {
    checkArgument(entry, "id", id, kinds.filledText);
    return store.exclusive(async () => {
      await settleAll(parts);
      return work(await find(String(id)));
    });
  };
  const find = async (id: string): Promise<Proposal> => (await store.get(id)) ?? unknown(id);
  const settled = async (): Promise<void> => {
    if (!(await store.list()).some(isInterrupted)) return;
    // Another process may be writing right now.
    await store.exclusive(() => settleAll(parts)).catch(unlessLocked);
  };
  const propose = async (edit: SkillEdit, given: Partial<ProposalSource>): Promise<Proposal> => {
    await settled();
    return makeProposal(edit, { by: "host", outside: [], ...given }, parts);
  };
  const reject = async (proposal: Proposal, { reason, by = "user" }: DecisionOptions): Promise<Proposal> => {
    if (proposal.state !== "pending") throw notPending(proposal, "rejected");
    await record("proposal.rejected", proposal, by, parts);
    const decided = { at: timeOf(parts), by, ...(reason === undefined ? {} : { reason }) };
    const rejected: Proposal = { ...proposal, state: "rejected", decided };
    await store.put(rejected);
    const { id, target } = proposal;
    parts.emit({ type: "proposal.decided", proposal: id, skill: target.name, state: "rejected" });
    return rejected;
  };
  const apply = async (id: string, options: ApplyOptions): Promise<Proposal> =>
    decide("proposals.apply", id, (proposal) => applyProposal(proposal, options, parts));

  /** A pending proposal with other content or new findings. */
  const revise = async (
    proposal: Proposal,
    content: ProposalContent,
    by: "user" | "engine",
  ): Promise<Proposal> => {
    if (proposal.state !== "pending") throw notPending(proposal, "changed");
    const { after } = content;
    const checks = await checkProposal(
      { target: proposal.target, ...content },
      { ...parts.checks, canPatch: (skill) => changeProblem(skill) === undefined },
    );
    if (by === "user") refuseBad(checks, parts.checks.policy());
    const { state: _state, hash: _hash, decided: _decided, ...reviewed } = proposal;
    const revised: Reviewed = {
      ...reviewed,
      files: fileRows(after, parts.hash),
      ...(after.length === 0 ? {} : { digest: await digestOfFiles(after, parts.hash) }),
      checks,
      ...(by === "user" ? { revision: proposal.revision + 1, at: timeOf(parts) } : {}),
    };
    if (by === "engine" && proposalHash(revised, parts.hash) === proposal.hash) return proposal;
    return keep(revised, content, by, parts);
  };

  return {
    list: async (options = {}) => {
      checkOptions("proposals.list", options, { state: kinds.oneOf(PROPOSAL_STATES) });
      await settled();
      const all = await store.list();
      return options.state === undefined ? all : all.filter(({ state }) => state === options.state);
    },
    get: async (id) => {
      checkArgument("proposals.get", "id", id, kinds.filledText);
      await settled();
      const proposal = await find(id);
      return { proposal, content: await contentOf(proposal, parts) };
    },
    propose: async (edit, source = {}) => {
      checkOptions("proposals.propose", edit, SKILL_EDIT);
      checkOptions("proposals.propose", source, SOURCE);
      return propose(edit, source);
    },
    fromRun: async (id, draft, source = {}) => {
      checkArgument("proposals.fromRun", "run", id, kinds.filledText);
      const { run: _run, ...known } = SOURCE;
      checkOptions("proposals.fromRun", source, known);
      const run = await parts.run(id);
      const edit = runDraft(id, run, draft);
      const inputs = (run?.definition.outside ?? []).map((name) => `the input ${name} of the run`);
      const outside = [...new Set([...(source.outside ?? []), ...inputs])];
      return propose(edit, { by: "user", ...source, run: id, outside });
    },
    check: (id) =>
      decide("proposals.check", id, async (proposal) =>
        revise(proposal, await contentOf(proposal, parts), "engine"),
      ),
    edit: async (id, edit) => {
      checkOptions("proposals.edit", edit, OWN_EDIT);
      return decide("proposals.edit", id, async (proposal) => {
        if (proposal.kind === "delete") throw refused("a proposal to delete a skill has nothing to edit");
        if (edit.action === "create" || edit.action === "delete")
          throw refused("a proposal is changed with the actions edit, patch and write_file");
        const { before, after } = await contentOf(proposal, parts);
        const { name } = proposal.target;
        return revise(proposal, { before, after: editFiles({ ...edit, name }, after) }, "user");
      });
    },
    apply: async (id, options) => {
      checkOptions("proposals.apply", options, { hash: { kind: kinds.filledText, required: true }, by: BY });
      return apply(id, options);
    },
    reject: async (id, options = {}) => {
      checkOptions("proposals.reject", options, { reason: kinds.text, by: BY });
      return decide("proposals.reject", id, (proposal) => reject(proposal, options));
    },
    rollback: async (id, options = {}) => {
      checkOptions("proposals.rollback", options, { by: BY });
      return decide("proposals.rollback", id, (proposal) => rollBack(proposal, options.by ?? "user", parts));
    },
    merge: async (id, options = {}) => {
      checkOptions("proposals.merge", options, { skill: kinds.filledText });
      const { proposal, content } = await decide("proposals.merge", id, async (found) => ({
        proposal: found,
        content: await contentOf(found, parts),
      }));
      if (proposal.state !== "pending") throw notPending(proposal, "merged");
      const name = mergeTarget(proposal, options.skill);
      const skill = parts.library.current().get(name);
      if (skill === undefined) throw refused(`there is no skill "${name.slice(0, 80)}"`);
      const edit = mergeEdit(proposal, content, { name, files: (await readTarget(skill, parts)).files });
      const { by, ...source } = proposal.source;
      const outside = [...source.outside, `the proposal ${id} by the ${by}`];
      const merged = await propose(edit, { ...source, by: "user", outside });
      await decide("proposals.merge", id, (found) => reject(found, { reason: `merged into ${merged.id}` }));
      return merged;
    },
    review: async (id, options = {}) => {
      checkOptions("proposals.review", options, { signal: kinds.abortSignal });
      const proposal = await decide("proposals.review", id, async (found) => {
        await contentOf(found, parts);
        return found;
      });
      if (proposal.state !== "pending") throw notPending(proposal, "reviewed");
      const outcome = await requestApproval(questionOf(proposal), {
        approver: parts.approver(),
        hash: parts.hash,
        signal: options.signal,
        audit: parts.audit,
        row: rowOf(proposal),
      });
      const { name: skill } = proposal.target;
      const said = outcome.approved ? "approved" : outcome.pending ? "pending" : "refused";
      parts.emit({ type: "approval.decided", kind: "proposal", subject: proposal.id, skill, outcome: said });
      if (outcome.approved) return apply(id, { hash: proposal.hash, by: "user" });
      if (outcome.pending) return proposal;
      return decide("proposals.review", id, (found) => reject(found, { reason: outcome.reason }));
    },
    promote: async (name, options = {}) => {
      checkArgument("proposals.promote", "name", name, kinds.filledText);
      checkOptions("proposals.promote", options, { by: BY });
      return store.exclusive(async () => {
        await settleAll(parts);
        return promoteSkill(name, options.by ?? "user", parts);
      });
    },
  };
}

function unknown(id: string): never {
  throw new KnowhowError("authoring.unknown", `no proposal has the id "${id.slice(0, 80)}"`, {
    hint: "`knowhow review list --all` shows every proposal",
  });
}

function unlessLocked(error: unknown): void {
  if (!isKnowhowError(error) || error.code !== "state.locked") throw error;
}
