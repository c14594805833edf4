import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "./support/sources.ts";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly "runs-on": string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: {
    readonly "fail-fast": boolean;
    readonly matrix: Readonly<Record<string, readonly unknown[]>>;
  };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": unknown };
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: {
      readonly label?: string;
      readonly value?: string;
      readonly options?: readonly string[];
    };
    readonly validations?: { readonly required: boolean };
  }[];
}

const yaml: { load<T>(text: string): T } = createRequire(join(repository, "packages/runtime/package.json"))(
  "js-yaml",
);
const read = (path: string) => readFileSync(join(repository, path), "utf8");
const manifest = JSON.parse(read("package.json"));
const local = read(".ci/run");
const ci = yaml.load<Workflow>(read(".github/workflows/ci.yml"));
const release = yaml.load<Workflow>(read(".github/workflows/release.yml"));

/** What a job runs through npm, in order. */
const npmSteps = (job: Job | undefined) =>
  (job?.steps ?? []).flatMap(({ run = "" }) =>
    [...run.matchAll(/\bnpm (?!config)[^\n&|]+/g)].map(([line]) => line),
  );

/** The Debian packages that a command installs. */
const installed = (command: string) =>
  (/--no-install-recommends ([a-z\d. +-]+)/.exec(command)?.[1] ?? "").split(" ").filter(Boolean);

const needed = (/^need_apt (.+)$/m.exec(local)?.[1] ?? "").split(" ");

describe("the checks on GitHub", () => {
  it("run on three systems and three versions of Node, the oldest of which is the oldest supported one", () => {
    expect(ci.jobs.test?.strategy).toEqual({
      "fail-fast": false,
      matrix: { os: ["ubuntu-latest", "macos-latest", "windows-latest"], node: [20, 22, 24] },
    });
    expect(manifest.engines.node).toBe(">=20.19");
    expect(ci.jobs.test?.["runs-on"]).toBe("${" + "{ matrix.os }}");
    const setup = ci.jobs.test?.steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"));
    expect(setup?.with).toMatchObject({ "node-version": "${" + "{ matrix.node }}", cache: "npm" });
  });

  it("take the steps of .ci/run, in its order", () => {
    const steps = [...local.matchAll(/^\s*step (npm .+)$/gm)].map(([, line = ""]) => line);
    const proofs = steps.filter((line) => line.startsWith("npm run test:"));
    expect(steps.filter((line) => !proofs.includes(line))).toEqual(["npm ci", "npm test", "npm start"]);
    expect(npmSteps(ci.jobs.test)).toEqual(["npm ci", "npm test"]);
    expect(npmSteps(ci.jobs.proofs)).toEqual(["npm ci", ...proofs, "npm start"]);
  });

  it("include every command that tests outside the workspaces", () => {
    const commands = Object.keys(manifest.scripts).filter((name) => name.startsWith("test:"));
    expect(npmSteps(ci.jobs.proofs)).toEqual(
      expect.arrayContaining(commands.map((name) => `npm run ${name}`)),
    );
  });

  it("install the Debian packages of .ci/run, and so does the development container", () => {
    const step = ci.jobs.test?.steps.find(({ run }) => run?.includes("apt-get"));
    expect(needed).toContain("zsh");
    expect(step?.if).toBe("runner.os == 'Linux'");
    expect(installed(step?.run ?? "")).toEqual(needed);
    const container = JSON.parse(read(".devcontainer/devcontainer.json"));
    expect(installed(container.postCreateCommand)).toEqual(expect.arrayContaining(needed));
    expect(container.postCreateCommand).toMatch(/ && npm ci$/);
  });

  it("give up a run that a newer commit of a pull request replaces", () => {
    expect(ci.concurrency.group).toContain("github.ref");
    expect(ci.concurrency["cancel-in-progress"]).toContain("pull_request");
  });
});

describe("the release on GitHub", () => {
  it("tests, publishes and pushes, and is never stopped by another one", () => {
    const job = release.jobs.release;
    expect(npmSteps(job)).toEqual(["npm ci", "npm test", 'npm run release -- "$VERSION" --publish']);
    expect(job?.steps.at(-1)?.run).toBe("git push --follow-tags");
    expect(release.concurrency["cancel-in-progress"]).toBe(false);
  });

  it("may write and sign, and nothing else may", () => {
    expect(release.jobs.release?.permissions).toEqual({ contents: "write", "id-token": "write" });
    expect(Object.values(ci.jobs).filter(({ permissions }) => permissions !== undefined)).toEqual([]);
  });
});

describe.each([
  ["ci", ci],
  ["release", release],
])("the workflow %s", (_, workflow) => {
  const jobs = Object.values(workflow.jobs);

  it("may only read unless a job says more, and every job ends by itself", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(jobs.map((job) => job["timeout-minutes"])).toEqual(jobs.map(() => expect.any(Number)));
  });

  it("pins every action to a major version or a commit", () => {
    const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@(?:v\d+|[\da-f]{40})$/.test(action))).toEqual([]);
  });

  it("names only npm scripts that exist", () => {
    const named = jobs
      .flatMap(npmSteps)
      .flatMap((line) => /^npm (?:run ([\w:-]+)|(test|start)\b)/.exec(line)?.slice(1) ?? [])
      .filter((name) => name !== undefined);
    expect(named).toContain("test");
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(named));
  });
});

describe("the issue forms", () => {
  const folder = ".github/ISSUE_TEMPLATE";
  const names = readdirSync(join(repository, folder)).filter((name) => name !== "config.yml");

  it.each(names)("%s has the parts that GitHub asks for", (name) => {
    const form = yaml.load<Form>(read(`${folder}/${name}`));
    const fields = form.body.filter(({ type }) => type !== "markdown");
    const ids = fields.map(({ id }) => id);
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    expect(new Set(ids).size).toBe(fields.length);
    expect(ids.filter((id) => id === undefined || !/^[\w-]+$/.test(id))).toEqual([]);
    for (const { type, attributes } of form.body) {
      expect(["markdown", "input", "textarea", "dropdown"]).toContain(type);
      expect(type === "markdown" ? attributes.value : attributes.label).toEqual(expect.any(String));
      expect(Array.isArray(attributes.options)).toBe(type === "dropdown");
    }
    expect(fields.filter(({ validations }) => validations?.required).length).toBeGreaterThan(0);
  });

  it("ask for what answers most reports: the doctor's and the why command's output", () => {
    expect(read(`${folder}/bug.yml`)).toContain("knowhow doctor --json");
    expect(read(`${folder}/skill-not-found.yml`)).toContain("knowhow why <name>");
  });
});
