import { expect, test } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";

const TEA = {
  name: "tea",
  text: '---\nname: tea\ndescription: Brews tea.\nsteps: [{id: cup, ask: "Which?"}]\n---\nBrew it.\n',
  files: { "scripts/brew.sh": "echo hot\n" },
};

test("T3 X1 a rehearsal plans runs and executes nothing", async () => {
  const usual = await createRuntime(fakePorts({}), { skills: [TEA] });
  expect(await usual.runs.start("tea")).toMatchObject({ status: "paused" });

  const { runs, scripts } = await createRuntime(fakePorts({}), { skills: [TEA], rehearsal: "changed" });
  expect(await runs.plan("tea")).toMatchObject({ steps: [{ path: "cup" }] });
  const refused = expect.objectContaining({ code: "run.rehearsal" });
  await expect(runs.start("tea")).rejects.toEqual(refused);
  await expect(runs.chain(["tea"])).rejects.toEqual(refused);
  await expect(runs.script("tea", "brew.sh")).rejects.toEqual(refused);
  await expect(runs.resume("1")).rejects.toEqual(refused);
  await expect(runs.fork("1", { from: "cup" })).rejects.toEqual(refused);
  await expect(runs.work()).rejects.toEqual(refused);
  await expect(scripts.run("tea", "brew.sh")).rejects.toEqual(refused);
});
