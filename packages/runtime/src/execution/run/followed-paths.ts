/** What becomes of a file: agents follow it, or programs run it without being told to. */
export type PathUse = "instructions" | "run-later";

/** Names of files that agents follow as instructions or take their settings from. */
const INSTRUCTIONS =
  /^(?:skill\.md|workflow\.ya?ml|(?:agents|claude|gemini|copilot-instructions)(?:\.\w{1,20})?\.md|\.(?:cursor|windsurf|cline|roo)rules|\.goosehints|\.claude\.json|claude_desktop_config\.json|\.?mcp\.json|knowhow\.json)$/i;
/** Folders of skills and of the settings of agents. */
const AGENT_FOLDER =
  /^(?:skills|\.(?:agents?|claude|clinerules|codex|continue|copilot|cursor|factory|gemini|goose|hermes|junie|kilocode|kiro|openclaw|opencode|qwen|roo|trae|windsurf))$/i;
/** Folders of instructions below `.github`. */
const GITHUB_INSTRUCTIONS = /^(?:instructions|prompts|agents|chatmodes)$/i;

/** Names of files that a shell, git, a package manager, an editor or a test runner runs or takes commands from by itself. */
const RUN_LATER =
  /^(?:\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|zshrc|zshenv|zprofile|zlogin|profile|envrc|xprofile|xinitrc|vimrc|exrc|gitconfig|gitmodules|npmrc|yarnrc(?:\.yml)?|pypirc|gitlab-ci\.ya?ml|travis\.ya?ml|pre-commit-config\.ya?ml)|package\.json|(?:gnu)?makefile|justfile|rakefile|gemfile|vagrantfile|jenkinsfile|dockerfile|containerfile|taskfile\.ya?ml|(?:docker-)?compose(?:\.\w{1,20})?\.ya?ml|azure-pipelines\.ya?ml|crontab|conftest\.py|setup\.py|noxfile\.py|(?:site|user)customize\.py|build\.rs|build\.gradle(?:\.kts)?)$/i;
/** Folders in which every file is run, or says what is run. */
const RUN_FOLDER =
  /^(?:\.(?:git|husky|ssh|devcontainer|circleci|githooks)|autostart|systemd|launchagents|launchdaemons|cron\.(?:d|hourly|daily|weekly|monthly))$/i;

const MAX_NAME = 255;

/** What becomes of a file with this path; undefined for other files, and for text that is not a path. */
export function pathUse(text: string): PathUse | undefined {
  const parts = asPath(text).split(/[\\/]/);
  const name = parts.at(-1) ?? "";
  const isBelow = (folder: string, child: RegExp) =>
    parts.some((part, at) => part.toLowerCase() === folder && child.test(parts[at + 1] ?? ""));
  if (
    INSTRUCTIONS.test(name) ||
    parts.some((part) => AGENT_FOLDER.test(part)) ||
    isBelow(".github", GITHUB_INSTRUCTIONS)
  )
    return "instructions";
  // A page about a build is not a path to one. Without `..`, no file system has a name as long as a paragraph.
  if (parts.some((part) => part.length > MAX_NAME) && !parts.includes("..")) return undefined;
  const runs =
    RUN_LATER.test(name) ||
    parts.some((part) => RUN_FOLDER.test(part)) ||
    isBelow(".github", /^workflows$|^actions$/i) ||
    isBelow(".vscode", /^(?:tasks|launch|settings)\.json$/i);
  return runs ? "run-later" : undefined;
}

/** What the file system makes of the end of a path: dots, slashes, white space and streams at the end do not count. */
function asPath(text: string): string {
  return text.replace(/(?:::\$data)?[\s.\\/]{0,20}$/i, "");
}
