import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { trialTool } from "../../testing/trial-run.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { Session } from "./session.ts";

const AT = "home/.agents/skills";
const body = (text: string) => skillMd({ name: "guide", description: "Guides." }, text);
const TREE = {
  [`${AT}/guide/SKILL.md`]: body("First body. See references/ref.md."),
  [`${AT}/guide/references/ref.md`]: "First reference.",
  [`${AT}/count/SKILL.md`]: skillMd({ name: "count", description: "Counts." }),
  [`${AT}/count/workflow.yaml`]: "steps:\n  - { id: a, skill: helper }\noutput: first {{ a }}\n",
  [`${AT}/helper/SKILL.md`]: skillMd({ name: "helper", description: "Helps." }),
  [`${AT}/helper/workflow.yaml`]: "steps:\n  - { id: a, tool: tell }\noutput: helper\n",
};

async function open() {
  const workshop = openWorkshop(TREE);
  onTestFinished(workshop.close);
  const tell = trialTool("tell", () => "told");
  const start = () => workshop.start({ workflows: { tools: { list: () => [tell] } } });
  const edit = (path: string, text: string) => writeFileSync(workshop.at(`${AT}/${path}`), text);
  const editAll = () => {
    edit("guide/SKILL.md", body("Edited body."));
    edit("guide/references/ref.md", "Edited reference.");
    edit("count/workflow.yaml", "steps:\n  - { id: a, tool: tell }\noutput: edited\n");
    edit("helper/workflow.yaml", "steps:\n  - { id: a, tool: tell }\noutput: edited helper\n");
  };
  return { start, edit, editAll, at: workshop.at, session: await (await start()).session() };
}

const load = async (session: Session, name = "guide") => (await session.call("skill_load", { name })).text;
const read = async (session: Session) =>
  (await session.call("skill_read", { name: "guide", path: "references/ref.md" })).text;
const run = async (session: Session) => (await session.call("skill_run", { name: "count" })).text;

describe("R6 a subagent is frozen when it is made", () => {
  test("an edit in the same tick reaches neither its bodies, its files nor its workflows", async () => {
    const { session, editAll } = await open();
    const child = session.fork();
    editAll();
    expect(await load(child)).toContain("First body.");
    expect(await read(child)).toContain("First reference.");
    expect(await run(child)).toContain("first helper");
    // The parent sees the edits, so they were there.
    expect(await load(session)).toContain("Edited body.");
    expect(await read(session)).toContain("Edited reference.");
    expect(await run(session)).toContain("edited");
  });

  test("a skill outside its list that a workflow calls is frozen, too", async () => {
    const { session, edit } = await open();
    const child = session.fork({ skills: ["count"] });
    edit("helper/workflow.yaml", "steps:\n  - { id: a, tool: tell }\noutput: edited helper\n");
    expect(await run(child)).toContain("first helper");
  });

  test("files that are deleted or added later change nothing", async () => {
    const { session, edit, at } = await open();
    const child = session.fork();
    rmSync(at(`${AT}/count`), { recursive: true });
    edit("guide/later.md", "Later.");
    expect(await run(child)).toContain("first helper");
    expect((await child.call("skill_read", { name: "guide", path: "later.md" })).isError).toBe(true);
    expect((await session.call("skill_read", { name: "guide", path: "later.md" })).text).toContain("Later.");
  });

  test("its own subagent has its skills, not a mixture of old bodies and new files", async () => {
    const { session, editAll } = await open();
    const child = session.fork();
    editAll();
    const grandchild = child.fork();
    expect(await load(grandchild)).toContain("First body.");
    expect(await read(grandchild)).toContain("First reference.");
    expect(await run(grandchild)).toContain("first helper");
    expect(await read(child.fork({ bodies: "on-load" }))).toContain("Edited reference.");
    expect(await read(session.fork())).toContain("Edited reference.");
  });
});

describe("R6 S9 a subagent that is restored", () => {
  const restored = async (workshop: Awaited<ReturnType<typeof open>>, child: Session) =>
    (await workshop.start()).session({ restore: JSON.parse(JSON.stringify(child)) });

  test("has everything that is still as it was", async () => {
    const workshop = await open();
    const later = await restored(workshop, workshop.session.fork());
    workshop.editAll();
    expect(await load(later)).toContain("First body.");
    expect(await read(later)).toContain("First reference.");
    expect(await run(later)).toContain("first helper");
  });

  test("never has the edited text: it says that the skill is gone, and still has what it had loaded", async () => {
    const workshop = await open();
    const [child, other] = [workshop.session.fork(), workshop.session.fork()];
    expect(await load(other)).toContain("First body.");
    workshop.editAll();
    const later = await restored(workshop, child);
    for (const text of [await load(later), await read(later), await run(later)]) {
      expect(text).not.toMatch(/edited/i);
      expect(text).toContain("has changed since this conversation began");
    }
    const loaded = await restored(workshop, other);
    await loaded.compacted({ keepTokens: 0 });
    expect(await load(loaded)).toContain("First body.");
  });

  test("never has the edited text when it is restored twice, or in a subagent of its own", async () => {
    const workshop = await open();
    const child = workshop.session.fork();
    workshop.editAll();
    const once = await restored(workshop, child);
    for (const later of [await restored(workshop, once), once.fork(), await restored(workshop, once.fork())])
      for (const text of [await load(later), await read(later), await run(later)])
        expect(text).toContain("has changed since this conversation began");
  });

  test("a whole skill is compared, so that an edited file alone makes it gone", async () => {
    const workshop = await open();
    const child = workshop.session.fork();
    workshop.edit("guide/references/ref.md", "Edited reference.");
    const later = await restored(workshop, child);
    expect(await read(later)).toContain("has changed since this conversation began");
    expect(await run(later)).toContain("first helper");
  });
});
