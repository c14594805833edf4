import { afterEach, describe, expect, it } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";
import { runDoctor } from "./run-doctor.ts";

let workshop: Workshop;
afterEach(() => workshop.close());

describe("runDoctor", () => {
  it("O3 checks Node, the directories of this user and the library of a runtime", async () => {
    workshop = openWorkshop({
      "home/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Fills in forms." }),
    });
    const runtime = await workshop.start();
    const report = await runDoctor(runtime, { cwd: workshop.at("work"), home: workshop.at("home"), env: {} });
    expect(report).toMatchObject({ ok: true, catalog: { skills: 1 }, next: [] });
    expect(report.checks[0]).toMatchObject({ check: "node", summary: `Node ${process.version}` });
    expect(report.checks[1]).toMatchObject({ check: "folders", status: "ok" });
  });

  it("O3 looks at the directories that the variables name", async () => {
    workshop = openWorkshop({ "home/file": "" });
    const env = { KNOWHOW_STATE_DIR: workshop.at("home/file/state") };
    const report = await runDoctor(await workshop.start(), { home: workshop.at("home"), env });
    expect(report.checks[1]).toMatchObject({
      status: "warning",
      items: [{ message: expect.stringContaining("the state directory"), path: workshop.at("home/file") }],
    });
  });

  it("refuses unknown options", async () => {
    workshop = openWorkshop();
    const runtime = await workshop.start();
    await expect(runDoctor(runtime, Object({ hom: "/x" }))).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining('did you mean "home"?'),
    });
  });
});
