import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCommand } from "./parse-command.ts";

const words: readonly [string, readonly string[]][] = [
  ["git status", ["git", "status"]],
  ["  git   status ", ["git", "status"]],
  ["git commit -m 'a; b | c'", ["git", "commit", "-m", "a; b | c"]],
  ['git commit -m "say \\"hi\\" \\\\ now!"', ["git", "commit", "-m", 'say "hi" \\ now!']],
  ['grep "a\\.b" file', ["grep", "a\\.b", "file"]],
  ["grep -e'a'\"b\"c ''", ["grep", "-eabc", ""]],
  ["git show HEAD~1 HEAD^ v1.0#x", ["git", "show", "HEAD~1", "HEAD^", "v1.0#x"]],
  ["printf '%s' '$HOME `x` \\'", ["printf", "%s", "$HOME `x` \\"]],
  ["echo Grüße 日本 🙂", ["echo", "Grüße", "日本", "🙂"]],
  ["git commit -m '— done…'", ["git", "commit", "-m", "— done…"]],
  ["./run.sh --a=b:c", ["./run.sh", "--a=b:c"]],
];

test.each(words)("X7 the words of `%s` are known", (text, argv) => {
  expect(parseCommand(text)).toEqual({ argv });
});

const refused: readonly string[] = [
  "",
  "   ",
  "git;curl x",
  "git ; curl",
  "git&&rm",
  "git || rm",
  "git & rm",
  "git log | sh",
  "git |& sh",
  "git\ncurl",
  "git\r\ncurl",
  "git status\n",
  "git\tstatus",
  "git log > ~/.bashrc",
  "git log 2>&1",
  "git log >>x",
  "git apply < patch",
  "git <(x)",
  "git >(x)",
  "cat <<EOF",
  "cat <<< x",
  "git $(curl x)",
  'git "$(curl x)"',
  "git `x`",
  'git "`x`"',
  'git "\\`x\\`"',
  "git $HOME",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expansion of the shell
  "git ${HOME}",
  'git "$HOME"',
  'git "\\$HOME"',
  "git $'a\\nb'",
  "git $((1+1))",
  "(git status)",
  "{ git status; }",
  "git {a,b}",
  "git stash@{0}",
  "git add *.ts",
  "git add ?",
  "git add [ab]",
  "cat ~/x",
  "cat ~root/x",
  "cat ''~",
  "cat ''=ls",
  "make PREFIX=~/x",
  "git =ls",
  "git status # note",
  "# git",
  "!git",
  "! git status",
  "git !!",
  'git "!x"',
  "g\\it",
  "git a\\ b",
  "'git' status",
  'gi"t" status',
  "GIT_SSH_COMMAND=x git fetch",
  "A+=b git",
  "A=b",
  "if git",
  "time git status",
  "git 'status",
  'git "status',
  'git "status\\"',
  "git\u0000status",
  "git\u001b[31m",
  "git\u0085curl",
  "git\u00a0status",
  "git\u2028curl",
  "git\u202estatus",
  "git\u200bstatus",
  "git\ud800",
  "git ；curl",
  "git ｜ sh",
  "git \u037ecurl",
  "git ＄（x）",
  "git ｀x｀",
  "git －c x",
  `git ${"a".repeat(20_000)}`,
];

test.each(refused)("X7 `%s` is not one plain command", (text) => {
  const { argv, reason } = parseCommand(text);
  expect(argv).toBeUndefined();
  expect(reason).toMatch(/^(it|a|the|`)/);
});

test("X7 reading a command never throws, and quoting its words gives the same words again", () => {
  const shellish = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..." '\"\\$`;&|<>(){}[]*?~#!=-ab\n"),
      fc.string({ unit: "binary", maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(shellish, (text) => {
      const { argv } = parseCommand(text);
      if (argv === undefined) return;
      const [program, ...rest] = argv;
      const quoted = [program, ...rest.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`)].join(" ");
      expect(parseCommand(quoted)).toEqual({ argv });
    }),
    { numRuns: 1_000 },
  );
});

const pieces = [
  ..." ''\"\"\\$`;&|<>(){}[]*?~#!=-ab:,.^%@+ü",
  "HEAD~1",
  "x=~",
  "{a,b}",
  "'b c'",
  '"a b"',
  '"!"',
  "''",
];

describe.each(["sh", "bash", "zsh"])("X7 the words are those that %s would pass", (shell) => {
  const missing = spawnSync(shell, ["-c", "true"]).error !== undefined;

  test.skipIf(missing)(
    `X7 ${shell} agrees on every command that is accepted (skipped where it is not installed)`,
    () => {
      const texts = fc
        .sample(
          fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((parts) => `show ${parts.join("")}`),
          20_000,
        )
        .filter((text) => parseCommand(text).argv?.[0] === "show");
      const script = ["show() { printf '[%s]' \"$@\"; echo; }", ...texts].join("\n");
      const { stdout } = spawnSync(shell, ["-s"], { input: script, encoding: "utf8" });
      const expected = texts.map((text) => {
        const [, ...rest] = parseCommand(text).argv ?? [];
        return rest.length === 0 ? "[]" : rest.map((word) => `[${word}]`).join("");
      });
      expect(stdout.split("\n").slice(0, -1)).toEqual(expected);
      expect(texts.length).toBeGreaterThan(100);
    },
  );
});
