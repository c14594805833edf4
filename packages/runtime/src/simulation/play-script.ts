import { isKnowhowError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { checkEdits } from "./check-edits.ts";
import { checkExpectation } from "./check-expectation.ts";
import { Conversation } from "./conversation.ts";
import { type Fail, failAt } from "./fail-at.ts";
import type { PlayedLine, PlayedScript } from "./played.ts";
import type { ScriptFiles, ScriptProject } from "./project.ts";
import type { Script, ScriptLine } from "./script.ts";

/**
 * Plays a script from top to bottom, without a model, and returns what the model would have seen. A failed expectation is a
 * result; a line that cannot be played throws `simulation.invalid`.
 */
export async function playScript(script: Script, project: ScriptProject): Promise<PlayedScript> {
  checkEdits(script, project);
  const play = new Play(project);
  const steps: PlayedLine[] = [];
  for (const line of script.lines) {
    const fail = failAt(script.path, line.line);
    const played = await play.step(line, fail).catch((error: unknown) => {
      if (!isKnowhowError(error) || error.code === "simulation.invalid") throw error;
      return fail(error.message, { hint: error.hint, cause: error });
    });
    steps.push(played);
  }
  return { ok: steps.every((step) => step.step !== "expect" || step.ok), steps };
}

/** The edits of a read-only project were refused before the script began. */
const NO_FILES: ScriptFiles = { write: () => {}, remove: () => false };

/** A running script; the library is loaded when the first line needs it, so that the script can write skills before. */
class Play {
  readonly #project: ScriptProject;
  readonly #files: ScriptFiles;
  readonly #plain: (text: string) => string;
  #runtime: Runtime | undefined;
  /** The current conversation is the last one, after those it was forked from. */
  #conversations: readonly Conversation[] = [];

  constructor(project: ScriptProject) {
    this.#project = project;
    this.#files = project.files ?? NO_FILES;
    this.#plain = (text) => project.plain?.(text) ?? text;
  }

  async step(step: ScriptLine, fail: Fail): Promise<PlayedLine> {
    const { line } = step;
    switch (step.step) {
      case "write":
        for (const [path, text] of Object.entries(step.files)) await this.#files.write(path, text);
        return { line, step: "write", paths: Object.keys(step.files) };
      case "remove":
        for (const path of step.paths) {
          if (!(await this.#files.remove(path))) fail(`cannot remove "${path}": no such file or directory`);
        }
        return { line, step: "remove", paths: step.paths };
      case "session":
        this.#conversations = [await this.#start(step.options)];
        return { line, step: "session", skills: step.options.skills ?? null };
      default:
        return this.#talk(step, await this.#current());
    }
  }

  async #talk(
    step: Exclude<ScriptLine, { step: "write" | "remove" | "session" }>,
    current: Conversation,
  ): Promise<PlayedLine> {
    const { line } = step;
    switch (step.step) {
      case "user":
        return { line, step: "user", ...(await current.user(step)) };
      case "assistant":
        current.assistant(step.text);
        return { line, step: "assistant", text: step.text };
      case "call": {
        const { text, isError, metadata } = await current.call(step.tool, step.args);
        return { line, step: "call", tool: step.tool, args: step.args, text, isError, metadata };
      }
      case "guard": {
        const { verdict, reason, rule = null } = current.guard(step.call);
        return { line, step: "guard", tool: step.call.name, verdict, reason, rule };
      }
      case "reload": {
        const { changed, skills } = await this.#reload();
        current.session.adopt();
        return { line, step: "reload", skills, changed };
      }
      case "compact":
        return { line, step: "compact", inject: await current.compact(step.keepTokens) };
      case "release": {
        const wasActive = current.active().includes(step.name);
        current.session.release(step.name);
        return { line, step: "release", name: step.name, wasActive };
      }
      case "fork": {
        const child = new Conversation(current.session.fork(step.options), this.#plain);
        this.#conversations = [...this.#conversations, child];
        return { line, step: "fork", skills: step.options.skills ?? null };
      }
      case "join":
        this.#conversations = this.#conversations.slice(0, -1);
        return { line, step: "join" };
      case "expect": {
        const failures = checkExpectation(step.expectation, current);
        return { line, step: "expect", ok: failures.length === 0, failures };
      }
    }
  }

  async #current(): Promise<Conversation> {
    const current = this.#conversations.at(-1);
    if (current !== undefined) return current;
    const first = await this.#start({});
    this.#conversations = [first];
    return first;
  }

  async #start(options: SessionOptions): Promise<Conversation> {
    this.#runtime ??= await this.#project.open();
    return new Conversation(await this.#runtime.session(options), this.#plain);
  }

  async #reload(): Promise<{ skills: number; changed: boolean }> {
    this.#runtime ??= await this.#project.open();
    const before = this.#runtime.library;
    const library = await this.#runtime.reload();
    return { skills: library.size, changed: !library.equals(before) };
  }
}
