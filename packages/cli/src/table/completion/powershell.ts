import type { CommandSpec, OptionSpec } from "../command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";
import { type CompletionRow, completionTable, globalValueWords, optionWords } from "./completion-table.ts";

/** A completion script for PowerShell 5.1 and newer. */
export function powershellCompletion(commands: readonly CommandSpec[]): string {
  const table = completionTable(commands);
  const withSkills = table.filter(({ offers }) => offers.kind === "skills");
  return `# knowhow completion for PowerShell; add to $PROFILE: knowhow completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName knowhow -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${table.map(optionRow).join("\n")}
  }
  $values = @{
${table.flatMap(valueRows).join("\n")}
  }
  $words = @{
${table.flatMap(wordRow).join("\n")}
  }
  $withSkills = @(${list([...withSkills.map(({ path }) => path), ...table.flatMap(skillOptions)])})
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }
  $command = ''
  $previous = ''
  $skip = $false
  $done = $false
  foreach ($word in $typed) {
    $previous = $word
    if ($skip) { $skip = $false; continue }
    if (@(${list(globalValueWords())}) -contains $word) { $skip = $true; continue }
    if ($done -or $word.StartsWith('-')) { continue }
    $next = "$command $word".Trim()
    if ($options.ContainsKey($next)) { $command = $next; continue }
    if ($command -eq '') { $command = $word }
    $done = $true
  }
  $found =
    if ($values.ContainsKey("$command $previous")) { $values["$command $previous"] }
    elseif ($withSkills -contains "$command $previous") { knowhow __complete -- @typed "$wordToComplete" 2>$null }
    elseif ($wordToComplete.StartsWith('-')) { if ($options.ContainsKey($command)) { $options[$command] } else { @() } }
    elseif ($withSkills -contains $command) { knowhow __complete -- @typed "$wordToComplete" 2>$null }
    else { $words[$command] }
  $found | Where-Object { $_ -and $_.StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}

function optionRow({ path, options }: CompletionRow): string {
  return `    ${entry(path, [...options, ...GLOBAL_OPTIONS].flatMap(optionWords))}`;
}

function valueRows({ path, options }: CompletionRow): readonly string[] {
  return [...options, ...GLOBAL_OPTIONS].flatMap((option) => choiceRows(path, option));
}

function choiceRows(path: string, option: OptionSpec): readonly string[] {
  const { choices } = option;
  if (choices === undefined) return [];
  return optionWords(option).map((word) => `    ${entry(`${path} ${word}`, choices)}`);
}

/** The options of a command whose value is a skill, as `catalog --pin`. */
function skillOptions({ path, options }: CompletionRow): readonly string[] {
  const wanted = options.filter(({ completes }) => completes === "skills");
  return wanted.flatMap(optionWords).map((word) => `${path} ${word}`);
}

function wordRow({ path, offers }: CompletionRow): readonly string[] {
  if (offers.kind !== "words") return [];
  const words = offers.words.map(({ word }) => word);
  return [`    ${entry(path, words)}`];
}

function entry(key: string, words: readonly string[]): string {
  return `${quote(key)} = @(${list(words)})`;
}

function list(words: readonly string[]): string {
  return words.map(quote).join(", ");
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "''")}'`;
}
