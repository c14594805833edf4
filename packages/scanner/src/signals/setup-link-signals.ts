import { type Address, isInvented, isThrowaway, readAddress } from "../hosts/host-kind.ts";
import { claimedName } from "../hosts/look-alike.ts";
import type { FlatText } from "../layers/flat-text.ts";
import { LINK_MARK, unlocks } from "./archive-password.ts";
import { isPackage, PACKAGE } from "./package-address.ts";
import { FOR_TERMINAL, PROGRAM_INSIDE, type SignalKind } from "./signal.ts";
import type { WordPlaces } from "./word-places.ts";

/** What the text around an address makes the reader do with it. */
export interface SetupLink {
  readonly kind: SignalKind;
  readonly offset: number;
  readonly evidence: string;
  readonly address: Address;
  readonly detail?: string;
}

/** How far around an address a sentence about it may stand. All patterns below only see this much, so time is linear. */
const BEFORE = 320;
const AFTER = 420;
/** The same for an address that does not look like a file, and for a page that may be the manual of a project. */
const NEAR = 180;
/** The same for the page of anybody with a domain. */
const CLOSE = 100;
/** The most addresses of one text whose surroundings are read. */
const MAX_LINKS = 10_000;

/** An address, and one that may have no scheme. */
const LINK = /https?:\/\/[^\s()<>|\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]{3,300}/g;
const ANY_LINK = new RegExp(
  `${LINK.source}|(?<![\\w@./:-])(?:[a-z0-9-]{1,63}\\.){1,4}[a-z]{2,13}(?![\\w.@-])(?:\\/[^\\s()<>|\\u3000-\\u9fff\\uac00-\\ud7af\\uff00-\\uffef]{0,300})?`,
  "g",
);

/**
 * Addresses that the reader has to do something with: open an archive with a password, or run a command that a page shows. The
 * words may stand in any order around the address; their combination counts, not a sentence.
 */
export function readSetupLinks(flat: FlatText, places: WordPlaces): readonly SetupLink[] {
  if (!RELEVANT.some((concept) => places.has(concept))) return [];
  const { text } = flat;
  const found: SetupLink[] = [];
  let count = 0;
  const mayBeBare = places.has("password") || (places.has("terminal") && places.has("copy"));
  for (const match of text.matchAll(mayBeBare ? ANY_LINK : LINK)) {
    const address = addressOf(match[0]);
    if (address === undefined) continue;
    const offset = match.index;
    const end = offset + match[0].length;
    const from = Math.max(0, offset - BEFORE);
    const to = end + AFTER;
    const link = { offset, evidence: text.slice(Math.max(0, offset - 40), end + 80), address };
    if (places.between("password", from, to) || places.between("archive", from, to)) {
      count += 1;
      const isNamed = isPackage(address);
      const near = isNamed
        ? `${text.slice(from, offset)}${LINK_MARK}${text.slice(end, to)}`
        : `${text.slice(Math.max(0, offset - NEAR), offset)}${LINK_MARK}${text.slice(end, end + NEAR)}`;
      if (
        (isNamed || mayBePackage(address, { places, offset, end })) &&
        unlocks(near, { isNamed: PACKAGE.test(address.path) || address.kind === "files" })
      )
        found.push({
          kind: "locked-download",
          ...link,
          ...(PROGRAM.test(near) || places.between("run", from, to) ? { detail: PROGRAM_INSIDE } : {}),
        });
    }
    const claimed = installerClaim(address, places, { offset, end });
    if (claimed !== undefined) found.push({ kind: "claims-installer", ...link, detail: claimed });
    const page = pageSignal(flat, places, { address, offset, end });
    if (page !== undefined) found.push({ ...page, ...link });
    if (count > MAX_LINKS) break;
  }
  return found;
}

/** A text without any of these asks for nothing that is looked for here. */
const RELEVANT = ["install", "terminal", "archive", "password", "copy", "command"] as const;

/** An address without a scheme counts only for places that nobody names for another reason. */
function addressOf(text: string): Address | undefined {
  const plain = text.replace(/[,.;:]{1,20}$/, "");
  if (plain.includes("://")) return readAddress(plain);
  const address = readAddress(`//${plain}`);
  if (address === undefined) return undefined;
  if (isThrowaway(address.kind)) return address.path.length > 2 ? address : undefined;
  if (address.kind === "free") return address;
  return address.path !== "" && isPackage(address) && !FILE_NAME.test(address.host) ? address : undefined;
}

/** A host that is rather the name of a file. */
const FILE_NAME =
  /\.(?:exe|dll|py|js|ts|sh|ps1|bat|cmd|md|zip|app|java|class|rs|go|rb|php|html?|json|ya?ml)$/;

/** An address without the name of a file, next to words about an archive that is opened and a program that is started. */
function mayBePackage(
  { kind }: Address,
  { places, offset, end }: { readonly places: WordPlaces; readonly offset: number; readonly end: number },
): boolean {
  if (kind === "local" || kind === "known" || kind === "installer" || isInvented(kind)) return false;
  return (
    places.between("archive", offset - NEAR, end + NEAR) && places.between("run", offset - NEAR, end + NEAR)
  );
}

/** The well-known program that the reader has to get from a page that somebody else has made. */
function installerClaim(
  { kind, host }: Address,
  places: WordPlaces,
  { offset, end }: { readonly offset: number; readonly end: number },
): string | undefined {
  if (kind !== "free" && kind !== "other") return undefined;
  const claimed = claimedName(host, { isFree: kind === "free" });
  return claimed !== undefined && places.between("install", offset - NEAR, end + NEAR) ? claimed : undefined;
}

/** What the reader has to do with a page, if it is to run what the page shows. */
function pageSignal(
  flat: FlatText,
  places: WordPlaces,
  { address, offset, end }: { readonly address: Address; readonly offset: number; readonly end: number },
): Pick<SetupLink, "kind" | "detail"> | undefined {
  const { kind } = address;
  // An address in a command is fetched by the command, and a command that follows is the one to copy.
  if (flat.hasCode(offset, end)) return undefined;
  // What collects data, or leads to a machine at home, is rarely a page to read.
  if (isThrowaway(kind) && kind !== "collector" && !PACKAGE.test(address.path)) {
    const near = (concept: "terminal" | "copy" | "run" | "command") =>
      places.between(concept, offset - BEFORE, end + AFTER);
    if (!near("terminal")) return undefined;
    if (near("command") && (kind === "paste" || near("copy") || near("run")))
      return { kind: "command-from-page" };
    return near("copy") || near("run") ? { kind: "page-near-terminal" } : undefined;
  }
  if (kind !== "free" && kind !== "other" && kind !== "code" && kind !== "collector") return undefined;
  const far = kind === "free" ? NEAR : CLOSE;
  const near = (concept: "terminal" | "copy" | "command") => places.between(concept, offset - far, end + far);
  const isCopied =
    near("copy") &&
    places.between("terminal", offset - NEAR, end + NEAR) &&
    (kind === "free" || near("command")) &&
    !flat.hasCode(end, end + NEAR);
  if (isCopied) return { kind: "command-from-page", detail: FOR_TERMINAL };
  const before = flat.text.slice(Math.max(0, offset - NEAR), offset);
  const after = flat.text.slice(end, end + AFTER);
  return kind === "free" && showsCommand(before, after)
    ? { kind: "command-from-page", detail: FOR_TERMINAL }
    : undefined;
}

/** Archives of the skill itself for which the text gives a password. */
export function readLocalArchives(
  { text }: FlatText,
  places: WordPlaces,
): readonly { readonly offset: number; readonly name: string }[] {
  const found: { offset: number; name: string }[] = [];
  if (!/\.(?:zip|7z|rar)/.test(text) || (!places.has("password") && !places.has("archive"))) return found;
  for (const match of text.matchAll(/(?<![\w:/.-])[\w./-]{1,80}\.(?:zip|7z|rar)(?![\w-])/g)) {
    const end = match.index + match[0].length;
    const near = `${text.slice(Math.max(0, match.index - NEAR), match.index)}${LINK_MARK}${text.slice(end, end + NEAR)}`;
    if (unlocks(near, { isNamed: true }))
      found.push({ offset: match.index, name: match[0].slice(match[0].lastIndexOf("/") + 1) });
    if (found.length >= MAX_LINKS) break;
  }
  return found;
}

/** The name of a program, which every language writes alike. */
const PROGRAM = /[\w-]\.(?:exe|scr|dmg|msi|bat|pkg|command|app)(?![\w-]|\.\w)/;

const TERMINAL_WORDS =
  "(?:\\b(?:terminal(?:e|en|i|u)?|powershell|eingabeaufforderung|invite de commandes|command (?:prompt|line)|cmd\\.exe|iterm2?|run dialog|konsole|consola|win(?:dows)? ?\\+ ?r|(?:your|a|the) (?:shell|console))\\b|(?:cmd|ctrl|command|⌘) ?\\+ ?v\\b|终端|命令行|ターミナル|터미널|терминал)";
const ACTION_WORDS =
  "(?:\\b(?:cop(?:y|ied)|paste|run|execute|grab|take|enter|insert|einfügen|füge|kopier\\w*|ausführen|coll(?:er|ez)|copiez|exécute\\w*|pegar?|pegue|ejecut\\w*|cole|copie|colar|incoll\\w*|copia\\w*|esegu\\w*|wklej\\w*|uruchom\\w*|yapıştır\\w*|çalıştır\\w*|plak)\\b|вставь|скопир|выполн|粘贴|复制|运行|执行|貼り付け|コピー|実行|붙여넣|복사|실행)";
const WHAT_WORDS =
  "(?:\\b(?:command|script|one-liner|snippet|installer|line|befehl\\w*|comando|commande|what it says|setup code)\\b|команд|скрипт|命令|脚本|コマンド|스크립트|명령)";
const TERMINAL = new RegExp(TERMINAL_WORDS);

/** On a page that could also be the manual of a project, the words have to belong together. */
function showsCommand(before: string, after: string): boolean {
  const next = after.slice(0, 200);
  const last = before.slice(-120);
  if (COPY_FROM.test(last) && PASTE_TO.test(next)) return true;
  if (COPY_AND_PASTE.test(next)) return true;
  if (COPY_THERE.test(next) || COPY_TO_TERMINAL.test(next)) return true;
  if (ACTION_IN_TERMINAL.test(next) && COMMAND_AT.test(last)) return true;
  if (RUN_SHOWN.test(next)) return true;
  return ACTION_COMMAND_AT.test(last) && (TERMINAL.test(next.slice(0, 90)) || TERMINAL.test(last));
}

const COPY_FROM = /\b(?:copy|grab|take)\b[^.]{0,40}\b(?:from|at|on)\b[^.]{0,20}$/;
const PASTE_TO = new RegExp(`^[^.]{0,40}?\\bpaste\\b[^.]{0,40}?${TERMINAL_WORDS}`);
const COPY_AND_PASTE = new RegExp(
  `^[^]{0,60}?\\bcop(?:y|ied)\\b[^]{0,60}?${TERMINAL_WORDS}[^]{0,40}?(?:\\bpaste\\b|(?:cmd|ctrl|command|⌘) ?\\+ ?v\\b)`,
);
const COPY_THERE = new RegExp(`^[^]{0,60}?${ACTION_WORDS}[^]{0,40}?${WHAT_WORDS}[^]{0,90}?${TERMINAL_WORDS}`);
const COPY_TO_TERMINAL = new RegExp(
  `^[^]{0,40}?${ACTION_WORDS}[^]{0,40}?${TERMINAL_WORDS}[^]{0,50}?${WHAT_WORDS}`,
);
const ACTION_IN_TERMINAL = new RegExp(`^[^]{0,40}?${ACTION_WORDS}[^]{0,50}?${TERMINAL_WORDS}`);
const RUN_SHOWN =
  /^[^.]{0,40}?\b(?:run|execute|copy|paste|use)\b[^.]{0,30}\b(?:command|script|installer|one-liner)\b[^.]{0,30}\b(?:shown|displayed|listed|provided|given|published|there|on (?:the|that|this) page)\b/;
const COMMAND_AT = new RegExp(`${WHAT_WORDS}[^]{0,60}$`);
const ACTION_COMMAND_AT = new RegExp(`${ACTION_WORDS}[^]{0,40}?${WHAT_WORDS}[^]{0,40}$`);
