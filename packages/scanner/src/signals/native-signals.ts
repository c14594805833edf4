import { readAddress } from "../hosts/host-kind.ts";
import type { Layer } from "../layers/layer.ts";
import type { Signal } from "./signal.ts";

/** Files whose content nobody but their owner needs. */
const KEY =
  /\.(?:clawdbot|openclaw|moltbot)[/\\]{1,2}(?:\.env|credentials)|\.claude[/\\]{1,2}\.credentials|\.codex[/\\]{1,2}auth\.json|\.ssh[/\\]{1,2}id_(?:rsa|ed25519|ecdsa|dsa)(?!\.pub)|\.aws[/\\]{1,2}credentials|\.git-credentials|wallet\.dat|\.gnupg[/\\]/i;
/** Calls that reach another machine, in languages that are not parsed, and in those that are. */
const NETWORK =
  /\bLWP::|\bHTTP::Tiny|\bIO::Socket|\bNet::(?:HTTP|FTP|SMTP)|\bTCPSocket|\bFaraday\b|\bHTTParty\b|\bRestClient\b|\bcurl_(?:exec|init)\b|\bstream_context_create\b|\bfsockopen\b|\bhttp\.(?:Post|PostForm|NewRequest|Client|request)\b|\bnet\.Dial|\breqwest\b|\bureq::|\bhyper::|\bTcpStream\b|\bsocket\.(?:http|socket|tcp)\b|\bHttpClient\b|\bHttpURLConnection\b|\bUpload(?:String|Data|File)\b|\bInvoke-(?:RestMethod|WebRequest)\b|\bWebClient\b|\bURLSession\b|\bfetch\b|\brequests\.(?:post|put)\b|\burlopen\b|\burllib\b|\baxios\b|\bhttpx\b/;

/** Code of any language that names the file of a private key and reaches the network. */
export function readNativeSignals(layer: Layer): readonly Signal[] {
  const { text, path, hiddenBy } = layer;
  if (!/id_|credentials|wallet|gnupg|\.env|auth\.json/i.test(text.replace(JOINED, ""))) return [];
  const signals: Signal[] = [];
  for (const { code, offset } of codeOf(path, text)) {
    const joined = code.replace(JOINED, "");
    const key = KEY.exec(joined);
    if (key === null || !NETWORK.test(joined)) continue;
    const at = Math.max(0, code.indexOf(key[0]));
    signals.push({
      kind: "key-near-network",
      path,
      line: layer.lineAt(offset + at),
      evidence: joined.slice(Math.max(0, key.index - 60), key.index + 60),
      isCode: true,
      ...collectorOf(joined),
      ...(hiddenBy === undefined ? {} : { hiddenBy }),
    });
  }
  return signals;
}

/** A service in the code that only collects what it receives. */
function collectorOf(code: string): Pick<Signal, "address"> {
  for (const [url] of code.matchAll(/https?:\/\/[^\s"'`<>]{3,300}/g)) {
    const address = readAddress(url);
    if (address?.kind === "collector" || address?.kind === "paste" || address?.kind === "address")
      return { address };
  }
  return {};
}

/** `"a" + "b"`, `'a' . 'b'` and `"a".."b"` are one string. */
const JOINED = /(["'])\s{0,9}(?:\+|\.{1,2})\s{0,9}\1/g;

/** All of a program; only the code blocks of a text. */
function codeOf(path: string, text: string): readonly { readonly code: string; readonly offset: number }[] {
  if (!/\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i.test(path)) return [{ code: text, offset: 0 }];
  const parts: { code: string; offset: number }[] = [];
  let offset = 0;
  for (const [at, code] of text.split("```").entries()) {
    if (at % 2 === 1) parts.push({ code, offset });
    offset += code.length + 3;
  }
  return parts;
}
