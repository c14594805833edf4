import type { Scanner } from "@knowhow/runtime";
import { createScanner } from "@knowhow/scanner";

/** The scanner that is part of the command line. */
export function loadScanner(): Scanner {
  return createScanner();
}
