import { MAX_PHRASES } from "../triggers/compile-trigger.ts";
import { eachTerm, termsOf } from "../words/terms.ts";
import { pairHash } from "./pair-filter.ts";
import { splitNegative } from "./split-negative.ts";

/** The texts of a skill that a message may match. */
export interface SkillPassages {
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string;
  readonly whenNotToUse?: string;
  readonly triggers: readonly string[];
  readonly tags: readonly string[];
  readonly headings: readonly string[];
  readonly body: string;
}

/** The texts of a skill without its body. */
export type HeadPassages = Omit<SkillPassages, "headings" | "body">;

/** The terms of a body, in order. */
export interface BodyTerms {
  readonly headings: readonly string[];
  readonly body: readonly string[];
}

/** The fields with different weights, and the bits that count a term in each. */
export const FIELDS = [
  { name: "name", shift: 0, bits: 4 },
  { name: "triggers", shift: 4, bits: 6 },
  { name: "description", shift: 10, bits: 7 },
  { name: "headings", shift: 17, bits: 5 },
  { name: "body", shift: 22, bits: 7 },
  { name: "negative", shift: 29, bits: 3 },
] as const;

/** Number of fields with a length of their own: all except the negative one. */
export const MEASURED_FIELDS = 5;

/** Terms of a skill with their packed counts, and the number of terms per field. */
export interface TermCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly lengths: readonly number[];
  /** Hashes of neighbouring terms. */
  readonly pairs: ReadonlySet<number>;
}

/** Bodies are read up to here, because the subject of a skill is described at the beginning. */
const MAX_BODY = 16_000;
const MAX_TERMS = 600;

/** Phrases and tags are read up to here, so that no skill can claim every word. */
const MAX_CLAIMS = 8_192;
const MAX_PAIRS = 2_000;

/** The terms of a skill's body and of its headings. */
export function bodyTerms({ headings, body }: Pick<SkillPassages, "headings" | "body">): BodyTerms {
  return { headings: termsOf(headings.join("\n")), body: termsOf(body.slice(0, MAX_BODY)) };
}

/** Counts the terms of a skill, field by field. The terms of its body are given if they are known. */
export function countTerms(passages: SkillPassages): TermCounts;
export function countTerms(passages: HeadPassages, known: BodyTerms): TermCounts;
export function countTerms(
  passages: HeadPassages & Partial<SkillPassages>,
  known: BodyTerms = bodyTerms({ headings: [], body: "", ...passages }),
): TermCounts {
  const counts = new Map<string, number>();
  const lengths = new Array<number>(MEASURED_FIELDS).fill(0);
  const pairs = new Set<number>();
  const add = (index: number, text: string | readonly string[]) => {
    const field = FIELDS[index];
    if (field === undefined || text.length === 0) return;
    const one = 2 ** field.shift;
    const most = 2 ** field.bits - 1;
    let last = "";
    const count = (term: string) => {
      if (last !== "" && index < MEASURED_FIELDS && pairs.size < MAX_PAIRS) pairs.add(pairHash(last, term));
      last = term;
      const packed = counts.get(term);
      if (packed === undefined && counts.size >= MAX_TERMS) return;
      if (index < MEASURED_FIELDS) lengths[index] = (lengths[index] ?? 0) + 1;
      const before = packed ?? 0;
      if (countIn(before, index) < most) counts.set(term, before + one);
    };
    if (typeof text === "string") eachTerm(text, count);
    else for (const term of text) count(term);
  };
  const { positive, negative } = splitNegative(passages.description);
  add(0, passages.name);
  const claims = [...passages.triggers.slice(0, MAX_PHRASES), ...passages.tags];
  add(1, claims.join("\n").slice(0, MAX_CLAIMS));
  add(2, `${positive}\n${passages.whenToUse ?? ""}`);
  add(5, `${negative}\n${passages.whenNotToUse ?? ""}`);
  add(3, known.headings);
  add(4, known.body);
  return { counts, lengths, pairs };
}

/** How often a term occurs in a field. */
export function countIn(packed: number, fieldIndex: number): number {
  const field = FIELDS[fieldIndex];
  return field === undefined ? 0 : (packed >>> field.shift) & ((1 << field.bits) - 1);
}
