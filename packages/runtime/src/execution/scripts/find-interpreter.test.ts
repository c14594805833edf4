import { describe, expect, test } from "vitest";
import { findInterpreter } from "./find-interpreter.ts";

const find = (path: string, text = "") => findInterpreter(path, new TextEncoder().encode(text));

describe("how a script is started", () => {
  test.each([
    ["run.py", "print(1)", "python3", []],
    ["run", "#!/usr/bin/env python3\n", "python3", []],
    ["run", "#!/usr/bin/env -S python3 -u\n", "python3", ["-u"]],
    ["run", "#!/usr/bin/python\n", "python3", []],
    ["run.py", "#!/usr/bin/env -S uv run --script\n", "python3", []],
    ["run.sh", "echo", "bash", []],
    ["run.sh", "#!/bin/sh -e\r\necho", "sh", ["-e"]],
    ["RUN.MJS", "", "node", []],
    ["run", "#!/usr/bin/env A=b ruby\n", "ruby", []],
    ["run.py", "#! /usr/local/bin/python3.12 \n", "python3.12", []],
  ])("X10 %s with %j is started with %s", (path, text, program, args) => {
    expect(find(path, text)).toEqual({ program, args });
  });

  test.each([
    ["run", ""],
    ["run.exe", "MZ"],
    ["run", "#!\n"],
    ["run", "#!/usr/bin/env\n"],
    ["run", "#!/usr/bin/env -S\n"],
    ["run", "#!../evil/../\n"],
    ["run.constructor", ""],
    ["run", `#!/bin/${"a".repeat(300)}`.slice(0, 5)],
  ])("X10 it is not guessed for %s with %j", (path, text) => {
    expect(find(path, text)?.program).not.toBe("bash");
    expect(find(path, text)).toSatisfy((found) => found === undefined || /^[\w.+-]+$/.test(found.program));
  });
});
