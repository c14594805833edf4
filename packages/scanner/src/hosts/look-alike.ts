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
