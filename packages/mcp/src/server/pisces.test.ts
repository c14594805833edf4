import { expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../../../runtime/src/testing/workshop.ts";
import { connectInMemory } from "../../testing/connect.ts";
import { createSkillServer } from "./create-skill-server.ts";

async function open() {
  const workshop = openWorkshop({
    "work/.pisces/skills/nat/SKILL.md": skillMd({ name: "nat", description: "Opens ports." }, "Open it.\n"),
    "work/.pisces/skills/nat/references/ports.md": "80\n",
    "work/.pisces/skills/odd/SKILL.md": skillMd({ name: "Odd One", description: "Odd." }, "Odd body.\n"),
    "work/secret.md": "secret",
  });
  onTestFinished(workshop.close);
  const runtime = await workshop.start({ profile: "pisces" });
  const client = await connectInMemory(createSkillServer(runtime, { watch: false }));
  const read = async (uri: string) => (await client.readResource({ uri })).contents;
  return { client, read };
}

test("P1 S5 S10 skill://name and skill://name/path are resources, as the instructions say", async () => {
  const { client, read } = await open();
  expect(client.getInstructions()).toContain("read `skill://<name>` before you begin");
  expect(await read("skill://nat")).toMatchObject([
    { uri: "skill://nat", mimeType: "text/markdown", text: expect.stringContaining("Open it.") },
  ]);
  expect(await read("skill://nat/references/ports.md")).toMatchObject([{ text: "80\n" }]);
  expect(await read("skill://Odd%20One")).toMatchObject([{ text: expect.stringContaining("Odd body.") }]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain("skill://{name}");
});

test.each([
  "skill://none",
  "skill://nat/none.md",
  "skill://nat/../secret.md",
  "skill://nat/%2e%2e/secret.md",
  "skill://..",
])("P1 S5 S10 %s is not found", async (uri) => {
  const { read } = await open();
  await expect(read(uri)).rejects.toThrow(/not found|[Ii]nvalid/);
});
