import { isKnowhowError, type Runtime, type SessionOptions } from "@knowhow/runtime";
import { checkExpectation } from "./check-expectation.ts";
import { Conversation } from "./conversation.ts";
import type { Fail } from "./fields.ts";
import { failAt } from "./parse-script.ts";
import type { Played } from "./played.ts";
import type { ScriptLine } from "./script.ts";
import type { Stage } from "./stage.ts";

/** Runs a script from top to bottom and returns the result of each line. */
export async function playScript(
  lines: readonly ScriptLine[],
  place: string,
  stage: Stage,
): Promise<readonly Played[]> {
  const play = new Play(stage);
  const played: Played[] = [];
  for (const line of lines) {
    const fail = failAt(place, line.line);
    try {
      played.push(await play.step(line, fail));
    } catch (error) {
      if (!isKnowhowError(error)) throw error;
      fail(error.message, { hint: error.hint });
    }
  }
  return played;
}

/** A running script; the library is loaded when the first line needs it, so that the script can write skills before. */
class Play {
  readonly #stage: Stage;
  #runtime: Runtime | undefined;
  /** The current conversation is the last one, after those it was forked from. */
  #conversations: readonly Conversation[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async step(step: ScriptLine, fail: Fail): Promise<Played> {
    const { line } = step;
    switch (step.step) {
      case "write":
        for (const [path, text] of Object.entries(step.files)) this.#stage.write(path, text);
        return { line, step: "write", paths: Object.keys(step.files) };
      case "remove":
        for (const path of step.paths) {
          if (!this.#stage.remove(path)) fail(`cannot remove "${path}": no such file or directory`);
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
  ): Promise<Played> {
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
        const child = new Conversation(current.session.fork(step.options), this.#stage.plain);
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
    this.#runtime ??= await this.#stage.openRuntime();
    return new Conversation(await this.#runtime.session(options), this.#stage.plain);
  }

  async #reload(): Promise<{ skills: number; changed: boolean }> {
    this.#runtime ??= await this.#stage.openRuntime();
    const before = this.#runtime.library;
    const library = await this.#runtime.reload();
    return { skills: library.size, changed: !library.equals(before) };
  }
}
