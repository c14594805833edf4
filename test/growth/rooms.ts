import { FORMAT } from "./format-table.ts";
import { INJECTION } from "./injection-table.ts";
import type { Texts } from "./make-text.ts";
import { MATCHING } from "./matching-table.ts";
import type { GrowthTable } from "./row.ts";
import { SCANNER } from "./scanner-table.ts";
import { TEMPLATES } from "./template-table.ts";
import { ATTACKS, COMMON, DESCRIPTIONS, DOCUMENTS, MESSAGES, PLACEHOLDERS } from "./texts.ts";

/** A folder whose functions read texts of strangers. */
export interface Room {
  /** The folder of the sources; the names in the table begin with the rest of their path. */
  readonly sources: string;
  /** The part of it that the table is about. */
  readonly folder: string;
  readonly table: GrowthTable;
  readonly texts: Texts;
}

const RUNTIME = "packages/runtime/src";

/** Every room, with the texts that its functions are measured with. */
export const ROOMS: readonly Room[] = [
  { sources: RUNTIME, folder: "format/", table: FORMAT, texts: withCommon(DOCUMENTS) },
  { sources: RUNTIME, folder: "injection/", table: INJECTION, texts: withCommon(DESCRIPTIONS) },
  { sources: RUNTIME, folder: "matching/", table: MATCHING, texts: withCommon(MESSAGES) },
  { sources: RUNTIME, folder: "execution/template/", table: TEMPLATES, texts: withCommon(PLACEHOLDERS) },
  { sources: "packages/scanner/src", folder: "", table: SCANNER, texts: withCommon(ATTACKS) },
];

function withCommon(more: Texts): Texts {
  return new Map([...COMMON, ...more]);
}
