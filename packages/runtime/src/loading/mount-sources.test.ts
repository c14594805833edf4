import { describe, expect, test } from "vitest";
import { isInside, joinPath, parentPath } from "../basics/paths.ts";
import { memoryFiles } from "../discovery/memory-files.ts";
import type { Candidate } from "../library.ts";
import type { RuntimeOptions, SkillSource } from "../options.ts";
import type { FileSystem, IndexedFile, Ports, Watcher } from "../ports.ts";
import { findProfile } from "../profiles/find-profile.ts";
import { candidateOrder } from "../resolution/candidate-order.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { indexStoreSuite } from "../testing/index-store-suite.ts";
import { skillSourceSuite } from "../testing/skill-source-suite.ts";
import { type WatcherUnderTest, watcherSuite } from "../testing/watcher-suite.ts";
import { mountSources } from "./mount-sources.ts";

const HEAD = '---\nname: "pdf"\ndescription: "Reads PDF files. Use when a file is a PDF."\n---\n';
const PDF = `${HEAD}# From the server\n`;
const LOCAL = "---\nname: pdf\ndescription: The local one.\n---\n# Local\n";

interface Place {
  readonly source: SkillSource;
  readonly reads: string[];
}

/** A place with one skill, which counts what is read from it. */
function place(own: Partial<SkillSource> = {}, text: string = PDF): Place {
  const reads: string[] = [];
  const files = memoryFiles({ "shop:/acme/1/pdf/SKILL.md": text, "shop:/acme/1/pdf/forms.md": "# Forms" });
  const count = <Read>(path: string, read: Read): Read => {
    if (read !== undefined) reads.push(path);
    return read;
  };
  const counted: FileSystem = {
    ...files,
    readText: (path, max) => count(path, files.readText(path, max)),
    readBytes: (path, max) => count(path, files.readBytes(path, max)),
    head: (path) =>
      path.endsWith("/SKILL.md") ? { text: HEAD, version: "0123456789abcdef", tokens: 7 } : undefined,
  };
  const root = { path: "shop:/acme", id: "shop:acme", level: "custom", depth: 3, trust: "review" } as const;
  return {
    reads,
    source: { root: { ...root, remote: "acme" }, files: counted, trust: { verdict: () => TRUSTED }, ...own },
  };
}

const TRUSTED = { state: "trusted", by: "user" } as const;

function start(source: SkillSource, options: RuntimeOptions = {}, ports: Ports = fakePorts({})) {
  return createRuntime(ports, { providers: false, sources: [source], ...options });
}

/** A watcher that is told about changes, and tells of them at once. */
function toldWatcher(): WatcherUnderTest {
  const watches = new Set<{ directories: readonly string[]; onChange: () => void }>();
  const root = "/root";
  const change = (path: string): void => {
    const at = joinPath(root, path);
    const isAffected = (directory: string) => directory === parentPath(at) || isInside(directory, at);
    for (const { directories, onChange } of [...watches]) if (directories.some(isAffected)) onChange();
  };
  const watcher: Watcher = {
    watch: (directories, onChange) => {
      const watch = { directories, onChange };
      watches.add(watch);
      return {
        update: (next) => void Object.assign(watch, { directories: next }),
        close: () => void watches.delete(watch),
      };
    },
  };
  return { watcher, root, write: change, makeDirectory: change, remove: change, settled: async () => {} };
}

describe("what mounting a source does to other ports", () => {
  test.each(skillSourceSuite)("D10 inline skills: $title", async ({ run }) => {
    await run((skills) => {
      // Without skills nothing is mounted.
      if (skills.length === 0)
        return { source: { ...place().source, files: memoryFiles({ "shop:/acme": { directory: true } }) } };
      const { ports, roots } = mountSources(fakePorts({}), { skills });
      return { source: { root: roots[0] ?? { path: "" }, files: ports.files } };
    });
  });

  test.each(indexStoreSuite)("D8 the index of folders: $title", async ({ run }) => {
    await run(() => {
      const kept = new Map<string, ReadonlyMap<string, IndexedFile>>();
      const index = {
        load: (root: string) => kept.get(root) ?? new Map(),
        save: (root: string, files: ReadonlyMap<string, IndexedFile>) => void kept.set(root, new Map(files)),
      };
      const { ports } = mountSources({ ...fakePorts({}), index }, { sources: [place().source] });
      return { open: () => ports.index ?? index };
    });
  });

  test.each(watcherSuite)("D8 the watcher of folders: $title", async ({ run }) => {
    await run(() => {
      const told = toldWatcher();
      const { ports } = mountSources(
        { ...fakePorts({}), watcher: told.watcher },
        { sources: [place().source] },
      );
      return { ...told, watcher: ports.watcher ?? told.watcher };
    });
  });
});

describe("a place of skills that is no folder", () => {
  test("D10 is discovered from heads alone: nothing is read before somebody asks", async () => {
    const { source, reads } = place();
    const runtime = await start(source);
    await runtime.reload();
    const session = await runtime.session();
    await session.turn({ messages: [{ role: "user", content: "hello" }] });
    await runtime.resources("acme:pdf");
    expect(reads).toEqual([]);
    expect(runtime.library.get("acme:pdf")).toMatchObject({
      version: "0123456789abcdef",
      tokens: 7,
      origin: { provider: "shop:acme", remote: "acme" },
    });

    const text = await runtime.read("acme:pdf");
    expect(text).toMatchObject({ text: PDF, version: "0123456789abcdef", changed: false });
    expect(reads).toEqual(["shop:/acme/1/pdf/SKILL.md"]);
  });

  test("D10 is not read when a profile freezes the bodies of a conversation", async () => {
    const { source, reads } = place();
    const runtime = await start(source, { profile: "metis" });
    const session = await runtime.session();
    await session.turn({ messages: [{ role: "user", content: "hello" }] });
    expect(runtime.library.get("acme:pdf")).toBeDefined();
    expect(reads).toEqual([]);
  });

  test("D10 shows the model where instructions come from", async () => {
    const runtime = await start(place().source);
    const session = await runtime.session();
    expect((await session.turn({ messages: [] })).baseline).toContain("- acme:pdf: Reads PDF files.");
    const loaded = await session.call("skill_load", { name: "acme:pdf" });
    expect(loaded.text).toContain('<skill_content name="acme:pdf" source="shop:acme">');
    expect(loaded.text).toContain("# From the server");
  });

  test("D10 never takes the name of a skill of this machine", async () => {
    const skills = [{ name: "pdf", text: LOCAL }];
    const runtime = await start(place().source, { skills });
    expect(runtime.library.get("pdf")?.description).toBe("The local one.");
    expect(runtime.library.get("acme:pdf")?.description).toContain("Reads PDF files.");
  });

  test("D10 R1 of two skills of one name, the local one wins, even when it cannot be used", () => {
    const order = candidateOrder(findProfile("agentskills").resolution);
    const candidate = (path: string, remote: object, eligible: boolean): Candidate => ({
      skill: {
        ...{ name: "pdf", description: "", metadata: {}, allowedTools: [], fields: {}, extensions: {} },
        ...{ version: "", tokens: 0, path, directory: path, source: "custom" },
        origin: { provider: "x", level: "custom", root: path, priority: 9, order: 0, ...remote },
      },
      eligibility: { eligible, missing: [] },
      trust: TRUSTED,
      override: undefined,
      notes: [],
    });
    const [mine, theirs] = [candidate("/z", {}, false), candidate("/a", { remote: "acme" }, true)];
    expect(order.compare(mine, theirs)).toBeLessThan(0);
    expect(order.decidedBy(mine, theirs)).toBe("remote");
  });

  test("D10 decides about trust itself, and the host's own decision is not asked", async () => {
    const asked: string[] = [];
    const trust = () => {
      asked.push("host");
      return true;
    };
    const refused = { state: "refused", by: "user" } as const;
    const runtime = await start(place({ trust: { verdict: () => refused } }).source, { trust });
    expect(runtime.library.entry("acme:pdf")).toMatchObject({ state: "refused", trust: refused });
    expect(asked).toEqual([]);
  });

  test("D10 T3 leaves its skills pending when it cannot tell whether they are trusted", async () => {
    const verdict = () => {
      throw new Error("no answer");
    };
    const { library } = await start(place({ trust: { verdict } }).source);
    expect(library.entry("acme:pdf")).toMatchObject({
      state: "pending",
      trust: { reason: expect.stringContaining("no answer") },
    });
  });

  test("D10 is asked again before every load, and what is wrong with it is said", async () => {
    let times = 0;
    const refresh = () => {
      times += 1;
      if (times === 2) throw new Error("no answer");
      return [];
    };
    const runtime = await start(place({ refresh }).source);
    expect(runtime.library.diagnostics).toEqual([]);
    const library = await runtime.reload();
    expect(times).toBe(2);
    expect(library.diagnostics.map(({ code, message }) => `${code} ${message}`).join()).toContain(
      "no answer",
    );
    expect(library.get("acme:pdf")).toBeDefined();
  });

  test("D10 is not remembered by the index, because its files have no times", async () => {
    const kept = new Map<string, ReadonlyMap<string, IndexedFile>>();
    const index = {
      load: (root: string) => kept.get(root) ?? new Map(),
      save: (root: string, files: ReadonlyMap<string, IndexedFile>) => void kept.set(root, files),
    };
    const ports = { ...fakePorts({}), index };
    const inline = (word: string) => ({ skills: [{ name: "pdf", text: LOCAL.replace("local", word) }] });
    await start(place().source, inline("first"), ports);
    const runtime = await start(place().source, inline("later"), ports);
    expect(runtime.library.get("pdf")?.description).toBe("The later one.");
    expect([...kept.keys()]).toEqual([]);
  });

  test("D8 reports its own changes; only directories are watched", async () => {
    const watched: string[][] = [];
    const watcher: Watcher = {
      watch: (directories) => {
        watched.push([...directories]);
        return { update: (next) => void watched.push([...next]), close: () => undefined };
      },
    };
    let change = () => {};
    let closed = 0;
    let description = "Reads PDF files.";
    const { source } = place();
    const head = () => ({ text: `---\nname: pdf\ndescription: ${description}\n---\n`, tokens: 1 });
    const files = {
      ...source.files,
      head: (path: string) => (path.endsWith("SKILL.md") ? head() : undefined),
    };
    const watch = (onChange: () => void) => {
      change = onChange;
      return {
        close: () => {
          closed += 1;
        },
      };
    };
    const runtime = await start({ ...source, files, watch }, {}, { ...fakePorts({}), watcher });
    const heard = new Promise((done) =>
      runtime.watch((library) => done(library.get("acme:pdf")?.description)),
    );
    description = "Reads more.";
    change();
    expect(await heard).toBe("Reads more.");
    runtime.close();
    expect(closed).toBe(1);
    expect(watched.flat().filter((path) => path.startsWith("shop:"))).toEqual([]);
  });

  test.each(["acme", "/acme", "C:/acme", "shop:/"])("is rejected at %s", async (path) => {
    const { source } = place();
    await expect(start({ ...source, root: { ...source.root, path } })).rejects.toMatchObject({
      code: "runtime.bad-option",
    });
  });

  test("is rejected inside another", async () => {
    const { source } = place();
    const inner = { ...source, root: { ...source.root, path: "shop:/acme/inner" } };
    const both = createRuntime(fakePorts({}), { providers: false, sources: [source, inner] });
    await expect(both).rejects.toMatchObject({ code: "runtime.bad-option" });
  });
});
