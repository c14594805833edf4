import { parseAnyYaml } from "./parse-any-yaml.ts";
import type { YamlProblem, YamlReading } from "./problem.ts";
import { isMistake, type Repair, repairYaml } from "./repair-yaml.ts";

/** Parsed frontmatter. Its offsets refer to `source`, which differs from the text if that was repaired. */
export interface FrontmatterReading extends YamlReading {
  readonly source: string;
}

/** Parses frontmatter as it is or, if that fails, after a repair. */
export function readYaml(source: string): FrontmatterReading {
  const parsed = parseAnyYaml(source);
  const mistake = parsed.problems[0];
  if (parsed.map !== undefined || !isMistake(mistake?.code)) return { ...parsed, source };

  const repair = repairYaml(source);
  const repaired = repair === undefined ? undefined : parseAnyYaml(repair.source);
  const isRead = repaired?.map !== undefined && repaired.map.entries.length > 0;
  if (mistake === undefined || repair === undefined || repaired === undefined || !isRead) {
    return { ...parsed, source };
  }
  const at = sameLine(source, mistake.at, repair.source);
  const problems = [...repaired.problems, repairNote({ ...mistake, at }, repair)];
  return { map: repaired.map, problems, source: repair.source };
}

function repairNote({ message, at }: YamlProblem, { lost }: Repair): YamlProblem {
  if (lost.length === 0) {
    const hint = "put the value in quotes so that every client can read it";
    return { code: "format.yaml-repaired", message: `${message}; it was repaired`, at, hint };
  }
  const fields = lost.map((field) => `\`${field}\``).join(", ");
  const hint = "fix the YAML: these fields are ignored until then";
  return { code: "format.yaml-salvaged", message: `${message}; ignored: ${fields}`, at, hint };
}

/** The offset in `other` of the same line and, as far as the line goes, the same column. */
function sameLine(source: string, at: number, other: string): number {
  const before = source.slice(0, at).split("\n");
  const lines = other.split("\n");
  const line = lines[before.length - 1] ?? "";
  const start = lines.slice(0, before.length - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return start + Math.min(line.length, before.at(-1)?.length ?? 0);
}
