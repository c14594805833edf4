import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { EXIT } from "../io/exit-codes.ts";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";
import { workflowSkill } from "../testing/workflows.ts";

let sandbox: Sandbox;
afterEach(() => sandbox?.remove());

const GUIDE = readFileSync(new URL("../../../../docs/guide/unattended.md", import.meta.url), "utf8");
const [, WORKFLOW = ""] = /^```yaml\n([\s\S]*?)^```$/m.exec(GUIDE) ?? [];
const SCRIPTS = [...GUIDE.matchAll(/^```sh\n(#!\/bin\/sh\n[\s\S]*?)^```$/gm)].map(([, text = ""]) => text);
const SKILL = { ...workflowSkill("publish-notes", WORKFLOW), "project/weeks/2026-W47.md": "notes" };

const bin = fileURLToPath(new URL("../../bin/knowhow.js", import.meta.url));
const isBuilt = existsSync(fileURLToPath(new URL("../../dist/main.cjs", import.meta.url)));

/** What a worker says on stderr until these lines have come. */
async function workUntil(lines: string, argv: readonly string[], run: string): Promise<string> {
  const said: string[] = [];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const serving = { input: new PassThrough(), output: new PassThrough(), untilStopped: () => stopped };
  const stderr = { write: (text: string) => void said.push(text), isTTY: false, columns: undefined };
  const working = sandbox.runWith({ serving, stderr }, ...argv);
  const shown = () => said.join("").replaceAll(run, "<run>");
  await expect.poll(shown, { timeout: 10_000 }).toBe(lines);
  stop();
  expect((await working).exit).toBe(0);
  return lines;
}

describe("docs/guide/unattended.md", () => {
  it("has a row for every exit code of a run", () => {
    const rows = [...GUIDE.matchAll(/^\| (\d) \| /gm)].map(([, code]) => Number(code));
    expect(rows).toEqual([EXIT.done, EXIT.no, EXIT.usage, EXIT.broken, EXIT.refused, EXIT.paused]);
  });

  it("X8 X9 shows what the commands and the worker print", async () => {
    sandbox = makeSandbox(SKILL);
    let run = "none";
    const blocks = [...GUIDE.matchAll(/^```console\n\$ knowhow (.*)\n([\s\S]*?)^```$/gm)];
    expect(blocks).toHaveLength(5);
    for (const [, line = "", shown = ""] of blocks) {
      const words = line.replace("<run>", run).split(" ");
      if (words[0] === "worker") {
        await workUntil(shown, words, run);
        continue;
      }
      const { out, exit } = await sandbox.run(...words);
      if (line.includes("--detach")) run = out.trim();
      const masked = out.replaceAll(run, "<run>").replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, "<started>");
      expect({ exit, out: masked }).toEqual({ exit: 0, out: shown });
    }
    expect(readFileSync(join(sandbox.project, "public/2026-W47.md"), "utf8")).toBe("notes");
  });

  it.skipIf(!isBuilt || process.platform === "win32")(
    "X8 has scripts that go on only after a run that succeeded (skipped when the program is not built)",
    async () => {
      sandbox = makeSandbox({
        ...SKILL,
        "project/deploy.sh": "echo deployed\n",
        "bin/knowhow": `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`,
      });
      await sandbox.trustAll();
      const program = join(sandbox.home, "../bin");
      const start = (script = "", week = "2026-W47") =>
        spawnSync(
          "/bin/sh",
          [
            "-c",
            `chmod +x "$0/knowhow" deploy.sh\n${script.replace("/srv/notes", sandbox.project)}`,
            program,
          ],
          {
            cwd: sandbox.project,
            env: { PATH: `${program}:/usr/bin:/bin`, HOME: sandbox.home, WEEK: week },
            encoding: "utf8",
          },
        );
      const [ci, cron] = SCRIPTS;
      expect(SCRIPTS).toHaveLength(2);
      const paused = start(ci);
      expect(paused).toMatchObject({ status: 5, stdout: expect.stringContaining("is paused at step ok") });
      expect(paused.stdout).not.toContain("deployed");
      expect(start(ci, "2026-W48")).toMatchObject({ status: 1 });
      const mailed = start(cron);
      expect(mailed).toMatchObject({ status: 5, stderr: "" });
      const [, token = "", answer = ""] =
        /^ {2}TOKEN=(\S+)\n.*\n {2}(knowhow resume \S+ --approve.*)$/m.exec(mailed.stdout) ?? [];
      expect(start(`cd /\nTOKEN=${token}\n${answer}\n`)).toMatchObject({
        status: 0,
        stdout: "public/2026-W47.md\n",
      });
      // Without the question both go on.
      sandbox.write(
        workflowSkill("publish-notes", WORKFLOW.replace(/^.*approve:.*\n/m, "").replace(/^ *if:.*\n/m, "")),
      );
      await sandbox.trustAll();
      expect(start(cron)).toMatchObject({ status: 0, stdout: "", stderr: "" });
      expect(start(ci)).toMatchObject({ status: 0, stdout: "public/2026-W47.md\ndeployed\n" });
    },
    60_000,
  );
});
