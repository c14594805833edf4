import type { Address } from "../hosts/host-kind.ts";
import type { HiddenBy } from "../layers/layer.ts";

/** What a skill does, without a judgement. */
export type SignalKind =
  // What programs do.
  | "downloads"
  | "runs-download"
  | "runs-decoded"
  | "reads-secret"
  | "dumps-environment"
  | "sends"
  | "sends-secret"
  | "key-near-network"
  | "persists"
  | "persists-download"
  | "agent-config"
  | "destroys"
  | "escalates"
  | "disables-protection"
  | "reverse-shell"
  | "mines"
  | "obfuscated-code"
  | "hides-window"
  | "unlocks-archive"
  // What the text asks for.
  | "required-utility"
  | "program-download"
  | "page-near-terminal"
  | "claims-installer"
  | "disarms"
  | "locked-download"
  | "archive-password"
  | "paste-in-terminal"
  | "command-from-page"
  | "run-executable"
  | "remote-instructions"
  | "override"
  | "authority"
  | "conceal"
  | "skip-approval"
  | "asks-secret"
  | "sends-data"
  | "asks-for-theft"
  | "always-first"
  | "wipes-data"
  | "steers"
  | "weakens"
  | "grabs-attention"
  // How the text is written.
  | "invisible-text"
  | "invisible-character"
  | "mixed-script"
  | "padding"
  | "active-link"
  | "leaking-image"
  | "credential"
  | "all-tools"
  | "odd-file-name"
  // What files are.
  | "program-file"
  | "bytecode"
  | "macro"
  | "locked-archive"
  | "appended-data"
  | "nested-archive"
  | "unread";

/** Detail of a download whose address was decoded from something else. */
export const ENCODED_ADDRESS = "an encoded address";
/** Detail of a download that is run by `mshta`, `certutil` and the like, which no installer uses. */
export const SYSTEM_TOOL = "a program of Windows that is made for something else";

/** Detail of an archive with a password if a program is named beside it. */
export const PROGRAM_INSIDE = "a program";

/** Detail of a page if a terminal is named beside it. */
export const FOR_TERMINAL = "terminal";

/** A fact about a skill, with its place. */
export interface Signal {
  readonly kind: SignalKind;
  readonly path: string;
  readonly line: number;
  /** The text that shows it. */
  readonly evidence: string;
  /** The address that it is about. */
  readonly address?: Address;
  /** More about the fact: what is read, where it is written. */
  readonly detail?: string;
  readonly hiddenBy?: HiddenBy;
  /** True if the text is code that runs, or a command in a code block; false for prose. */
  readonly isCode?: boolean;
  /** True if all of the file is a program, so that the code is no example in a text. */
  readonly inScript?: boolean;
}
