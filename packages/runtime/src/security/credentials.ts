/** A part of a text that looks like a working credential. */
export interface Credential {
  /** The kind with its article, for messages. */
  readonly kind: string;
  /** A part that identifies it but cannot be used. */
  readonly evidence: string;
  /** Offset in the text. */
  readonly at: number;
}

/**
 * Finds credentials by their shape; placeholders do not count, and neither does a value in a documented example that only
 * its name makes a credential. Takes linear time.
 */
export function credentialsIn(text: string, isExample: (offset: number) => boolean): readonly Credential[] {
  const shapes = MARKS.test(text) ? SHAPES : GUESSES;
  return find(text, shapes, (shape, at) => shape.isGuess !== true || !isExample(at));
}

/** Finds private keys and tokens that name their issuer. Nothing is guessed, so that content can be refused for it. */
export function certainCredentialsIn(text: string): readonly Credential[] {
  return MARKS.test(text) ? find(text, SHAPES, (shape) => shape.isCertain === true) : [];
}

function find(
  text: string,
  shapes: readonly Shape[],
  counts: (shape: Shape, at: number) => boolean,
): readonly Credential[] {
  const found: Credential[] = [];
  const taken = new Set<string>();
  for (const shape of shapes) {
    for (const match of text.matchAll(shape.pattern)) {
      const value = match[1] ?? match[0];
      const end = match.index + match[0].length;
      if (taken.has(value) || isCutShort(text, end) || !shape.accept(value)) continue;
      if (!counts(shape, match.index)) continue;
      taken.add(value);
      found.push({ kind: shape.kind, evidence: masked(value), at: match.index });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** A part of every credential that is not guessed, so that most texts are read only once for all of them. */
const MARKS =
  /A[KS]IA|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|slack\.com\/services|sk-|[sr]k_live_|AIza|npm_|hf_|SG\.|:AA|PRIVATE KEY|eyJ/;

/** `sk_live_51AB…` is truncated. */
function isCutShort(text: string, end: number): boolean {
  return /^(?:\.\.|…|\*\*)/.test(text.slice(end, end + 2));
}

interface Shape {
  readonly kind: string;
  /** The first group, or the whole match, is the value. */
  readonly pattern: RegExp;
  /** Validates the value. */
  readonly accept: (value: string) => boolean;
  /** True if only the name beside the value says that it is a credential. */
  readonly isGuess?: boolean;
  /** True if nothing else has this shape. */
  readonly isCertain?: boolean;
}

const SHAPES: readonly Shape[] = [
  prefixed("an AWS access key", "(?:AKIA|ASIA)[A-Z2-7]{16}"),
  prefixed("a GitHub token", "gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255}"),
  prefixed("a GitLab token", "glpat-[\\w-]{20,64}"),
  prefixed("a Slack token", "xox[abeoprs]-[A-Za-z0-9-]{24,255}"),
  prefixed("a Slack webhook", "hooks\\.slack\\.com/services/T\\w{8,12}/B\\w{8,12}/\\w{20,32}"),
  prefixed("an Anthropic key", "sk-ant-[\\w-]{32,255}"),
  prefixed("an OpenAI key", "sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-)?[\\w-]{32,255}"),
  prefixed("a Stripe live key", "[sr]k_live_[A-Za-z0-9]{20,255}"),
  prefixed("a Google API key", "AIza[\\w-]{35}"),
  prefixed("an npm token", "npm_[A-Za-z0-9]{36}"),
  prefixed("a Hugging Face token", "hf_[A-Za-z0-9]{34}"),
  prefixed("a SendGrid key", "SG\\.[\\w-]{22}\\.[\\w-]{43}"),
  prefixed("a Telegram bot token", "\\d{8,10}:AA[\\w-]{33}"),
  {
    kind: "a private key",
    // The lines before the key name its cipher or its program.
    pattern:
      /-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|\s){0,4}(?:[A-Za-z-]{1,20}: [^\n]{1,100}\s{1,4}){0,4}([A-Za-z0-9+/=\\\s]{64})/g,
    accept: (value) => isMixed(value) && !/x{8}|your|example|\.{3}/i.test(value),
    isCertain: true,
  },
  {
    kind: "a signed token (JWT)",
    pattern: /(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{32,1000}/g,
    accept: (value) => !isPlaceholder(value) && isPrivateJwt(value),
  },
  {
    kind: "a credential in an assignment",
    pattern:
      /(?:api[_-]?key|secret|(?:access|auth|api|bot|bearer|refresh)[_-]?token|passw(?:or)?d|(?:access|private)[_-]?key|credential)["'\]]{0,2}[ \t]{0,4}(?:=>|:[-=?+]|[:=])[ \t]{0,4}["'`]?([A-Za-z0-9+/_.~=-]{20,255})(?![\w([{$])/gi,
    accept: (value) => !isPlaceholder(value) && isRandom(value) && !isJwtHeader(value),
    isGuess: true,
  },
];

const GUESSES = SHAPES.filter(({ isGuess }) => isGuess === true);

/** A token whose prefix names its issuer. */
function prefixed(kind: string, shape: string): Shape {
  // It does not begin inside a word, but it may be the default of a shell variable: `${NAME:-token}`.
  const before = "(?<!\\w|(?<!:|\\$\\{\\w{1,64})-)";
  const pattern = new RegExp(`${before}(?:${shape})(?![\\w-])`, "g");
  return { kind, pattern, accept: (value) => !isPlaceholder(value) && isMixed(value), isCertain: true };
}

const PLACEHOLDER =
  /x{4,}|\*{3}|\.{3}|your|example|placeholder|dummy|fake|sample|redacted|change_?me|insert|replace|secret|token|_key|-key|0{5}|12345|abc.?123|123.?abc|def.?ghi|def.?456|abcde|deadbeef|(.)\1{5}/i;

function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value.replace(/^(?:github_pat_|npm_|sk_live_)/, ""));
}

/** Real keys use many different characters, and are not names in kebab-case. */
function isMixed(value: string): boolean {
  return entropy(value) >= 3 && !/^[a-z_-]+$/.test(value);
}

/** A value without a known prefix must look random: mixed kinds of characters, and no words. */
function isRandom(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  const isHex = /^[0-9a-f]{32,}$/.test(value);
  if (isHex) return entropy(value) >= 3.3;
  return (
    kinds === 3 &&
    entropy(value) >= 4 &&
    !/[a-z]{7}|[A-Z]{7}|^[A-Za-z]+(?:[._-][A-Za-z0-9]+){1,20}$/.test(value)
  );
}

/** A token for anonymous visitors is public by design, and well-known examples are harmless. */
function isPrivateJwt(value: string): boolean {
  const payload = decodeBase64(value.split(".")[1] ?? "");
  return payload.startsWith("{") && !/1234567890|John Doe|"role":\s*"anon"|example/i.test(payload);
}

/** The first part of a JWT alone says only how the rest would be signed. */
function isJwtHeader(value: string): boolean {
  return !value.includes(".") && /^\{"(?:alg|typ|kid)":/.test(decodeBase64(value));
}

function decodeBase64(text: string): string {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

/** Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** The first characters show the kind, and no more. */
function masked(value: string): string {
  return `${value.slice(0, 4)}… (${value.length} characters)`;
}
