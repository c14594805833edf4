import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseScript } from "../simulation/parse-script.ts";
import { playScript } from "../simulation/play-script.ts";
import { skillMd } from "../testing/workshop.ts";
import { type TemporaryRuntimeOptions, temporaryProject } from "./temporary-project.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "knowhow-temporary-"));
  for (const variable of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(variable, folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const script = (...lines: readonly unknown[]) =>
  parseScript(lines.map((line) => JSON.stringify(line)).join("\n"));

describe("temporaryProject", () => {
  it("O3 is filled by a script, in the project and in the home directory", async () => {
    const project = temporaryProject();
    const played = await playScript(
      script(
        {
          write: {
            ".agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Fills in forms." }),
            "~/.agents/skills/docx/SKILL.md": skillMd({ name: "docx", description: "Writes letters." }),
          },
        },
        { user: "/pdf" },
        { expect: { active: ["pdf"], baselineIncludes: ["pdf", "docx"] } },
        { remove: [".agents"] },
        { reload: true },
      ),
      project,
    );
    project.close();
    expect(played).toMatchObject({ ok: true, steps: [{}, {}, {}, {}, { skills: 1, changed: true }] });
    expect(JSON.stringify(played)).toContain("/simulated/project/.agents/skills/pdf");
    expect(JSON.stringify(played)).not.toContain(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("O3 lets the host open the runtime, with the search path and no other variable", async () => {
    const given: TemporaryRuntimeOptions[] = [];
    const project = temporaryProject({
      env: { PATH: "/bin", SECRET: "x" },
      open: async (options) => {
        given.push(options);
        throw new Error("not today");
      },
    });
    await expect(playScript(script({ user: "x" }), project)).rejects.toThrow("not today");
    expect(given).toMatchObject([{ cache: false, env: { PATH: "/bin" } }]);
    expect(given[0]?.env).not.toHaveProperty("SECRET");
    expect(existsSync(given[0]?.cwd ?? "")).toBe(true);
    project.close();
    expect(existsSync(given[0]?.cwd ?? "")).toBe(false);
  });

  it("O3 is removed when the process ends, and leaves no listener after it was closed", () => {
    const known = process.listeners("exit");
    const project = temporaryProject();
    expect(readdirSync(folder)).toHaveLength(1);
    const [onExit] = process.listeners("exit").filter((listener) => !known.includes(listener));
    onExit?.call(process, 130);
    expect(readdirSync(folder)).toEqual([]);
    project.close();
    expect(process.listeners("exit")).toEqual(known);
  });
});
