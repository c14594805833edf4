import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import type { ProposalFile } from "../../proposal.ts";
import { certainCredentialsIn } from "../../security/credentials.ts";
import { mayContainSecrets } from "../../security/secret-files.ts";
import { decodeText, isBinary } from "../../serving/decode-text.ts";

/** Files that are read by people and models. Everything else may be run, also the steps of a workflow. */
const PROSE = /\.(?:md|markdown|rst|txt)$/i;

/** What separates words of a program. */
const BETWEEN = /[\s"'`=()[\]{},;|&<>@]+/;

/** Where the home directory and the root of the file system begin. */
const ABSOLUTE = /^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|[A-Za-z]:)?[\\/]/i;

/**
 * What a skill that an agent writes must not contain: a credential, and a program that names the user's keys. A text that
 * names them is a note for the user, because a text about keys may be just that.
 */
export function checkSecrets(files: readonly ProposalFile[]): {
  readonly diagnostics: readonly Diagnostic[];
  readonly notes: readonly string[];
} {
  const texts = files.filter(({ bytes }) => !isBinary(bytes));
  const read = texts.map(({ path, bytes }) => ({ path, text: decodeText(bytes) }));
  const named = read.flatMap(({ path, text }) => {
    const place = secretPlaceIn(text);
    return place === undefined ? [] : [{ path, place, isProse: PROSE.test(path) }];
  });
  return {
    diagnostics: [
      ...read.flatMap(({ path, text }) => checkCredentials(path, text)),
      ...named.filter(({ isProse }) => !isProse).map(({ path, place }) => secretAccess(path, place)),
    ],
    notes: named.filter(({ isProse }) => isProse).map(({ path, place }) => `${path} names ${place}`),
  };
}

/** The gate would withhold such a file, and whoever reads the skill later would have the key. */
function checkCredentials(path: string, text: string): readonly Diagnostic[] {
  const [found] = certainCredentialsIn(text);
  if (found === undefined) return [];
  return [
    diagnose("authoring.credentials", `${path} contains ${found.kind}: ${found.evidence}`, {
      path,
      hint: "read it from the environment, and do not write it down",
    }),
  ];
}

function secretAccess(path: string, place: string): Diagnostic {
  return diagnose("authoring.secret-access", `${path} names ${place}, where the user's keys are`, {
    path,
    hint: "do without it; only the user can add a program that needs it, by hand",
  });
}

/** The first path of a folder or file with keys, also if it is put together from parts or encoded. */
function secretPlaceIn(text: string): string | undefined {
  const whole = joined(filled(text));
  return [text, joined(text), unquoted(text), whole, backwards(whole), ...decoded(text)]
    .map(placeIn)
    .find((place) => place !== undefined);
}

/** Strings that a program joins, as in `".s" + "sh"` and `".s" "sh"`. */
function joined(text: string): string {
  return text.replaceAll(/["'`]\s{0,20}[+.]?\s{0,20}["'`]/g, "");
}

/** A text with the values of its variables and formats, where they are parts of a string: `a + b`, `f"{a}"`, `$a`. */
function filled(text: string): string {
  const values = new Map<string, string>();
  for (const [, name = "", quoted, bare] of text.matchAll(ASSIGNMENT)) values.set(name, quoted ?? bare ?? "");
  const formatted = text.replaceAll(FORMAT, (_, format: string, given: string) => {
    const words = given.split(",").map((word) => word.trim().replaceAll(/^["']|["']$/g, ""));
    let at = 0;
    return `"${format.replaceAll(/\{(\d{0,2})\}/g, (__, index: string) => words[index === "" ? at++ : Number(index)] ?? "")}"`;
  });
  return formatted.replaceAll(
    VARIABLE,
    (whole, braced?: string, marked?: string, after?: string, before?: string) => {
      const added = after ?? before;
      const value = values.get(braced ?? marked ?? added ?? "");
      if (value === undefined) return whole;
      return added === undefined ? value : `"${value}"`;
    },
  );
}

/** A short string that a variable is set to. */
const ASSIGNMENT =
  /(?<=^|[\s;])(\w{1,40})\s{0,5}=\s{0,5}(?:["'`]([^"'`\n]{1,40})["'`]|([\w./~-]{1,40})(?=[\s;]|$))/g;
const FORMAT = /["']([^"'\n]{0,200})["']\.format\(([^()\n]{0,200})\)/g;
/** A variable within a string, or one that is added to another string. */
const VARIABLE = /\$?\{(\w{1,40})\}|\$(\w{1,40})|(?<=\+\s{0,20})(\w{1,40})\b|\b(\w{1,40})(?=\s{0,20}\+)/g;

/** Strings that a program reverses. */
function backwards(text: string): string {
  return /::-1|reverse|\brev\b/.test(text) ? [...text].reverse().join("") : "";
}

/** Quotes and backslashes within a word of a shell, as in `.s''sh`. */
function unquoted(text: string): string {
  return text.replaceAll(/(?<=[\w./~])(?:["']{1,4}|\\)(?=[\w./])|(?<=\/\.?)["']|(?<=\w)["'](?=\w)/g, "");
}

/** Words of base64 that are text. */
function decoded(text: string): readonly string[] {
  return (text.match(/[A-Za-z0-9+/]{12,400}={0,2}/g) ?? []).slice(0, 200).flatMap((word) => {
    try {
      const plain = atob(word);
      return /^[\x20-\x7e\n]+$/.test(plain) ? [plain] : [];
    } catch {
      return [];
    }
  });
}

function placeIn(text: string): string | undefined {
  if (
    !/\.(?:ssh|aws|azure|gnupg|kube|docker|oci|password-store|config|[a-z]*rc|env)|credential|key/i.test(text)
  )
    return undefined;
  for (const word of text.split(BETWEEN)) {
    const path = word.replaceAll(/[\\/]+/g, "/").replace(/(?<![.:])[.:]+$/, "");
    if (path === "" || path.length > 500) continue;
    if (isSecretFolder(path) || (ABSOLUTE.test(path) && mayContainSecrets(path)))
      return JSON.stringify(path.slice(0, 80));
  }
  return undefined;
}

/** `a` is not the name of a secret, so only the folders count. */
function isSecretFolder(path: string): boolean {
  return mayContainSecrets(`${path}/a`);
}
