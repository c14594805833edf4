/** Limits of what a proposal may contain. A skill that exceeds them is changed by hand. */
export const PROPOSAL_LIMITS = {
  /** Size of a SKILL.md, in bytes. */
  skillBytes: 256 * 1024,
  /** Size of another file, in bytes. */
  fileBytes: 1024 * 1024,
  /** Size of all files together, in bytes. */
  totalBytes: 10 * 1024 * 1024,
  files: 100,
} as const;

/** Number of proposals and revisions that models may make in 24 hours, unless the host says otherwise. */
export const PER_DAY = 20;

/** Rejected, stale and rolled-back proposals are removed after this time. */
export const KEPT_MS = 90 * 86_400_000;
