import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const examples = readdirSync(new URL("../examples", import.meta.url)).filter((name) => name.endsWith(".ts"));

test("the examples are a numbered course", () => {
  expect(examples.length).toBeGreaterThan(0);
  for (const [index, name] of examples.sort().entries())
    expect(name).toMatch(new RegExp(`^${String(index + 1).padStart(2, "0")}-`));
});

test.each(examples)("the example %s runs and its assertions hold", async (name) => {
  const source = ["--conditions=@knowhow/source", "--import", "tsx", `examples/${name}`];
  const { stdout } = await promisify(execFile)(process.execPath, source, { cwd: root });
  expect(stdout).not.toBe("");
});
