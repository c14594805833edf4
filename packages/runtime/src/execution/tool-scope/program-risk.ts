import { baseName } from "../../basics/paths.ts";
import type { ProgramRow } from "./program-row.ts";
import { programs } from "./program-table.ts";

/**
 * Why the words of a command that a rule does not spell out could run another program, or write although the program
 * is known for reading; undefined if the table has no entry. `spelled` is the number of words that the rule names.
 *
 * This narrows a wildcard to what its author most likely meant. It is not a sandbox: a program that is not in the
 * table,
 * a configuration file, a hook, a package script or the program itself can still do anything that its user may do.
 */
export function programRisk(argv: readonly string[], spelled: number): string | undefined {
  const program = programName(argv[0] ?? "");
  const row = programs().get(program);
  if (row === undefined) return undefined;
  if (row === "runs-others") return `${program} runs other programs, so only an exact rule can allow it`;
  if (row.runsOperand && namesWhatToRun(argv, spelled)) return undefined;
  const found =
    riskOfSubcommand(row, argv, spelled) ??
    riskOfOperand(row, argv, spelled) ??
    riskOfWords(row, argv, spelled);
  return found === undefined
    ? undefined
    : `${program} could do something else because of "${found.slice(0, 80)}"`;
}

/** `/usr/bin/python3.11` → `python`. */
function programName(word: string): string {
  const name = baseName(word)
    .toLowerCase()
    .replace(/\.exe$/, "");
  return programs().has(name) ? name : name.replace(/(?<![\d.-])[\d.-]+$/, "");
}

/** True for `python tool.py` and `python -m pytest`, where the following words are arguments of the tool. */
function namesWhatToRun(argv: readonly string[], spelled: number): boolean {
  return argv[1] === "-m" ? spelled > 2 && !isOption(argv[2]) : spelled > 1 && !isOption(argv[1]);
}

function riskOfSubcommand(row: ProgramRow, argv: readonly string[], spelled: number): string | undefined {
  if (row.subcommands === undefined) return undefined;
  let at = 1;
  for (; isOption(argv[at]); at += 1) {
    const flag = argv[at] ?? "";
    if (at >= spelled && !row.flags?.includes(flag)) return flag;
  }
  // After options in the rule it is unclear which word is the subcommand, so the rule's last word has to be it.
  const subcommand = argv[at > 1 && at < spelled ? spelled - 1 : at];
  if (subcommand === undefined) return undefined;
  const isSpelled = at === 1 && spelled > 1;
  if (!isSpelled && !row.subcommands.includes(subcommand)) return subcommand;
  const further = new Map(Object.entries(row.under ?? {})).get(subcommand);
  return further === undefined ? undefined : riskOfWords(further, argv, spelled);
}

function riskOfOperand(row: ProgramRow, argv: readonly string[], spelled: number): string | undefined {
  if (row.firstOperand === undefined) return undefined;
  const at = argv.findIndex((word, index) => index > 0 && !isOption(word));
  const operand = argv[at];
  return operand === undefined || at < spelled || row.firstOperand.test(operand) ? undefined : operand;
}

function riskOfWords(row: ProgramRow, argv: readonly string[], spelled: number): string | undefined {
  return argv.find((word, at) => {
    if (at < spelled) return false;
    if (row.words?.includes(word) || row.text?.test(word)) return true;
    if (isOption(word)) return hasLongOption(row, word) || hasShortOption(row, word);
    return at === 1 && row.bareCluster === true && hasShortOption(row, word);
  });
}

/**
 * Most programs accept every unambiguous prefix of a long option, and Node `_` for `-`. An option that is longer than one
 * of the table most likely does something similar.
 */
function hasLongOption(row: ProgramRow, word: string): boolean {
  const isLong = word.startsWith("--") || (row.singleDash === true && word.length > 2);
  const written = word.replace(/^--?/, "").split(/[=:]/, 1)[0]?.toLowerCase() ?? "";
  const name = written.replaceAll("_", "-");
  return (
    isLong &&
    name !== "" &&
    (row.long ?? []).some((option) => option.startsWith(name) || name.startsWith(option))
  );
}

function hasShortOption(row: ProgramRow, word: string): boolean {
  return !word.startsWith("--") && Array.from(row.short ?? "").some((letter) => word.includes(letter));
}

function isOption(word: string | undefined): boolean {
  return word?.startsWith("-") ?? false;
}
