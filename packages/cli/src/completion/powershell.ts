import type { CommandSpec, OptionSpec } from "../command.ts";
import { GLOBAL_OPTIONS } from "../global-options.ts";
import { globalValueWords, optionsOf, optionWords, visibleCommands } from "./facts.ts";

/** A completion script for PowerShell 5.1 and newer. */
export function powershellCompletion(table: readonly CommandSpec[]): string {
  const commands = visibleCommands(table);
  const names = list(commands.map((spec) => spec.name));
  return `# knowhow completion for PowerShell; add to $PROFILE: knowhow completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName knowhow -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = @(${names})
  $options = @{
    '' = @(${list([...GLOBAL_OPTIONS.flatMap(optionWords), "--version"])})
${commands.map((spec) => `    '${spec.name}' = @(${list(optionsOf(spec).flatMap(optionWords))})`).join("\n")}
  }
  $values = @{
${valueRows("", GLOBAL_OPTIONS)}
${commands
  .map((spec) => valueRows(spec.name, spec.options))
  .filter((rows) => rows !== "")
  .join("\n")}
  }
  $arguments = @{
${commands
  .map(argumentRow(names))
  .filter((row) => row !== "")
  .join("\n")}
  }
  $withSkills = @(${list(commands.filter((spec) => spec.positionals[0]?.completes === "skills").map((spec) => spec.name))})
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }
  $command = ''
  $previous = ''
  $skip = $false
  foreach ($word in $typed) {
    if ($skip) { $skip = $false }
    elseif (@(${list(globalValueWords())}) -contains $word) { $skip = $true }
    elseif ($command -eq '' -and -not $word.StartsWith('-')) { $command = $word }
    $previous = $word
  }
  $found =
    if ($values.ContainsKey("$command $previous")) { $values["$command $previous"] }
    elseif ($values.ContainsKey(" $previous")) { $values[" $previous"] }
    elseif ($wordToComplete.StartsWith('-')) { if ($options.ContainsKey($command)) { $options[$command] } else { $options[''] } }
    elseif ($command -eq '') { $commands }
    elseif ($withSkills -contains $command) { knowhow __complete -- @typed "$wordToComplete" 2>$null }
    else { $arguments[$command] }
  $found | Where-Object { $_ -and $_.StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}

function list(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ");
}

function valueRows(command: string, options: readonly OptionSpec[]): string {
  const rows = options.flatMap((option) =>
    option.choices === undefined
      ? []
      : optionWords(option).map((word) => `    '${command} ${word}' = @(${list(option.choices ?? [])})`),
  );
  return rows.join("\n");
}

function argumentRow(names: string): (spec: CommandSpec) => string {
  return ({ name, positionals: [first] }) => {
    if (first?.choices !== undefined) return `    '${name}' = @(${list(first.choices)})`;
    return first?.completes === "commands" ? `    '${name}' = @(${names})` : "";
  };
}
