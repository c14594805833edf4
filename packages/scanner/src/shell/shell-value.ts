import type { Address } from "../hosts/host-kind.ts";

/** What is known about a value in a script: its text as far as it is constant, and where its content comes from. */
export interface ShellValue {
  readonly text: string;
  /** What secret it contains. */
  readonly secret?: string;
  /** True if programs have good reasons to read that secret. */
  readonly isWeakSecret?: boolean;
  /** Where it was downloaded from. */
  readonly download?: Address | undefined;
  /** True if it was decoded or decompressed on the way. */
  readonly isDecoded?: boolean;
}

/** A value of several parts. */
export function joinValues(values: readonly ShellValue[], separator: string): ShellValue {
  const [first] = values;
  if (first !== undefined && values.length === 1) return first;
  return { ...originsOf(values), text: values.map(({ text }) => text).join(separator) };
}

/** Where the parts of a value come from, without its text. */
export function originsOf(values: readonly (ShellValue | undefined)[]): Omit<ShellValue, "text"> {
  const strong = values.find((value) => value?.secret !== undefined && value.isWeakSecret !== true);
  const weak = values.find((value) => value?.secret !== undefined);
  const secret = strong ?? weak;
  const download = values.find((value) => value?.download !== undefined)?.download;
  return {
    ...(secret?.secret === undefined
      ? {}
      : { secret: secret.secret, isWeakSecret: secret.isWeakSecret === true }),
    ...(download === undefined ? {} : { download }),
    ...(values.some((value) => value?.isDecoded) ? { isDecoded: true } : {}),
  };
}
