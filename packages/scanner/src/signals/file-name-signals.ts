import { invisibleKind } from "../layers/invisible.ts";
import type { Signal } from "./signal.ts";

/** What the name of a file shows. */
export function readFileNameSignals(path: string): readonly Signal[] {
  const odd = oddity(path);
  return odd === undefined ? [] : [{ kind: "odd-file-name", path, line: 1, evidence: path, detail: odd }];
}

function oddity(path: string): string | undefined {
  if ([...path].some((char) => invisibleKind(char.codePointAt(0) ?? 0) !== undefined))
    return "written with invisible characters";
  if (/\$\(|`|\n|[;|&]\s*(?:curl|wget|rm|bash|sh|python)\b/.test(path)) return "a command";
  if (/(?:^|\/)\.\.(?:\/|$)|^\/|\\/.test(path)) return "a path that leaves the skill";
  if (
    /\.(?:pdf|png|jpe?g|gif|txt|docx?|xlsx?|md)\s{0,50}\.(?:exe|scr|bat|cmd|com|js|vbs|ps1|sh|app|lnk)$/i.test(
      path,
    )
  )
    return "that of a program with the ending of a document";
  return undefined;
}
