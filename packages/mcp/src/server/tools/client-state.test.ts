import { afterEach, expect, it } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../../../../runtime/src/testing/workshop.ts";
import { sharedState } from "./client-state.ts";

let workshop: Workshop | undefined;
afterEach(() => workshop?.close());

const skill = (name: string) => ({
  [`work/.agents/skills/${name}/SKILL.md`]: skillMd({ name, description: "x" }),
});

it("S10 a skill whose tools are removed is no longer active in the client's session", async () => {
  workshop = openWorkshop({ ...skill("pdf"), ...skill("Odd One") });
  const client = sharedState(await workshop.start());
  const session = await client.session();
  for (const [name, wire] of [
    ["pdf", "pdf"],
    ["Odd One", "odd-one"],
  ] as const) {
    await session.call("skill_load", { name });
    client.mounted.mount(wire);
  }
  const active = async () => (await client.session()).toJSON().activations.map(({ name }) => name);
  expect(await active()).toEqual(["pdf", "Odd One"]);
  client.mounted.unmount("odd-one");
  expect(await active()).toEqual(["pdf"]);
});

it("S10 a client's session continues with the newest library", async () => {
  workshop = openWorkshop(skill("pdf"));
  const runtime = await workshop.start();
  const client = sharedState(runtime);
  const load = async () => (await client.session()).call("skill_load", { name: "notes" });
  expect((await load()).isError).toBe(true);
  workshop.write(skill("notes"));
  await runtime.reload();
  expect((await load()).isError).toBe(false);
});
