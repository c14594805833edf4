import type { OptionSpec } from "../table/command.ts";
import { SCRIPT_OPTIONS } from "./script-options.ts";

/** Options of every command that executes runs: what their steps may use. */
export const TOOL_OPTIONS: readonly OptionSpec[] = [
  {
    name: "allow-write",
    value: "DIR",
    bare: ".",
    completes: "directories",
    summary:
      "let files.write write below the working directory without asking; with =DIR, only below DIR, and nowhere else",
  },
  {
    name: "allow-http",
    value: "HOST",
    many: true,
    summary:
      "let http.get read from exactly this host, such as example.com or localhost:8080; may be repeated",
  },
  ...SCRIPT_OPTIONS,
];

/** Options of inputs. */
export const INPUT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "input",
    short: "i",
    value: "NAME=VALUE",
    many: true,
    summary: "value of an input; may be repeated",
  },
  { name: "inputs", value: "FILE", completes: "files", summary: "JSON file with inputs, or - for stdin" },
];

/** A plan instead of a run. */
export const PLAN_OPTIONS: readonly OptionSpec[] = [
  { name: "dry-run", summary: "show every call and what it would change, without executing anything" },
  { name: "pending", summary: "with --dry-run: also of skills that were never trusted" },
];
