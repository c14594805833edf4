import { once } from "../../basics/once.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { bodyParts } from "../body-parts.ts";
import { examplesIn } from "../examples.ts";
import type { MarkdownParts } from "../markdown.ts";
import { placesIn } from "../places.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** agentskills.io: refer to files by paths relative to the skill's root. */
export const absolutePath: SkillRule = { code: "lint.absolute-path", scope: "skill", check };

function check(input: LintSkillInput): readonly Diagnostic[] {
  const { body, bodyLine } = input;
  const place = placesIn(body, bodyLine);
  const isExample = once(() => examplesIn(body));
  const isData = once(() => dataIn(bodyParts(input)));
  const seen = new Set<string>();
  return [...body.matchAll(HOME)].flatMap((match) => {
    const [home, , owner = ""] = match;
    if (seen.has(home) || isPlaceholder(owner) || isCreated(owner, body)) return [];
    if (isExample()(match.index) || isData()(match.index)) return [];
    seen.add(home);
    return diagnose(
      "lint.absolute-path",
      `the body names \`${home}\`, a folder that exists only on one machine`,
      {
        ...place(match.index),
        hint: "write the path relative to the skill's directory, or with `~` or a variable",
      },
    );
  });
}

/** A user's home directory, unless it is part of a URL or a longer path. */
const HOME =
  /(?<![\w.~$}%)/-]|\w:)(?:file:\/\/)?(\/Users\/|\/home\/|[A-Za-z]:\\{1,2}Users\\{1,2}|\/[a-z]\/Users\/|\/mnt\/c\/Users\/)([\p{L}\p{N}_.@-]{1,64})(?=[/\\])/gu;

/** Tells whether an offset is in a block that shows data or output: an agent follows prose, code and commands. */
function dataIn({ code }: MarkdownParts): (offset: number) => boolean {
  const lines = code.filter(({ info, text }) => DATA.test(info) || (info === "" && !COMMAND.test(text)));
  return (offset) => lines.some(({ start, text }) => start <= offset && offset <= start + text.length);
}

/** The languages of such a block. */
const DATA = /^(?:te?xt|plaintext|log|output|markdown|md|json\w*|ya?ml)\b/i;

/** A line of a block without a language that is a command. */
const COMMAND = /^\s*(?:[$>] )?[a-z.~/][\w./~-]*\s/;

/** True for an account that the text itself creates or becomes, such as `useradd -m scanner`. */
function isCreated(owner: string, body: string): boolean {
  return [...body.matchAll(ACCOUNT)].some(([line]) => line.split(/[^\p{L}\p{N}_.@-]+/u).includes(owner));
}

const ACCOUNT = /\b(?:useradd|adduser|usermod|sudo -u|su -l?)\b[^\n]{0,300}/g;

function isPlaceholder(owner: string): boolean {
  return (
    SHARED.has(owner.toLowerCase()) ||
    /^(?:your|my|x{2,}$|some|target)|user|name|\.{2,}|example|test|demo/i.test(owner)
  );
}

/** Accounts of containers and hosted runners, and names used in examples. */
const SHARED = new Set(
  `admin administrator agent agents alice app appuser bob builder carol charlie circleci claude coder codespace codex container deploy dev
  developer devuser docker foo bar git gitpod guest jane janedoe jdoe jenkins john johndoe jovyan jsmith linuxbrew me node
  nonroot oai openclaw pi postgres public pwuser root runner sandbox shared suspect ubuntu vagrant victim vscode workspace www you`.split(
    /\s+/,
  ),
);
