import { describe, expect, test } from "vitest";
import { readPackages } from "./read-packages.ts";

const read = (script: string, program: string, files: Readonly<Record<string, string>>) =>
  readPackages(script, program, (path) => (Object.hasOwn(files, path) ? files[path] : undefined));

const INLINE = `# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "requests<3",
#   'rich[jupyter]>=13 ; python_version > "3.8"',
# ]
# ///
import requests
`;

describe("the packages that a script declares", () => {
  test("X10 inside of a Python script (PEP 723)", () => {
    const { packages, problems } = read("scripts/run.py", "python3", { "scripts/run.py": INLINE });
    expect(problems).toEqual([]);
    expect(packages).toEqual([
      {
        kind: "python",
        packages: ["requests<3", 'rich[jupyter]>=13 ; python_version > "3.8"'],
        source: "scripts/run.py",
      },
    ]);
  });

  test("X10 a declaration inside of the script comes before requirements.txt, which comes before none", () => {
    const requirements = "# ours\nnumpy==2.1.0  # fast\n\npandas\n";
    const files = {
      "scripts/run.py": "",
      "requirements.txt": "top",
      "scripts/requirements.txt": requirements,
    };
    expect(read("scripts/run.py", "python3", files).packages).toEqual([
      { kind: "python", packages: ["numpy==2.1.0", "pandas"], source: "scripts/requirements.txt" },
    ]);
    expect(
      read("scripts/run.py", "python3", { ...files, "scripts/run.py": INLINE }).packages[0]?.source,
    ).toBe("scripts/run.py");
    expect(read("scripts/run.py", "python3", {})).toEqual({ packages: [], problems: [] });
  });

  test("X10 in package.json, for Node", () => {
    const text = JSON.stringify({
      dependencies: { "left-pad": "^1.3.0", "@scope/x": "~2 || 3", any: "*" },
      devDependencies: { no: "1" },
    });
    expect(read("scripts/run.mjs", "node", { "package.json": text }).packages).toEqual([
      { kind: "node", packages: ["@scope/x@~2 || 3", "any@*", "left-pad@^1.3.0"], source: "package.json" },
    ]);
  });

  test.each([
    ["-r other.txt"],
    ["--index-url http://evil.test/simple"],
    ["evil @ https://evil.test/evil.whl"],
    ["git+https://evil.test/evil.git"],
    ["./local"],
    ["/etc/passwd"],
    ["-e ."],
    ["file:///tmp/x"],
  ])("X10 %s is not a package, and is told", (line) => {
    const { packages, problems } = read("scripts/run.py", "python3", { "requirements.txt": line });
    expect(packages).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  test.each([
    ["git+ssh://git@evil.test/x.git"],
    ["file:../x"],
    ["https://evil.test/x.tgz"],
    ["user/repo"],
    ["npm:other@1"],
    ["1 --ignore-scripts=false"],
    [7],
  ])("X10 the version %j is not used for Node", (version) => {
    const text = JSON.stringify({ dependencies: { x: version } });
    const { packages, problems } = read("scripts/run.js", "node", { "package.json": text });
    expect(packages).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  test.each([
    ["not json"],
    ["[]"],
    ['{"dependencies":[]}'],
    ['{"dependencies":null}'],
  ])("X10 a package.json with %s declares nothing", (text) => {
    expect(read("scripts/run.js", "node", { "package.json": text })).toEqual({ packages: [], problems: [] });
  });

  test("X10 a list ends at the first thing that is not a string, and may have comments", () => {
    const inline = (list: string) => `# /// script\n# dependencies = [${list}\n# ///\n`;
    const names = (list: string) =>
      read("scripts/run.py", "python3", { "scripts/run.py": inline(list) }).packages[0]?.packages;
    expect(names('"a", ['.repeat(20_000))).toEqual(["a"]);
    expect(names('"a", # why\n#  "b", ]\n# other = ["c"]')).toEqual(["a", "b"]);
    expect(names('"a", { evil = "b" }, "c"]')).toEqual(["a"]);
  });
});
