import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryFiles } from "../discovery/memory-files.ts";
import type { Admit, AdmitRequest, Audience } from "../gate.ts";
import { nodeHash } from "../node/node-hash.ts";
import { agentskills } from "../profiles/agentskills.ts";
import { createRuntime } from "../runtime.ts";
import { countingFiles } from "../testing/counting-files.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { openServing } from "./open-serving.ts";
import type { ServedSkill } from "./open-skill.ts";

const ROOT = "/skills";
const TEXT = skillMd({ name: "pdf", description: "Reads PDF files." }, "# Käse\n\nRead it.\n");
const TREE = {
  [`${ROOT}/pdf/SKILL.md`]: TEXT,
  [`${ROOT}/pdf/references/a.md`]: "# A\n",
  [`${ROOT}/pdf/references/broken.bin`]: new Uint8Array([0, 255, 1]),
  [`${ROOT}/pdf/.env`]: "TOKEN=1",
  [`${ROOT}/pdf/.env.example`]: "TOKEN=",
  [`${ROOT}/pdf/.git/config`]: "secret",
  [`${ROOT}/pdf/linked.md`]: { link: "/outside/secret.md" },
  [`${ROOT}/pdf/folder`]: { link: "/outside" },
  "/outside/secret.md": "secret",
};
const GIVEN = [".env.example", "references/a.md", "references/broken.bin"];
const AUDIENCES: readonly Audience[] = ["model", "client", "user"];

async function open(admit: readonly Admit[] = [], audience: Audience = "model") {
  const runtime = await createRuntime(fakePorts(TREE), { providers: false, roots: [ROOT], admit });
  return runtime.open("pdf", { audience });
}

/** The skill as the engine opens it for a conversation. */
async function serve(admit: readonly Admit[], audience: Audience = "model"): Promise<ServedSkill> {
  const ports = fakePorts(TREE);
  const { library, profile } = await createRuntime(ports, { providers: false, roots: [ROOT] });
  const skill = library.get("pdf") ?? expect.fail("the skill was not found");
  return openServing({ profile, ports }, { admit }).open(skill, audience);
}

const yes: Admit = () => ({ admitted: true });
const no: Admit = () => ({ admitted: false, reason: "not today", hint: "ask again tomorrow" });
const withheld = { code: "serving.not-admitted", message: expect.stringContaining("not today") };

/** Remembers what it was asked, and lets everything through. */
function witness(): { readonly asked: AdmitRequest[]; readonly admit: Admit } {
  const asked: AdmitRequest[] = [];
  return {
    asked,
    admit: (request) => {
      asked.push(request);
      return { admitted: true };
    },
  };
}

function contentOf(request: AdmitRequest): readonly string[] {
  return request.part === "content" ? [request.part, request.digest] : [request.part];
}

describe("an opened skill", () => {
  it.each(
    AUDIENCES,
  )("T5 S4 lists and gives a %s only regular files below the skill's directory", async (audience) => {
    const opened = await open([], audience);
    const secrets = audience === "user" ? [".env"] : [];
    const paths = (await opened.files()).value.map(({ path }) => path);
    expect(paths).toEqual([...secrets, ...GIVEN]);
    for (const path of paths) expect(await opened.bytes(path)).toBeInstanceOf(Uint8Array);
    for (const path of [
      ".git/config",
      "linked.md",
      "folder/secret.md",
      "../../outside/secret.md",
      "/outside/secret.md",
    ]) {
      expect(await opened.bytes(path)).toBeUndefined();
      expect(await opened.file(path)).toBeUndefined();
      expect(await opened.read({ path })).toMatchObject({
        ok: false,
        message: expect.stringContaining("not found"),
      });
    }
  });

  it.each([
    "model",
    "client",
  ] as const)("S4 gives a %s no file that keeps secrets, by any way", async (audience) => {
    const opened = await open([], audience);
    expect(await opened.bytes(".env")).toBeUndefined();
    expect(await opened.file(".env")).toBeUndefined();
    expect(await opened.read({ path: ".env" })).toEqual({
      ok: false,
      message: 'Files such as ".env" may contain credentials and cannot be read',
    });
    expect(await (await open([], "user")).read({ path: ".env" })).toMatchObject({
      ok: true,
      text: "TOKEN=1",
    });
  });

  it("S4 T5 never gives a path that is not in its listing, whatever is asked for", async () => {
    const segment = fc.constantFrom(
      "..",
      ".",
      "",
      "pdf",
      "references",
      "a.md",
      "folder",
      "secret.md",
      ".env",
      ".git",
      "config",
      "outside",
      "SKILL.md",
    );
    const path = fc.oneof(
      fc.array(segment, { maxLength: 5 }).map((parts) => parts.join("/")),
      fc.string({ unit: "binary", maxLength: 20 }),
    );
    const opened = await open();
    const known = new Set([...GIVEN, "SKILL.md"]);
    await fc.assert(
      fc.asyncProperty(path, async (asked) => {
        expect((await opened.bytes(asked)) !== undefined).toBe(known.has(asked));
        expect((await opened.file(asked)) !== undefined).toBe(known.has(asked));
        expect((await opened.read({ path: asked })).ok).toBe(asked === "" || known.has(asked));
      }),
    );
  });

  it("S4 has exactly the files that the library listed, if its profile lists them when it loads", async () => {
    const tree = { ...TREE };
    const ports = fakePorts(tree);
    const listing = await createRuntime(ports, {
      ...{ providers: false, roots: [ROOT] },
      profile: { ...agentskills, discovery: { ...agentskills.discovery, resources: "discovery" } },
    });
    const later = memoryFiles({ ...tree, [`${ROOT}/pdf/later.md`]: "added later" });
    const files = { ...ports.files, list: later.list, stat: later.stat, realpath: later.realpath };
    const skill = listing.library.list()[0];
    if (skill === undefined) throw new Error("there is no skill");
    const { openSkill } = await import("./open-skill.ts");
    const { fileMemo } = await import("./file-memo.ts");
    const context = { profile: agentskills, checks: [], memo: fileMemo(() => 0) };
    const opened = openSkill(skill, "model", {
      ...context,
      ports: { ...ports, files: { ...files, readBytes: later.readBytes } },
    });
    expect((await opened.files()).value.map(({ path }) => path)).toEqual(GIVEN);
    expect(await opened.bytes("later.md")).toBeUndefined();
    const { resources: _, ...unlisted } = skill;
    const now = openSkill(unlisted, "model", {
      ...context,
      ports: { ...ports, files: { ...files, readBytes: later.readBytes } },
    });
    expect((await now.files()).value.map(({ path }) => path)).toContain("later.md");
  });

  it("S5 gives its SKILL.md in pages and counts its size in bytes, like any other file", async () => {
    expect(await (await open()).read({})).toMatchObject({
      path: "SKILL.md",
      size: Buffer.byteLength(TEXT),
      pages: 1,
      text: TEXT,
    });
    const long = skillMd({ name: "pdf", description: "x" }, "ä".repeat(200_000));
    const runtime = await createRuntime(fakePorts({ "/skills/pdf/SKILL.md": long }), {
      providers: false,
      roots: [ROOT],
    });
    const pages: string[] = [];
    for (let page = 1; page <= 4; page += 1) {
      const reading = await runtime.open("pdf").read({ page });
      expect(reading).toMatchObject({ ok: true, page, pages: 4, size: Buffer.byteLength(long) });
      pages.push(reading.ok ? reading.text : "");
    }
    expect(pages.join("")).toBe(long);
  });

  it("S4 does not count its own file among the others, whatever the profile calls it", async () => {
    const profile = { ...agentskills, format: { ...agentskills.format, fileNames: ["AGENT.md"] } };
    const tree = { "/skills/a/AGENT.md": TEXT.replace("pdf", "a"), "/skills/a/more.md": "m" };
    const runtime = await createRuntime(fakePorts(tree), { providers: false, roots: [ROOT], profile });
    const opened = runtime.open("a");
    expect((await opened.files()).value).toEqual([{ path: "more.md", size: 1 }]);
    expect(await opened.read({})).toMatchObject({
      ok: true,
      path: "SKILL.md",
      text: tree["/skills/a/AGENT.md"],
    });
    expect(await opened.bytes("AGENT.md")).toBeUndefined();
  });

  it("D6 is read within the profile's limit, whatever the caller's own is", async () => {
    const opened = await open();
    await expect(opened.bytes("references/a.md", 3)).rejects.toMatchObject({
      code: "runtime.unreadable-skill",
    });
    expect(await opened.file("references/a.md", 3)).toBeUndefined();
    expect(await opened.file("references/a.md", 4)).toMatchObject({ size: 4 });
  });
});

describe("the checks of the gate", () => {
  it.each(AUDIENCES)("T1 refuse by every way, and nothing leaves to a %s", async (audience) => {
    const opened = await serve([yes, no], audience);
    await expect(opened.text()).rejects.toMatchObject(withheld);
    await expect((await opened.fetchText()).checked()).rejects.toMatchObject(withheld);
    await expect(opened.files()).rejects.toMatchObject(withheld);
    await expect(opened.file("SKILL.md")).rejects.toMatchObject(withheld);
    await expect(opened.bytes("references/a.md")).rejects.toMatchObject({
      ...withheld,
      hint: "ask again tomorrow",
    });
    for (const path of [undefined, "references/a.md", "references/typo.md"]) {
      const reading = await opened.read({ path });
      expect(reading).toMatchObject({
        ok: false,
        message: expect.stringContaining("not today; ask again tomorrow"),
      });
      expect(JSON.stringify(reading)).not.toContain("broken.bin");
    }
    // No content leaves with a digest, so no check is asked; this one fails because links lead out of the skill.
    await expect(opened.digest()).rejects.toMatchObject({ code: "runtime.no-digest" });
  });

  it("T1 are asked in order, and the first refusal ends it", async () => {
    const asked: string[] = [];
    const step =
      (name: string, verdict: Admit): Admit =>
      (request) => {
        asked.push(name);
        return verdict(request);
      };
    const opened = await open([step("first", yes), step("second", no), step("third", yes)]);
    await expect(opened.text()).rejects.toMatchObject(withheld);
    expect(asked).toEqual(["first", "second"]);
  });

  it("T1 refuse when they break, or answer neither yes nor no", async () => {
    const broken = new Error("the scanner is away");
    const steps: readonly [unknown, string][] = [
      [() => Promise.reject(broken), "a check failed: the scanner is away"],
      [
        () => {
          throw broken;
        },
        "a check failed: the scanner is away",
      ],
      [() => undefined, "a check returned no verdict"],
      [() => ({ admitted: "yes" }), "a check returned no verdict"],
      [() => true, "a check returned no verdict"],
    ];
    for (const [step, reason] of steps) {
      const runtime = await Reflect.apply(createRuntime, undefined, [
        fakePorts(TREE),
        { providers: false, roots: [ROOT], admit: [step] },
      ]);
      await expect(runtime.read("pdf")).rejects.toMatchObject({
        code: "serving.not-admitted",
        message: expect.stringContaining(reason),
      });
    }
  });

  it("T6 receive exactly the returned bytes: their digest, size, path, part and audience", async () => {
    const files = [...GIVEN, ".env", "SKILL.md"];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), fc.constantFrom(...AUDIENCES), async (path, audience) => {
        const { asked, admit } = witness();
        const bytes = await (await open([admit], audience)).bytes(path);
        if (bytes === undefined) {
          expect([path, audience === "user", asked]).toEqual([".env", false, []]);
          return;
        }
        expect(asked).toMatchObject([
          {
            path,
            audience,
            part: "content",
            digest: nodeHash.sha256(bytes),
            size: bytes.length,
            skill: { name: "pdf" },
          },
        ]);
        expect(await asked[0]?.bytes()).toEqual(bytes);
      }),
    );
  });

  it("T6 are asked for a page and for the text with the digest of the whole file", async () => {
    const { asked, admit } = witness();
    const opened = await open([admit]);
    const { text } = await opened.text();
    await opened.read({ path: "references/a.md" });
    expect(asked.map((request) => [request.path, ...contentOf(request)])).toEqual([
      ["SKILL.md", "content", nodeHash.sha256(text)],
      ["references/a.md", "content", nodeHash.sha256("# A\n")],
    ]);
  });

  it("T6 are asked once about a listing, with the skill's own file, and each time that a text is returned", async () => {
    const { asked, admit } = witness();
    const opened = await serve([admit]);
    await opened.files();
    await opened.file("references/a.md");
    expect(asked.map(({ path, part }) => [path, part])).toEqual([["SKILL.md", "listing"]]);
    expect(await asked[0]?.bytes()).toEqual(new TextEncoder().encode(TEXT));
    const fetched = await opened.fetchText();
    expect(asked).toHaveLength(1);
    await fetched.checked();
    await fetched.checked();
    expect(asked.slice(1).map(contentOf)).toEqual([
      ["content", nodeHash.sha256(TEXT)],
      ["content", nodeHash.sha256(TEXT)],
    ]);
  });

  it("T1 are asked about a listing without a file being read for it", async () => {
    const { asked, admit } = witness();
    const { files, reads } = countingFiles(memoryFiles(TREE));
    const options = { providers: false, roots: [ROOT], admit: [admit] } as const;
    const runtime = await createRuntime({ ...fakePorts(TREE), files }, options);
    const before = reads.length;
    await runtime.open("pdf").files();
    expect([asked.length, reads.length - before]).toEqual([1, 0]);
  });

  it("T1 cannot change what is returned", async () => {
    const meddle: Admit = async (request) => {
      (await request.bytes()).fill(0);
      return { admitted: true };
    };
    const bytes = await (await open([meddle])).bytes("references/a.md");
    expect(new TextDecoder().decode(bytes)).toBe("# A\n");
  });
});
