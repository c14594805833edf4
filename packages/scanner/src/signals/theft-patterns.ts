import type { ProsePattern } from "./prose-pattern.ts";

const URL = "(https?:\\/\\/[^\\s()<>|]{3,300}|[\\w.+-]{1,60}@[\\w-]{1,60}\\.[a-z]{2,10})";

/** Verbs that move a file to another place. */
const SENDING = [
  "send",
  "sends",
  "upload",
  "uploads",
  "post",
  "posts",
  "transmit",
  "forward",
  "exfiltrate",
  "submit",
  "copy",
  "put",
];
const SENDS = "(?:send|upload|post|transmit|forward|exfiltrate|submit|copy|put)s?";

/** Files of keys, in flat text. */
const KEY_FILE =
  "(?:\\.ssh\\/(?:id_[a-z0-9]{2,10}(?![a-z0-9]|\\.pub)|\\*)|\\.aws\\/credentials|\\.gnupg|\\.git-credentials|wallet\\.dat)";

/** Texts that make the agent collect secrets, or send data to somebody. */
export const THEFT_PATTERNS: readonly ProsePattern[] = [
  {
    kind: "asks-secret",
    words: [
      "ssh",
      "private",
      "seed",
      "mnemonic",
      "recovery",
      "credentials",
      "passwords",
      "cookies",
      "keychain",
      "wallet",
      "secrets",
      "tokens",
      "keys",
      "env",
    ],
    pattern:
      /\b(?:read|collect|gather|extract|copy|include|print|output|dump|export|harvest|capture|share|paste|provide|send|upload|attach|append|locate|find|scan for|search for|cat|embed)\b[^.]{0,60}(?:\bssh keys?\b|\bprivate keys?\b|\bseed phrases?\b|\bmnemonic\b|\brecovery phrases?\b|\bsaved passwords?\b|\bbrowser (?:cookies|passwords)\b|\bkeychain\b|~\/\.ssh|\bid_rsa\b|\.aws\/credentials|~\/\.env|\benvironment variables\b|\b(?:api keys?|credentials|tokens|secrets|passwords)\b[^.]{0,40}\b(?:found|from|in|into|to|with)\b)/,
  },
  {
    kind: "asks-for-theft",
    words: SENDING,
    addressGroup: 1,
    pattern: new RegExp(`\\b${SENDS}\\b[^\\n]{0,120}${KEY_FILE}[^\\n]{0,120}?\\bto\\b[^\\n]{0,60}?${URL}`),
  },
  {
    kind: "asks-for-theft",
    words: SENDING,
    addressGroup: 1,
    pattern: new RegExp(`${KEY_FILE}[^\\n]{0,120}?\\b${SENDS}\\b[^\\n]{0,80}?\\bto\\b[^\\n]{0,60}?${URL}`),
  },
  {
    kind: "sends-data",
    words: [
      "send",
      "upload",
      "post",
      "transmit",
      "forward",
      "exfiltrate",
      "submit",
      "report",
      "sync",
      "backup",
      "back",
      "copy",
      "email",
      "push",
      "share",
      "deliver",
      "ship",
      "log",
      "cc",
      "bcc",
      "mirror",
      "archive",
      "ping",
      "notify",
      "register",
      "webhook",
      "sends",
      "uploads",
      "posts",
      "mail",
    ],
    addressGroup: 1,
    pattern: new RegExp(
      `\\b(?:sends?|uploads?|posts?|transmit|forward|exfiltrate|submit|report|sync|back ?up|copy|e?-?mail|push|share|deliver|ship|log|cc|bcc|mirror|archive|ping|notify|register)\\b[^.]{0,110}?\\b(?:to|at|via|with|on)\\b[^.]{0,40}?${URL}`,
    ),
  },
  {
    kind: "sends-data",
    words: ["sende", "lade", "envía", "envoie"],
    isForeign: true,
    addressGroup: 1,
    pattern: new RegExp(
      `(?:发送|上传|提交|sende|lade[^.]{0,20}hoch|envía|envoie|отправ\\S{0,4}|送信|アップロード)[\\s\\S]{0,80}?${URL}`,
    ),
  },
];
