import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Ran, type Sandbox } from "../testing/sandbox.ts";
import { COPY_NOTE, COUNT_FILES, workflowSkill } from "../testing/workflows.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const NOTES = { "project/notes/a.md": "hello", "project/notes/b.md": "world" };

function open(files: Readonly<Record<string, string>> = {}): Sandbox {
  sandbox = makeSandbox({ ...COPY_NOTE, ...COUNT_FILES, ...NOTES, ...files });
  return sandbox;
}

/** Runs in a terminal whose user types these lines. */
function inTerminal(lines: readonly (string | undefined)[], ...argv: readonly string[]) {
  const asked: string[] = [];
  const left = [...lines];
  const ask = async (question: string) => {
    asked.push(question);
    return left.shift();
  };
  const ran: Promise<Ran> = sandbox.runWith({ ask, tty: true }, ...argv, "--no-color");
  return ran.then((done) => ({ ...done, asked }));
}

const written = (path: string) => readFileSync(join(sandbox.project, path), "utf8");

describe("knowhow run", () => {
  it("X4 runs the steps, shows each of them on stderr, and prints the result", async () => {
    const ran = await open().run("run", "count-files", "notes");
    expect(ran).toMatchObject({ exit: 0, out: "2 files, the first says hello\n" });
    expect(ran.err).toMatch(/^✓ entries {2}\d+ ms\n✓ first {2}\d+ ms\n✓ again {2}\d+ ms\n$/);
    expect((await sandbox.run("run", "count-files", "notes", "--quiet")).err).toBe("");
  });

  it("X4 prints the same as JSON", async () => {
    const ran = await open().run("run", "count-files", "--input", "folder=notes", "--json");
    expect(ran.exit).toBe(0);
    const step = (id: string) => ({ id, status: "succeeded", attempts: 1, ms: expect.any(Number) });
    expect(ran.json()).toEqual({
      runId: expect.stringMatching(/^[a-z0-9]+-[a-f0-9]+$/),
      status: "succeeded",
      output: "2 files, the first says hello",
      steps: [step("entries"), step("first"), step("again")],
    });
  });

  it("X4 rewrites the line of the current step in a terminal, and shows retries", async () => {
    const flaky = workflowSkill(
      "flaky",
      `steps:
  - { id: gone, tool: files.read, with: { path: none.md }, retry: { attempts: 2, delay: 1ms }, onError: continue }
output: done
`,
    );
    open(flaky);
    const ran = await inTerminal([], "run", "flaky");
    expect(ran.out).toBe("done\n");
    expect(ran.err).toContain("\r\u001b[K… gone");
    expect(ran.err).toContain("\r\u001b[K… gone, attempt 2");
    expect(ran.err).toMatch(/✗ gone {2}\d+ ms, 2 attempts, not_found\n/);
  });

  it.each([
    ["words", ["notes/a.md", "to=x y.md"]],
    ["words in order", ["notes/a.md", "x y.md"]],
    ["options", ["-i", "from=notes/a.md", "--input", "to=x y.md"]],
    ["a file", ["--inputs", "in.json"]],
    ["an option instead of the file", ["--inputs", "in.json", "--input", "from=notes/a.md"]],
  ])("X3 takes inputs from %s", async (_, argv) => {
    open({ "project/in.json": '{ "from": "notes/a.md", "to": "x y.md" }' });
    const ran = await sandbox.run("run", "copy-note", ...argv, "--json");
    expect(ran.json()).toMatchObject({
      status: "paused",
      waiting: { prompt: "Copy 5 characters to x y.md?", arguments: { to: "x y.md" } },
    });
  });

  it("X3 takes inputs from stdin", async () => {
    open();
    const readInput = async () => '{ "folder": "notes" }';
    const ran = await sandbox.runWith({ readInput }, "run", "count-files", "--inputs", "-");
    expect(ran).toMatchObject({ exit: 0, out: "2 files, the first says hello\n" });
    expect(
      await sandbox.runWith({ readInput: async () => "[1]" }, "run", "count-files", "--inputs", "-"),
    ).toMatchObject({
      exit: 2,
      err: expect.stringContaining("stdin is not a JSON object"),
    });
  });

  it("X3 says which input is missing, with an example, and asks for it in a terminal", async () => {
    open();
    expect(await sandbox.run("run", "count-files")).toMatchObject({
      exit: 2,
      out: "",
      err: "knowhow: missing input: folder (string)\n  hint: for example `knowhow run count-files --input folder=TEXT`\n",
    });
    expect((await sandbox.run("run", "count-files", "--json")).json()).toMatchObject({
      error: { code: "cli.missing-argument" },
    });
    const ran = await inTerminal(["notes"], "run", "count-files");
    expect(ran).toMatchObject({
      exit: 0,
      asked: ["folder (string): "],
      out: "2 files, the first says hello\n",
    });
    expect(await inTerminal([undefined], "run", "count-files")).toMatchObject({ exit: 2 });
  });

  it("X3 names the nearest input instead of the one that is missing because of a typo", async () => {
    open();
    expect(await sandbox.run("run", "count-files", "--input", "foldr=notes")).toMatchObject({
      exit: 2,
      err: 'knowhow: the skill has no input "foldr"\n  hint: did you mean folder?\n',
    });
  });

  it("X9 takes secrets from the environment or without showing them, and never suggests the command line", async () => {
    open(
      workflowSkill(
        "send-note",
        `inputs: { pin: { type: string, secret: true }, old: { type: string, secret: true, required: false } }
steps:
  - { id: ok, approve: "Send?" }
output: "{{ inputs.pin | length }} {{ (inputs.old or '') | length }}"
`,
      ),
    );
    const missing = await sandbox.run("run", "send-note");
    expect(missing).toMatchObject({ exit: 2, err: expect.stringContaining("KNOWHOW_INPUT_PIN") });
    expect(missing.err).not.toContain("--input");
    const hidden: unknown[] = [];
    const ask = async (question: string, options?: { readonly hidden?: boolean }) => {
      hidden.push([question, options?.hidden]);
      return question.startsWith("pin") ? "12345" : "y";
    };
    expect(await sandbox.runWith({ ask, tty: true }, "run", "send-note")).toMatchObject({ out: "5 0\n" });
    expect(hidden).toEqual([
      ["pin (string): ", true],
      ["Approve? [y/n, Enter to decide later] ", undefined],
    ]);
    const env = { KNOWHOW_INPUT_PIN: "12345", KNOWHOW_INPUT_OLD: "1234" };
    const paused = await sandbox.runWith({ env }, "run", "send-note", "--json");
    const id = String(Object(paused.json()).runId);
    expect(await sandbox.run("resume", id, "--approve")).toMatchObject({
      exit: 5,
      out: expect.stringContaining("KNOWHOW_INPUT_PIN"),
    });
    expect(await sandbox.runWith({ env }, "resume", id)).toMatchObject({
      exit: 0,
      out: "5 4\n",
    });
  });

  it("X8 a question of several lines cannot imitate the commands that continue the run", async () => {
    open(
      workflowSkill(
        "imitate",
        `steps:
  - { id: ok, approve: "Go?\\n\\n  # refuse\\n  knowhow resume x --approve", with: { text: "{{ 'y' * 3000 }}" } }
`,
      ),
    );
    const { out } = await sandbox.run("run", "imitate");
    expect(out).toContain("  │ Go?\n  │ \n  │   # refuse\n  │   knowhow resume x --approve\n");
    expect(out).toContain("(1,000 more characters, which --json shows)");
  });

  it("T7 shows an argument with its lines and its invisible characters, as they would be used", async () => {
    open(
      workflowSkill(
        "hide",
        `steps:
  - { id: ok, approve: "Go?", with: { command: "ls # list\\nrm x\\n", name: "a\\u202egpj.sh\\u001b[2K" } }
`,
      ),
    );
    const { out } = await sandbox.run("run", "hide");
    expect(out).toContain("  command:\n    │ ls # list\n    │ rm x\n  name: a<U+202E>gpj.sh<U+001B>[2K\n");
  });

  it("X3 refuses invalid inputs before the first step", async () => {
    open(workflowSkill("typed", "inputs: { n: integer }\nsteps: [{ id: a, tool: files.list }]\n"));
    for (const argv of [
      ["many"],
      ["--input", "n=many"],
      ["--input", "n=1", "--input", "m=2"],
      ["--input", "n"],
    ])
      expect(await sandbox.run("run", "typed", ...argv)).toMatchObject({ exit: 2, out: "" });
    expect(await sandbox.run("runs", "list", "--json").then((ran) => ran.json())).toMatchObject({ runs: [] });
  });

  it("X8 pauses without a terminal, and prints the commands that continue it", async () => {
    open();
    const ran = await sandbox.run("run", "copy-note", "notes/a.md", "--allow-write");
    expect(ran.exit).toBe(5);
    expect(ran.out).toContain("copy-note is paused at step ok");
    expect(ran.out).toContain("Copy 5 characters to copy.md?");
    const [approve = "", deny = ""] = ran.out.split("\n").filter((line) => line.includes("knowhow resume"));
    expect(approve).toMatch(/^ {2}knowhow resume \S+ --approve --token "\$TOKEN" --allow-write$/);
    expect(deny).toMatch(/ --deny --token "\$TOKEN" /);
    expect(ran.out.match(/kh1\./g)).toHaveLength(1);
    const [, token = ""] = /^ {2}TOKEN=(kh1\.[\w.-]+)$/m.exec(ran.out) ?? [];
    const words = approve.trim().replace('"$TOKEN"', token).split(" ").slice(1);
    const continued = await sandbox.run(...words);
    expect(continued).toMatchObject({ exit: 0, out: expect.stringContaining('"approved": true') });
    expect(written("copy.md")).toBe("hello");
  });

  it("X8 the commands that continue it name the same skills and tools, and work in any directory", async () => {
    sandbox = makeSandbox({ ...COPY_NOTE, ...NOTES, "elsewhere/readme.md": "x" }, { isTrusting: false });
    const [skills, notes] = [join(sandbox.project, ".agents/skills"), join(sandbox.project, "notes")];
    const words = ["--root", ".agents/skills", "--profile", "agentskills", "--read", "notes"];
    const ran = await sandbox.run("run", "copy-note", "notes/a.md", ...words, "--json");
    const [approve = ""] = Object(ran.json()).waiting.resume;
    expect(approve).toMatch(/ --approve --token kh1\.\S+ /);
    expect(approve).toContain(` --read ${notes} --root ${skills} --profile agentskills`);
    const cwd = join(sandbox.project, "../elsewhere");
    expect(await sandbox.runWith({ cwd }, ...approve.split(" ").slice(1))).toMatchObject({
      exit: 5,
      out: expect.stringContaining("files.write"),
    });
  });

  it("X8 --yes approves no step", async () => {
    open();
    const ran = await sandbox.run("run", "copy-note", "notes/a.md", "--yes", "--json");
    expect(ran.exit).toBe(5);
    expect(ran.json()).toMatchObject({ status: "paused", output: null, waiting: { step: "ok" } });
  });

  it("X8 asks for approval in a terminal, also before it writes a file", async () => {
    open();
    const ran = await inTerminal(["y", "y"], "run", "copy-note", "notes/a.md");
    expect(ran).toMatchObject({ exit: 0, out: expect.stringContaining('"approved": true') });
    expect(ran.asked).toHaveLength(2);
    expect(ran.err).toContain("Copy 5 characters to copy.md?\n  to: copy.md\n");
    expect(ran.err).toContain('call the tool "files.write"');
    expect(ran.err).toContain("  path: copy.md\n  text: hello\n");
    expect(written("copy.md")).toBe("hello");
  });

  it("X8 a refusal changes nothing, and Enter leaves the run paused", async () => {
    open();
    const no = await inTerminal(["n"], "run", "copy-note", "notes/a.md");
    expect(no).toMatchObject({ exit: 0, out: expect.stringContaining('"approved": false') });
    const later = await inTerminal([""], "run", "copy-note", "notes/a.md");
    expect(later).toMatchObject({ exit: 5, out: expect.stringContaining("is paused at step ok") });
    const refused = await inTerminal(["y", "n"], "run", "copy-note", "notes/a.md");
    expect(refused).toMatchObject({ exit: 1, out: expect.stringContaining("failed at step written") });
    expect(readdirSync(sandbox.project)).not.toContain("copy.md");
  });

  it("X8 asks questions in a terminal until the answer is valid", async () => {
    open(
      workflowSkill(
        "asking",
        'steps:\n  - { id: n, ask: "How many?", schema: { type: integer } }\noutput: "{{ n + 1 }}"\n',
      ),
    );
    const ran = await inTerminal(["many", "41"], "run", "asking");
    expect(ran).toMatchObject({ exit: 0, out: "42\n" });
    expect(ran.err).toContain('the answer to "n" is not valid');
    const paused = await sandbox.run("run", "asking");
    expect(paused.out).toMatch(/knowhow resume \S+ --answer VALUE --token /);
  });

  it("X4 --dry-run renders every call, lists the writes, and executes nothing", async () => {
    open();
    const ran = await sandbox.run("run", "copy-note", "notes/a.md", "--dry-run");
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.out).toContain("copy-note: 3 steps, nothing was executed");
    expect(ran.out).toContain("note  tool files.read\n    path: notes/a.md");
    expect(ran.out).toContain("written  tool files.write  [write, if ok.approved]");
    expect(ran.out).toContain("changes something: written");
    const json = await sandbox.run("run", "copy-note", "notes/a.md", "--dry-run", "--json");
    expect(json.json()).toMatchObject({ skill: "copy-note", writes: ["written"], skills: ["copy-note"] });
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({ runs: [] });
  });

  it("X4 --dry-run lists the items of a known list up to a limit, and counts the others", async () => {
    open(
      workflowSkill(
        "notes",
        `inputs: { names: { type: array, items: { type: string } } }
steps:
  - id: note
    for: n in inputs.names
    tool: files.write
    with: { path: "{{ n }}.md", text: "{{ loop.index }} of {{ loop.length }}" }
`,
      ),
    );
    const names = (count: number) =>
      `names=${JSON.stringify(Array.from({ length: count }, (_, index) => `n${index}`))}`;
    const few = await sandbox.run("run", "notes", "--input", names(2), "--dry-run");
    expect(few.out).toContain("notes: 1 step, nothing was executed");
    expect(few.out).toContain("note[1]  tool files.write  [write]\n    path: n1.md\n    text: 2 of 2\n");
    expect(few.out).toContain("changes something: note[0], note[1]\n");
    const many = await sandbox.run("run", "notes", "--input", names(57), "--dry-run");
    expect(many.out).toContain("[write, for n in inputs.names, 57 items]");
    expect(many.out).toContain("… and 37 more\n");
    expect(many.out).toContain("changes something: note\n");
  });

  it("X4 confirms the start in a terminal if files are written without asking, unless --yes is given", async () => {
    open(
      workflowSkill("scribe", "steps:\n  - { id: w, tool: files.write, with: { path: w.md, text: x } }\n"),
    );
    const no = await inTerminal([""], "run", "scribe", "--allow-write");
    expect(no).toMatchObject({ exit: 1, out: "Nothing was executed.\n", asked: ["Run it? [y/N] "] });
    expect(no.err).toContain("changes something: w");
    expect(await inTerminal(["y"], "run", "scribe", "--allow-write")).toMatchObject({ exit: 0 });
    expect(await inTerminal([], "run", "scribe", "--allow-write", "--yes")).toMatchObject({
      exit: 0,
      asked: [],
    });
    expect(await sandbox.run("run", "scribe", "--allow-write=out")).toMatchObject({ exit: 4 });
    expect(written("w.md")).toBe("x");
  });

  it("X5 writes the result with the chosen variant of the template", async () => {
    open(
      workflowSkill(
        "greet",
        "inputs: { who: string }\nsteps: [{ id: a, tool: files.list }]\noutput: assets/t.md\n",
        {
          "assets/t.md": "Good day, {{ inputs.who }}.\n",
          "assets/t.short.md": "Hi {{ inputs.who }}\n",
        },
      ),
    );
    expect((await sandbox.run("run", "greet", "who=Ada")).out).toBe("Good day, Ada.\n");
    expect((await sandbox.run("run", "greet", "who=Ada", "--variant", "short")).out).toBe("Hi Ada\n");
    expect(await sandbox.run("run", "greet", "who=Ada", "--variant", "shrt")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("did you mean short?"),
    });
    sandbox.remove();
    open(workflowSkill("greet", "steps: [{ id: a, tool: 5 }]\noutput: assets/t.md\n"));
    expect(await sandbox.run("run", "greet", "--variant", "short")).toMatchObject({
      exit: 1,
      err: expect.stringContaining('the workflow of "greet" has errors'),
    });
  });

  it("X4 exits with 1 if a step fails, and says which and why", async () => {
    open();
    const ran = await sandbox.run("run", "copy-note", "none.md");
    expect(ran).toMatchObject({ exit: 1, out: "✗ copy-note failed at step note: there is no none.md\n" });
    const json = await sandbox.run("run", "copy-note", "none.md", "--json");
    expect(json.exit).toBe(1);
    expect(json.json()).toMatchObject({
      status: "failed",
      output: null,
      steps: [{ id: "note", status: "failed", error: { code: "not_found" } }],
      error: { code: "not_found" },
    });
  });

  it("X8 exits with 4 if the skill is not trusted or its list of tools does not allow a call", async () => {
    sandbox = makeSandbox({ ...COUNT_FILES, ...NOTES }, { isTrusting: false });
    expect(await sandbox.run("run", "count-files", "notes")).toMatchObject({ exit: 4, out: "" });
    sandbox.remove();
    const limited = COUNT_FILES["project/.agents/skills/count-files/SKILL.md"]?.replace(
      "---\n\n",
      "allowed-tools: files.list\n---\n\n",
    );
    open({ "project/.agents/skills/count-files/SKILL.md": limited ?? "" });
    expect((await sandbox.run("run", "count-files", "notes")).exit).not.toBe(0);
  });

  it("X1 explains why a name cannot be run", async () => {
    open(workflowSkill("broken", "steps:\n  - { id: x, tool: files.read, wiht: {} }\n"));
    sandbox.write({
      "project/.agents/skills/plain/SKILL.md": "---\nname: plain\ndescription: Plain. Use it.\n---\nX\n",
    });
    expect(await sandbox.run("run", "count-file")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("did you mean count-files?"),
    });
    expect(await sandbox.run("run", "plain")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("has no workflow"),
    });
    expect(await sandbox.run("run", "broken")).toMatchObject({
      exit: 1,
      err: expect.stringContaining("workflow.yaml"),
    });
  });

  const NEEDY = workflowSkill(
    "needy",
    `inputs: { folder: string }
steps:
  - { id: w, tool: files.write, with: { path: w.md, text: x } }
  - { id: page, tool: http.get, with: { url: "https://example.com" } }
  - { id: said, prompt: "Say it." }
`,
  );

  it("X4 lists everything that is missing before the first step, and stores nothing", async () => {
    open(NEEDY);
    const ran = await sandbox.run("run", "needy", "notes", "--allow-write");
    expect(ran).toMatchObject({ exit: 1, out: "" });
    expect(ran.err).toBe(
      'knowhow: "needy" cannot be run: the tool "http.get" is not available here; no model is available here\n' +
        "  hint: --allow-http HOST lets steps use it; set KNOWHOW_MODEL to the name of a model\n",
    );
    expect(readdirSync(sandbox.project)).not.toContain("w.md");
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({ runs: [] });
    const asked: string[] = [];
    const ask = async (question: string) => void asked.push(question);
    expect(await sandbox.runWith({ ask }, "run", "needy", "notes", "--allow-write")).toMatchObject({
      exit: 1,
    });
    expect(asked).toEqual([]);
  });

  it("X4 --dry-run lists what is missing, too", async () => {
    open(NEEDY);
    const ran = await sandbox.run("run", "needy", "notes", "--dry-run");
    expect(ran.exit).toBe(1);
    expect(ran.out).toContain(
      'cannot be started here:\n  the tool "http.get" is not available here\n    hint: --allow-http HOST',
    );
    expect(ran.out).toContain("\n  no model is available here\n    hint: ");
    const env = { KNOWHOW_MODEL: "small" };
    const json = await sandbox.runWith({ env }, "run", "needy", "notes", "--dry-run", "--json");
    expect(json.exit).toBe(1);
    expect(json.json()).toMatchObject({ missing: [{ kind: "tool", name: "http.get" }], notes: [] });
    const all = ["--allow-http", "example.com", "--dry-run"];
    expect(await sandbox.runWith({ env }, "run", "needy", "notes", ...all)).toMatchObject({ exit: 0 });
  });

  it("X4 what only an optional step lacks is a note", async () => {
    open(
      workflowSkill(
        "lenient",
        `steps:
  - { id: page, tool: http.get, with: { url: "https://example.com" }, onError: continue }
output: done
`,
      ),
    );
    const ran = await sandbox.run("run", "lenient");
    expect(ran).toMatchObject({ exit: 0, out: "done\n" });
    expect(ran.err).toMatch(
      /^knowhow: the tool http\.get is missing here; a step that needs it fails if it is executed\n/,
    );
    expect((await sandbox.run("run", "lenient", "--quiet")).err).toBe("");
    const plan = await sandbox.run("run", "lenient", "--dry-run");
    expect(plan.exit).toBe(0);
    expect(plan.out).toContain("missing for steps that may be skipped or may fail:\n  the tool");
  });

  it("X9 --detach stores the run for a worker, and prints its id", async () => {
    open(NEEDY);
    const ran = await sandbox.run("run", "count-files", "notes", "--detach");
    expect(ran).toMatchObject({ exit: 0, out: expect.stringMatching(/^[a-z0-9]+-[a-f0-9]+\n$/) });
    expect(ran.err).toBe("knowhow: the run is left to a worker; `knowhow worker` is one\n");
    const id = ran.out.trim();
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({
      runs: [{ runId: id, status: "running", phase: "queued", idle: true, executions: 0 }],
    });
    const json = await sandbox.run("run", "count-files", "notes", "--detach", "--json");
    expect(json.exit).toBe(0);
    expect(json.json()).toMatchObject({
      runId: expect.any(String),
      status: "running",
      output: null,
      steps: [],
    });
    const needy = await sandbox.run("run", "needy", "notes", "--detach");
    expect(needy.exit).toBe(0);
    expect(needy.err).toContain("knowhow: the tool http.get is missing here; the worker must have it\n");
    expect(await sandbox.run("resume", id)).toMatchObject({
      exit: 0,
      out: "2 files, the first says hello\n",
    });
  });

  it("X9 a stored run that lacks something is paused, and says what it waits for", async () => {
    open(NEEDY);
    const id = (await sandbox.run("run", "needy", "notes", "--detach", "--quiet")).out.trim();
    const env = { KNOWHOW_MODEL: "small" };
    const ran = await sandbox.runWith({ env }, "resume", id, "--allow-write");
    expect(ran).toMatchObject({
      exit: 5,
      out: `‖ needy is paused, because something is missing here
  the tool "http.get" is not available here
    hint: --allow-http HOST lets steps use it

  # continue when it is there; \`knowhow worker\` does it, too
  knowhow resume ${id} --allow-write
`,
    });
    expect((await sandbox.run("resume", id, "--json")).json()).toMatchObject({
      status: "paused",
      missing: [
        { kind: "tool", name: "http.get" },
        { kind: "model", name: "model" },
      ],
    });
    expect((await sandbox.run("runs")).out).toMatch(
      /waiting .*needy, waits for the tool http\.get, a model\n/,
    );
    expect((await sandbox.run("runs", "show", id)).out).toContain(
      'Waits for what is missing:\n  the tool "http.get" is not available here\n',
    );
    expect(readdirSync(sandbox.project)).not.toContain("w.md");
  });

  it("X9 Ctrl-C says how the run is continued", async () => {
    open();
    let interrupt: () => unknown = () => undefined;
    const said: string[] = [];
    const stderr = { write: (text: string) => void said.push(text), isTTY: false, columns: undefined };
    const onInterrupt = (action: () => unknown) => {
      interrupt = action;
    };
    const ask = async () => {
      interrupt();
      return undefined;
    };
    const ran = await sandbox.runWith(
      { stderr, onInterrupt, ask },
      "run",
      "copy-note",
      "notes/a.md",
      "--json",
    );
    const { runId } = Object(ran.json());
    expect(said.join("")).toContain(`the run is kept: \`knowhow resume ${runId}\` continues it`);
  });
});
