import type { Session, SessionOptions } from "@knowhow/runtime";
import { createRuntime } from "@knowhow/runtime/node";
import { describe, expect, it } from "vitest";
import { DRIVERS } from "../testing/drivers.ts";
import { readSkillFile } from "./skill-files.ts";

const LONG = Array.from({ length: 12_000 }, (_, at) => `line ${at}`).join("\n");

async function openPisces(options: SessionOptions = {}): Promise<Session> {
  const runtime = await createRuntime({
    profile: "pisces",
    config: false,
    providers: false,
    cache: false,
    skills: [
      {
        name: "pdf",
        text: "---\nname: pdf\ndescription: Reads PDF files.\n---\n\nRead the file first.\n",
        files: { "references/tables.md": "# Tables\n", "long.txt": LONG },
      },
    ],
  });
  return runtime.session(options);
}

describe.each(Object.entries(DRIVERS))("S5 the read tool of a host through %s", (_name, connect) => {
  const open = async (name = "read", session?: Session) => {
    const ran: unknown[] = [];
    const call = connect({
      session: session ?? (await openPisces()),
      name,
      run: (input) => {
        ran.push(input);
        return "from the disk";
      },
    });
    return { call, ran };
  };

  it("S5 P1 resolves skill:// as the prompt says, without running the tool", async () => {
    const { call, ran } = await open();
    expect(await call({ path: "skill://pdf" })).toContain("Read the file first.");
    expect(await call({ path: "skill://pdf/references/tables.md" })).toBe("# Tables\n");
    expect(ran).toEqual([]);
  });

  it("S5 leaves every other path to the tool", async () => {
    const { call, ran } = await open();
    expect(await call({ path: "/etc/hosts" })).toBe("from the disk");
    expect(await call({ path: "notes/skill://pdf" })).toBe("from the disk");
    expect(ran).toEqual([{ path: "/etc/hosts" }, { path: "notes/skill://pdf" }]);
  });

  it("S5 gives the guard's own message when an address is refused", async () => {
    const { call, ran } = await open();
    expect(await call({ path: "skill://pdf/../x" })).toContain('".." is not allowed');
    expect(await call({ path: "skill://pdf/none.md" })).toContain("File not found");
    expect(await call({ path: "skill://docx" })).toContain("no skill registered with name 'docx'");
    expect(ran).toEqual([]);
  });

  it.each(["Read", "read_file", "readFile", "ReadTextFile", "view"])("S5 knows the tool %s", async (name) => {
    const { call } = await open(name);
    expect(await call({ file_path: "skill://pdf/references/tables.md" })).toBe("# Tables\n");
  });

  it("S5 does not answer for a tool that writes", async () => {
    const { call, ran } = await open("write");
    expect(await call({ path: "skill://pdf/references/tables.md" })).toBe("from the disk");
    expect(ran).toHaveLength(1);
  });
});

describe("S5 a skill:// address", () => {
  it("S5 is read page by page", async () => {
    const session = await openPisces();
    const first = await readSkillFile(session, "read", { uri: "skill://pdf/long.txt" });
    const more = /\n\(page 1 of (\d+); read (skill:\/\/pdf\/long\.txt#page=2) to continue\)$/.exec(
      first?.text ?? "",
    );
    expect(Number(more?.[1])).toBeGreaterThan(1);
    let text = first?.text.slice(0, more?.index) ?? "";
    for (let page = 2; page <= Number(more?.[1]); page += 1) {
      const read = await readSkillFile(session, "read", { uri: `skill://pdf/long.txt#page=${page}` });
      text += (read?.text ?? "").replace(/\n\(page \d+ of \d+; read \S+ to continue\)$/, "");
    }
    expect(text).toBe(LONG);
  });

  it("S5 is also read by the tool that the profile names", async () => {
    const session = await openPisces();
    const resolve: Session["resolve"] = (...args) => session.resolve(...args);
    const given = { path: "skill://pdf/references/tables.md" };
    expect(await readSkillFile({ readTool: "fetch_document", resolve }, "fetch_document", given)).toEqual({
      text: "# Tables\n",
      isError: false,
    });
    expect(readSkillFile({ readTool: undefined, resolve }, "fetch_document", given)).toBeUndefined();
  });
});
