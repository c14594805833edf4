import { pathToFileURL } from "node:url";
import { DIAGNOSTIC_CODES, type Diagnostic, type DiagnosticCode, type Severity } from "@knowhow/runtime";
import { toJson } from "../terminal/json.ts";

const LEVELS = { error: "error", warning: "warning", info: "note" } as const satisfies Record<
  Severity,
  string
>;

/** Diagnostics as SARIF 2.1.0, the format of code scanning services; paths inside `cwd` are relative. */
export function toSarif(diagnostics: readonly Diagnostic[], tool: { version: string; cwd: string }): string {
  const codes = [...new Set(diagnostics.map((diagnostic) => diagnostic.code))].sort();
  const run = {
    tool: { driver: { name: "knowhow", semanticVersion: tool.version, rules: codes.map(ruleOf) } },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { "%SRCROOT%": { uri: directoryUri(tool.cwd) } },
    results: diagnostics.map((diagnostic) => resultOf(diagnostic, codes, tool.cwd)),
  };
  return toJson(
    { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] },
    2,
  );
}

function ruleOf(code: DiagnosticCode) {
  const { summary, severity } = DIAGNOSTIC_CODES[code];
  return { id: code, shortDescription: { text: summary }, defaultConfiguration: { level: LEVELS[severity] } };
}

function resultOf(diagnostic: Diagnostic, codes: readonly string[], cwd: string) {
  const { code, severity, message, hint, path, line, column } = diagnostic;
  const text = hint === undefined ? message : `${message}. ${hint}`;
  const region =
    line === undefined
      ? {}
      : { region: { startLine: line, ...(column === undefined ? {} : { startColumn: column }) } };
  const place =
    path === undefined ? [] : [{ physicalLocation: { artifactLocation: locate(path, cwd), ...region } }];
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text },
    locations: place,
  };
}

/** A URI with percent-encoded segments, because paths can contain spaces and other special characters. */
function locate(path: string, cwd: string) {
  const base = directoryUri(cwd);
  const { href } = pathToFileURL(path);
  return href.startsWith(base) ? { uri: href.slice(base.length), uriBaseId: "%SRCROOT%" } : { uri: href };
}

function directoryUri(path: string): string {
  return pathToFileURL(path).href.replace(/\/?$/, "/");
}
