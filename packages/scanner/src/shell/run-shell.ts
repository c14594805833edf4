import {
  type Assignment,
  type Command,
  forEachChild,
  type ParsedScript,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from "unbash";
import { isDisguised, unwrap } from "./command-name.ts";
import { braceWords, type FoldScope, foldWord, splitWords } from "./fold-word.ts";
import { isTooNested } from "./nesting.ts";
import { originsOf, type ShellValue } from "./shell-value.ts";

/** A command with its words resolved as far as they are constant. */
export interface ShellCommand {
  /** Name without directory and without wrappers such as `sudo` or `env`, in lower case. */
  readonly name: string;
  readonly args: readonly ShellValue[];
  /** What it reads from the pipe or a here-document. */
  readonly input: ShellValue | undefined;
  /** Files that it writes or appends to by redirection. */
  readonly writes: readonly string[];
  /** Offset into the script. */
  readonly offset: number;
  /** The command as written, with the pipe that it is part of. */
  readonly text: string;
  /** True if its name is written so that nobody finds it: `c'u'rl`, `$a$b`, or decoded. */
  readonly isDisguised: boolean;
}

/** Looks at each command of a script, in order, and says what it prints. */
export type ShellVisitor = (command: ShellCommand) => ShellValue;

/** The most levels of scripts inside scripts. */
const MAX_SCRIPTS = 12;

/**
 * Walks a script as a shell would run it, without running anything: follows variables, substitutions and pipes. Returns false if it
 * could not be parsed because it is nested too deeply.
 */
export function runShell(source: string, variables: Map<string, ShellValue>, visit: ShellVisitor): boolean {
  if (isTooNested(source)) return false;
  const calls = { left: 2 * source.length + 2_000 };
  const walk = walker({ source, variables, visit, depth: 0, base: undefined, functions: new Map(), calls });
  walk.script(parse(source));
  return true;
}

interface WalkState {
  readonly source: string;
  readonly variables: Map<string, ShellValue>;
  readonly visit: ShellVisitor;
  readonly depth: number;
  /** Offset of the enclosing command, for scripts whose positions are their own. */
  readonly base: number | undefined;
  readonly functions: Map<string, SyntaxNode>;
  /** How many characters of functions are walked again where they are called, so that time stays linear. */
  readonly calls: { left: number };
}

function walker(state: WalkState) {
  const { variables, visit, depth } = state;
  const scope: FoldScope = {
    variable: (name) => variables.get(name),
    output: (script) => {
      if (depth >= MAX_SCRIPTS) return { text: "" };
      const own = script.source;
      const inner = own === undefined ? state : { ...state, source: own, base: state.base ?? script.pos };
      return walker({ ...inner, depth: depth + 1 }).script(script);
    },
  };

  /** The outermost pipe that the current command is part of. */
  let pipe: { readonly pos: number; readonly end: number } | undefined;

  function script(parsed: ParsedScript): ShellValue {
    let last: ShellValue = { text: "" };
    const all: ShellValue[] = [];
    for (const statement of parsed.commands) {
      last = node(statement.command, undefined);
      all.push(last);
    }
    return { ...originsOf(all), text: last.text };
  }

  function node(current: SyntaxNode, input: ShellValue | undefined): ShellValue {
    if (current.type === "Command") return command(current, input);
    if (current.type === "Pipeline") {
      const outer = pipe;
      pipe ??= current;
      let value = input;
      for (const part of current.commands) value = node(part, value);
      pipe = outer;
      return value ?? { text: "" };
    }
    if (current.type === "Redirected") {
      const given = inputOf(current.redirects) ?? input;
      const value = node(current.command, given);
      const writes = writesOf(current.redirects);
      if (writes.length > 0) return visitGroup(current, value, writes);
      return value;
    }
    if (current.type === "Function") {
      state.functions.set(wordText(current.name), current.body);
      return node(current.body, undefined);
    }
    if (current.type === "For") {
      const values = (current.wordlist ?? []).map((word) => foldWord(word, scope));
      const [first] = values;
      if (first !== undefined) variables.set(current.name.value, { ...originsOf(values), text: first.text });
    }
    if (current.type === "Word") {
      foldWord(current, scope);
      return { text: "" };
    }
    if (current.type === "Assignment") {
      assign(current);
      return { text: "" };
    }
    const values: ShellValue[] = [];
    let next = input;
    forEachChild(current, (child) => {
      values.push(node(child, next));
      next = current.type === "AndOr" ? undefined : next;
    });
    return { ...originsOf(values), text: values.at(-1)?.text ?? "" };
  }

  function command(current: Command, piped: ShellValue | undefined): ShellValue {
    for (const part of current.prefix) if (part.type === "Assignment") assign(part);
    // `$(<file)` prints the file.
    if (current.name === undefined) return inputOf(current.redirects) ?? { text: "" };
    const words = [current.name, ...current.args].flatMap((word) =>
      word.type === "Word"
        ? braceWords(foldWord(word, scope)).flatMap((value) => splitWords(word, value))
        : [assignedArgument(word)],
    );
    const [name, args] = unwrap(words, aliasOf);
    const { pos, end } = pipe ?? current;
    const input = inputOf(current.redirects) ?? piped;
    const body = state.functions.get(name);
    if (body !== undefined) return call(body, args, input);
    if (name === "read" || name === "mapfile" || name === "readarray") receive(args, input);
    if (name === "alias") for (const { text } of args) defineAlias(text);
    if (words[0]?.text === "exec") openDescriptors(current.redirects);
    return visit({
      name,
      args,
      input,
      writes: writesOf(current.redirects),
      offset: state.base ?? current.pos,
      text: state.source.slice(pos, Math.min(end > pos ? end : state.source.length, pos + 2_000)),
      isDisguised: isDisguised(current.name, name),
    });
  }

  /** Walks the body of a function with its arguments and its input. */
  function call(body: SyntaxNode, args: readonly ShellValue[], input: ShellValue | undefined): ShellValue {
    state.calls.left -= body.end - body.pos + 20;
    if (state.calls.left < 0 || depth >= MAX_SCRIPTS) return originsOnly([...args, input]);
    for (const [at, arg] of args.slice(0, 9).entries()) variables.set(String(at + 1), arg);
    const all = { ...originsOf(args), text: args.map(({ text }) => text).join(" ") };
    variables.set("@", all);
    variables.set("*", all);
    const value = walker({ ...state, depth: depth + 1 }).body(body, input);
    for (const name of ["@", "*", ...args.slice(0, 9).map((_, at) => String(at + 1))]) variables.delete(name);
    return value;
  }

  /** `read -r a b`: the variables get what the command reads. */
  function receive(args: readonly ShellValue[], input: ShellValue | undefined): void {
    if (input === undefined) return;
    for (const { text } of args) if (/^[A-Za-z_]\w*$/.test(text)) variables.set(text, input);
    if (args.every(({ text }) => text.startsWith("-"))) variables.set("REPLY", input);
  }

  function defineAlias(text: string): void {
    const [, name, value] = /^([\w.-]{1,60})=([\s\S]{1,2000})$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined)
      variables.set(`alias ${name}`, { text: value.replace(/^(['"])([\s\S]*)\1$/, "$2") });
  }

  function aliasOf(name: string): string | undefined {
    return variables.get(`alias ${name}`)?.text;
  }

  /** `exec 3<file` and `exec 3>/dev/tcp/…` give a number to a file. */
  function openDescriptors(redirects: readonly Redirection[]): void {
    for (const redirect of redirects) {
      if (redirect.type !== "Redirect" || redirect.target === undefined) continue;
      const { descriptor, target, operator } = redirect;
      if (descriptor?.type !== "FileDescriptor") continue;
      const content = operator === "<" ? inputOf([redirect]) : undefined;
      variables.set(`&${descriptor.value}`, { ...content, text: wordText(target) });
    }
  }

  /** `export A=b` is an argument and an assignment. */
  function assignedArgument(current: Assignment): ShellValue {
    assign(current);
    return { text: current.text };
  }

  function visitGroup(current: SyntaxNode, value: ShellValue, writes: readonly string[]): ShellValue {
    return visit({
      name: "cat",
      args: [],
      input: value,
      writes,
      offset: state.base ?? current.pos,
      text: state.source.slice(current.pos, current.pos + 2_000),
      isDisguised: false,
    });
  }

  function assign({ name, value, append }: Assignment): void {
    const folded =
      value.type === "Word"
        ? foldWord(value, scope)
        : { text: value.elements.map((word) => foldWord(word, scope).text).join(" ") };
    const before = append ? variables.get(name) : undefined;
    // A variable that refers to itself or to something unknown keeps its reference, not an endless text.
    const text = `${before?.text ?? ""}${folded.text}`.slice(0, 20_000);
    variables.set(name, { ...originsOf([before, folded]), text });
  }

  function inputOf(redirects: readonly Redirection[]): ShellValue | undefined {
    for (const redirect of redirects) {
      if (redirect.type === "HereDoc") return { text: redirect.body.text };
      if (redirect.type === "HereString" && redirect.target !== undefined)
        return foldWord(redirect.target, scope);
      if (redirect.type === "Redirect" && redirect.operator === "<&" && redirect.target !== undefined) {
        const opened = variables.get(`&${wordText(redirect.target)}`);
        if (opened !== undefined) return { ...opened, text: "" };
      }
      if (redirect.type === "Redirect" && redirect.operator === "<" && redirect.target !== undefined)
        return visit({
          name: "cat",
          args: [foldWord(redirect.target, scope)],
          input: undefined,
          writes: [],
          offset: state.base ?? redirect.pos,
          text: state.source.slice(redirect.pos, redirect.end),
          isDisguised: false,
        });
    }
    return undefined;
  }

  function writesOf(redirects: readonly Redirection[]): readonly string[] {
    return redirects.flatMap((redirect) =>
      redirect.type === "Redirect" && redirect.operator.includes(">") && redirect.target !== undefined
        ? [openedFile(redirect.operator, wordText(redirect.target))]
        : [],
    );
  }

  function openedFile(operator: string, target: string): string {
    return operator === ">&" ? (variables.get(`&${target}`)?.text ?? target) : target;
  }

  function wordText(word: Word): string {
    return foldWord(word, scope).text;
  }

  return { script, body: node };
}

function originsOnly(values: readonly (ShellValue | undefined)[]): ShellValue {
  return { ...originsOf(values), text: "" };
}
