import { type Address, readAddress } from "../hosts/host-kind.ts";
import type { Layer } from "../layers/layer.ts";
import { lastingPlace } from "../places/agent-place.ts";
import { secretPlace } from "../places/secret-place.ts";
import { foldStrings } from "../program/fold-strings.ts";
import { javascriptTokens } from "../program/javascript-tokens.ts";
import { programUnits } from "../program/program-units.ts";
import { pythonTokens } from "../program/python-tokens.ts";
import { isTooDeep, type ProgramCall, type Statement, statementsOf } from "../program/statement.ts";
import type { Token } from "../program/token.ts";
import { originsOf, type ShellValue } from "../shell/shell-value.ts";
import type { InnerScript } from "./shell-signals.ts";
import type { Signal, SignalKind } from "./signal.ts";

/** What the Python and JavaScript code of a layer does, and the scripts and texts that it contains. */
export interface ProgramReading {
  readonly signals: readonly Signal[];
  readonly scripts: readonly InnerScript[];
  /** Lines of programs that were not read. */
  readonly unparsed: readonly number[];
}

const SENDS =
  /(?:^|\.)(?:requests|httpx|session|aiohttp|client|axios|got|superagent|http|https|urllib3?|\$)\.(?:\w+\.)*(?:post|put|patch|request|urlopen)$|(?:^|\.)(?:fetch|urlopen|sendBeacon|sendall|send|sendto|sendmail|storbinary|WebSocket|axios|got|post|put)$/i;
const FETCHES =
  /(?:^|\.)(?:requests|httpx|session|axios|got|http|https|urllib)\.(?:\w+\.)*(?:get|urlopen|request|urlretrieve)$|(?:^|\.)(?:fetch|urlopen|urlretrieve|wget\.download|got|axios)$/i;
const EXECUTES =
  /(?:^|\.)(?:os\.system|os\.popen|os\.exec\w+|subprocess\.\w+|check_output|check_call|Popen|execSync|execFile|execFileSync|spawn|spawnSync|child_process\)?\.\w+|eval|exec|Function|runInThisContext|runInNewContext|create_subprocess_\w+|getoutput|system|popen|Bun\.spawn|__import__\(os\)\.\w+)$/;
const DECODES =
  /(?:^|\.)(?:b64decode|b32decode|b85decode|a85decode|atob|fromhex|unhexlify|decompress|marshal\.loads|pickle\.loads|inflateSync|gunzipSync|Buffer\.from|decodeURIComponent|unescape|codecs\.decode|fromCharCode)$/;
const WRITES =
  /(?:^|\.)(?:open|writeFile|writeFileSync|appendFile|appendFileSync|write_text|write|copy|copyfile|copyFileSync|createWriteStream|rename|symlink)$/;

/** Reads all Python and JavaScript code of a layer. */
export function readProgramSignals(layer: Layer): ProgramReading {
  const signals: Signal[] = [];
  const scripts: InnerScript[] = [];
  const unparsed: number[] = [];
  for (const { text, offset, language } of programUnits(layer.text)) {
    const tokens = language === "python" ? pythonTokens(text) : javascriptTokens(text);
    if (isTooDeep(tokens)) {
      unparsed.push(layer.lineAt(offset));
      continue;
    }
    const statements = statementsOf(tokens);
    const hidden = layer.hiddenBy === undefined ? {} : { hiddenBy: layer.hiddenBy };
    const add = (
      kind: SignalKind,
      at: number,
      more: { readonly address?: Address | undefined; readonly detail?: string },
    ) => {
      const { address, detail } = more;
      signals.push({
        kind,
        path: layer.path,
        line: layer.lineAt(offset + at),
        evidence: lineOf(text, at),
        isCode: true,
        ...(text.length === layer.text.length ? { inScript: true } : {}),
        ...(address === undefined ? {} : { address }),
        ...(detail === undefined ? {} : { detail }),
        ...hidden,
      });
    };
    // Without a way to start processes, `pattern.exec(text)` is what it nearly always is.
    const startsNothing =
      language === "javascript" && !/process["'`]|execa|shelljs|\bBun\b|\bDeno\b/.test(text);
    const variables = new Map<string, ShellValue>();
    // Twice: a function may be used before the variable that it reads is set.
    for (const statement of statements)
      readStatement(statement, { variables, startsNothing, add: () => {}, addScript: () => {} });
    const addScript = (script: string, at: number, isDecoded: boolean) =>
      scripts.push({ text: script, line: layer.lineAt(offset + at), isDecoded });
    for (const statement of statements)
      readStatement(statement, { variables, startsNothing, add, addScript });
    readReverseShell(text, statements, add);
  }
  return { signals, scripts, unparsed };
}

interface ProgramState {
  readonly variables: Map<string, ShellValue>;
  /** True if the program has no way to start another one. */
  readonly startsNothing: boolean;
  add(
    kind: SignalKind,
    offset: number,
    more: { readonly address?: Address | undefined; readonly detail?: string },
  ): void;
  addScript(text: string, offset: number, isDecoded: boolean): void;
}

function readStatement(statement: Statement, state: ProgramState): void {
  const { variables } = state;
  const constants = (name: string) => {
    const text = variables.get(name)?.text;
    return text === "" ? undefined : text;
  };
  const value = expressionValue(statement.tokens, statement.calls, { variables, constants });
  for (const call of statement.calls) readCall(call, { ...state, constants });
  for (const target of statement.targets) {
    const known = variables.get(target);
    const text = target === statement.assigned ? value.text : "";
    variables.set(target, { ...originsOf([value, known]), text: text || (known?.text ?? "") });
  }
}

interface Lookup {
  readonly variables: Map<string, ShellValue>;
  readonly constants: (name: string) => string | undefined;
}

/** What an expression contains: secrets, downloads, decoded text, and its constant text if it has one. */
function expressionValue(
  tokens: readonly Token[],
  calls: readonly ProgramCall[],
  { variables, constants }: Lookup,
): ShellValue {
  const strings = foldStrings(tokens, constants);
  const parts: (ShellValue | undefined)[] = tokens
    .filter(({ kind }) => kind === "name")
    .map(({ text }) => variables.get(text));
  const place = secretOf(strings);
  if (place !== undefined && !isOwnWrite(calls)) parts.push(place);
  if (usesWholeEnvironment(tokens)) parts.push({ text: "", secret: "all environment variables" });
  for (const { callee, args } of calls) {
    if (FETCHES.test(callee))
      parts.push({ text: "", download: addressOf(foldStrings(args, constants)) ?? UNKNOWN });
    if (DECODES.test(callee)) parts.push({ text: "", isDecoded: true });
    if (callee === "map" && args[0]?.text === "chr") parts.push({ text: "", isDecoded: true });
    if (
      /(?:^|\.)(?:get_password|browser_cookie3\.\w+|CryptUnprotectData|getClipboard|clipboard\.paste|ImageGrab\.grab)$/.test(
        callee,
      )
    )
      parts.push({ text: "", secret: "stored passwords or cookies" });
  }
  const decoded = calls.some(({ callee }) => DECODES.test(callee)) ? decodeConstant(strings) : undefined;
  const text =
    decoded ??
    (strings.length === 1 || tokens.some(({ text: word }) => word === "join" || word === "fromCharCode")
      ? (strings.at(-1) ?? "")
      : "");
  return { ...originsOf(parts), text };
}

function readCall(
  { callee, args, offset }: ProgramCall,
  { variables, constants, startsNothing, add, addScript }: ProgramState & Lookup,
): void {
  const inner = callsIn(args);
  const value = expressionValue(args, inner, { variables, constants });
  const strings = foldStrings(args, constants);
  const address = addressOf(strings) ?? addressOf(constantsOf(args, constants));
  if (SENDS.test(callee)) {
    const isPlainFetch =
      /(?:fetch|urlopen|axios|got|request)$/i.test(callee) &&
      !/\b(?:POST|PUT|PATCH)\b/.test(strings.join(" ")) &&
      !args.some(({ text }) => /^(?:body|data|json|files)$/.test(text));
    if (
      value.secret !== undefined &&
      (address !== undefined || /send|socket|storbinary|sendmail/i.test(callee))
    )
      add("sends-secret", offset, {
        address,
        detail: `${value.secret}${value.isWeakSecret ? " (weak)" : ""}`,
      });
    else if (!isPlainFetch && address !== undefined) add("sends", offset, { address });
  } else if (
    value.secret !== undefined &&
    value.secret !== "all environment variables" &&
    READS.test(callee) &&
    secretOf(strings) !== undefined
  )
    add("reads-secret", offset, { detail: `${value.secret}${value.isWeakSecret ? " (weak)" : ""}` });
  if (EXECUTES.test(callee) && !(startsNothing && /\.exec$/.test(callee))) {
    if (value.download !== undefined && value.download.url !== "")
      add("runs-download", offset, { address: value.download });
    if (value.isDecoded)
      add("runs-decoded", offset, {
        detail: value.text === "" ? "unknown" : "constant",
        address: value.download,
      });
    const script = value.text !== "" ? value.text : strings.join(" ");
    if (script.length > 3) addScript(script, offset, value.isDecoded === true);
  }
  if (WRITES.test(callee)) {
    const target = strings.find((text) => lastingPlace(text) !== undefined);
    const place = target === undefined ? undefined : lastingPlace(target);
    const isWrite = !/(?:^|\.)open$/.test(callee) || strings.some((text) => /^[wax]b?\+?$/.test(text));
    if (place !== undefined && isWrite) {
      if (place.kind === "agent") add("agent-config", offset, { detail: place.what });
      else
        add(value.download === undefined ? "persists" : "persists-download", offset, {
          detail: place.what,
          address: value.download,
        });
    }
  }
}

const READS =
  /(?:^|\.)(?:open|readFile|readFileSync|read_text|read_bytes|copy|copyfile|copytree|copyFileSync|glob|connect|createReadStream|expanduser|listdir|readdirSync)$/;
const UNKNOWN: Address = { url: "", host: "", path: "", kind: "placeholder" };

/** A secret that the strings of an expression name, also as parts of a path: `join(home, ".ssh", "id_rsa")`. */
function secretOf(strings: readonly string[]): ShellValue | undefined {
  // A sentence about a file is not its path.
  const short = strings.filter((text) => text.length < 200 && text.trim().split(/\s+/).length < 5);
  for (const text of [...short, short.join("/")]) {
    const place = secretPlace(text);
    if (place !== undefined) return { text: "", secret: place.what, isWeakSecret: place.isWeak === true };
  }
  return undefined;
}

/** A program that writes its own settings file does not read a secret. */
function isOwnWrite(calls: readonly ProgramCall[]): boolean {
  return calls.some(({ callee }) =>
    /(?:writeFile|writeFileSync|write_text|load_dotenv|dotenv\.config|config)$/.test(callee),
  );
}

/** `os.environ` or `process.env` without a name after it, unless it is passed to a child process. */
function usesWholeEnvironment(tokens: readonly Token[]): boolean {
  const passedOn = tokens.findIndex(({ text }) =>
    /^(?:dict|stringify|str|dumps|json|entries|repr|data|body)$/.test(text),
  );
  return tokens.some(({ text, kind }, at) => {
    if (kind !== "name" || !(text === "environ" || (text === "env" && tokens[at - 2]?.text === "process")))
      return false;
    if (
      /^(?:env|=|:)$/.test(tokens[at - 4]?.text ?? "") &&
      tokens.slice(Math.max(0, at - 6), at).some((near) => near.text === "env")
    )
      return false;
    const next = tokens[at + 1]?.text ?? "";
    const after = tokens[at + 2]?.text ?? "";
    if (next === "[" || next === "?.") return false;
    if (next === ".") return /^(?:items|copy|values)$/.test(after);
    return passedOn !== -1 && passedOn < at;
  });
}

function addressOf(strings: readonly string[]): Address | undefined {
  for (const text of strings) {
    const url = /(?:https?|wss?|ftp):\/\/[^\s"'`]{3,500}/i.exec(text)?.[0];
    const address = url === undefined ? undefined : readAddress(url);
    if (address !== undefined) return address;
  }
  return undefined;
}

function constantsOf(tokens: readonly Token[], constants: Lookup["constants"]): readonly string[] {
  return tokens.flatMap(({ kind, text }) => (kind === "name" ? (constants(text) ?? []) : []));
}

function decodeConstant(strings: readonly string[]): string | undefined {
  for (const text of strings) {
    const clean = text.replace(/\s+/g, "");
    if (/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(clean)) {
      const isHex = /^(?:[0-9a-fA-F]{2}){4,}$/.test(clean);
      const bytes = Buffer.from(clean, isHex ? "hex" : "base64").toString("utf8");
      if (/^[\x20-\x7e\s]{4,}$/.test(bytes)) return bytes;
    }
  }
  return undefined;
}

function callsIn(tokens: readonly Token[]): readonly ProgramCall[] {
  return statementsOf(tokens).flatMap(({ calls }) => calls);
}

/** A socket whose ends are those of a shell. */
function readReverseShell(text: string, statements: readonly Statement[], add: ProgramState["add"]): void {
  if (
    !/\bdup2\b|\bpty\.spawn\b|\/bin\/(?:ba)?sh|cmd\.exe|\.pipe\(/.test(text) ||
    !/\bsocket\b|net\.(?:connect|Socket|createConnection)/.test(text)
  )
    return;
  for (const { calls } of statements)
    for (const { callee, args, offset } of calls) {
      if (!/(?:^|\.)(?:connect|createConnection|create_connection)$/.test(callee)) continue;
      const isShell =
        /\bdup2\b[\s\S]{0,400}(?:sh\b|pty)|pty\.spawn|spawn\(\s*["'](?:\/bin\/)?(?:ba)?sh["']|\.pipe\(\s*\w*\.?stdin/.test(
          text,
        );
      if (!isShell) continue;
      const host =
        args.find(({ kind, text: word }) => kind === "text" && /[.\w]/.test(word))?.text ?? "HOST$";
      add("reverse-shell", offset, { address: readAddress(`//${host}`) });
    }
}

function lineOf(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at) + 1;
  const end = text.indexOf("\n", at);
  return text.slice(start, Math.min(end === -1 ? text.length : end, start + 400));
}
