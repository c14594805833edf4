import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import type { KnowhowEvent, SkillLoaded } from "./events.ts";
import { fileIndexStore } from "./node/cache/file-index-store.ts";
import type { IndexColumns } from "./node/cache/index-columns.ts";
import { nodeFiles } from "./node/files/node-files.ts";
import { nodeEnvironment } from "./node/node-environment.ts";
import { nodeHash } from "./node/node-hash.ts";
import type { RuntimeOptions } from "./options.ts";
import type { FileSystem, IndexedFile, IndexStore, Ports, Watcher } from "./ports.ts";
import type { SkillLibrary } from "./resolution/skill-library.ts";
import { createRuntime, type Runtime } from "./runtime.ts";
import { memoryDecisionStore } from "./security/trust/memory-decision-store.ts";
import { openWorkshop, skillMd } from "./testing/workshop.ts";
import type { FileTree } from "./testing/write-tree.ts";
import type { TrustQuestion } from "./trust.ts";

const PROJECT = "work/.agents/skills";
const USER = "home/.agents/skills";
const skill = (name: string, body = "Do it.\n") => skillMd({ name, description: `The ${name} skill.` }, body);
const names = (library: SkillLibrary) => library.list().map(({ name }) => name);

/** A workshop whose runtimes can be given other ports than Node's own. */
function open(tree: FileTree = {}) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  const events: KnowhowEvent[] = [];
  const environment = nodeEnvironment({ cwd: workshop.at("work"), home: workshop.at("home"), variables: {} });
  /** Nobody can be asked about trust. */
  const startAlone = async (ports: Partial<Ports>, options: RuntimeOptions = {}) => {
    const all: Ports = { files: nodeFiles(), environment, hash: nodeHash, ...ports };
    const runtime = await createRuntime(all, { onEvent: ({ event }) => events.push(event), ...options });
    onTestFinished(runtime.close);
    return runtime;
  };
  const startWith = (ports: Partial<Ports>, options: RuntimeOptions = {}) =>
    startAlone(ports, { trust: () => true, ...options });
  return { ...workshop, told: events, environment, startWith, startAlone };
}

/** Node's files with a hook before every question; the hook may throw. */
function hooked(before: (question: keyof FileSystem, path: string) => void): FileSystem {
  const files = nodeFiles();
  const ask = <T>(question: keyof FileSystem, path: string, answer: () => T): T => {
    before(question, path);
    return answer();
  };
  return {
    caseInsensitive: files.caseInsensitive,
    list: (path) => ask("list", path, () => files.list(path)),
    stat: (path) => ask("stat", path, () => files.stat(path)),
    readBytes: (path, max) => ask("readBytes", path, () => files.readBytes(path, max)),
    readText: (path, max) => ask("readText", path, () => files.readText(path, max)),
    realpath: (path) => ask("realpath", path, () => files.realpath(path)),
  };
}

/** An index that returns something else than was stored. */
function altered(store: IndexStore, change: (file: IndexedFile) => IndexedFile): IndexStore {
  return {
    load: async (root) => new Map([...(await store.load(root))].map(([path, file]) => [path, change(file)])),
    save: () => {},
  };
}

/** A watcher that a test sets off by hand. */
function bell() {
  const listeners = new Set<() => void>();
  const watcher: Watcher = {
    watch: (_directories, onChange) => {
      listeners.add(onChange);
      return { update: () => {}, close: () => void listeners.delete(onChange) };
    },
  };
  const ring = () => {
    for (const listener of listeners) listener();
  };
  return { watcher, ring };
}

/** Holds the clock that a watch waits by; `quiet` lets its time pass and waits until what follows is done. */
function holdClock() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return {
    quiet: async (runtime: Runtime) => {
      await vi.advanceTimersByTimeAsync(250);
      await runtime.reload();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("reload", () => {
  test("D8 returns the same library when nothing changed, and emits nothing", async () => {
    const { start, events } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const runtime = await start();
    const [before, told] = [runtime.library, events.length];
    expect(await runtime.reload()).toBe(before);
    expect([runtime.library === before, events.length]).toEqual([true, told]);
  });

  test("D8 O1 returns a new library after an edit, and emits the names", async () => {
    const { start, write, at, events } = open({
      [`${USER}/pdf/SKILL.md`]: skill("pdf"),
      [`${USER}/gone/SKILL.md`]: skill("gone"),
      [`${USER}/still/SKILL.md`]: skill("still"),
    });
    const runtime = await start();
    const before = runtime.library;
    write({
      [`${USER}/pdf/SKILL.md`]: skill("pdf", "Something else.\n"),
      [`${USER}/new/SKILL.md`]: skill("new"),
    });
    rmSync(at(`${USER}/gone`), { recursive: true });
    const after = await runtime.reload();
    expect([after === before, runtime.library === after]).toEqual([false, true]);
    expect([names(before), names(after)]).toEqual([
      ["gone", "pdf", "still"],
      ["new", "pdf", "still"],
    ]);
    expect(events.at(-1)).toEqual({
      type: "library.changed",
      fingerprint: after.fingerprint,
      added: ["new"],
      removed: ["gone"],
      changed: ["pdf"],
    });
  });

  test("D8 a reload during a load reads the newest files", async () => {
    const { start, write } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const runtime = await start();
    const first = runtime.reload();
    write({ [`${USER}/new/SKILL.md`]: skill("new") });
    const [, second, third] = await Promise.all([first, runtime.reload(), runtime.reload()]);
    expect(names(second)).toEqual(["new", "pdf"]);
    expect(third).toBe(second);
  });

  test("D8 R7 a file that became worth a word is reported after a reload, though no skill changed", async () => {
    const { start, write } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const runtime = await start();
    write({ [`${USER}/broken/SKILL.md`]: "no frontmatter" });
    const library = await runtime.reload();
    expect(library.diagnostics.map(({ code }) => code)).toEqual(["format.no-frontmatter"]);
    expect(library.why("broken")[0]?.outcome).toBe("found");
  });

  test("D8 R4 an empty root that appears changes nothing", async () => {
    const { start, write } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const runtime = await start();
    const before = runtime.library;
    write({ "home/.claude/skills": { directory: true } });
    const after = await runtime.reload();
    expect(after.equals(before)).toBe(true);
    expect(after.roots).toHaveLength(before.roots.length + 1);
  });
});

describe("a root that cannot be read", () => {
  const tree = { [`${PROJECT}/pdf/SKILL.md`]: skill("pdf"), [`${USER}/csv/SKILL.md`]: skill("csv") };

  /** Listing the project's root fails while `broken` says so; `deep` also breaks everything below it. */
  function fragile(root: string, questions: readonly (keyof FileSystem)[], deep: boolean) {
    const state = { broken: false };
    const files = hooked((question, path) => {
      const hit = path === root || (deep && path.startsWith(`${root}/`));
      if (state.broken && hit && questions.includes(question)) throw new Error("input/output error");
    });
    return { files, state };
  }

  test("D2 D8 keeps its last good listing, says so, and recovers", async () => {
    const { startWith, at, told, write } = open(tree);
    const { files, state } = fragile(at(PROJECT), ["list"], false);
    const runtime = await startWith({ files });
    state.broken = true;
    write({ [`${USER}/new/SKILL.md`]: skill("new") });
    const meanwhile = await runtime.reload();
    expect(names(meanwhile)).toEqual(["csv", "new", "pdf"]);
    expect(meanwhile.diagnostics.map(({ code }) => code)).toEqual(["discovery.root-unreadable"]);
    expect(meanwhile.roots.filter((root) => !root.readable).map(({ path }) => path)).toEqual([at(PROJECT)]);
    expect(told.filter(({ type }) => type === "root.failed")).toHaveLength(1);
    state.broken = false;
    write({ [`${PROJECT}/later/SKILL.md`]: skill("later") });
    expect(names(await runtime.reload())).toEqual(["csv", "later", "new", "pdf"]);
  });

  test("D2 D8 keeps its last good listing when nothing below it can be read either", async () => {
    const { startWith, at } = open(tree);
    const { files, state } = fragile(at(PROJECT), ["list", "stat", "readText", "readBytes"], true);
    const runtime = await startWith({ files });
    state.broken = true;
    expect(names(await runtime.reload())).toEqual(["csv", "pdf"]);
  });

  test("D2 one that cannot even be resolved costs itself only", async () => {
    const { startWith, at } = open(tree);
    const { files, state } = fragile(at(PROJECT), ["realpath"], false);
    state.broken = true;
    const { library } = await startWith({ files });
    expect(names(library)).toEqual(["csv"]);
  });

  test("D2 at the first load, it is empty and the others are there", async () => {
    const { startWith, at } = open(tree);
    const { files, state } = fragile(at(PROJECT), ["list"], false);
    state.broken = true;
    const { library } = await startWith({ files });
    expect(names(library)).toEqual(["csv"]);
    expect(library.diagnostics.map(({ code }) => code)).toEqual(["discovery.root-unreadable"]);
  });

  test("D2 F3 one unreadable file costs that skill only", async () => {
    const { startWith, at } = open(tree);
    const files = hooked((question, path) => {
      if (question === "readText" && path === at(`${PROJECT}/pdf/SKILL.md`)) throw new Error("denied");
    });
    const { library } = await startWith({ files });
    expect(names(library)).toEqual(["csv"]);
    expect(library.diagnostics).toMatchObject([{ code: "discovery.entry-unreadable", severity: "error" }]);
  });
});

describe("watch", () => {
  /** Collects the names of every library that a watch reports. */
  async function watched(tree: FileTree) {
    const workshop = open(tree);
    const runtime = await workshop.start();
    const seen: string[] = [];
    runtime.watch((library) => seen.push(names(library).join(" ")));
    await pause(50);
    return { ...workshop, runtime, seen };
  }
  const soon = { timeout: 15_000, interval: 50 };

  test("D8 offers the new library after an atomic save, again and again", async () => {
    const { seen, at, runtime } = await watched({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    for (const body of ["One.", "Two."]) {
      writeFileSync(at(`${USER}/pdf/SKILL.md~`), skill("pdf", body));
      renameSync(at(`${USER}/pdf/SKILL.md~`), at(`${USER}/pdf/SKILL.md`));
      await vi.waitFor(async () => expect((await runtime.read("pdf")).changed).toBe(false), soon);
    }
    expect(seen).toEqual(["pdf", "pdf"]);
  });

  test("D8 offers a new skill and forgets a removed one", async () => {
    const { seen, write, at } = await watched({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    write({ [`${USER}/csv/SKILL.md`]: skill("csv") });
    await vi.waitFor(() => expect(seen.at(-1)).toBe("csv pdf"), soon);
    rmSync(at(`${USER}/pdf`), { recursive: true });
    await vi.waitFor(() => expect(seen.at(-1)).toBe("csv"), soon);
  });

  test("D8 notices a root that was removed and made again", async () => {
    const { seen, write, at } = await watched({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    rmSync(at("home/.agents"), { recursive: true });
    await vi.waitFor(() => expect(seen.at(-1)).toBe(""), soon);
    write({ [`${USER}/csv/SKILL.md`]: skill("csv") });
    await vi.waitFor(() => expect(seen.at(-1)).toBe("csv"), soon);
  });

  test("D8 a change that changes no skill is not offered", async () => {
    const { watcher, ring } = bell();
    const { startWith, write } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const listener = vi.fn();
    const runtime = await startWith({ watcher });
    runtime.watch(listener);
    const { quiet } = holdClock();
    write({ [`${USER}/pdf/notes.txt`]: "x" });
    ring();
    await quiet(runtime);
    expect(listener).not.toHaveBeenCalled();
    write({ [`${USER}/csv/SKILL.md`]: skill("csv") });
    ring();
    await quiet(runtime);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("D8 a change found by another reload does not hide that it was undone", async () => {
    const { watcher, ring } = bell();
    const { startWith, write, at } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const runtime = await startWith({ watcher });
    const seen: string[] = [];
    runtime.watch((library) => seen.push(names(library).join(" ")));
    write({ [`${USER}/csv/SKILL.md`]: skill("csv") });
    expect(names(await runtime.reload())).toEqual(["csv", "pdf"]);
    rmSync(at(`${USER}/csv`), { recursive: true });
    ring();
    await vi.waitFor(() => expect(seen).toEqual(["pdf"]), soon);
  });

  test("D8 many changes in a row are one reload, and a closed watch is silent", async () => {
    const { watcher, ring } = bell();
    const { startWith, write, told } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const runtime = await startWith({ watcher });
    const listener = vi.fn();
    const watch = runtime.watch(listener);
    const { quiet } = holdClock();
    for (const name of ["a", "b", "c"]) {
      write({ [`${USER}/${name}/SKILL.md`]: skill(name) });
      ring();
    }
    await quiet(runtime);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(told.filter(({ type }) => type === "library.changed")).toHaveLength(1);
    write({ [`${USER}/d/SKILL.md`]: skill("d") });
    ring();
    watch.close();
    await quiet(runtime);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("D8 closing the runtime ends a watch even when a change is already on its way", async () => {
    const { watcher, ring } = bell();
    const { startWith, write } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const runtime = await startWith({ watcher });
    const listener = vi.fn();
    runtime.watch(listener);
    const { quiet } = holdClock();
    write({ [`${USER}/csv/SKILL.md`]: skill("csv") });
    ring();
    runtime.close();
    await quiet(runtime);
    expect(listener).not.toHaveBeenCalled();
  });

  test("D8 without a watcher, watching is a clear mistake", async () => {
    const runtime = await open().startWith({});
    expect(() => runtime.watch(() => {})).toThrow(/without a watcher/);
  });
});

describe("listeners that throw", () => {
  test("O1 an event listener that throws breaks nothing", async () => {
    const { startWith, write } = open({
      [`${USER}/pdf/SKILL.md`]: skill("pdf"),
      [`${USER}/bad/SKILL.md`]: "no frontmatter",
    });
    const onEvent = vi.fn(() => {
      throw new Error("a listener's mistake");
    });
    const runtime = await startWith({}, { onEvent });
    write({ [`${USER}/csv/SKILL.md`]: skill("csv") });
    expect(names(await runtime.reload())).toEqual(["csv", "pdf"]);
    expect(onEvent.mock.calls.length).toBeGreaterThan(2);
  });

  test("D8 a watch listener that throws breaks nothing: no rejection is left unhandled", async () => {
    const unhandled = vi.fn();
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection").on("unhandledRejection", unhandled);
    onTestFinished(() => {
      process.removeAllListeners("unhandledRejection");
      for (const listener of others) process.on("unhandledRejection", listener);
    });
    const { watcher, ring } = bell();
    const { startWith, write } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const listener = vi.fn(() => {
      throw new Error("a listener's mistake");
    });
    const runtime = await startWith({ watcher });
    runtime.watch(listener);
    const { quiet } = holdClock();
    for (const name of ["a", "b"]) {
      write({ [`${USER}/${name}/SKILL.md`]: skill(name) });
      ring();
      await quiet(runtime);
    }
    expect([listener.mock.calls.length, unhandled.mock.calls.length]).toEqual([2, 0]);
  });
});

describe("skills in memory", () => {
  const inline = {
    name: "memo",
    text: skill("memo", "From memory.\n"),
    files: { "references/a.md": "# A\n", "data.bin": new Uint8Array([1, 2, 3]) },
  };

  test("D10 load, read, list and digest like any other skill", async () => {
    const { start, at } = open({ [`${USER}/memo/SKILL.md`]: skill("memo", "From memory.\n") });
    const runtime = await start({ skills: [inline], providers: false });
    expect(runtime.library.get("memo")).toMatchObject({
      path: "memory:/inline/memo/SKILL.md",
      origin: { provider: "memory", level: "custom" },
    });
    expect(await runtime.read("memo")).toMatchObject({ body: "From memory.\n", changed: false });
    expect((await runtime.resources("memo")).value).toEqual([
      { path: "data.bin", size: 3 },
      { path: "references/a.md", size: 4 },
    ]);
    const onDisk = await start({ roots: [at(USER)], providers: false });
    expect(await runtime.digest("memo")).toMatch(/^sha256-v1:[0-9a-f]{64}$/);
    expect(await runtime.digest("memo")).not.toBe(await onDisk.digest("memo"));
  });

  test("D10 the digest is that of the same files on disk", async () => {
    const { start, at } = open({
      [`${USER}/memo/SKILL.md`]: inline.text,
      [`${USER}/memo/references/a.md`]: "# A\n",
      [`${USER}/memo/data.bin`]: new Uint8Array([1, 2, 3]),
    });
    const inMemory = await start({ skills: [inline], providers: false });
    const onDisk = await start({ roots: [at(USER)], providers: false });
    expect(await inMemory.digest("memo")).toBe(await onDisk.digest("memo"));
    expect(inMemory.library.get("memo")?.version).toBe(onDisk.library.get("memo")?.version);
  });

  test("D10 R1 they are listed with skills on disk and follow the same order", async () => {
    const { start } = open({
      [`${USER}/memo/SKILL.md`]: skill("memo", "On disk."),
      [`${USER}/pdf/SKILL.md`]: skill("pdf"),
    });
    const { library } = await start({ skills: [inline] });
    expect(names(library)).toEqual(["memo", "pdf"]);
    expect(library.versions("memo").map(({ origin }) => origin.provider)).toEqual(["memory", "agents"]);
  });

  test("D10 F3 a text that is not a skill is reported like a file", async () => {
    const { library } = await open().start({ skills: [{ name: "bad", text: "nothing" }] });
    expect([library.size, library.diagnostics[0]?.code]).toEqual([0, "format.no-frontmatter"]);
  });
});

describe("trust", () => {
  const tree = {
    [`${PROJECT}/ours/SKILL.md`]: skill("ours"),
    [`${USER}/mine/SKILL.md`]: skill("mine"),
  };

  test("T3 a project skill without a decision is hidden from the model and reported to the user", async () => {
    const { startAlone, at } = open(tree);
    const { library } = await startAlone({});
    expect([names(library), library.has("ours")]).toEqual([["mine"], false]);
    expect(library.discoveryIndex().map(([name]) => name)).toEqual(["mine"]);
    expect(library.entry("ours")).toMatchObject({
      state: "pending",
      trust: { state: "pending", by: "nobody", needs: "decision" },
    });
    expect(library.entry("mine")?.trust).toEqual({ state: "trusted", by: "level" });
    expect(library.diagnostics).toMatchObject([
      {
        code: "resolution.pending",
        severity: "warning",
        path: at(`${PROJECT}/ours/SKILL.md`),
        hint: expect.stringContaining("knowhow trust ours"),
      },
    ]);
    const why = library.why("ours").map(({ stage, outcome }) => `${stage} ${outcome}`);
    expect(why).toEqual(expect.arrayContaining(["trust pending", "catalog hidden"]));
  });

  test("T3 a skill that the host refuses is hidden, and says so", async () => {
    const { library } = await open(tree).start({ trust: () => false });
    expect(names(library)).toEqual(["mine"]);
    expect(library.entry("ours")).toMatchObject({ state: "refused", trust: { by: "host" } });
    expect(library.diagnostics).toMatchObject([{ code: "resolution.refused", severity: "info" }]);
  });

  test("T3 only what is not trusted by itself is asked about, and a promise is awaited", async () => {
    const asked: string[] = [];
    const trust = async ({ skill: { name } }: TrustQuestion) => {
      asked.push(name);
      await pause(5);
      return true;
    };
    const { library } = await open(tree).start({ trust });
    expect([asked, names(library)]).toEqual([["ours"], ["mine", "ours"]]);
  });

  test("T3 content is read for a digest only where a decision depends on it, and once per load", async () => {
    const reads: string[] = [];
    const { startWith, startAlone, at } = open({ ...tree, [`${PROJECT}/other/SKILL.md`]: skill("other") });
    const files = hooked((question, path) => {
      if (question === "readBytes") reads.push(path);
    });
    const decisions = memoryDecisionStore();
    const runtime = await startAlone({ files, decisions });
    expect(reads).toEqual([]);
    await runtime.trust.decide("ours", "trusted");
    reads.length = 0;
    expect(names(await runtime.reload())).toEqual(["mine", "ours"]);
    expect(reads).toEqual([at(`${PROJECT}/ours/SKILL.md`)]);
    reads.length = 0;
    const digests: string[] = [];
    const trust = ({ digest }: TrustQuestion) => digests.push(digest) > 0;
    const hosted = await startWith({ files }, { trust });
    expect(reads).toEqual([at(`${PROJECT}/other/SKILL.md`), at(`${PROJECT}/ours/SKILL.md`)]);
    expect(digests).toEqual([await hosted.digest("other"), await hosted.digest("ours")]);
  });
});

describe("switches, filters and overrides", () => {
  const tree = {
    [`${PROJECT}/pdf-read/SKILL.md`]: skill("pdf-read"),
    [`${USER}/pdf-write/SKILL.md`]: skill("pdf-write"),
    "home/.claude/skills/csv/SKILL.md": skill("csv"),
    "work/mine/own/SKILL.md": skill("own"),
  };
  const cases: readonly [string, RuntimeOptions, readonly string[]][] = [
    ["D1 everything is on by default", {}, ["csv", "pdf-read", "pdf-write"]],
    ["D5 the master switch finds nothing", { enabled: false, roots: ["mine"] }, []],
    ["D5 a provider is switched off", { providers: { claude: false } }, ["pdf-read", "pdf-write"]],
    ["D5 a provider's level is switched off", { providers: { "agents:user": false } }, ["csv", "pdf-read"]],
    ["D5 the longer key wins", { providers: { agents: false, "agents:user": true } }, ["csv", "pdf-write"]],
    ["D4 only the caller's own roots", { providers: false, roots: ["mine"] }, ["own"]],
    ["D5 include is an allowlist", { include: ["pdf-*"] }, ["pdf-read", "pdf-write"]],
    ["D5 ignore counts before include", { include: ["pdf-*"], ignore: ["*-write"] }, ["pdf-read"]],
  ];
  test.each(cases)("%s", async (_what, options, expected) => {
    expect(names((await open(tree).start(options)).library)).toEqual(expected);
  });

  test("R5 overrides decide per name or glob, the first that matches counts", async () => {
    const overrides = { "pdf-read": "name-only", "pdf-*": "off", c: "off", "[bc]*": "user-only" } as const;
    const { library } = await open(tree).start({ overrides });
    const states = library.entries().map(({ skill: { name }, state }) => `${name} ${state}`);
    expect(states).toEqual(["csv user-only", "pdf-read name-only", "pdf-write off"]);
    expect(names(library)).toEqual(["csv", "pdf-read"]);
    expect(library.discoveryIndex()).toEqual([["pdf-read", ""]]);
  });

  test("R5 R7 a skill that is off is still explained", async () => {
    const { library } = await open(tree).start({ overrides: { csv: "off" } });
    expect(library.why("csv")).toContainEqual(
      expect.objectContaining({ stage: "override", outcome: "off", detail: "the settings say off" }),
    );
  });

  test("D1 R7 an unknown name is answered with a suggestion", async () => {
    const runtime = await open(tree).start();
    await expect(runtime.read("pdf-raed")).rejects.toMatchObject({
      code: "runtime.unknown-skill",
      hint: 'did you mean "pdf-read"?',
    });
    expect(runtime.library.why("pdf-raed")[0]?.detail).toContain('did you mean "pdf-read"?');
  });
});

describe("the index", () => {
  const tree = Object.fromEntries(
    ["a", "b", "c"].map((name) => [`${USER}/${name}/SKILL.md`, skill(name, `Body of ${name}.\n`)]),
  );

  /** Files that count which SKILL.md were read, and an index below `cache`; a file must be settled to be remembered. */
  async function indexed() {
    const workshop = open(tree);
    await pause(150);
    const reads: string[] = [];
    const files = hooked((question, path) => {
      if (question === "readText" && existsSync(path)) reads.push(path);
    });
    const store = () => fileIndexStore(workshop.at("cache"));
    const load = async (index: IndexStore | undefined = store()) => {
      reads.length = 0;
      const { library } = await workshop.startWith({ files, index });
      return { library, reads: [...reads] };
    };
    const indexFiles = () =>
      readdirSync(workshop.at("cache/index")).map((name) => workshop.at(`cache/index/${name}`));
    return { ...workshop, load, indexFiles };
  }

  test("D8 the second load reads no file and gives the same library", async () => {
    const { load } = await indexed();
    const [first, second] = [await load(), await load()];
    expect([first.reads.length, second.reads]).toEqual([3, []]);
    expect(second.library.toSnapshot()).toEqual(first.library.toSnapshot());
  });

  test("D8 one edited file is the one that is read, even when its size and time stay the same", async () => {
    const { load, at, write } = await indexed();
    await load();
    const path = at(`${USER}/b/SKILL.md`);
    write({ [`${USER}/b/SKILL.md`]: skill("b", "Body of x.\n") });
    const time = new Date(Date.now() - 60_000);
    utimesSync(path, time, time);
    const { library, reads } = await load();
    expect(reads).toEqual([path]);
    expect((await load()).library.get("b")?.version).toBe(library.get("b")?.version);
  });

  test.each([
    ["half of its text", (text: string) => text.slice(0, text.length / 2)],
    ["an empty file", () => ""],
    ["null", () => "null"],
    ["a list", () => "[[1,2,3]]"],
    ["another format", () => '{"format":"another","files":[]}'],
    ["bytes that are no text", () => "\0\uFFFD\0"],
  ])("D8 %s in the index changes nothing", async (_what, spoil) => {
    const { load, indexFiles } = await indexed();
    const first = await load();
    for (const file of indexFiles()) writeFileSync(file, spoil(readFileSync(file, "utf8")));
    const second = await load();
    expect(second.reads).toHaveLength(3);
    expect(second.library.toSnapshot()).toEqual(first.library.toSnapshot());
    expect((await load()).reads).toEqual([]);
  });

  test.each([
    "size",
    "mtimeMs",
    "ctimeMs",
    "ino",
  ] as const)("D8 an entry whose %s is not the file's is not used", async (fact) => {
    const { load, at } = await indexed();
    const first = await load();
    const stale = altered(fileIndexStore(at("cache")), (file) => ({ ...file, [fact]: file[fact] + 1 }));
    const second = await load(stale);
    expect(second.reads).toHaveLength(3);
    expect(second.library.equals(first.library)).toBe(true);
  });

  test("D8 an index that cannot be written changes nothing", async () => {
    const { load, write, at } = await indexed();
    write({ "no-folder": "a file stands where the folder should be" });
    const store = fileIndexStore(at("no-folder"));
    const [first, second] = [await load(store), await load(store)];
    expect([first.reads.length, second.reads.length]).toEqual([3, 3]);
    expect(names(second.library)).toEqual(["a", "b", "c"]);
  });

  test("D8 deleting it changes nothing", async () => {
    const { load, at } = await indexed();
    const first = await load();
    rmSync(at("cache"), { recursive: true });
    const second = await load();
    expect(second.reads).toHaveLength(3);
    expect(second.library.equals(first.library)).toBe(true);
  });

  test("D8 a file that just changed is not remembered, because it may change again unseen", async () => {
    const { startWith, at, write, environment } = open({ work: { directory: true } });
    mkdirSync(at(`${USER}/a`), { recursive: true });
    const saved: number[] = [];
    const index: IndexStore = { load: () => new Map(), save: (_root, files) => void saved.push(files.size) };
    write({ [`${USER}/a/SKILL.md`]: skill("a") });
    const { ctimeMs } = statSync(at(`${USER}/a/SKILL.md`));
    const loadAt = (ms: number) => startWith({ index, environment: { ...environment, now: () => ms } });
    await loadAt(ctimeMs + 50);
    expect(saved).toEqual([]);
    await loadAt(ctimeMs + 5_000);
    expect(saved).toEqual([1]);
  });

  test("D8 two runtimes that write at once leave one whole index", async () => {
    const { load, indexFiles } = await indexed();
    const loads = await Promise.all(Array.from({ length: 6 }, () => load()));
    expect(new Set(loads.map(({ library }) => library.fingerprint)).size).toBe(1);
    expect(indexFiles().map((file) => file.endsWith(".json"))).toEqual([true]);
    expect((await load()).reads).toEqual([]);
  });

  test("D8 what is served comes from the bytes, never from the index", async () => {
    const { load, startWith, at } = await indexed();
    await load();
    const lying = altered(fileIndexStore(at("cache")), (file) => ({
      ...file,
      summary: { ...file.summary, version: "0000000000000000" },
    }));
    const runtime = await startWith({ index: lying });
    expect(runtime.library.get("a")?.version).toBe("0000000000000000");
    const read = await runtime.read("a");
    expect([read.body, read.changed]).toEqual(["Body of a.\n", true]);
    expect(read.version).toBe(nodeHash.sha256("Body of a.\n").slice(0, 16));
  });

  test("D8 a file that cannot be indexed does not cause the index to be written again", async () => {
    const { startWith, write } = open(tree);
    write({ [`${USER}/large/SKILL.md`]: skill("large", "x".repeat(1_100_000)) });
    await pause(150);
    let remembered: ReadonlyMap<string, IndexedFile> = new Map();
    const saved: number[] = [];
    const index: IndexStore = {
      load: () => remembered,
      save: (_root, files) => {
        remembered = files;
        saved.push(files.size);
      },
    };
    const first = await startWith({ index });
    const second = await startWith({ index });
    expect(saved).toEqual([3]);
    expect(second.library.toSnapshot()).toEqual(first.library.toSnapshot());
    expect(second.library.rejections()).toMatchObject([{ code: "format.too-large" }]);
    rmSync(remembered.keys().next().value ?? "");
    await startWith({ index });
    expect(saved).toEqual([3, 2]);
  });

  test("D8 F3 a link that was renamed is judged by its new name, with the index and without", async () => {
    const { startWith, at, write } = open({
      "pool/pdf/SKILL.md": skill("pdf"),
      [`${USER}/pdf`]: { link: "../../../pool/pdf" },
    });
    await pause(150);
    const index = fileIndexStore(at("cache"));
    const options = { links: [at("pool")] };
    const codes = async (ports: Partial<Ports>) =>
      (await startWith(ports, options)).library.diagnostics.map(({ code }) => code);
    expect([await codes({ index }), await codes({ index })]).toEqual([[], []]);
    rmSync(at(`${USER}/pdf`));
    write({ [`${USER}/other`]: { link: "../../../pool/pdf" } });
    const mismatch = ["format.name-mismatch"];
    expect([await codes({ index }), await codes({ index }), await codes({})]).toEqual([
      mismatch,
      mismatch,
      mismatch,
    ]);
  });

  test.each<[string, (stored: IndexColumns) => object]>([
    ["no summaries", () => ({ commons: [] })],
    ["an empty summary", () => ({ commons: [null] })],
    ["a column that is missing", () => ({ tokens: undefined })],
    [
      "null for diagnostics",
      ({ commons }) => ({ commons: commons.map((part) => ({ ...part, diagnostics: null })) }),
    ],
    [
      "a number for needed programs",
      ({ commons }) => ({ commons: commons.map((part) => ({ ...part, fields: { requires: { bins: 5 } } })) }),
    ],
  ])("D8 an index that breaks the loader with %s is rebuilt and changes nothing", async (_what, spoil) => {
    const { load, indexFiles } = await indexed();
    const first = await load();
    for (const file of indexFiles()) {
      const [seal = "", content = ""] = readFileSync(file, "utf8").split("\n");
      const stored: IndexColumns = JSON.parse(content);
      const spoilt = JSON.stringify({ ...stored, ...spoil(stored) });
      writeFileSync(file, `${seal.replace(/[0-9a-f]{64}$/, nodeHash.sha256(spoilt))}\n${spoilt}`);
    }
    const second = await load();
    expect(second.reads).toHaveLength(3);
    expect(second.library.toSnapshot()).toEqual(first.library.toSnapshot());
    expect((await load()).reads).toEqual([]);
  });

  test("D8 a store that breaks, or gives what breaks, changes nothing", async () => {
    const { startWith, at } = await indexed();
    const plain = (await startWith({})).library;
    const remembers = fileIndexStore(at("cache"));
    await startWith({ index: remembers });
    const hollow: IndexStore = {
      load: async (root) => {
        const known = await remembers.load(root);
        return new Map(
          [...known].map(([path, file]) => [path, Object.assign({ ...file }, { summary: null })]),
        );
      },
      save: () => {},
    };
    const throwing: IndexStore = {
      load: () => {
        throw new Error("broken");
      },
      save: () => {},
    };
    for (const index of [hollow, throwing])
      expect((await startWith({ index })).library.toSnapshot()).toEqual(plain.toSnapshot());
  });

  test("F9 another tokenizer counts again", async () => {
    const { startWith, at } = await indexed();
    const index = fileIndexStore(at("cache"));
    const tokensWith = async (tokens: number) =>
      (await startWith({ index, tokenizer: () => tokens })).library.get("a")?.tokens;
    expect([await tokensWith(7), await tokensWith(9)]).toEqual([7, 9]);
  });
});

describe("events", () => {
  test("O1 a load emits what was skipped, what was overridden, and how it ended", async () => {
    const { start, events } = open({
      [`${USER}/bad/SKILL.md`]: "no frontmatter",
      [`${USER}/pdf/SKILL.md`]: skill("pdf", "User."),
      [`${PROJECT}/pdf/SKILL.md`]: skill("pdf", "Project."),
    });
    const { library } = await start();
    expect(events).toEqual([
      { type: "skill.skipped", skill: "bad", code: expect.any(String), severity: "warning" },
      { type: "skill.overridden", skill: "pdf", winner: "project", loser: "user", severity: "info" },
      { type: "library.loaded", fingerprint: library.fingerprint, skills: 1, diagnostics: 2 },
    ]);
  });

  test("O1 a listener that does not look at the fingerprint does not pay for it", async () => {
    const { startWith } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const hashed: (string | Uint8Array)[] = [];
    const hash = {
      ...nodeHash,
      sha256: (data: string | Uint8Array) => {
        hashed.push(data);
        return nodeHash.sha256(data);
      },
    };
    const { library } = await startWith({ hash }, { onEvent: () => {} });
    expect(hashed).toEqual(["Do it.\n"]);
    expect([library.fingerprint.length, hashed.length]).toEqual([64, 2]);
  });

  test("O1 the code of skill.skipped is the diagnostic's", async () => {
    const { start, events } = open({ [`${USER}/bad/SKILL.md`]: "no frontmatter" });
    await start();
    expect(events[0]).toMatchObject({ type: "skill.skipped", code: "format.no-frontmatter" });
  });

  test("O1 no event of a load or a reload carries text of a body", async () => {
    const { start, events, write } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf", "A secret sentence.") });
    const runtime = await start();
    write({ [`${USER}/pdf/SKILL.md`]: skill("pdf", "Another secret sentence.") });
    await runtime.reload();
    expect(events.map(({ type }) => type)).toEqual(["library.loaded", "library.changed"]);
    expect(JSON.stringify(events)).not.toContain("secret");
  });

  test("O1 skill.loaded has exactly the six fields of the Metis trace, and neither body nor path", () => {
    expectTypeOf<SkillLoaded>().toEqualTypeOf<{
      readonly skill_id: string;
      readonly skill_version: string;
      readonly load_reason: "always" | "on_demand" | "auto_suggested";
      readonly load_size_tokens: number;
      readonly source: string;
      readonly triggered_by_tool_use_id: string | null;
    }>();
  });

  test("O1 events are one union, discriminated by a type that names the noun first", () => {
    expectTypeOf<
      KnowhowEvent["type"]
    >().toExtend<`${"library" | "skill" | "root" | "session" | "tool" | "approval" | "resource" | "run" | "script" | "step" | "proposal"}.${string}`>();
    expectTypeOf<
      | "library.loaded"
      | "library.changed"
      | "skill.skipped"
      | "skill.overridden"
      | "skill.loaded"
      | "root.failed"
    >().toExtend<KnowhowEvent["type"]>();
    type Keys<Event> = Event extends unknown ? keyof Event : never;
    type Sensitive = "body" | "text" | "content" | "description" | "path" | "root" | "message";
    expectTypeOf<Extract<Keys<KnowhowEvent>, Sensitive>>().toEqualTypeOf<never>();
  });

  test("O1 the core prints nothing", async () => {
    const write = vi.spyOn(process.stdout, "write");
    const error = vi.spyOn(process.stderr, "write");
    onTestFinished(() => void vi.restoreAllMocks());
    await (await open({ [`${USER}/bad/SKILL.md`]: "no frontmatter" }).start()).reload();
    expect([write.mock.calls, error.mock.calls]).toEqual([[], []]);
  });
});

describe("what discovery refused", () => {
  const refused = async (tree: FileTree, name: string, prepare?: (at: (path: string) => string) => void) => {
    const workshop = open(tree);
    prepare?.(workshop.at);
    const { library } = await workshop.start();
    return library.why(name).filter(({ outcome }) => outcome !== "not found");
  };

  test("R7 D6 a link that leads out is explained by its name", async () => {
    const tree = {
      "outside/pdf/SKILL.md": skill("pdf"),
      [`${PROJECT}/pdf`]: { link: "../../../outside/pdf" },
    };
    expect(await refused(tree, "pdf")).toEqual([
      {
        stage: "discovery",
        outcome: "refused",
        detail: expect.stringMatching(/outside the trusted directories.*; add the directory/),
      },
    ]);
  });

  test.skipIf(process.platform === "win32")(
    "R7 a pipe called SKILL.md is explained by its directory",
    async () => {
      const told = await refused({ [`${USER}/pdf`]: { directory: true } }, "pdf", (at) => {
        execFileSync("mkfifo", [at(`${USER}/pdf/SKILL.md`)]);
      });
      expect(told).toMatchObject([{ stage: "discovery", outcome: "refused" }]);
    },
  );

  test("R7 a SKILL.md directly in a root is explained by the root's name", async () => {
    expect(await refused({ [`${USER}/SKILL.md`]: skill("pdf") }, "skills")).toMatchObject([
      { outcome: "refused" },
    ]);
  });

  test("R7 a directory that cannot be read is explained by its name", async () => {
    const { startWith, at } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
    const files = hooked((_question, path) => {
      if (path.startsWith(at(`${USER}/pdf`))) throw new Error("EACCES");
    });
    expect((await startWith({ files })).library.why("pdf")).toMatchObject([{ outcome: "refused" }]);
  });

  test("R7 a rejected file is not explained twice, nor a path inside a skill", async () => {
    const { startWith, at } = open({
      [`${USER}/bad/SKILL.md`]: skill("bad"),
      [`${USER}/pdf/SKILL.md`]: skill("pdf"),
      [`${USER}/pdf/closed/a.md`]: "a",
    });
    const files = hooked((question, path) => {
      if (question === "readText" && path === at(`${USER}/bad/SKILL.md`)) throw new Error("EACCES");
      if (path === at(`${USER}/pdf/closed`)) throw new Error("EACCES");
    });
    const { library } = await startWith({ files }, { resources: "discovery" });
    expect(library.diagnostics).toHaveLength(2);
    const outcomes = (name: string) => library.why(name).map(({ outcome }) => outcome);
    expect([outcomes("bad"), outcomes("pdf").includes("refused")]).toEqual([["found", "skipped"], false]);
  });

  test.runIf(process.platform === "linux")(
    "D2 a directory whose name is not valid UTF-8 is reported",
    async () => {
      const { start, at } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf") });
      execFileSync("sh", ["-c", 'mkdir "$0/$(printf "a\\377")"', at(USER)]);
      const { library } = await start();
      expect(names(library)).toEqual(["pdf"]);
      expect(library.diagnostics).toMatchObject([
        {
          code: "discovery.entry-unreadable",
          message: expect.stringContaining("not valid UTF-8"),
          hint: "rename it",
        },
      ]);
    },
  );
});

describe("context files", () => {
  test("D9 are offered with the runtime, outermost first", async () => {
    const { start, at } = open({ "work/AGENTS.md": "x", "work/a/AGENTS.md": "y" });
    const { value } = await (await start({ cwd: at("work/a") })).contextFiles();
    expect(value.map(({ path }) => path)).toEqual([at("work/AGENTS.md"), at("work/a/AGENTS.md")]);
  });
});

describe("links and reading", () => {
  test("D6 a SKILL.md that was replaced by a link out of its root is not served", async () => {
    const { start, at, write } = open({ [`${USER}/pdf/SKILL.md`]: skill("pdf"), "secret.md": "secret" });
    const runtime = await start();
    rmSync(at(`${USER}/pdf/SKILL.md`));
    write({ [`${USER}/pdf/SKILL.md`]: { link: "../../../../secret.md" } });
    await expect(runtime.read("pdf")).rejects.toMatchObject({ code: "runtime.unreadable-skill" });
  });

  test("D6 the host can allow a directory into which links may lead", async () => {
    const { start, at } = open({
      "pool/pdf/SKILL.md": skill("pdf"),
      [`${PROJECT}/pdf`]: { link: "../../../pool/pdf" },
    });
    expect((await start()).library.size).toBe(0);
    expect(names((await start({ links: [at("pool")] })).library)).toEqual(["pdf"]);
  });
});
