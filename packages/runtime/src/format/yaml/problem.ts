import type { DiagnosticCode } from "../../codes.ts";
import type { YamlMap } from "./nodes.ts";

/** A problem in a YAML text; `at` is an offset. */
export interface YamlProblem {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly at: number;
  readonly hint: string;
}

/** A mapping, or the problems that prevent one. Problems next to a mapping describe how it was repaired. */
export interface YamlReading {
  readonly map: YamlMap | undefined;
  readonly problems: readonly YamlProblem[];
}
