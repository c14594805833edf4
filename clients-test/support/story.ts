import { strict as assert } from "node:assert";
import { after, test } from "node:test";
import type { ClientProgram } from "./client-program.ts";
import { type Script, type ScriptedModel, startModel } from "./scripted-model.ts";
import { LOADED, loadedSkill, OLD_BODY, openWorkshop, type Ran, SKILLS } from "./workshop.ts";

/** What people ask for; a client that defers tools must find ours by any of these. */
const QUESTIONS = [
  "find a skill",
  "instructions for PDF forms",
  "how do I write release notes",
  "is there a guide or workflow for this task",
  "best practices and know-how",
  "load skill",
];

/**
 * The story that every client runs: knowhow is added to its settings, its model gets the whole catalog and no skill
 * twice, searches, loads, loads again after an edit; then knowhow is removed.
 */
export function proveClient(client: ClientProgram): void {
  const { command } = client;
  /** The first request after the servers have started. */
  const start = client.settle === undefined ? 0 : 1;
  if (command === undefined) {
    test(`${client.id} has a program for this platform`, {
      skip: `no program for ${process.platform}-${process.arch}`,
    });
    return;
  }
  const workshop = openWorkshop();
  let model: ScriptedModel | undefined;
  let ran: Ran = { status: null, output: "" };
  after(() => {
    model?.close();
    workshop.close();
  });
  /** Every string in the requests of the agent's turns. */
  const strings = () => (model?.requests() ?? []).map((request) => stringsIn(JSON.parse(request)));
  /** The catalog that the server gives this client: in its instructions, or with a tool. */
  const catalogFor = async () => {
    const { instructions, load } = await workshop.served(client.name, client.version);
    return instructions === "" ? load : instructions;
  };
  const explain = (what: string) => `${what}\n${ran.output.slice(-2_000)}`;

  test("mcp uninstall restores the client's file byte for byte", async () => {
    model = await startModel(
      scriptFor(client, () => workshop.write({ [LOADED.path]: loadedSkill(NEW_BODY) })),
    );
    const before = client.settings(model.port);
    workshop.write(before);
    assert.equal(workshop.knowhow("mcp", "install", client.id, "--yes").action, "installed");
    assert.equal(workshop.knowhow("mcp", "uninstall", client.id, "--yes").action, "removed");
    for (const [path, text] of Object.entries(before)) assert.equal(workshop.read(path), text);
  });

  test("the client reads the entry, connects and ends its turn", async () => {
    assert.ok(model);
    workshop.knowhow("mcp", "install", client.id, "--yes");
    ran = await workshop.run(
      [...command, ...client.prompt("Fill in this form.")],
      client.environment(model.port),
    );
    assert.equal(ran.status, 0, explain("the client failed"));
    const count = scriptFor(client, () => undefined).length;
    assert.ok(model.requests().length > count, explain(`the model got ${model.requests().length} requests`));
  });

  test("the model gets the whole catalog, uncut", async () => {
    const catalog = await catalogFor();
    // A client may have installed skills of its own meanwhile.
    const { skills } = workshop.knowhow("list");
    assert.ok(Array.isArray(skills) && skills.length >= SKILLS);
    assert.equal(listedIn(catalog).length + countedIn(catalog), skills.length);
    const first = strings()[start] ?? [];
    assert.ok(
      first.some((text) => uncounted(unindented(text)).includes(uncounted(catalog))),
      explain("the catalog is not in the first request"),
    );
    assert.ok(!first.some((text) => text.includes("[truncated]")));
  });

  test("no skill is listed twice", async () => {
    const catalog = await catalogFor();
    const theirs = (strings()[start] ?? []).map((text) =>
      uncounted(unindented(text)).replaceAll(uncounted(catalog), ""),
    );
    for (const name of ["of-agents", "of-claude"]) {
      const listers = [listedIn(catalog).includes(name), theirs.some((text) => text.includes(name))];
      const isTheirs = client.lists.includes(name);
      assert.deepEqual([name, ...listers], [name, !isTheirs, isTheirs]);
    }
  });

  if (client.findTools !== undefined)
    test("the client's own tool search finds our tools by what people ask for", () => {
      const mentions = (model?.requests() ?? []).slice(start).map(countTools);
      const answers = QUESTIONS.map((_, index) => (mentions[index + 1] ?? 0) - (mentions[index] ?? 0));
      assert.deepEqual(
        QUESTIONS.filter((_, index) => (answers[index] ?? 0) <= 0),
        [],
      );
    });

  test("search finds the skill, and load gives its text", () => {
    const last = strings().at(-1) ?? [];
    assert.ok(
      last.some((text) => text.includes("Skills matching") && text.includes(FOUND)),
      explain("the search found nothing"),
    );
    assert.ok(
      last.some((text) => text.includes(OLD_BODY)),
      explain("the text was not loaded"),
    );
  });

  test("a skill that changes while the client runs is loaded as it is now", () => {
    const last = strings().at(-1) ?? [];
    assert.ok(
      last.some((text) => text.includes(NEW_BODY)),
      explain("the old text was loaded again"),
    );
  });

  test("mcp uninstall removes the entry after the client has used its file", () => {
    const { action, path } = workshop.knowhow("mcp", "uninstall", client.id, "--yes");
    assert.equal(action, "removed");
    assert.equal(workshop.knowhow("mcp", "uninstall", client.id, "--yes").action, "unchanged");
    assert.equal(typeof path, "string");
  });
}

const FOUND = `- ${LOADED.name} `;
const NEW_BODY = "Fill in the form with a green pen.";

/** Finds the tools if they are deferred, searches, loads, and loads again after an edit. */
function scriptFor(client: ClientProgram, edit: () => void): Script {
  const call = (name: string, args: Readonly<Record<string, unknown>>) => ({ tool: client.tool(name), args });
  const { settle, findTools } = client;
  return [
    ...(settle === undefined ? [] : [() => settle]),
    ...(findTools === undefined ? [] : QUESTIONS.map((question) => () => findTools(question))),
    () => call("skill_search", { query: "fill in a form" }),
    () => call("skill_load", { name: LOADED.name }),
    () => {
      edit();
      return call("skill_load", { name: LOADED.name });
    },
  ];
}

/** The names of the skills that a catalog lists. */
function listedIn(catalog: string): readonly string[] {
  return [...catalog.matchAll(/^- ([\w-]+)/gm)].flatMap(([, name]) => name ?? []);
}

/** How many skills a catalog only counts: those that did not fit, and those that the client lists itself. */
function countedIn(catalog: string): number {
  const counts = [...catalog.matchAll(/^\((\d+) (?:more )?skills? /gm)].map(([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A text without the numbers of skills that it only counts. */
function uncounted(text: string): string {
  return text.replaceAll(/^\(\d+ (?:more )?skills? /gm, "(");
}

/** Every string inside a JSON value. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** A client may indent a text of a server. */
function unindented(text: string): string {
  return text.replaceAll(/^[ \t]+/gm, "");
}

/** How often a request names the tools that find and load skills. */
function countTools(request: string): number {
  return request.split(/skill_(?:load|search)/).length - 1;
}
