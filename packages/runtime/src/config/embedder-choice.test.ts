import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryFiles } from "../discovery/memory-files.ts";
import { lowestMode } from "../profile.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { readEmbedderChoice } from "./embedder-choice.ts";
import { loadConfig } from "./load-config.ts";

async function load(user: object, repository: object = {}) {
  const files = memoryFiles({
    "/project/.git/HEAD": "",
    "/home/ada/.config/knowhow/knowhow.json": JSON.stringify({ matching: user }),
    "/project/knowhow.json": JSON.stringify({ matching: repository }),
  });
  const { value, diagnostics } = await loadConfig({
    files,
    environment: fakeEnvironment({ cwd: "/project" }),
  });
  const { matching: mode, narrowing = [] } = value.options;
  return {
    embedder: value.embedder,
    mode,
    narrowing,
    codes: diagnostics.map(({ code }) => code),
    diagnostics,
  };
}

describe("M4 the embedder in knowhow.json", () => {
  it.each([
    ["static", { kind: "static" }],
    ["none", { kind: "none" }],
    ["onnx:models/a b", { kind: "onnx", path: "models/a b" }],
    ["dir:~/m", { kind: "dir", path: "~/m" }],
    [
      "http://localhost:11434/v1#nomic-embed-text:latest",
      { kind: "service", url: "http://localhost:11434/v1", model: "nomic-embed-text:latest" },
    ],
  ])("is written %s", (written, choice) => {
    expect(readEmbedderChoice(written)).toEqual(choice);
  });

  it.each([
    "",
    "Static",
    "onnx:",
    "dir: ",
    "dir:a\0b",
    "http://localhost/v1",
    "http://localhost/v1#",
    "http://anna:secret@localhost/v1#m",
    "file:///etc/passwd#m",
    "http://#m",
  ])("is not written %j", async (embedder) => {
    expect(readEmbedderChoice(embedder)).toBeUndefined();
    expect((await load({ embedder })).diagnostics[0]).toMatchObject({
      code: "config.invalid",
      message: expect.stringMatching(/"matching.embedder" must be .*onnx:DIR/),
    });
  });

  it("any text is understood or not, without an error", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readEmbedderChoice(text)));
  });

  it("names a directory beside the user's file, or below the home directory", async () => {
    expect((await load({ embedder: "dir:models/m" })).embedder).toEqual({
      kind: "dir",
      path: "/home/ada/.config/knowhow/models/m",
    });
    expect((await load({ embedder: "onnx:~/m" })).embedder).toEqual({ kind: "onnx", path: "/home/ada/m" });
  });

  it.each([
    "dir:models",
    "onnx:/tmp/m",
    "https://evil.example/v1#m",
  ])("T3 of a repository is never %s, and that is said", async (embedder) => {
    expect(await load({}, { embedder })).toMatchObject({
      embedder: undefined,
      codes: ["config.embedder-refused"],
    });
    const kept = await load({ embedder: "static" }, { embedder });
    expect(kept).toMatchObject({ embedder: { kind: "static" }, codes: ["config.embedder-refused"] });
  });

  it.each([
    ["none", "static", "none"],
    ["static", "none", "none"],
    ["onnx:/m", "static", "static"],
    ["onnx:/m", "none", "none"],
  ])("T3 of the user %s, of the repository %s: %s", async (user, repository, kind) => {
    expect((await load({ embedder: user }, { embedder: repository })).embedder).toEqual({ kind });
  });
});

describe("M5 the mode in knowhow.json", () => {
  it("T3 is the user's, and the repository's word is only a limit", async () => {
    expect(await load({ mode: "auto" }, { mode: "eager" })).toMatchObject({
      mode: "auto",
      narrowing: [{ matching: "eager" }],
      codes: [],
    });
    expect(lowestMode("auto", [{ matching: "eager" }])).toBe("auto");
    expect(lowestMode("auto", [{ matching: "suggest" }, { matching: "auto" }])).toBe("suggest");
    expect(lowestMode("eager", [{}])).toBe("eager");
  });

  it.each([{ mode: "always" }, { mode: 1 }, { model: "x" }, [], "auto"])("is not %j", async (matching) => {
    const [first] = (await load(Object(matching))).diagnostics;
    expect(first).toMatchObject({ code: "config.invalid", message: expect.stringContaining('"matching') });
  });
});
