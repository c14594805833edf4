/** How bad it is; with an error, `knowhow doctor` exits with 1. */
export type CheckStatus = "ok" | "info" | "warning" | "error";

/** One thing that a check found. */
export interface CheckItem {
  readonly message: string;
  readonly path: string | null;
  readonly hint: string | null;
  /** The code of a warning about content, of which there can be hundreds; otherwise null. */
  readonly code: string | null;
}

/** One check and its result. */
export interface DoctorCheck {
  /** Name of the check, such as `roots`. */
  readonly check: string;
  readonly status: CheckStatus;
  readonly summary: string;
  readonly items: readonly CheckItem[];
}

/** Makes an item; unknown values are null, so that every item has the same keys. */
export function item(
  message: string,
  detail: { path?: string | undefined; hint?: string | undefined; code?: string } = {},
): CheckItem {
  const { path = null, hint = null, code = null } = detail;
  return { message, path, hint, code };
}
