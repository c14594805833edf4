/** What a message asks, without what was pasted into it. */
export interface RequestText {
  /** What the person wrote. */
  readonly asked: string;
  /** Code, traces and data that came with it, shortened; it says what is in play, not what is wanted. */
  readonly pasted: string;
}

/** A message is read up to here from its start and from its end; requests stand at one of the two. */
const HEAD = 6_000;
const TAIL = 2_000;
const MAX_PASTED = 1_500;

/** Separates what a person asks from code, logs and data pasted beside it. Linear, and bounded for any message. */
export function requestText(message: string): RequestText {
  const asked: string[] = [];
  const pasted: string[] = [];
  let fence = "";
  for (const line of shorten(message).split("\n")) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
    if (fence !== "") {
      if (mark.startsWith(fence)) fence = "";
      else pasted.push(line);
    } else if (mark !== "") {
      fence = mark;
      pasted.push(line.slice(line.indexOf(mark) + mark.length));
    } else if (looksPasted(line)) pasted.push(line);
    else asked.push(line);
  }
  return { asked: asked.join("\n").trim(), pasted: pasted.join("\n").trim().slice(0, MAX_PASTED) };
}

function shorten(message: string): string {
  if (message.length <= HEAD + TAIL) return message;
  return `${message.slice(0, HEAD)}\n${message.slice(-TAIL)}`;
}

const CODE_STARTS =
  /^\s*(?:import |from \S+ import|export |const |let |var |function |async |await |return |class |def |if ?\(|for ?\(|while ?\(|else\b|try\b|catch\b|public |private |static |#include|package |use |fn |func |struct |SELECT .+ FROM |INSERT INTO |CREATE TABLE |at [\w.$<>]+ ?\(|File "|Traceback|Caused by:|\$ |> |diff --git|@@ |\+\+\+ |--- |[+-]\s{2,}|<\/?[a-z][\w-]*[ >/]|[\w.]*(?:Error|Exception): )/;
const CODE_ENDS = /[;{}]\s*$|=>\s*\{?\s*$|^\s*[}\])]+[;,]?\s*$/;

/** Lines of code, traces, logs and data, as far as their look tells. */
function looksPasted(line: string): boolean {
  if (line.length < 2) return false;
  if (CODE_STARTS.test(line) || CODE_ENDS.test(line)) return true;
  if (/^\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(line) || /^\s*\[?(?:ERROR|WARN|INFO|DEBUG|FATAL)\b/.test(line))
    return true;
  if (line.length > 400 && !/\s/.test(line.slice(0, 200))) return true;
  const signs = line.match(/[{}()[\];=<>|&$#@\\/*_+"'`]/g)?.length ?? 0;
  return line.length > 12 && signs / line.length > 0.22;
}
