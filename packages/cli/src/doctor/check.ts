/** How bad it is: an error makes `doctor` end with exit code 1. */
export type CheckStatus = "ok" | "info" | "warning" | "error";

/** One thing that a check found. */
export interface CheckItem {
  readonly message: string;
  readonly path: string | null;
  readonly hint: string | null;
}

/** One question of the doctor and its answer. */
export interface Check {
  readonly check: string;
  readonly status: CheckStatus;
  readonly summary: string;
  readonly items: readonly CheckItem[];
}

/** An item; what is not known is null, so that every item has the same keys. */
export function item(
  message: string,
  detail: { path?: string | undefined; hint?: string | undefined } = {},
): CheckItem {
  return { message, path: detail.path ?? null, hint: detail.hint ?? null };
}
