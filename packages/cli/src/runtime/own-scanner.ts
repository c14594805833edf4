import type { OpenScanner } from "@knowhow/runtime/security";
import { createScanner } from "@knowhow/scanner";

/** Opens the scanner that belongs to this program. */
export const loadScanner: OpenScanner = () => createScanner();
