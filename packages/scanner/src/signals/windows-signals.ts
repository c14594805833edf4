import { type Address, readAddress } from "../hosts/host-kind.ts";
import { copiedLayer, type Layer } from "../layers/layer.ts";
import { type Signal, type SignalKind, SYSTEM_TOOL } from "./signal.ts";

interface WindowsPattern {
  readonly kind: SignalKind;
  readonly pattern: RegExp;
  /** The group that contains an address or host. */
  readonly addressGroup?: number;
  readonly detail?: string;
}

/** A host and a path without a scheme: PowerShell takes them for an address. */
const BARE = "((?:[\\w-]{1,63}\\.){1,5}[a-z]{2,24}\\/[^\\s'\")|;]{0,300})";
const FETCHES = "(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod)";
/** Switches and quotes between a program and its address. */
const SWITCHES = "(?:\\s{1,3}-[a-z]{1,30}){0,4}\\s{1,3}['\"]?";

const PATTERNS: readonly WindowsPattern[] = [
  {
    kind: "runs-download",
    addressGroup: 1,
    pattern: new RegExp(`\\b(?:iex|invoke-expression)\\b[\\s({"'$&]{0,8}${FETCHES}${SWITCHES}${BARE}`, "gi"),
  },
  {
    kind: "runs-download",
    addressGroup: 1,
    pattern: new RegExp(
      `\\b${FETCHES}${SWITCHES}${BARE}[^\\n|]{0,80}\\|\\s{0,5}(?:iex|invoke-expression)\\b`,
      "gi",
    ),
  },
  {
    kind: "locked-download",
    addressGroup: 1,
    pattern:
      /\b(?:iwr|irm|invoke-webrequest|start-bitstransfer|curl(?:\.exe)?|wget|downloadfile|certutil(?:\.exe)?|bitsadmin(?:\.exe)?)\b[^\n]{0,120}?(https?:\/\/[^\s'"),;]{3,300})[\s\S]{0,300}?\b(?:7z[ar]?|unrar|rar|winrar|unzip|expand-7zip)(?:\.exe)?\b[^\n]{0,200}?\s-p(?:assword\s{1,3})?["']?[\w!@#$%]/gi,
  },
  {
    kind: "runs-download",
    addressGroup: 1,
    pattern:
      /\b(?:iex|invoke-expression)\b[^\n]{0,200}?(?:downloadstring|downloadfile|iwr|irm|invoke-webrequest|invoke-restmethod)[^\n]{0,120}?(https?:\/\/[^\s'")|]{3,300})/gi,
  },
  {
    kind: "runs-download",
    addressGroup: 1,
    pattern:
      /\b(?:downloadstring|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|]{0,120}?(https?:\/\/[^\s'")|]{3,300})[^\n|]{0,80}\|\s{0,5}(?:iex|invoke-expression)\b/gi,
  },
  {
    kind: "runs-download",
    addressGroup: 1,
    detail: SYSTEM_TOOL,
    pattern:
      /\b(?:mshta|regsvr32|msiexec|rundll32|wmic|installutil|hh)(?:\.exe)?\b[^\n]{0,80}?(https?:\/\/[^\s'"]{3,300})/gi,
  },
  {
    kind: "runs-download",
    addressGroup: 1,
    detail: SYSTEM_TOOL,
    pattern:
      /\b(?:mshta|regsvr32|msiexec|rundll32|wscript|cscript)(?:\.exe)?\b[^\n]{0,40}?\\\\([\w.-]{3,253})(?:@(?:ssl@)?\d{1,5})?\\/gi,
  },
  {
    kind: "runs-download",
    addressGroup: 1,
    detail: SYSTEM_TOOL,
    pattern:
      /\b(?:certutil|bitsadmin)(?:\.exe)?\b[^\n]{0,120}?(https?:\/\/[^\s'"),;]{3,300})[\s\S]{0,200}?(?:\bstart-process\b|[;&\n]\s{0,5}(?:start|call|wscript|cscript|rundll32|cmd|%\w{1,20}%|\.\\|[\w.-]{1,60}\.(?:exe|bat|cmd|msi|vbs|scr)\b))/gi,
  },
  {
    kind: "runs-download",
    addressGroup: 1,
    pattern:
      /\b(?:iwr|invoke-webrequest|start-bitstransfer|curl(?:\.exe)?|wget|downloadfile|certutil(?:\.exe)?|bitsadmin(?:\.exe)?)\b[^\n]{0,120}?(https?:\/\/[^\s'"),;]{3,300})[\s\S]{0,300}?(?:\bstart-process\b|\binvoke-item\b|\bmsiexec\b|[;&\n]\s{0,5}(?:start\s|call\s|[wc]script\s|rundll32\s|&\s{0,2}["'$.]|\.\\))/gi,
  },
  {
    kind: "downloads",
    addressGroup: 1,
    pattern: /\b(?:certutil|bitsadmin)(?:\.exe)?\b[^\n]{0,120}?(https?:\/\/[^\s'"]{3,300})/gi,
  },
  {
    kind: "runs-decoded",
    detail: "unknown",
    pattern: /\bpowershell(?:\.exe)?\b[^\n]{0,120}\s-e(?:nc|ncodedcommand|c)?\s{1,5}[A-Za-z0-9+/=]{24,}/gi,
  },
  {
    kind: "hides-window",
    pattern: /\s-w(?:i\w{0,10})?\s{1,3}["']?h(?:i\w{0,4})?\b|\bstart(?:\.exe)?\s{1,3}(?:""\s{1,3})?\/min\b/gi,
  },
  {
    kind: "persists",
    detail: "what starts at login",
    pattern:
      /CurrentVersion\\+Run\b[^\n]{0,200}|\bRegister-ScheduledTask\b|\bschtasks(?:\.exe)?\s{1,5}\/create\b/gi,
  },
  {
    kind: "reverse-shell",
    addressGroup: 1,
    pattern:
      /Net\.Sockets\.TCPClient\(\s{0,5}['"]([^'"]{1,200})['"][\s\S]{0,1500}?\b(?:iex|invoke-expression|cmd\.exe)\b/gi,
  },
  {
    kind: "disables-protection",
    detail: "Windows Defender",
    pattern: /Set-MpPreference[^\n]{0,120}Disable\w{3,40}|Add-MpPreference[^\n]{0,60}Exclusion/gi,
  },
];

/** A quick test before the patterns. */
const WORTH =
  /powershell|start-process|start-bitstransfer|iex|\biwr\b|\birm\b|invoke-|mshta|regsvr32|certutil|bitsadmin|CurrentVersion|ScheduledTask|schtasks|MpPreference|TCPClient|webclient|downloadfile|downloadstring|msiexec|rundll32|[wc]script|%te?mp%|%appdata%/i;

/** What PowerShell and batch code in a layer does. */
export function readWindowsSignals(layer: Layer): readonly Signal[] {
  if (!WORTH.test(layer.text)) return [];
  const { text, path, hiddenBy, lineAt } = withConstants(layer);
  const isProgram = PROGRAM_START.test(text.slice(0, 2_000));
  return PATTERNS.flatMap(({ kind, pattern, addressGroup, detail }) =>
    [...text.matchAll(pattern)].slice(0, 40).map((match): Signal => {
      const address = addressOf(match[addressGroup ?? -1]);
      return {
        kind,
        path,
        line: lineAt(match.index),
        evidence: match[0],
        isCode: true,
        ...(isProgram ? { inScript: true } : {}),
        ...(address === undefined ? {} : { address }),
        ...(detail === undefined ? {} : { detail }),
        ...(hiddenBy === undefined ? {} : { hiddenBy }),
      };
    }),
  );
}

/** How a program of PowerShell or a batch file starts, after comments. */
const PROGRAM_START =
  /^\ufeff?(?:\s*(?:#[^\n]*|::[^\n]*|rem\s[^\n]*)\n){0,40}\s*(?:\$\w+\s*=|@echo\s|@?set\s+"?\w+=|param\s*\(|\[CmdletBinding|(?:Invoke|Start|Set|New|Add|Import|Get)-\w+\s|Write-Host|function\s+[\w-]+\s*\{)/i;

/** A copy in which the variables of PowerShell and of batch files with a constant text are replaced by it. */
function withConstants(layer: Layer): Layer {
  const values = new Map<string, string>();
  for (const match of layer.text.matchAll(
    /\$(\w{1,40})\s{0,3}=\s{0,3}(?:"([^"\n]{1,500})"|'([^'\n]{1,500})')|^[ \t]*@?set\s{1,3}"?(\w{1,40})=([^"\r\n]{1,500})/gim,
  )) {
    const [, name, double, single, variable, batch] = match;
    if (name !== undefined) values.set(`$${name.toLowerCase()}`, double ?? single ?? "");
    if (variable !== undefined) values.set(`%${variable.toLowerCase()}%`, batch ?? "");
  }
  if (values.size === 0) return layer;
  const text = layer.text.replace(
    /\$\w{1,40}(?!\s{0,3}=)|%\w{1,40}%/g,
    (name) => values.get(name.toLowerCase()) ?? name,
  );
  return copiedLayer(layer, text);
}

function addressOf(text: string | undefined): Address | undefined {
  if (text === undefined) return undefined;
  return readAddress(text.includes("://") ? text : `//${text}`);
}
