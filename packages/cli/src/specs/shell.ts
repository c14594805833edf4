import type { ActionSpec } from "../table/command.ts";

/** Commands about the command line itself. */
export const SHELL: readonly ActionSpec[] = [
  {
    name: "completion",
    summary: "Print a completion script for your shell",
    positionals: [
      {
        name: "shell",
        choices: ["bash", "zsh", "fish", "powershell"],
        summary: "bash, zsh, fish or powershell",
      },
    ],
    options: [],
    examples: [
      { line: 'eval "$(knowhow completion bash)"', summary: "in ~/.bashrc" },
      { line: 'eval "$(knowhow completion zsh)"', summary: "in ~/.zshrc, after compinit" },
      { line: "knowhow completion fish | source", summary: "in ~/.config/fish/config.fish" },
      { line: "knowhow completion powershell | Out-String | Invoke-Expression", summary: "in $PROFILE" },
    ],
    load: async () => (await import("../commands/completion.ts")).completion,
  },
  {
    name: "help",
    summary: "Show help for a command",
    positionals: [
      {
        name: "command",
        optional: true,
        many: true,
        completes: "commands",
        summary: "command, followed by its subcommand if it has one",
      },
    ],
    options: [],
    examples: [
      { line: "knowhow help validate", summary: "same as `knowhow validate --help`" },
      { line: "knowhow help mcp install", summary: "help for a subcommand" },
    ],
    load: async () => (await import("../commands/help.ts")).help,
  },
  {
    name: "__complete",
    summary: "List the skills whose names or URLs start with the last word, one per line",
    hidden: true,
    positionals: [
      { name: "words", optional: true, many: true, mayBeEmpty: true, summary: "words typed so far" },
    ],
    options: [],
    examples: [],
    load: async () => (await import("../commands/complete.ts")).complete,
  },
];
