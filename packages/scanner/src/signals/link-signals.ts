import { readAddress } from "../hosts/host-kind.ts";
import type { Layer } from "../layers/layer.ts";
import type { Signal } from "./signal.ts";

/** Files that are programs, or archives that may contain one. */
const PROGRAM =
  /\.(?:zip|exe|dmg|pkg|msi|7z|rar|scr|bat|cmd|ps1|iso|jar|deb|rpm|appimage|vbs|hta|lnk|tgz|tar\.gz|run|bin|command)(?:[?#)]|$)/i;

/** What the addresses and links of a layer show: programs to download, links that run code, images that carry data away. */
export function readLinkSignals(layer: Layer): readonly Signal[] {
  const { text, path } = layer;
  const signals: Signal[] = [];
  const hidden = layer.hiddenBy === undefined ? {} : { hiddenBy: layer.hiddenBy };
  const add = (signal: Omit<Signal, "path" | "line">, offset: number) =>
    signals.push({ path, line: layer.lineAt(offset), ...hidden, ...signal });
  if (text.includes("://")) {
    for (const match of text.matchAll(
      /\b(?:https?|ftp):\/\/[^\s"'`<>|\\\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]{3,500}/gi,
    )) {
      const address = readAddress(match[0].replace(/[),.;:\]]{1,20}$/, ""));
      if (address === undefined) continue;
      const isRelease = address.kind === "code" && /\/releases\/(?:latest\/)?download\//i.test(address.path);
      if (isRelease || PROGRAM.test(address.path))
        add({ kind: "program-download", evidence: match[0], address }, match.index);
    }
  }
  for (const match of text.matchAll(
    /\]\(\s{0,5}(?:javascript|vbscript|data:text\/html)[^)]{0,400}\)|<(?:script|iframe|object|embed)\b[^>]{0,300}\bsrc\s{0,3}=[^>]{0,300}>/gi,
  ))
    add({ kind: "active-link", evidence: match[0] }, match.index);
  for (const match of text.matchAll(
    /!\[[^\]\n]{0,300}\]\(\s{0,5}https?:\/\/[^)\s]{1,200}[?&/][\w-]{0,40}=?(?:\$\{?\w|\{\{?[\w ]|<[\w ,'-]{2,80}>|(?<==)\[[\w ,'-]{2,80}\]|%s|\{[a-z_]+\})[^)]{0,200}\)/gi,
  )) {
    const address = readAddress(match[0].slice(match[0].indexOf("(") + 1).trim());
    add({ kind: "leaking-image", evidence: match[0], ...(address && { address }) }, match.index);
  }
  return signals;
}
