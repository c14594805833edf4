import { describe, expect, it } from "vitest";
import { createRuntime as createNodeRuntime } from "../node/create-runtime.ts";
import { discoverSkillsFromDir } from "../node/discover-skills-from-dir.ts";
import { agentskills } from "../profiles/agentskills.ts";
import { SkillLibrary } from "../resolution/skill-library.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";

/** A call as JavaScript makes it, without a compiler in between. */
function loose<Result>(call: (...args: never[]) => Result): (...args: readonly unknown[]) => Result {
  return (...args) => Reflect.apply(call, undefined, args);
}

const QUIET = { config: false, providers: false, cache: false };

const embedder = { id: "e", dimensions: 1, embed: () => [] };

describe("createRuntime refuses options that cannot be meant", () => {
  it.each([
    [null, "createRuntime: the options must be a plain object, got null"],
    ["x", 'must be a plain object, got "x"'],
    [{ rooots: [] }, 'createRuntime: `rooots` is an unknown option; did you mean "roots"?'],
    [{ cwd: 5 }, "`cwd` must be a non-empty string, got the number 5"],
    [{ cwd: "/nonexistent" }, "`cwd` must be a directory, got /nonexistent"],
    [{ roots: [{ path: 5 }] }, "`roots[0].path` must be a non-empty string, got the number 5"],
    [{ roots: "skills" }, "`roots` must be an array of directories"],
    [{ sources: [{}] }, "`sources[0].root` must be"],
    [{ profile: "metiss" }, 'unknown profile "metiss"'],
    [{ profile: { name: "x" } }, "`profile.format` is missing"],
    [{ profile: { ...agentskills, matching: { mode: "auto" } } }, "`profile.matching.top` is missing"],
    [{ profile: { ...agentskills, extra: 1 } }, "`profile.extra` is an unknown part of a profile"],
    [
      { overrides: { pdf: "disabled" } },
      '`overrides.pdf` must be one of "on", "name-only", "user-only", "off"',
    ],
    [{ overrides: [["pdf", "disabled"]] }, "`overrides[0]` must be a pair"],
    [{ providers: true }, "`providers` must be false, or an object"],
    [{ providers: { claude: "no" } }, "`providers.claude` must be true or false"],
    [{ enabled: "false" }, '`enabled` must be true or false, got "false"'],
    [{ trust: true }, "`trust` must be a function, got true"],
    [{ approver: {} }, "`approver` must be a function"],
    [{ onEvent: [] }, "`onEvent` must be a function, got an empty array"],
    [{ embedders: embedder }, "`embedders` must be an array of embedders, or a function"],
    [{ embedders: [Promise.resolve(embedder)] }, "`embedders[0]` must be an embedder"],
    [{ embedders: [{ embed: () => [] }] }, "`embedders[0].id` must be a non-empty string"],
    [{ embedder: "bert" }, "`embedder` must be static, none"],
    [{ tokenizer: { encode: () => [] } }, "`tokenizer` must be a function"],
    [{ include: ["["] }, "`include[0]` cannot be used"],
    [{ matching: "always" }, '`matching` must be one of "explicit"'],
    [{ config: "file" }, "`config` must be"],
    [{ config: { ignor: [] } }, 'config.ignor` is an unknown setting; did you mean "ignore"?'],
    [{ servers: [] }, "`servers` must be a function"],
    [{ narrowing: {} }, "`narrowing` must be an array"],
    [{ skills: [{ name: "a" }] }, "`skills[0].text` is missing"],
  ])("%j", async (options, message) => {
    const given = typeof options === "object" && options !== null ? { ...QUIET, ...options } : options;
    await expect(loose(createNodeRuntime)(given)).rejects.toMatchObject({
      name: "KnowhowError",
      code: expect.stringMatching(/^runtime\.(bad-option|unknown-profile)$/),
      message: expect.stringContaining(message),
    });
  });

  it("names what is allowed, and says that a promise must be awaited", async () => {
    await expect(loose(createNodeRuntime)({ rooots: [] })).rejects.toMatchObject({
      hint: expect.stringContaining("profile, enabled, commands, roots"),
    });
    await expect(
      loose(createNodeRuntime)({ ...QUIET, embedders: [Promise.resolve(embedder)] }),
    ).rejects.toMatchObject({ hint: "await it first" });
  });

  it("takes what is right, and an option that is undefined as absent", async () => {
    const runtime = await loose(createNodeRuntime)({
      ...QUIET,
      profile: { ...agentskills, name: "mine" },
      embedders: [embedder, { embedder, weight: 1 }],
      matching: undefined,
      include: undefined,
    });
    expect(runtime.profile.name).toBe("mine");
  });

  it("of the neutral entry that gets the options of the one for Node says where that is", async () => {
    await expect(loose(createRuntime)({ cwd: "/project" })).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining("`ports.files` must be"),
    });
    await expect(loose(createRuntime)(undefined)).rejects.toMatchObject({
      message: expect.stringContaining("createRuntime of @knowhow/runtime/node brings its own"),
    });
    await expect(loose(createRuntime)(fakePorts({}), { cwd: "/project" })).rejects.toMatchObject({
      message: expect.stringContaining("`cwd` is an unknown option"),
    });
  });

  it("checks what a function of the host opened", async () => {
    const runtime = await loose(createRuntime)(fakePorts({}), { embedders: () => embedder });
    await expect(runtime.match("x")).rejects.toMatchObject({
      message: expect.stringContaining("the function `embedders`: `result` must be an array of embedders"),
    });
  });
});

describe("other entries refuse what cannot be meant", () => {
  it.each([
    [{ message: "x" }, "`message` is an unknown option"],
    [{ files: "a" }, "`files` must be an array of strings"],
    [{ suggestions: -1 }, "`suggestions` must be a whole number, at least 0"],
    [{ messages: [null] }, "`messages[0]` must be a message"],
    [null, "the options must be a plain object"],
  ])("match %j", async (options, message) => {
    const { match } = await createRuntime(fakePorts({}));
    await expect(loose(match)("hello", options)).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining(`match: ${message}`),
    });
  });

  it.each([[{ min: 2 }], [{ minimum: 0.5 }], [{ onProgress: true }]])("overlaps %j", async (options) => {
    const { overlaps } = await createRuntime(fakePorts({}));
    await expect(loose(overlaps)(options)).rejects.toMatchObject({ code: "runtime.bad-option" });
  });

  it.each([
    [undefined],
    [{}],
    [{ dir: 5, source: "x" }],
    [{ dir: "x", source: "y", deep: true }],
  ])("discoverSkillsFromDir %j", async (options) => {
    await expect(loose(discoverSkillsFromDir)(options)).rejects.toMatchObject({
      code: "runtime.bad-option",
      message: expect.stringContaining("discoverSkillsFromDir"),
    });
  });

  it("SkillLibrary.fromSnapshot without a hash", () => {
    expect(() => loose(SkillLibrary.fromSnapshot)({})).toThrow(
      expect.objectContaining({
        code: "runtime.bad-option",
        message: expect.stringContaining("`hash` must be a hash"),
      }),
    );
  });
});
