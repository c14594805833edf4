/** `1,204`. */
export function number(value: number): string {
  return value < 1000 ? String(value) : String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 skill`, `42 skills`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** `312 B`, `4.1 KB`, `2.0 MB`. */
export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  const kilo = value / 1024;
  return kilo < 1024 ? `${kilo.toFixed(1)} KB` : `${(kilo / 1024).toFixed(1)} MB`;
}
