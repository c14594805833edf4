import { INSTALLERS, KNOWN } from "./host-tables.ts";

/** Names that are too common in other names to say whom somebody imitates. */
const SHORTEST = 6;

/** Names of well-known projects that are often imitated, in addition to those in the tables of hosts. */
const PROJECTS =
  "homebrew github gitlab telegram whatsapp metamask phantom ledger trezor coinbase binance kraken uniswap solana ethereum polymarket openclaw clawhub anthropic claude chatgpt cursor windsurf discord spotify netflix paypal docker kubernetes terraform postgres playwright puppeteer tensorflow pytorch";

const BRANDS: ReadonlySet<string> = new Set(
  [
    ...PROJECTS.split(" "),
    ...[...KNOWN.keys(), ...INSTALLERS.keys()].map((host) => host.split(".").at(-2) ?? ""),
  ].filter((name) => name.length >= SHORTEST),
);

const LONGEST = Math.max(...[...BRANDS].map((name) => name.length));

/**
 * The well-known name that a host imitates with characters that look alike: `te1egram-core.org`, `homebrevv.sh`, `rnicrosoft.com`.
 * Undefined for the name itself and for everything else.
 */
export function imitatedName(host: string): string | undefined {
  for (const part of host.split(/[.-]/)) {
    if (part.length < SHORTEST || BRANDS.has(part)) continue;
    const plain = plainLetters(part);
    if (plain !== part && BRANDS.has(plain)) return plain;
    const joined = part.replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("cl", "d");
    if (joined !== part && BRANDS.has(plainLetters(joined))) return plainLetters(joined);
  }
  return undefined;
}

/** The well-known name that a host starts with or has among its parts: `openclaw-setup.net`, `openclawcli.net`. */
export function borrowedName(host: string): string | undefined {
  for (const part of host.split(/[.-]/)) {
    if (BRANDS.has(part)) return part;
    for (let length = SHORTEST; length < Math.min(part.length, LONGEST + 1); length += 1)
      if (BRANDS.has(part.slice(0, length))) return part.slice(0, length);
  }
  return imitatedName(host);
}

/** What a host adds to a name to look like the place where its program comes from. */
const AFFIX =
  "cli|agent|core|setup|install|installer|download|downloads|helper|driver|provider|official|update|updater";
/** The same on pages that anybody makes in a minute; with a domain of its own this may be another product. */
const WIDE = `${AFFIX}|app|apps|tool|tools|desktop|client|get|ai|io|dev|mac|macos|win|windows|pro|hub`;

/** The well-known name of whose program a host claims to be the source: `openclawcli.net`, `get-docker-desktop.vercel.app`. */
export function claimedName(host: string, { isFree }: { readonly isFree: boolean }): string | undefined {
  const { start, end } = isFree ? WIDE_CLAIM : CLAIM;
  const [label = ""] = host.replace(/^www\./, "").split(".", 1);
  let name = label;
  for (let count = 0; count < 4; count += 1) {
    const shorter = name.replace(end, "");
    name = shorter === name ? name.replace(start, "") : shorter;
    const plain = name.replaceAll("-", "");
    if (name !== label && plain.length >= SHORTEST && BRANDS.has(plain)) return plain;
  }
  return undefined;
}

const claim = (affix: string) => ({
  start: new RegExp(`^(?:${affix})-?`),
  end: new RegExp(`-?(?:${affix})$`),
});
const CLAIM = claim(AFFIX);
const WIDE_CLAIM = claim(WIDE);

const DIGITS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
};

function plainLetters(part: string): string {
  const letters = part.replace(/[013457]/g, (digit) => DIGITS[digit] ?? digit);
  return BRANDS.has(letters)
    ? letters
    : part.replace(/1/g, "i").replace(/[03457]/g, (digit) => DIGITS[digit] ?? digit);
}
