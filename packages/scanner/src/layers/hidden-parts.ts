import { invisibleKind } from "./invisible.ts";
import { derivedLayer, type Layer } from "./layer.ts";

/** Texts inside a layer that a reader of the rendered page does not see, each as a layer of its own. */
export function hiddenParts(layer: Layer): readonly Layer[] {
  return [...comments(layer), ...styledAway(layer), ...linkTitles(layer), ...spelledInInvisibles(layer)];
}

function comments(layer: Layer): readonly Layer[] {
  const { text } = layer;
  const found: Layer[] = [];
  const isShown = text.includes("<!--") ? codeBlocks(text) : () => false;
  for (let at = text.indexOf("<!--"); at !== -1; at = text.indexOf("<!--", at + 4)) {
    const close = text.indexOf("-->", at + 4);
    // CommonMark: without an end, only a comment at the start of a line hides the rest.
    if (close === -1 && !/^[ \t]{0,3}$/.test(lineBefore(text, at))) continue;
    const end = close === -1 ? text.length : close;
    if (isShown(at)) continue;
    found.push(derivedLayer(layer, { text: text.slice(at + 4, end), offset: at, hiddenBy: "comment" }));
    at = end - 4 > at ? end - 4 : at;
  }
  for (const match of text.matchAll(/^[ \t]{0,3}\[(?:\/\/|comment|#)\]:[ \t]{0,9}[^\n]{0,2000}/gim))
    found.push(derivedLayer(layer, { text: match[0], offset: match.index, hiddenBy: "comment" }));
  return found;
}

/** The line up to an offset. */
function lineBefore(text: string, at: number): string {
  return text.slice(Math.max(text.lastIndexOf("\n", at - 1) + 1, at - 10), at);
}

/** Tells whether an offset is in a fenced code block, whose content every reader sees as it is. */
function codeBlocks(text: string): (offset: number) => boolean {
  const blocks: { readonly from: number; readonly to: number }[] = [];
  let open: { readonly mark: string; readonly from: number } | undefined;
  for (const match of text.matchAll(/^[ \t>]{0,12}(`{3,20}|~{3,20})([^\n]{0,200})$/gm)) {
    const [whole, mark = "", info = ""] = match;
    if (open === undefined) open = { mark, from: match.index + whole.length };
    else if (mark.startsWith(open.mark) && info.trim() === "") {
      blocks.push({ from: open.from, to: match.index });
      open = undefined;
    }
  }
  return (offset) => blocks.some(({ from, to }) => from <= offset && offset < to);
}

/** Elements with a style that makes them disappear. */
function styledAway(layer: Layer): readonly Layer[] {
  const found: Layer[] = [];
  const styled =
    /<(?:span|div|p|font|small|section)\b[^>]{0,300}(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0(?![.\d])|color\s{0,3}[:=]\s{0,3}["']?(?:white|#fff)|\bhidden\b)[^>]{0,300}>/gi;
  for (const match of layer.text.matchAll(styled)) {
    const from = match.index + match[0].length;
    const text = layer.text.slice(from, from + 4_000);
    const close = text.indexOf("</");
    found.push(
      derivedLayer(layer, {
        text: close === -1 ? text : text.slice(0, close),
        offset: match.index,
        hiddenBy: "comment",
      }),
    );
  }
  return found;
}

/** The title of a Markdown link or image, which shows only under the pointer. */
function linkTitles(layer: Layer): readonly Layer[] {
  const found: Layer[] = [];
  for (const match of layer.text.matchAll(/\]\([^\s()]{1,500}\s{1,5}"([^"\n]{20,2000})"\s{0,5}\)/g))
    found.push(derivedLayer(layer, { text: match[1] ?? "", offset: match.index, hiddenBy: "metadata" }));
  return found;
}

/** Text that is written in characters that nobody sees: tag characters spell ASCII, selectors and zero-width ones spell bytes. */
function spelledInInvisibles(layer: Layer): readonly Layer[] {
  const { text } = layer;
  if (!/[^\0-\u200a]/.test(text)) return [];
  let tags = "";
  let bits = "";
  const bytes: number[] = [];
  let offset = -1;
  let isFlag = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code < 0x2000) continue;
    // The second half of a pair; and flags of regions, which are spelled with tag characters.
    if (code >= 0xdc00 && code <= 0xdfff) continue;
    isFlag = code === 0x1f3f4 || (isFlag && invisibleKind(code) === "tag");
    if (isFlag) continue;
    if (invisibleKind(code) === "tag") tags += String.fromCharCode(code - 0xe0000);
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16);
    else if (code >= 0xfe00 && code <= 0xfe0e) bytes.push(code - 0xfe00);
    else if (code === 0x200b || code === 0x2060) bits += "0";
    else if (code === 0x200c || code === 0x200d || code === 0x2063) bits += "1";
    else continue;
    if (offset === -1) offset = at;
  }
  const spelled = [
    tags.replace(/[\x00-\x1f\x7f]/g, ""),
    String.fromCharCode(...bytes.slice(0, 20_000)),
    bytesOfBits(bits),
    bytesOfBits(bits.replace(/[01]/g, (bit) => (bit === "0" ? "1" : "0"))),
  ];
  return spelled
    .filter((value) => /[\x20-\x7e]{4}/.test(value))
    .map((value) => derivedLayer(layer, { text: value, offset: Math.max(offset, 0), hiddenBy: "invisible" }));
}

function bytesOfBits(bits: string): string {
  let out = "";
  for (let at = 0; at + 8 <= bits.length && at < 80_000; at += 8)
    out += String.fromCharCode(Number.parseInt(bits.slice(at, at + 8), 2));
  return /^[\x20-\x7e\s]*$/.test(out) ? out : "";
}
