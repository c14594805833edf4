/** What a proposal may contain. */
interface ProposalLimits {
  /** Size of a SKILL.md, in bytes. */
  readonly skillBytes: number;
  /** Size of another file, in bytes. */
  readonly fileBytes: number;
  /** Size of all files together, in bytes. */
  readonly totalBytes: number;
  readonly files: number;
}

/** Limits of what a proposal may contain. A skill that exceeds them is changed by hand. */
export const PROPOSAL_LIMITS: ProposalLimits = {
  skillBytes: 256 * 1024,
  fileBytes: 1024 * 1024,
  totalBytes: 10 * 1024 * 1024,
  files: 100,
};

/** Number of proposals and revisions that models may make in 24 hours, unless the host says otherwise. */
export const PER_DAY = 20;

/** Rejected, stale and rolled-back proposals are removed after 90 days. */
export const KEPT_MS: number = 90 * 86_400_000;
