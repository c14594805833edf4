import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

/** Two pages and a bit, each character with its own place. */
const LONG = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join("");
const SKILL = "project/.agents/skills/pdf";
const FILES = {
  [`${SKILL}/SKILL.md`]: skillText("pdf", "Fills in forms. Use when asked."),
  [`${SKILL}/references/forms.md`]: "# Forms\n\nTab:\there \u001b]0;owned\u0007\u202eend\n",
  [`${SKILL}/references/long.txt`]: LONG,
  [`${SKILL}/logo.png`]: new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]),
  "project/.agents/skills/secret.txt": "not yours",
};

describe("knowhow read", () => {
  it("S5 prints a SKILL.md and any other file of a skill, byte for byte", async () => {
    sandbox = makeSandbox(FILES);
    expect((await sandbox.run("read", "skill://pdf")).out).toBe(FILES[`${SKILL}/SKILL.md`]);
    expect(await sandbox.run("read", "skill://pdf/references/forms.md")).toMatchObject({
      exit: 0,
      out: FILES[`${SKILL}/references/forms.md`],
      err: "",
    });
  });

  it("S5 keeps control characters from a terminal, and lines and tabs as they are", async () => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.runWith({ tty: true }, "read", "skill://pdf/references/forms.md");
    expect(ran.out).toBe("# Forms\n\nTab:\there end\n");
  });

  it("S5 gives address, type, encoding, pages and size as JSON", async () => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.run("read", "skill://pdf/references/forms.md", "--json");
    expect(ran.json()).toEqual({
      url: "skill://pdf/references/forms.md",
      path: "references/forms.md",
      contentType: "text/markdown",
      encoding: "utf-8",
      page: 1,
      pages: 1,
      size: Buffer.byteLength(FILES[`${SKILL}/references/forms.md`] ?? ""),
      text: FILES[`${SKILL}/references/forms.md`],
    });
  });

  it("S5 gives a long file page by page, without a gap", async () => {
    sandbox = makeSandbox(FILES);
    const address = "skill://pdf/references/long.txt";
    const first = (await sandbox.run("read", address, "--json")).json();
    expect(first).toMatchObject({ page: 1, pages: 4 });
    const pages: unknown[] = [];
    for (const page of ["1", "2", "3", "4"]) {
      const reading = Object((await sandbox.run("read", address, "--page", page, "--json")).json());
      expect(reading.page).toBe(Number(page));
      pages.push(reading.text);
    }
    expect(pages.join("")).toBe(LONG);
    const beyond = await sandbox.run("read", address, "--page", "5");
    expect(beyond).toMatchObject({ exit: 1, out: "" });
    expect(beyond.err).toContain("has only 4 pages");
  });

  it("S5 refuses a binary file, says how to get it, and prints it with --json", async () => {
    sandbox = makeSandbox(FILES);
    for (const tty of [true, false]) {
      const ran = await sandbox.runWith({ tty, env: { NO_COLOR: "1" } }, "read", "skill://pdf/logo.png");
      expect(ran).toMatchObject({ exit: 2, out: "" });
      expect(ran.err).toContain("logo.png is a binary file (image/png, 8 bytes)");
      expect(ran.err).toContain("knowhow read skill://pdf/logo.png --json");
    }
    expect((await sandbox.run("read", "skill://pdf/logo.png", "--json")).json()).toMatchObject({
      encoding: "base64",
      text: "iVBORwABAgM=",
    });
  });

  it.each([
    ["skill://pfd", 'no skill named "pfd"', "did you mean pdf?"],
    ["skill://pdf/references/form.md", "File not found", "knowhow show pdf"],
    ["skill://pdf/nothing-like-it", "File not found", "knowhow show pdf"],
  ])("S5 says plainly that %s is not there", async (address, message, hint) => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.run("read", address);
    expect(ran).toMatchObject({ exit: 1, out: "" });
    expect(ran.err).toContain(message);
    expect(ran.err).toContain(hint);
  });

  it.each([
    "pdf/../secret.txt",
    "https://pdf",
    "skill://",
    "skill://pdf/../secret.txt",
    "skill://pdf/%2e%2e/secret.txt",
    "skill://pdf//etc/passwd",
    "skill://pdf/%252e%252e/secret.txt",
    "skill://pdf/%zz",
  ])("S5 refuses the address %s before any file is looked at", async (address) => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.run("read", address);
    expect(ran).toMatchObject({ exit: 2, out: "" });
    expect(ran.err).toContain("expected NAME or NAME/PATH");
  });

  it("S5 points to `why` for a skill that is not available", async () => {
    sandbox = makeSandbox({
      ...FILES,
      "home/.config/knowhow/knowhow.json": '{ "overrides": { "pdf": "off" } }',
    });
    const ran = await sandbox.run("read", "skill://pdf");
    expect(ran).toMatchObject({ exit: 1, out: "" });
    expect(ran.err).toContain("knowhow why pdf");
  });
});
