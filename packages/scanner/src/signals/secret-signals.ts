import type { Layer } from "../layers/layer.ts";
import type { Signal } from "./signal.ts";

/** Credentials of well-known services, and private keys; examples that say so are left out. */
const CREDENTIAL =
  /\b(?:AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,90}|sk-ant-[A-Za-z0-9_-]{40,120}|sk-proj-[A-Za-z0-9_-]{40,180}|xox[abprs]-[0-9A-Za-z-]{20,80}|AIza[0-9A-Za-z_-]{35}|npm_[A-Za-z0-9]{36})\b|-----BEGIN (?:RSA |EC |OPENSSH )?PRIVATE KEY-----\s{1,4}[A-Za-z0-9+/]{40}/g;

/** Credentials in a text, and a frontmatter that asks for every tool. */
export function readSecretSignals(layer: Layer): readonly Signal[] {
  const { text, path } = layer;
  const signals: Signal[] = [];
  for (const match of text.matchAll(CREDENTIAL)) {
    if (/EXAMPLE|XXXX|0000|1234/i.test(match[0])) continue;
    signals.push({
      kind: "credential",
      path,
      line: layer.lineAt(match.index),
      evidence: `${match[0].slice(0, 8)}…`,
    });
  }
  const tools = /^allowed-tools:\s{0,5}(?:["'[]\s{0,3})?(?:\*|Bash\(\*(?::\*)?\)|all\b)/im.exec(
    text.slice(0, 20_000),
  );
  if (tools !== null)
    signals.push({ kind: "all-tools", path, line: layer.lineAt(tools.index), evidence: tools[0] });
  return signals;
}
