import { type JsonDocument, JsonFault, parseJsonc } from "@knowhow/runtime/toolkit";
import { ConfigFault } from "../config-fault.ts";

/** Parses JSON with comments and trailing commas. Throws a `ConfigFault`. */
export function readJsonc(text: string): JsonDocument {
  try {
    return parseJsonc(text);
  } catch (error) {
    throw error instanceof JsonFault ? new ConfigFault(error.message, error.at) : error;
  }
}
