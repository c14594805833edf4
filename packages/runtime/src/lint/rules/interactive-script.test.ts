import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { interactiveScript } from "./interactive-script.ts";

it.each([
  ["scripts/a.py", 'import sys\nname = input("Name? ")\n', 2, 8],
  ["scripts/a.py", 'if input("Sure? ") == "y":\n  go()\n', 1, 4],
  ["scripts/a.py", "secret = getpass.getpass()\n", 1, 10],
  ["scripts/sub/a.sh", 'read -r -p "Go on? " answer\n', 1, 1],
  ["scripts/a.mjs", "const x = await rl.question('Name? ')\n", 1, 17],
])("F12 flags %s with %j", async (path, text, line, column) => {
  const found = await interactiveScript.check(lintInput({ files: { [path]: text } }));
  expect(found).toMatchObject([{ path, line, column }]);
});

it.each([
  ["scripts/a.py", "# ask with input()\nx = user_input(1)\nform.input('x')\n"],
  ["scripts/a.py", "if sys.stdin.isatty():\n  input('Go on?')\n"],
  ["scripts/a.py", "parser.add_argument('--yes')\nargs.yes or input('Go on?')\n"],
  ["scripts/a.py", 'print("call input() yourself")\n'],
  ["scripts/a.sh", "while read -r line; do echo; done\n"],
  ["assets/template.py", "input('Name?')\n"],
  ["scripts/steps.template.sh", 'read -r -p "Done? " _\n'],
  ["scripts/a.txt", "input('Name?')\n"],
])("F12 lets %s with %j pass", async (path, text) => {
  expect(await interactiveScript.check(lintInput({ files: { [path]: text } }))).toEqual([]);
});

it("F12 a script that asks only with --interactive is accepted", async () => {
  const text = 'parser.add_argument("--interactive")\nif args.interactive:\n    name = input("Name? ")\n';
  expect(await interactiveScript.check(lintInput({ files: { "scripts/ask.py": text } }))).toEqual([]);
});
