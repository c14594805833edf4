import { baseName } from "../basics/paths.ts";
import { compareText } from "../basics/words.ts";
import type { Candidate, Precedence } from "../library.ts";
import type { ResolutionKey, ResolutionPolicy } from "../profile.ts";

/** The order of candidates, and the key that decides it. */
export interface CandidateOrder {
  /**
   * Negative if `a` takes precedence over `b`. What an agent wrote never precedes another skill, local skills precede a
   * server's, and usable ones precede unusable ones.
   */
  compare(a: Candidate, b: Candidate): number;
  /** The first key in which two candidates differ. */
  decidedBy(winner: Candidate, loser: Candidate): Precedence;
}

type Compare = (a: Candidate, b: Candidate) => number;

const byPath: Compare = (a, b) => compareText(a.skill.path, b.skill.path);
const byOrder: Compare = (a, b) => a.skill.origin.order - b.skill.origin.order;
/** The standard requires that the directory has the name of the skill. */
const byFolder: Compare = (a, b) => Number(isInOwnFolder(b)) - Number(isInOwnFolder(a));
const byAgent: Compare = (a, b) => Number(isOfAgent(a)) - Number(isOfAgent(b));
const byRemote: Compare = (a, b) => Number(isRemote(a)) - Number(isRemote(b));
const byUse: Compare = (a, b) => Number(isUsable(b)) - Number(isUsable(a));

/** The order that a policy defines for candidates of one name, winner first. */
export function candidateOrder(policy: ResolutionPolicy): CandidateOrder {
  const rankOf = new Map(
    policy.levels.flatMap((group, rank) => group.map((level) => [level, rank] as const)),
  );
  const byKey: Readonly<Record<ResolutionKey, Compare>> = {
    level: (a, b) => (rankOf.get(a.skill.origin.level) ?? 99) - (rankOf.get(b.skill.origin.level) ?? 99),
    priority: (a, b) => b.skill.origin.priority - a.skill.origin.priority,
    first: byOrder,
    last: (a, b) => byOrder(b, a),
  };
  const steps: readonly (readonly [Precedence, Compare])[] = [
    ["agent", byAgent],
    ["remote", byRemote],
    ["use", byUse],
    ...policy.order.map((key) => [key, byKey[key]] as const),
    ["folder", byFolder],
    ["path", policy.order.includes("last") ? (a, b) => byPath(b, a) : byPath],
  ];
  return {
    compare: (a, b) => {
      for (const [, compare] of steps) {
        const order = compare(a, b);
        if (order !== 0) return order;
      }
      return 0;
    },
    decidedBy: (winner, loser) => steps.find(([, compare]) => compare(winner, loser) !== 0)?.[0] ?? "path",
  };
}

function isInOwnFolder({ skill }: Candidate): boolean {
  return baseName(skill.directory).normalize("NFC") === skill.name.normalize("NFC");
}

function isOfAgent({ skill }: Candidate): boolean {
  return skill.origin.level === "agent";
}

function isRemote({ skill }: Candidate): boolean {
  return skill.origin.remote !== undefined;
}

function isUsable(candidate: Candidate): boolean {
  return (
    candidate.trust.state === "trusted" && candidate.eligibility.eligible && candidate.override !== "off"
  );
}
