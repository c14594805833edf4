export { formatCount as count, formatNumber as number } from "@knowhow/runtime/toolkit";

/** `312 B`, `4.1 KB`, `2.0 MB`. */
export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  const kilo = value / 1024;
  return kilo < 1024 ? `${kilo.toFixed(1)} KB` : `${(kilo / 1024).toFixed(1)} MB`;
}
