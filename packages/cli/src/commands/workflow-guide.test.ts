import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";
import { workflowSkill } from "../testing/workflows.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const GUIDE = readFileSync(new URL("../../../../docs/guide/workflows.md", import.meta.url), "utf8");

/** A document without what is different in every run. */
function masked(text: string, run: string): string {
  return text
    .replaceAll(run, "<run>")
    .replaceAll(/kh1\.[\w.-]+/g, "<token>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
}

describe("docs/guide/workflows.md", () => {
  it("X1 X4 X8 shows a workflow that runs, and what the commands print", async () => {
    const [, workflow = ""] = /^```yaml\n([\s\S]*?)^```$/m.exec(GUIDE) ?? [];
    sandbox = makeSandbox({
      ...workflowSkill("release-changes", workflow),
      "project/changes/1.md": "- Faster.\n",
      "project/changes/2.md": "- Safer.\n",
    });
    let [run, token] = ["", ""];
    const blocks = [...GUIDE.matchAll(/^```console\n\$ knowhow (.*)\n([\s\S]*?)^```$/gm)];
    expect(blocks).toHaveLength(3);
    for (const [, line = "", shown = ""] of blocks) {
      const words = line.replace("<run>", run).replace("<token>", token).split(" ");
      const { out, exit } = await sandbox.run(...words);
      run = /resume (\S+) /.exec(out)?.[1] ?? run;
      token = /TOKEN=(\S+)/.exec(out)?.[1] ?? token;
      const expected = { exit: shown.includes("is paused") ? 5 : 0, out: shown };
      expect({ exit, out: masked(out, run || "none") }).toEqual(expected);
    }
    expect(readFileSync(join(sandbox.project, "CHANGES.md"), "utf8")).toBe(
      "# 1.2.0\n\n- Faster.\n- Safer.\n",
    );
  });
});
