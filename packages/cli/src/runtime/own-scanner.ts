import type { Scanner } from "@knowhow/runtime";
import { createScanner } from "@knowhow/scanner";

/** The scanner that belongs to this program. */
export const ownScanner: Scanner = createScanner();
