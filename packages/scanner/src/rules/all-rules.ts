import { dataUpload } from "./data-upload.ts";
import { deceptiveInstructions } from "./deceptive-instructions.ts";
import { destructiveCommand } from "./destructive-command.ts";
import { disabledProtection } from "./disabled-protection.ts";
import { downloadAndRun } from "./download-and-run.ts";
import { embeddedPayload } from "./embedded-payload.ts";
import { encodedCommand } from "./encoded-command.ts";
import { fakePrerequisite } from "./fake-prerequisite.ts";
import { hiddenInstructions } from "./hidden-instructions.ts";
import { invisibleInstructions } from "./invisible-instructions.ts";
import { persistence } from "./persistence.ts";
import { remoteInstructions } from "./remote-instructions.ts";
import { reverseShell } from "./reverse-shell.ts";
import type { ScanRule } from "./rule.ts";
import { secretExfiltration } from "./secret-exfiltration.ts";
import { unreadContent } from "./unread-content.ts";

/** Every rule, worst first. */
export const RULES: readonly ScanRule[] = [
  fakePrerequisite,
  secretExfiltration,
  reverseShell,
  encodedCommand,
  persistence,
  invisibleInstructions,
  hiddenInstructions,
  downloadAndRun,
  remoteInstructions,
  deceptiveInstructions,
  dataUpload,
  destructiveCommand,
  disabledProtection,
  embeddedPayload,
  unreadContent,
];
