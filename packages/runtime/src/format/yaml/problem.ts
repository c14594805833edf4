import type { DiagnosticCode } from "../../codes.ts";
import type { YamlMap } from "./nodes.ts";

/** Something wrong in a YAML text; `at` is an offset into it. */
export interface YamlProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly at: number;
  readonly hint?: string;
}

/** A mapping, or the problems that prevent one; problems beside a mapping are notes on how it was reached. */
export interface YamlReading {
  readonly map: YamlMap | undefined;
  readonly problems: readonly YamlProblem[];
}
