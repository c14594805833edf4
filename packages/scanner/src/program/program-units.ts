/** A part of a text that may be a program. */
export interface ProgramUnit {
  readonly text: string;
  readonly offset: number;
  readonly language: "python" | "javascript";
}

/** Names without which a program can neither reach the outside nor run something. */
const WORTH =
  /\b(?:exec\w*|eval|system|popen|Popen|subprocess|child_process|spawn\w*|socket|createConnection|sendBeacon|WebSocket|b64decode|b32decode|atob|fromCharCode|fromhex|unhexlify|Function|marshal|pickle|__import__|keyring|browser_cookie3|paramiko|ftplib|smtplib|pty|dup2)\b|\.(?:post|put|send|sendall)\s?\(|\b(?:fetch|urlopen|axios|got|request|urlretrieve)\s?\(|\b(?:POST|PUT)\b|(?:appendFile|writeFile|write_text|open\()[\s\S]{0,120}?(?:rc\b|profile|LaunchAgents|\.md|settings|cron|autostart|hooks|authorized_keys)/;

/** The parts of a text that are Python, JavaScript or TypeScript, by their content. */
export function programUnits(text: string): readonly ProgramUnit[] {
  if (!WORTH.test(text)) return [];
  const fences = fencedBlocks(text);
  const parts = fences.length > 0 ? fences : [{ text, offset: 0 }];
  return parts.flatMap((part) => {
    if (!WORTH.test(part.text)) return [];
    const language = languageOf(part.text);
    return language === undefined ? [] : [{ ...part, language }];
  });
}

function fencedBlocks(text: string): readonly { readonly text: string; readonly offset: number }[] {
  if (!text.includes("```") && !text.includes("~~~")) return [];
  const blocks: { text: string; offset: number }[] = [];
  let offset = 0;
  let open: { readonly mark: string; readonly from: number } | undefined;
  for (const line of text.split("\n")) {
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (open !== undefined && mark?.startsWith(open.mark)) {
      blocks.push({ text: text.slice(open.from, offset), offset: open.from });
      open = undefined;
    } else if (open === undefined && mark !== undefined) open = { mark, from: offset + line.length + 1 };
    offset += line.length + 1;
  }
  if (open !== undefined) blocks.push({ text: text.slice(open.from), offset: open.from });
  // Fences inside a program are part of its strings.
  return languageOf(text.slice(0, 3_000)) !== undefined &&
    /^(?:#!|import |from \w|const |"use strict|\/\*\*)/.test(text)
    ? [{ text, offset: 0 }]
    : blocks;
}

/** Signs of each language; the one with more of them wins. */
function languageOf(text: string): ProgramUnit["language"] | undefined {
  const head = text.length > 20_000 ? text.slice(0, 20_000) : text;
  const python = count(
    head,
    /^[ \t]*(?:import \w|from [\w.]+ import|def \w+\(|class \w+[(:]|with open\(|if __name__|elif |except\b|print\(|exec\(|eval\(|__import__|try:|async def|for \w+ in )|\bNone\b|\bTrue\b|:[ \t]*$/gm,
  );
  const javascript = count(
    head,
    /\b(?:const|let|var)\s+[\w{[]|=>|\brequire\(|\bfunction\b|;[ \t]*$|\bawait import\(|\bexport (?:default|const|function)|\bnew Function\(|^[ \t]*import [^\n]{1,300} from ['"]|===|\beval\(|\bfetch\(|\.then\(/gm,
  );
  if (python === 0 && javascript === 0) return undefined;
  return javascript > python ? "javascript" : "python";
}

function count(text: string, pattern: RegExp): number {
  let number = 0;
  for (const _ of text.matchAll(pattern)) number += 1;
  return number;
}
