import { deepEqual, equal, ok } from "node:assert/strict";
import { isInside, joinPath, normalisePath } from "../basics/paths.ts";
import type { InlineSkill, SkillSource } from "../options.ts";
import type { Awaitable } from "../ports.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "./fake-ports.ts";

/** A source, and how to change the place behind it. */
export interface SkillSourceUnderTest {
  /** The source; where skills need a decision, they are trusted. */
  readonly source: SkillSource;
  /** Puts other skills into the place, which then says that it changed; absent for a place that never changes. */
  readonly replace?: (skills: readonly InlineSkill[]) => Awaitable<void>;
  /** Makes the place unreachable; absent for a place that is always there. */
  readonly disconnect?: () => Awaitable<void>;
}

/** One rule that every `SkillSource` keeps; `run` throws when it does not. */
export interface SkillSourceCase {
  readonly title: string;
  /** `make` gives the source of a place with these skills, or throws when the place can hold no such skill. */
  run(make: (skills: readonly InlineSkill[]) => Awaitable<SkillSourceUnderTest>): Promise<void>;
}

const LIMIT = 1024 * 1024;

function skill(name: string, more: Partial<InlineSkill> = {}): InlineSkill {
  return { name, text: `---\nname: ${name}\ndescription: Does ${name}.\n---\n\nDo it.\n`, ...more };
}

/** The contract of the `SkillSource` port, as cases that any test runner can run. */
export const skillSourceSuite: readonly SkillSourceCase[] = [
  {
    title: "has a root under a scheme of its own, in its shortest form",
    run: async (make) => {
      const { source } = await make([skill("pdf")]);
      ok(/^[a-z][a-z0-9+.-]+:\/[^/]/.test(source.root.path), source.root.path);
      equal(source.root.path, normalisePath(source.root.path));
    },
  },
  {
    title: "gives every skill to a runtime, with its text",
    run: async (make) => {
      const { source } = await make([skill("pdf"), skill("csv")]);
      const { library, read } = await load(source);
      deepEqual(library(), ["csv", "pdf"]);
      ok((await read("pdf")).includes("Do it."));
      ok((await read("csv")).includes("Do it."));
    },
  },
  {
    title: "gives the other files of a skill, byte for byte",
    run: async (make) => {
      const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
      const files = { "references/a b.md": "käse", "assets/every.bin": bytes };
      const { source } = await make([skill("pdf", { files })]);
      await source.refresh?.();
      const directory = await directoryOf(source, "pdf");
      const text = await source.files.readText(joinPath(directory, "references/a b.md"), LIMIT);
      equal(text?.text, "käse");
      const read = await source.files.readBytes(joinPath(directory, "assets/every.bin"), LIMIT);
      deepEqual(Uint8Array.from(read?.bytes ?? []), bytes);
    },
  },
  {
    title: "is a directory without entries when the place has no skills",
    run: async (make) => {
      const { source } = await make([]);
      deepEqual([...((await source.refresh?.()) ?? [])], []);
      deepEqual(await source.files.list(source.root.path), []);
      deepEqual((await load(source)).library(), []);
    },
  },
  {
    title: "says nothing about paths outside its root",
    run: async (make) => {
      const { source } = await make([skill("pdf")]);
      await source.refresh?.();
      const paths = ["/etc/passwd", joinPath(source.root.path, "../x"), `${source.root.path}-other/SKILL.md`];
      for (const path of paths) {
        equal(await source.files.stat(path), undefined, path);
        equal(await source.files.readBytes(path, LIMIT), undefined, path);
      }
    },
  },
  {
    title: "keeps every skill in a directory of its own, whatever its name and the names of its files are",
    run: async (make) => {
      const files = { "../escaped.md": "x", "/absolute.md": "x", "a/../../up.md": "x" };
      for (const name of ["..", ".", "", "a/b", "../up", "%2e%2e", "x".repeat(300), "\ud800"]) {
        const given = await offer(make, [skill(name, { files }), skill("pdf")]);
        if (given === undefined) continue;
        const { root, files: place } = given.source;
        deepEqual(
          ((await place.list(root.path)) ?? []).filter(({ kind }) => kind === "file"),
          [],
        );
        const pdf = await directoryOf(given.source, "pdf");
        const names = ((await place.list(pdf)) ?? []).map((entry) => entry.name);
        deepEqual(names, ["SKILL.md"], `beside ${JSON.stringify(name.slice(0, 20))}`);
        for (const outside of ["escaped.md", "up.md", "SKILL.md", "absolute.md"])
          equal(await place.stat(joinPath(root.path, outside)), undefined, outside);
      }
    },
  },
  {
    title: "keeps skills apart whose names differ only in case or encoding, or says which it left out",
    run: async (make) => {
      const names = ["a b", "a%20b", "A B"];
      const { source } = await make(names.map((name) => skill(name)));
      const diagnostics = (await source.refresh?.()) ?? [];
      const entries = (await source.files.list(source.root.path)) ?? [];
      ok(entries.length === names.length || diagnostics.length > 0);
      const texts = new Set<string | undefined>();
      for (const { name } of entries) {
        const path = joinPath(await directoryOf(source, name), "SKILL.md");
        texts.add((await source.files.readText(path, LIMIT))?.text);
      }
      equal(texts.size, entries.length);
    },
  },
  {
    title: "gives the same when it is refreshed twice, or twice at once",
    run: async (make) => {
      const { source } = await make([skill("pdf")]);
      const first = (await source.refresh?.()) ?? [];
      const entries = await source.files.list(source.root.path);
      const again = await Promise.all([source.refresh?.(), source.refresh?.()]);
      for (const diagnostics of again) deepEqual(diagnostics ?? [], first);
      deepEqual(await source.files.list(source.root.path), entries);
    },
  },
  {
    title: "shows after a refresh what the place holds now, also when only a letter changed",
    run: async (make) => {
      const { source, replace } = await make([skill("pdf"), skill("gone")]);
      if (replace === undefined) return;
      const { library, read, reload } = await load(source);
      deepEqual(library(), ["gone", "pdf"]);
      await replace([skill("new"), skill("pdf", { text: skill("pdf").text.replace("Do it.", "Do is.") })]);
      await reload();
      deepEqual(library(), ["new", "pdf"]);
      ok((await read("pdf")).includes("Do is."));
      await replace([]);
      await reload();
      deepEqual(library(), []);
    },
  },
  {
    title: "calls back when the place changes, until it is closed; closing twice has no effect",
    run: async (make) => {
      const { source, replace } = await make([skill("pdf")]);
      if (replace === undefined || source.watch === undefined) return;
      await source.refresh?.();
      const calls = { closed: 0, open: 0 };
      let told = () => {};
      const first = source.watch(() => {
        calls.closed += 1;
      });
      const other = source.watch(() => {
        calls.open += 1;
        told();
      });
      const change = async (skills: readonly InlineSkill[]) => {
        const heard = new Promise<void>((resolve) => {
          told = resolve;
        });
        await replace(skills);
        await heard;
        await source.refresh?.();
      };
      await change([skill("pdf"), skill("one")]);
      ok(calls.closed > 0);
      first.close();
      first.close();
      const before = { ...calls };
      await change([skill("pdf"), skill("two")]);
      equal(calls.closed, before.closed);
      ok(calls.open > before.open);
      other.close();
    },
  },
  {
    title: "says what is wrong when the place cannot be reached, and does not break the runtime",
    run: async (make) => {
      const { source, disconnect } = await make([skill("pdf")]);
      if (disconnect === undefined) return;
      const { diagnostics, reload } = await load(source);
      deepEqual(diagnostics(), []);
      await disconnect();
      await reload();
      ok(diagnostics().length > 0);
    },
  },
  {
    title: "gives a valid verdict for each of its skills, if it decides about them itself",
    run: async (make) => {
      const { source } = await make([skill("pdf"), skill("csv")]);
      const { skills } = await load(source);
      equal(skills().length, 2);
      for (const each of skills()) {
        const verdict = await source.trust?.verdict(each);
        ok(verdict === undefined || ["trusted", "pending", "refused"].includes(verdict.state));
      }
    },
  },
];

/** A runtime that has no other skills; names are given without the label that a server puts before them. */
async function load(source: SkillSource) {
  const runtime = await createRuntime(fakePorts({}), {
    sources: [source],
    providers: false,
    trust: () => true,
  });
  const skills = () => runtime.library.list();
  return {
    skills,
    library: () =>
      skills()
        .map(({ name }) => bare(name))
        .sort(),
    diagnostics: () => runtime.library.diagnostics,
    reload: () => runtime.reload(),
    read: async (name: string): Promise<string> => {
      const found = skills().find((each) => bare(each.name) === name);
      return (await runtime.read(found?.name ?? name)).body;
    },
  };
}

function bare(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** The real directory of a skill, which is inside the root. */
async function directoryOf({ root, files }: SkillSource, name: string): Promise<string> {
  const real = await files.realpath(joinPath(root.path, name));
  ok(real !== undefined && isInside(real, root.path), `${name} is not inside ${root.path}`);
  return real;
}

/** A source that was refreshed, or undefined when it refuses such skills as a whole. */
async function offer(
  make: (skills: readonly InlineSkill[]) => Awaitable<SkillSourceUnderTest>,
  skills: readonly InlineSkill[],
): Promise<SkillSourceUnderTest | undefined> {
  try {
    const given = await make(skills);
    await given.source.refresh?.();
    return given;
  } catch {
    return undefined;
  }
}
