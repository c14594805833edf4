import { hasGlob, matchGlob } from "../shell/match-glob.ts";

/** Something of the user that nobody else may have. `weak`: programs read it for good reasons. */
export interface SecretPlace {
  readonly what: string;
  readonly isWeak?: boolean;
}

/** What secret a path or text names, or undefined. Give paths as written: `~/.ssh/id_rsa`, `$HOME/.aws/credentials`. */
export function secretPlace(text: string): SecretPlace | undefined {
  if (hasGlob(text)) {
    const hidden = expandedPlace(text);
    if (hidden !== undefined) return PLACES.find(({ pattern }) => pattern.test(hidden));
  }
  if (text.length > 4_000 || !HINT.test(text) || /^https?:/i.test(text)) return undefined;
  return PLACES.find(({ pattern }) => pattern.test(text));
}

/** Files that a pattern such as `~/.s?h/id_*` may mean. */
const HIDDEN_PLACES = [
  ".ssh/id_rsa",
  ".ssh/id_ed25519",
  ".aws/credentials",
  ".gnupg/secring.gpg",
  ".netrc",
  ".kube/config",
  ".git-credentials",
  ".docker/config.json",
].map((path) => path.split("/"));

/** The secret file that a pattern in a home directory matches; a pattern that matches everything means nothing. */
function expandedPlace(text: string): string | undefined {
  const [, inner] =
    /^@?(?:~|\$HOME|\$\{HOME\}|\/root|\/home\/[^/]{1,60}|\/Users\/[^/]{1,60})\/(.{3,150})$/.exec(text) ?? [];
  const parts = inner?.split("/") ?? [];
  if (!parts.some((part) => /[a-z]/i.test(part))) return undefined;
  const found = HIDDEN_PLACES.find(
    (place) => place.length === parts.length && place.every((name, at) => matchGlob(parts[at] ?? "", name)),
  );
  return found === undefined ? undefined : `~/${found.join("/")}`;
}

const HINT =
  /ssh|aws|gnupg|netrc|npmrc|pypirc|docker|kube|credential|gcloud|azure|keychain|login|cookies|local state|key4|wallet|keystore|electrum|exodus|solana|metamask|nkbihf|env|shadow|history|auth\.json|hosts\.yml|tdata|kdbx|clawdbot|openclaw|moltbot|seed|id_(?:rsa|ed|dsa|ecdsa)|history/i;

const PLACES: readonly (SecretPlace & { readonly pattern: RegExp })[] = [
  {
    what: "SSH keys",
    pattern:
      /(?:^|[/\\~\s"'@=])\.ssh[/\\](?:id_|\*|[\w.-]*key|identity)|(?:^|[/\\~\s"'@=])\.ssh[/\\]?["']?$|(?:^|[/\\])id_(?:rsa|ed25519|ecdsa|dsa)(?!\.pub|[\w.])/i,
  },
  {
    what: "AWS credentials",
    pattern: /(?:^|[/\\~\s"'@=])\.aws[/\\](?:credentials|\*)|(?:^|[/\\~\s"'@=])\.aws[/\\]?["']?$/i,
  },
  { what: "GPG keys", pattern: /\.gnupg(?:[/\\]|$)/i },
  { what: "passwords in .netrc", pattern: /(?:^|[/\\~])\.netrc\b/i },
  {
    what: "the token in .npmrc or .pypirc",
    pattern: /(?:~|HOME\}?|%USERPROFILE%)[/\\]\.(?:npmrc|pypirc)\b/i,
  },
  { what: "Docker credentials", pattern: /\.docker[/\\]config\.json/i },
  { what: "the Kubernetes configuration", pattern: /\.kube[/\\]config\b/i },
  { what: "Git credentials", pattern: /\.git-credentials\b/i },
  {
    what: "Google Cloud credentials",
    pattern:
      /(?:\.config[/\\])?gcloud[/\\](?:credentials|access_tokens|legacy_credentials|application_default)/i,
  },
  { what: "Azure credentials", pattern: /\.azure[/\\](?:accessTokens|msal_token|azureProfile)/i },
  { what: "the GitHub token", pattern: /\.config[/\\]gh[/\\]hosts\.yml/i },
  {
    what: "the credentials of an agent",
    pattern:
      /\.claude[/\\]\.credentials|\.codex[/\\]auth\.json|\.(?:clawdbot|openclaw|moltbot)[/\\](?:\.env|credentials|openclaw\.json|clawdbot\.json|moltbot\.json)/i,
  },
  { what: "the keychain", pattern: /Library[/\\]Keychains|login\.keychain/i },
  {
    what: "browser passwords",
    pattern:
      /Login Data\b|key4\.db|logins\.json|(?:Chrome|Chromium|Brave-Browser|Edge|Firefox)[^\n]{0,80}(?:Cookies|Local State|Profiles)|cookies\.sqlite/i,
  },
  {
    what: "a cryptocurrency wallet",
    pattern:
      /wallet\.dat|\.ethereum[/\\]keystore|\.electrum|Exodus[/\\]exodus\.wallet|solana[/\\]id\.json|nkbihfbeogaeaoehlefnkodbefgpgknn|\.bitcoin[/\\]|atomic[/\\]Local Storage/i,
  },
  { what: "password hashes", pattern: /\/etc\/shadow\b/i },
  { what: "a password database", pattern: /\.kdbx\b/i },
  { what: "the history of the shell", pattern: /\.(?:bash|zsh|sh|fish)_history\b/i },
  { what: "Telegram sessions", pattern: /Telegram Desktop[/\\]tdata/i },
  {
    what: "a file of environment variables",
    isWeak: true,
    pattern: /(?:^|[/\\\s@"'=])\.env(?:\.(?:local|prod|production|dev|development|staging))?(?=$|["'\s)])/i,
  },
  {
    what: "a credentials file",
    isWeak: true,
    pattern: /[/\\](?:credentials|secrets)(?:\.json|\.ya?ml|\.toml)?["']?$/i,
  },
];
