import { deepEqual, equal, ok } from "node:assert/strict";
import { joinPath } from "../basics/paths.ts";
import type { FileSystem } from "../ports.ts";
import type { FileTree } from "./write-tree.ts";

/** A file system that holds a tree, and where in it the tree lies. */
export interface FileSystemUnderTest {
  readonly files: FileSystem;
  /** Real path of the directory that holds the tree. */
  readonly root: string;
}

/** One rule that every `FileSystem` keeps; `run` throws when it does not. */
export interface FileSystemCase {
  readonly title: string;
  run(make: (tree: FileTree) => FileSystemUnderTest): Promise<void>;
}

const LIMIT = 1024;

/** The contract of the `FileSystem` port, as cases that any test runner can run. */
export const fileSystemSuite: readonly FileSystemCase[] = [
  {
    title: "lists a directory with the kind of each entry",
    run: async (make) => {
      const { files, root } = make({
        "a.md": "x",
        "sub/b.md": "y",
        link: { link: "sub" },
        empty: { directory: true },
      });
      const entries = (await files.list(root)) ?? [];
      const kinds = Object.fromEntries(entries.map((entry) => [entry.name, entry.kind]));
      deepEqual(kinds, { "a.md": "file", sub: "directory", link: "link", empty: "directory" });
    },
  },
  {
    title: "answers undefined for what is not there",
    run: async (make) => {
      const { files, root } = make({ "a.md": "x" });
      for (const path of [
        joinPath(root, "none"),
        joinPath(root, "a.md/below"),
        joinPath(root, "none/deep"),
      ]) {
        equal(await files.list(path), undefined);
        equal(await files.stat(path), undefined);
        equal(await files.readText(path, LIMIT), undefined);
        equal(await files.readBytes(path, LIMIT), undefined);
        equal(await files.realpath(path), undefined);
      }
    },
  },
  {
    title: "lists neither a file nor a link to a directory",
    run: async (make) => {
      const { files, root } = make({ "a.md": "x", "sub/b.md": "y", link: { link: "sub" } });
      equal(await files.list(joinPath(root, "a.md")), undefined);
      equal(await files.list(joinPath(root, "link")), undefined);
    },
  },
  {
    title: "tells kind and size of the entry itself",
    run: async (make) => {
      const { files, root } = make({ "a.md": "käse", "sub/b.md": "y", link: { link: "a.md" } });
      const stat = await files.stat(joinPath(root, "a.md"));
      deepEqual([stat?.kind, stat?.size], ["file", 5]);
      equal((await files.stat(joinPath(root, "sub")))?.kind, "directory");
      equal((await files.stat(joinPath(root, "link")))?.kind, "link");
    },
  },
  {
    title: "reads a file up to the limit and not beyond",
    run: async (make) => {
      const { files, root } = make({ "a.md": "hello" });
      const path = joinPath(root, "a.md");
      equal((await files.readText(path, 5))?.text, "hello");
      deepEqual((await files.readBytes(path, 5))?.bytes, new TextEncoder().encode("hello"));
      const refused = await files.readText(path, 4);
      deepEqual([refused?.stat.size, refused?.text], [5, undefined]);
      equal((await files.readBytes(path, 4))?.bytes, undefined);
    },
  },
  {
    title: "gives bytes that later reads do not change",
    run: async (make) => {
      const { files, root } = make({ "a.md": "aaaa", "b.md": "bbbb" });
      const first = await files.readBytes(joinPath(root, "a.md"), LIMIT);
      await files.readBytes(joinPath(root, "b.md"), LIMIT);
      equal(new TextDecoder().decode(first?.bytes), "aaaa");
    },
  },
  {
    title: "replaces broken UTF-8 and keeps a byte order mark",
    run: async (make) => {
      const { files, root } = make({ "a.md": new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62]) });
      equal((await files.readText(joinPath(root, "a.md"), LIMIT))?.text, "\uFEFFa\uFFFDb");
    },
  },
  {
    title: "reads neither a directory nor a link, but says what they are",
    run: async (make) => {
      const { files, root } = make({
        "a.md": "x",
        "sub/b.md": "y",
        link: { link: "a.md" },
        broken: { link: "none" },
      });
      for (const [name, kind] of [
        ["sub", "directory"],
        ["link", "link"],
        ["broken", "link"],
      ] as const) {
        const read = await files.readText(joinPath(root, name), LIMIT);
        deepEqual([read?.stat.kind, read?.text], [kind, undefined]);
        equal((await files.readBytes(joinPath(root, name), LIMIT))?.bytes, undefined);
      }
    },
  },
  {
    title: "resolves every link of a path",
    run: async (make) => {
      const tree = {
        "real/b.md": "y",
        one: { link: "two" },
        two: { link: "real" },
        file: { link: "one/b.md" },
      };
      const { files, root } = make(tree);
      equal(await files.realpath(joinPath(root, "one/b.md")), joinPath(root, "real/b.md"));
      equal(await files.realpath(joinPath(root, "file")), joinPath(root, "real/b.md"));
      equal(await files.realpath(root), root);
    },
  },
  {
    title: "calls a broken link and a ring of links absent",
    run: async (make) => {
      const { files, root } = make({ broken: { link: "none" }, a: { link: "b" }, b: { link: "a" } });
      equal(await files.realpath(joinPath(root, "broken")), undefined);
      equal(await files.realpath(joinPath(root, "a")), undefined);
      equal(await files.stat(joinPath(root, "a/below")), undefined);
    },
  },
  {
    title: "reaches through a linked directory",
    run: async (make) => {
      const { files, root } = make({ "real/b.md": "y", link: { link: "real" } });
      equal((await files.readText(joinPath(root, "link/b.md"), LIMIT))?.text, "y");
      equal((await files.stat(joinPath(root, "link/b.md")))?.kind, "file");
    },
  },
  {
    title: "says from which real path bytes were read, or leaves it out",
    run: async (make) => {
      const { files, root } = make({ "real/b.md": "y", link: { link: "real" } });
      for (const path of ["real/b.md", "link/b.md"]) {
        const read = await files.readBytes(joinPath(root, path), LIMIT);
        equal(new TextDecoder().decode(read?.bytes), "y");
        equal(read?.realpath ?? joinPath(root, "real/b.md"), joinPath(root, "real/b.md"));
      }
    },
  },
  {
    title: "answers undefined for a path that no disk can hold",
    run: async (make) => {
      const { files, root } = make({ "a.md": "x" });
      for (const name of ["nul\0byte", "x".repeat(5_000)]) {
        equal(await files.stat(joinPath(root, name)), undefined);
        equal(await files.readText(joinPath(root, name), LIMIT), undefined);
      }
    },
  },
  {
    title: "says the same when asked twice",
    run: async (make) => {
      const { files, root } = make({ "a.md": "x", "sub/b.md": "y" });
      deepEqual(await files.list(root), await files.list(root));
      deepEqual(await files.stat(joinPath(root, "a.md")), await files.stat(joinPath(root, "a.md")));
      ok((await files.list(root))?.length === 2);
    },
  },
];
