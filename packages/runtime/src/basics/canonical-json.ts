/** JSON with sorted keys: equal values give the same text on every machine. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += text === "" ? canonicalJson(item) : `,${canonicalJson(item)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const inner: unknown = Reflect.get(value, key);
    if (inner !== undefined) text += `${text === "" ? "" : ","}${quotedKey(key)}:${canonicalJson(inner)}`;
  }
  return `{${text}}`;
}

/** Cached, because the same few keys are quoted over and over. */
const quotedKeys = new Map<string, string>();
const MAX_KEYS = 1_000;

function quotedKey(key: string): string {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const quoted = JSON.stringify(key);
  if (quotedKeys.size < MAX_KEYS) quotedKeys.set(key, quoted);
  return quoted;
}
