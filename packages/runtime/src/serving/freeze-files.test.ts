import { symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { nodeFiles } from "../node/files/node-files.ts";
import { nodeHash } from "../node/node-hash.ts";
import type { FileSystem } from "../ports.ts";
import { agentskills } from "../profiles/agentskills.ts";
import { createRuntime } from "../runtime.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { fileSystemSuite } from "../testing/file-system-suite.ts";
import { skillMd } from "../testing/workshop.ts";
import { writeTree } from "../testing/write-tree.ts";
import { freezeFiles } from "./freeze-files.ts";

async function open(tree: Readonly<Record<string, string>>, files: FileSystem = nodeFiles()) {
  const written = writeTree(tree);
  onTestFinished(written.remove);
  const ports = { files: nodeFiles(), environment: fakeEnvironment(), hash: nodeHash };
  const runtime = await createRuntime(ports, { providers: false, roots: [written.at("skills")] });
  const skills = runtime.library.list();
  const options = { files, hash: nodeHash, limits: agentskills.discovery.limits };
  return { ...written, skills, options };
}

const skill = (name: string) => ({ [`skills/${name}/SKILL.md`]: skillMd({ name, description: "Works." }) });
const read = async (files: FileSystem, path: string) => {
  const bytes = (await files.readBytes(path, 1e6))?.bytes;
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
};

describe("R6 frozen files", () => {
  test.each(fileSystemSuite)("$title", async ({ run }) => {
    const { skills, options } = await open(skill("a"));
    await run((tree) => {
      const written = writeTree(tree);
      onTestFinished(written.remove);
      const { root } = written;
      const moved = skills.map((each) => ({ ...each, path: `${root}/SKILL.md`, directory: root }));
      return { files: freezeFiles(moved, options), root };
    });
  });

  test("are kept up to a number; one beyond it is read while it is the same, and refused afterwards", async () => {
    const many = Array.from({ length: 1_999 }, (_, at) => [`skills/a/files/${at}.md`, `${at}`]);
    const { skills, options, at } = await open({
      ...skill("a"),
      ...Object.fromEntries(many),
      ...skill("b"),
      "skills/b/one.md": "one",
      "skills/b/two.md": "two",
    });
    const frozen = freezeFiles(skills, options);
    expect(await read(frozen, at("skills/b/two.md"))).toBe("two");
    writeFileSync(at("skills/b/two.md"), "changed");
    writeFileSync(at("skills/b/SKILL.md"), "changed");
    await expect(read(frozen, at("skills/b/two.md"))).rejects.toMatchObject({
      code: "serving.files-changed",
    });
    expect(await read(frozen, at("skills/b/SKILL.md"))).toContain('name: "b"');
    expect(frozen.digests().b).toBe("");
    const later = freezeFiles(skills, { ...options, expected: frozen.digests() });
    expect(() => later.stat(at("skills/b/one.md"))).toThrow(/has changed since/);
  });

  test("have the same digest for the same content, and another one for any other", async () => {
    const { skills, options, at } = await open({ ...skill("a"), "skills/a/x.md": "x" });
    const { a: first = "" } = freezeFiles(skills, options).digests();
    writeFileSync(at("skills/a/x.md"), "y");
    const changed = freezeFiles(skills, { ...options, expected: { a: first } });
    expect(() => changed.stat(at("skills/a/x.md"))).toThrow(/has changed since/);
    writeFileSync(at("skills/a/x.md"), "x");
    expect(freezeFiles(skills, options).digests()).toEqual({ a: first });
    expect(await read(freezeFiles(skills, { ...options, expected: { a: first } }), at("skills/a/x.md"))).toBe(
      "x",
    );
  });

  test("leave every other file as it is, and follow no link out of the skill", async () => {
    const { skills, options, at } = await open({ ...skill("a"), "skills/a/x.md": "x", "other/y.md": "y" });
    symlinkSync(at("other/y.md"), at("skills/a/link.md"));
    const frozen = freezeFiles(skills, options);
    expect(await read(frozen, at("skills/a/link.md"))).toBeUndefined();
    writeFileSync(at("other/y.md"), "z");
    expect(await read(frozen, at("other/y.md"))).toBe("z");
  });

  test("are those of the port if it does not answer at once", async () => {
    const real = nodeFiles();
    const slow: FileSystem = { ...real, list: async (...given) => real.list(...given) };
    const { skills, options, at } = await open({ ...skill("a"), "skills/a/x.md": "x" }, slow);
    const frozen = freezeFiles(skills, options);
    writeFileSync(at("skills/a/x.md"), "y");
    expect(await read(frozen, at("skills/a/x.md"))).toBe("y");
    expect(frozen.digests()).toEqual({});
  });
});
