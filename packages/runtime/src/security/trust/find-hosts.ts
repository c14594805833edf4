/** An address with a scheme: `https://user@example.com/x`. */
const WITH_SCHEME =
  /\b[a-z][a-z0-9+.-]{1,15}:\/\/(?:[^\s/@"'`<>]{1,100}@)?([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])/gi;
/** `git@example.com:team/x`, as git, scp and rsync write it. */
const REMOTE_PATH = /(?<![\w.@/-])[\w.-]{1,64}@([a-z0-9][a-z0-9.-]{0,252}):(?=[\w~./-])/gi;
/** The files with which a shell opens a connection. */
const SHELL_DEVICE = /\/dev\/(?:tcp|udp)\/([a-z0-9._-]{1,253})\//gi;
/** `connect(("example.com", 443))` and the like. */
const WITH_PORT = /["'`]([a-z0-9][a-z0-9.-]{0,252})["'`]\s{0,5},\s{0,5}\d{1,5}\b/gi;
/** `host: "example.com"` and `hostname="example.com"`. */
const NAMED = /\bhost(?:name)?["']?\s{0,5}[:=]\s{0,5}["'`]([a-z0-9][a-z0-9.-]{0,252})/gi;

/** Programs that connect to a host that is one of their arguments. */
const CONNECTS =
  /(?<![\w./-])(?:[\w./-]{0,60}\/)?(curl|wget|https?|xh|nc|ncat|netcat|socat|telnet|ssh|scp|sftp|rsync|mosh|ftp|tftp|dig|nslookup|ping|openssl|git)[ \t]+([^\n|;&<>`]{1,500})/gi;
/** Of these, one word and a port are enough: `nc box 4444`. */
const TAKES_PORT = /^(?:nc|ncat|netcat|telnet)$/i;
/** Of these, the first word that is not an option is a host, whatever it looks like. */
const TAKES_HOST = /^(?:ssh|mosh|sftp)$/i;

const ARGUMENT =
  /^(?:(?:tcp[46]?|udp[46]?|openssl|exec)[\w-]{0,20}:)?(?:[\w.%+-]{1,64}@)?([a-z0-9_](?:[a-z0-9_-]{0,62}\.)[a-z0-9.-]{1,190})\.?(?=$|[:/?#,])/i;
const IS_NAME = /\.[a-z][a-z0-9-]{1,62}$/i;
const IS_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const LIKE_A_FILE =
  /^[^:/@]*\.(?:txt|md|json|ya?ml|toml|sh|py|js|ts|html?|xml|csv|log|conf|cfg|ini|out|bin|zip|t?gz|tar|bz2|xz|deb|rpm|exe|pem|key|crt|pub|png|jpe?g|pdf)$/i;

/** The hosts that a text names: in addresses, as remote paths, and as arguments of programs and calls that connect. */
export function findHosts(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [, host = ""] of text.matchAll(WITH_SCHEME)) found.add(host.toLowerCase());
  for (const pattern of [REMOTE_PATH, WITH_PORT, NAMED])
    for (const [, host = ""] of text.matchAll(pattern)) if (isHost(host)) found.add(host.toLowerCase());
  for (const [, host = ""] of text.matchAll(SHELL_DEVICE)) found.add(host.toLowerCase());
  for (const [, program = "", rest = ""] of text.matchAll(CONNECTS))
    for (const host of argumentHosts(program, rest)) found.add(host.toLowerCase());
  return [...found];
}

function argumentHosts(program: string, rest: string): readonly string[] {
  const words = rest.split(/[\s"'()]+/).filter((word) => word !== "");
  const named = words.flatMap((word, at) => {
    if (LIKE_A_FILE.test(word) && (at > 0 || program === "scp")) return [];
    const host = ARGUMENT.exec(word)?.[1] ?? "";
    return isHost(host) ? [host] : [];
  });
  return [...named, ...bareHosts(program, words)];
}

/** Hosts of one word, such as `box`, which only their place tells. */
function bareHosts(program: string, words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !word.startsWith("-"));
  const word = words[at] ?? "";
  if (TAKES_PORT.test(program))
    return words.flatMap((each, index) =>
      /^[a-z][a-z0-9_-]{0,62}$/i.test(each) && /^\d{1,5}$/.test(words[index + 1] ?? "") ? [each] : [],
    );
  const [, own = ""] = /^[\w.-]{1,64}@([a-z0-9][a-z0-9-]{0,62})$/i.exec(word) ?? [];
  return TAKES_HOST.test(program) && own !== "" ? [own] : [];
}

function isHost(text: string): boolean {
  return IS_NAME.test(text) || IS_ADDRESS.test(text) || text.toLowerCase() === "localhost";
}
