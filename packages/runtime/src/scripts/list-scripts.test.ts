import { describe, expect, it } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";

const ROOT = "/home/ada/.agents/skills/docx";

async function listed(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { scripts } = await createRuntime(
    fakePorts({
      [`${ROOT}/SKILL.md`]: skillMd({ name: "docx", description: "Edits documents." }),
      ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text])),
    }),
  );
  return scripts.list("docx");
}

describe("runtime.scripts.list", () => {
  it("X10 gives the files directly under scripts/", async () => {
    expect(
      await listed({
        "scripts/a.py": "print(1)",
        "scripts/b.sh": "echo 1",
        "scripts/data.csv": "a,b",
        "scripts/lib/c.py": "print(1)",
        "other/d.py": "print(1)",
      }),
    ).toEqual(["scripts/a.py", "scripts/b.sh", "scripts/data.csv"]);
  });

  it.each([
    ["__init__.py", "", "print(1)"],
    ["helper.py", "x = 1", "import helper"],
    ["helper.py", "x = 1", "import os, helper as h"],
    ["helper.py", "x = 1", "from helper import x"],
    ["helper.py", "x = 1", "from .helper import x"],
    ["helper.py", "x = 1", "from . import helper"],
    ["helper.py", "x = 1", "from scripts.helper import x"],
    ["helper.py", "x = 1", "from scripts import helper"],
    ["helper.py", "x = 1", "def f():\n    from helper import (x,\n        y)\n"],
  ])("X10 leaves out %s (%j) if another script says %j", async (name, text, other) => {
    expect(await listed({ [`scripts/${name}`]: text, "scripts/main.py": other })).toEqual([
      "scripts/main.py",
    ]);
  });

  it.each([
    ["util.js", 'import { x } from "./util.js";'],
    ["util.mjs", 'import "./util.mjs";'],
    ["util.ts", "const x = await import('./util.ts');"],
    ["util.js", 'const x = require("./util");'],
  ])("X10 leaves out %s if another script says %s", async (name, other) => {
    expect(await listed({ [`scripts/${name}`]: "x = 1", "scripts/main.js": other })).toEqual([
      "scripts/main.js",
    ]);
  });

  it.each([
    ["conftest.py", "x = 1"],
    ["test_main.py", "import pytest\n"],
    ["test_main.py", "from main import run\n\ndef test_run():\n    run()\n"],
    ["main_test.py", "import unittest\nif __name__ == '__main__':\n    unittest.main()\n"],
    ["main.test.js", 'import { run } from "./main.js";'],
    ["main.spec.mts", ""],
  ])("X10 leaves out the test %s (%j), and keeps what it tests", async (name, text) => {
    const scripts = { "scripts/main.py": "run = 1", "scripts/main.js": "run()" };
    expect(await listed({ ...scripts, [`scripts/${name}`]: text })).toEqual([
      "scripts/main.js",
      "scripts/main.py",
    ]);
  });

  it("X10 gives a program that tests something else", async () => {
    expect(await listed({ "scripts/test_connection.py": "import socket\nprint('ok')" })).toEqual([
      "scripts/test_connection.py",
    ]);
  });

  it("X10 leaves out what a file in another folder imports", async () => {
    expect(await listed({ "scripts/base.py": "x = 1", "scripts/lib/more.py": "from base import x" })).toEqual(
      [],
    );
  });

  it.each([
    ["scripts/tool.py", 'def run():\n    pass\n\nif __name__ == "__main__":\n    run()\n'],
    ["scripts/tool.py", "#!/usr/bin/env python3\nprint(1)\n"],
  ])("X10 keeps a program that others import, too", async (path, text) => {
    expect(await listed({ [path]: text, "scripts/main.py": "import tool" })).toEqual([
      "scripts/main.py",
      "scripts/tool.py",
    ]);
  });

  it("X10 does not take a module of Python's own for a file of another name", async () => {
    expect(
      await listed({ "scripts/path.py": "x = 1", "scripts/main.py": "import os.path\nimport json" }),
    ).toEqual(["scripts/main.py", "scripts/path.py"]);
  });
});
