import { type Address, isInvented, isThrowaway, readAddress } from "../hosts/host-kind.ts";
import type { FlatText } from "../layers/flat-text.ts";
import { PROGRAM_INSIDE, type SignalKind } from "./signal.ts";

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
/** The same for an address that does not look like a file. */
const NEAR = 180;
/** The most addresses of one text whose surroundings are read. */
const MAX_LINKS = 500;

/**
 * Addresses that the reader has to do something with: open an archive with a password, or run a command that a page shows. The
 * words may stand in any order around the address; their combination counts, not a sentence.
 */
export function readSetupLinks({ text }: FlatText): readonly SetupLink[] {
  const found: SetupLink[] = [];
  let count = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s()<>|]{3,300}/g)) {
    count += 1;
    if (count > MAX_LINKS) break;
    const address = readAddress(match[0].replace(/[,.;:]{1,20}$/, ""));
    if (address === undefined) continue;
    const offset = match.index;
    const end = offset + match[0].length;
    const before = text.slice(Math.max(0, offset - BEFORE), offset);
    const after = text.slice(end, end + AFTER);
    const link = { offset, evidence: text.slice(Math.max(0, offset - 40), end + 80), address };
    const isNamed = isPackage(address);
    const near = `${before.slice(isNamed ? 0 : -NEAR)} ${isNamed ? after : after.slice(0, NEAR)}`;
    if ((isNamed || mayBePackage(address, near)) && hasArchivePassword(near, address))
      found.push({
        kind: "locked-download",
        ...link,
        ...(PROGRAM.test(near) ? { detail: PROGRAM_INSIDE } : {}),
      });
    if (isAnonymous(address)) {
      const around = `${before} ${after}`;
      if (TERMINAL.test(around) && ACTION.test(around))
        found.push({ kind: WHAT.test(around) ? "command-from-page" : "page-near-terminal", ...link });
    } else if (address.kind === "free" && showsCommand(before, after))
      found.push({ kind: "command-from-page", ...link, detail: "terminal" });
  }
  return found;
}

/** Archives of the skill itself for which the text gives a password. */
export function readLocalArchives({
  text,
}: FlatText): readonly { readonly offset: number; readonly name: string }[] {
  const found: { offset: number; name: string }[] = [];
  for (const match of text.matchAll(/(?<![\w:/.-])[\w./-]{1,80}\.(?:zip|7z|rar)(?![\w-])/g)) {
    const end = match.index + match[0].length;
    const near = `${text.slice(Math.max(0, match.index - NEAR), match.index)} ${text.slice(end, end + NEAR)}`;
    if (hasPassword(near))
      found.push({ offset: match.index, name: match[0].slice(match[0].lastIndexOf("/") + 1) });
    if (found.length >= MAX_LINKS) break;
  }
  return found;
}

/** An archive or a program, or a place that only serves files. */
const PACKAGE = /\.(?:zip|7z|rar|exe|dmg|pkg|msi|tgz|gz|xz|iso|img|cab|jar|appimage)(?:$|[?#])/i;
const FILE_HOSTS = /^(?:drive\.google\.com|(?:www\.|dl\.)?dropbox\.com|1drv\.ms)$/;

function isPackage({ kind, host, path }: Address): boolean {
  if (kind === "local" || isInvented(kind)) return false;
  return PACKAGE.test(path) || /\/releases\//.test(path) || kind === "files" || FILE_HOSTS.test(host);
}

/** An address without the name of a file, next to words about an archive that is opened and a program that is started. */
function mayBePackage({ kind }: Address, near: string): boolean {
  if (kind === "local" || kind === "known" || kind === "installer" || isInvented(kind)) return false;
  return OPENED.test(near) && STARTED.test(near);
}

/** Places where nobody documents a program. */
function isAnonymous({ kind, path }: Address): boolean {
  return isThrowaway(kind) && !PACKAGE.test(path);
}

/** Words for a password, each followed or preceded by its value. */
const WORD =
  "(?:pass(?:word|phrase|code|wort|wd|key)?|psw|pswd|pwd?|kennwort|contraseña|senha|mot de passe|wachtwoord|hasło|пароль|парол[яеи]|密码|密碼|口令|パスワード|비밀번호|암호|parola|şifre(?:si)?|heslo|lozinka|salasana|lösenord|mật khẩu|kata sandi|κωδικός|كلمة (?:المرور|السر)|סיסמה|पासवर्ड|รหัสผ่าน)";
/** An archive, in any case of its word. */
const ARCHIVES =
  "(?:archiv\\p{L}{0,4}|архив\\p{L}{0,3}|архів\\p{L}{0,3}|arşiv\\p{L}{0,4}|arquivo|zip|rar|7z)";
/** Words that mean a password only next to an archive. */
const LOCK =
  "(?:(?:unlock(?:ing)?|unpack(?:ing)?|extract(?:ion)?|archive(?:'s)?|zip|rar|7z|decrypt(?:ion)?|encryption|locked|protected|encrypted)\\b[^\\n]{0,30}?\\b(?:key|code|secret|pin|phrase)|(?:key|code|secret|pin|clave|clé|code) (?:for|of|to|del|de l|du|da) (?:the |l')?(?:archive|archivo|zip|file|rar|fichier|arquivo))";
const GIVEN =
  "\\s{0,2}(?:(?:is|ist|es|est|lautet|are|é|è|jest|to|on|just|to use|de|от архива|архива)\\s|[:：=→>–—(,「は-]\\s?){1,3}\\s?\\S";
/** What follows the word if no value does. */
const NO_VALUE =
  "(?! ?(?:manager|reset|hash|hashes|field|fields|policy|prompt|store|strength|generator|rotation|grant|input|required|or|and|in|on|to|if|the|your|a|an|must|will|from|by|through|it|that|this|them|all|rate|fail|over|of|for|when|after|before|with|without|as|at|are|was|can|should|may|not|authentication|protected|protection|hashing|recovery)\\b)";

const PASSWORD_GIVEN = new RegExp(
  [
    `(?<![a-z0-9_])${WORD}(?![a-z_])(?: (?:for|of) (?:the )?\\w{2,20})?${GIVEN}`,
    `(?<![a-z0-9_])${WORD}(?![a-z_])${NO_VALUE} [a-z0-9_-]{2,30}`,
    `(?<![a-z0-9_])${WORD}(?![a-z_])[^.\\n]{0,30}\\b(?:use|enter|type) \\S`,
    `(?<![a-z0-9_])${WORD}(?![a-z_])[^.\\n]{0,20}\\. (?:it's|it is|that is|this is|use|enter|type) \\S`,
    "\\b(?:use|enter|type) \\S{2,40} to (?:open|unlock|extract|unzip|unpack|decrypt)\\b",
    // "password on the archive reddit", in any language: the word, the archive, then a value.
    `(?<![a-z0-9_])${WORD}(?![a-z_])[^.,;\\n]{1,14}${ARCHIVES}[\\s:=]{1,3}(?!files?\\b|folder|archiv|before|first|again|below|above|itself|here)[^\\s.,;)]{2,30}(?=[.,;)]|$)`,
    `\\b(?:use|enter|type|with) \\S{2,40} (?:when|if|as|for|at)\\b[^.\\n]{0,40}(?<![a-z0-9_])${WORD}(?![a-z_])`,
    `${LOCK}${GIVEN}`,
    `${LOCK} [a-z0-9_-]{2,30}`,
    `(?<![a-z0-9_])${WORD}(?![a-z_])[^.:：=\\n]{0,30}[:：=→「]\\s?\\S`,
    "(?:protected|encrypted|locked)\\b[^.\\n]{0,80}[,;:(–—-]\\s?(?:the )?(?:key|code|pin|secret)(?: is|:| =)? \\S",
    "\\b(?:locked|protected|encrypted) (?:with|by|using):? \\S",
    "\\bunlock(?:s|ed|ing)? (?:it |the \\w+ )?(?:with|using|by) \\S",
    "\\b(?:open|extract|unzip|unpack|decompress|decrypt)\\w{0,3}\\b[^.\\n]{0,40}\\b(?:with|using) (?:the )?(?:secret|key|code|pin|phrase)\\b",
    "「[^「」]{1,30}」で解凍|用[^。]{1,20}解压",
  ].join("|"),
  "gu",
);

const ARCHIVE =
  /extract|unzip|unpack|archiv|\bzip|\brar\b|7z|decompress|decrypt|encrypted|protected|unlock|locked|entpack|descompr|décompress|распак|розпак|архив|архів|解压|解凍|압축|estra[re]|scompatt|çıkar|arşiv|rozpakuj|uitpakken|giải nén|ekstrak/;
/** Words for opening an archive, and for starting what was in it. */
const OPENED =
  /\b(?:extract|unzip|unpack|decompress|archive|zip|rar|7z|entpack\w*|archiv\w*|extrai\w*|descompr\w*|décompress\w*|estra\w*|scompatt\w*|çıkar\w*|arşiv\w*|rozpakuj\w*|uitpakken|ekstrak\w*|giải nén)\b|распак|розпак|архив|архів|解压|解凍|압축/;
const STARTED =
  /\.(?:exe|dmg|msi|app|bat|pkg|command)\b|\b(?:run|launch|start|execute|double[- ]click|als administrator|as administrator|starten|ausführen|lancez|exécutez|ejecut\w*|execute|inicie|eseg\w*|avvia\w*|çalıştır\w*|uruchom\w*|uitvoeren)\b|запуст|以管理员|运行|実行|실행/;
/** The name of a program, which every language writes alike. */
const PROGRAM = /[\w-]\.(?:exe|scr|dmg|msi|bat|pkg|command|app)(?![\w-]|\.\w)/;
/** A password of an account or a service. */
const ACCOUNT =
  /\b(?:user(?:name)?|log ?in|admin|account|database|db|sudo|root|sign in|default|wi-?fi|smtp|imap|mysql|postgres\w*|redis|e-?mail|basic auth|keystore|wallet|ssh|app)\b[^.]{0,30}$/;

function hasPassword(around: string): boolean {
  return around.search(PASSWORD_GIVEN) !== -1;
}

function hasArchivePassword(around: string, { path, kind }: Address): boolean {
  for (const match of around.matchAll(PASSWORD_GIVEN)) {
    const near = around.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60);
    if (ARCHIVE.test(near)) return true;
    const before = around.slice(Math.max(0, match.index - 40), match.index);
    if ((PACKAGE.test(path) || kind === "files") && !ACCOUNT.test(before)) return true;
  }
  return false;
}

const TERMINAL_WORDS =
  "(?:\\b(?:terminal(?:e|en|i|u)?|powershell|eingabeaufforderung|invite de commandes|command (?:prompt|line)|cmd\\.exe|iterm2?|run dialog|konsole|consola|win(?:dows)? ?\\+ ?r|(?:your|a|the) (?:shell|console))\\b|(?:cmd|ctrl|command|⌘) ?\\+ ?v\\b|终端|命令行|ターミナル|터미널|терминал)";
const ACTION_WORDS =
  "(?:\\b(?:cop(?:y|ied)|paste|run|execute|grab|take|enter|insert|einfügen|füge|kopier\\w*|ausführen|coll(?:er|ez)|copiez|exécute\\w*|pegar?|pegue|ejecut\\w*|cole|copie|colar|incoll\\w*|copia\\w*|esegu\\w*|wklej\\w*|uruchom\\w*|yapıştır\\w*|çalıştır\\w*|plak)\\b|вставь|скопир|выполн|粘贴|复制|运行|执行|貼り付け|コピー|実行|붙여넣|복사|실행)";
const WHAT_WORDS =
  "(?:\\b(?:command|script|one-liner|snippet|installer|line|befehl\\w*|comando|commande|what it says|setup code)\\b|команд|скрипт|命令|脚本|コマンド|스크립트|명령)";
const TERMINAL = new RegExp(TERMINAL_WORDS);
const ACTION = new RegExp(ACTION_WORDS);
const WHAT = new RegExp(WHAT_WORDS);

/** On a page that could also be the manual of a project, the words have to belong together. */
function showsCommand(before: string, after: string): boolean {
  const next = after.slice(0, 200);
  const last = before.slice(-120);
  if (COPY_FROM.test(last) && PASTE_TO.test(next)) return true;
  if (COPY_AND_PASTE.test(next)) return true;
  if (COPY_THERE.test(next) || COPY_TO_TERMINAL.test(next)) return true;
  if (ACTION_IN_TERMINAL.test(next) && COMMAND_AT.test(last)) return true;
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
const COMMAND_AT = new RegExp(`${WHAT_WORDS}[^]{0,60}$`);
const ACTION_COMMAND_AT = new RegExp(`${ACTION_WORDS}[^]{0,40}?${WHAT_WORDS}[^]{0,40}$`);
