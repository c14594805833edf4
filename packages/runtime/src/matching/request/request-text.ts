import { once } from "../../basics/once.ts";

/** A message split into request and pasted text. */
export interface RequestText {
  /** What the user wrote. */
  readonly asked: string;
  /** Code, traces and data that came with it, shortened. They show the context, not what is requested. */
  readonly pasted: string;
}

/** A message is read up to here from its start and from its end, because requests are at one of the two. */
const HEAD = 6_000;
const TAIL = 2_000;
const MAX_PASTED = 1_500;

/** Separates the user's request from pasted code, logs and data. Takes linear time, bounded for any message. */
export function requestText(message: string): RequestText {
  const asked: string[] = [];
  const pasted: string[] = [];
  const lines = shorten(message).split("\n");
  let fence = "";
  let block = NOTHING_PASTED;
  for (const line of lines) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence !== "") {
      if (mark.startsWith(fence)) fence = "";
      else pasted.push(line);
    } else if (mark !== "") {
      fence = mark;
      pasted.push(line.slice(line.indexOf(mark) + mark.length));
    } else if (looksPasted(line) || (block !== "" && continues(line, block))) {
      pasted.push(line);
      block = blockOf(line, block);
    } else {
      asked.push(line);
      block = "";
    }
  }
  const request = asked.join("\n").trim();
  const plain = request === "" ? plainRequest(lines) : "";
  if (plain !== "") return { asked: plain, pasted: "" };
  return { asked: request, pasted: pasted.join("\n").trim().slice(0, MAX_PASTED) };
}

/** Limits of a request that looks like a setting, a heading, a quotation or a statement: `review: auth.ts`. */
const MAX_PLAIN_LINES = 2;
const MAX_PLAIN = 200;
const MAX_PLAIN_WORDS = 12;
const HEADING = /^\s*(?:[>#*-]+\s+)*/;
const plainText = once(() => /^[\p{L}\p{M}\p{N}\s.,:/?!'’"“”+#&@%_-]*$/u);
const ARGUMENT = /(?:^|\s)-{1,2}\w|^\s*[$%]\s|["']\s*,|\(\)/;

/** The words of a short message in plain language of which nothing else is left; empty if it is code or data. */
function plainRequest(lines: readonly string[]): string {
  const written = lines.filter((line) => line.trim() !== "");
  if (written.length > MAX_PLAIN_LINES) return "";
  const plain = written.map((line) => line.replace(HEADING, "").trimEnd().replace(/;$/, ""));
  const isPlain = (line: string) =>
    line.length <= MAX_PLAIN &&
    plainText().test(line) &&
    !ARGUMENT.test(line) &&
    !CODE_STARTS.some((start) => start.test(line)) &&
    !COMMAND.test(line) &&
    line.trim().split(/\s+/).length <= MAX_PLAIN_WORDS;
  return plain.every(isPlain) ? plain.join("\n").trim() : "";
}

/** What the preceding lines were: nothing pasted, code, a diff, or terminal output. */
type PastedKind = "" | "code" | "changes" | "terminal";
const NOTHING_PASTED: PastedKind = "";

const PROMPT = /^\s*[$%]\s+\w/;
const CHANGES = /^(?:diff --git |@@ -\d|\+\+\+ |--- )/;

function blockOf(line: string, before: PastedKind): PastedKind {
  if (CHANGES.test(line) || before === "changes") return "changes";
  return PROMPT.test(line) || before === "terminal" ? "terminal" : "code";
}

/** Indented lines continue code, marked ones continue a diff; terminal output ends with an empty line. */
function continues(line: string, block: PastedKind): boolean {
  if (block === "terminal") return line.trim() !== "";
  return block === "changes" ? /^[-+ \\\t]/.test(line) : /^(?: {2,}|\t)\S/.test(line);
}

function shorten(message: string): string {
  if (message.length <= HEAD + TAIL) return message;
  return `${message.slice(0, HEAD)}\n${message.slice(-TAIL)}`;
}

/**
 * How lines of code start in common languages; words that also start English sentences need more context. Adjacent
 * repetitions must not match the same character, so that matching takes linear time.
 */
const CODE_STARTS: readonly RegExp[] = [
  /^\s*(?:import|export)\s(?:[\w*{}\s,]+\sfrom\s+["']|\s*(?:(?:default|const|function|class|type|interface|async)\b|[{*"']|[\w.]+;?$))/,
  /^\s*(?:from\s+[\w.]+\s+import|#include|package\s+[\w.]+;|use\s+[\w]+::|using\s+[\w.]+;)/,
  /^\s*(?:const|let|var|final|auto|val)\s+[\w[{].*=/,
  /^\s*(?:async\s+)?(?:function|def|fn|func)\b.*\(/,
  /^\s*(?:public|private|protected|static)\s+\w.*[({=;]/,
  /^\s*(?:class|struct|interface|enum)\s+\w.*[:{]\s*$/,
  /^\s*(?:if|for|while|switch|catch|elif|else if)\s*\(.*\)\s*\{?$/,
  /^\s*(?:return|throw|await|yield)\s.*[;()]/,
  /^\s*(?:SELECT\b.+\bFROM\b|INSERT INTO|UPDATE\b.+\bSET\b|DELETE FROM|CREATE (?:TABLE|INDEX|VIEW)|ALTER TABLE)/,
  /^\s*at\s[\w.$<>[\]\s]+\(.*\)$/,
  /^\s*(?:File "|Traceback \(|Caused by:|diff --git|@@ |\+\+\+ |--- a\/)/,
  /^\s*[$>%#]\s+\w/,
  /^\s*<\/?[a-zA-Z][\w-]*(?:\s[^>]*)?>/,
  /^\s*(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\b[\]:])/,
  /^[-dlrwx]{10}[\s.+@]/,
  /^\s*[\w.]+\s*=\s*[\w.]+\(.*\)\s*$/,
];
const CODE_ENDS = /[;{}]\s*$|=>\s*(?:\{\s*)?$|^\s*[}\])]+[;,]?\s*$/;

/** A call of a program with options, paths or numbers. Two words alone, as in "make slides", are a request. */
const COMMAND =
  /^\s*(?:sudo\s+)?(?:git|docker|kubectl|npm|npx|yarn|pnpm|pip|python3?|node|cargo|go|make|terraform|helm|aws|gcloud|az|brew|apt|apt-get|curl|wget|ls|cd|cat|grep|find|ssh|scp|rm|mv|cp|mkdir|psql|mysql|redis-cli)\s+[a-z][\w-]*(?:\s+(?:-[\w-]\S*|(?!-)[^\s./=:{}'"\\~]*[./=:{}'"\\~]\S*|\d+))+\s*$/;

/** Keys and values of configuration files. */
const SETTING = /^\s*(?:-\s+)?[\w.-]+:(?:\s+(?:\S+|"[^"]*"|'[^']*'))?\s*$/;

/** True for lines that look like code, traces, logs or data. */
function looksPasted(line: string): boolean {
  if (line.trim().length < 2) return false;
  if (CODE_STARTS.some((start) => start.test(line)) || CODE_ENDS.test(line)) return true;
  if (COMMAND.test(line) || SETTING.test(line)) return true;
  if (line.length > 400 && !/\s/.test(line.slice(0, 200))) return true;
  const signs = line.match(/[{}()[\];=<>|&$#@\\/*_+"'`]/g)?.length ?? 0;
  return line.length > 12 && signs / line.length > 0.22;
}
