import { type Diagnostic, hasErrors, type Runtime } from "@knowhow/runtime";
import { graphWorkflow, openWorkflow, renderMermaid } from "@knowhow/runtime/authoring";
import { CliError } from "../io/cli-error.ts";
import { EXIT } from "../io/exit-codes.ts";
import { diagnosticJson } from "../report/diagnostics.ts";
import { reportGraph } from "../report/graph.ts";
import { findEntry } from "../runtime/find-entry.ts";
import { useRuntime } from "../runtime/open-runtime.ts";
import { requirePerson } from "../runtime/require-person.ts";
import type { Answer, Call, Command } from "../table/command.ts";

/** `knowhow graph <name>`: the steps of a workflow and how they depend on each other. */
export const graph: Command = (call) => useRuntime(call, (runtime) => graphOf(runtime, call));

async function graphOf(runtime: Runtime, { args, io }: Call): Promise<Answer> {
  const [name = ""] = args.positionals;
  const { skill, state } = findEntry(runtime.library, name);
  if (state === "pending") requirePerson(skill.name, io);
  const { value, diagnostics } = await openWorkflow(runtime.open(skill, { audience: "user" }));
  if (value === undefined && diagnostics.length === 0)
    throw new CliError("cli.not-found", `the skill "${name}" has no workflow`, {
      hint: "its instructions are given to the model; add a workflow.yaml to run it",
    });
  const drawn = value === undefined ? undefined : graphWorkflow(value.workflow, value.templates);
  const isMermaid = args.text("format") === "mermaid";
  return {
    exit: drawn === undefined || hasErrors(diagnostics) ? EXIT.no : EXIT.done,
    data: {
      name,
      graph: drawn ?? null,
      mermaid: drawn === undefined ? null : renderMermaid(drawn),
      diagnostics: diagnostics.map(diagnosticJson),
    },
    text: (screen) => {
      if (drawn !== undefined && isMermaid) return renderMermaid(drawn).trimEnd();
      return reportGraph({ name, graph: drawn, diagnostics: located(diagnostics, skill.directory) }, screen);
    },
  };
}

function located(diagnostics: readonly Diagnostic[], directory: string): readonly Diagnostic[] {
  return diagnostics.map((each) => ({ ...each, path: `${directory}/${each.path ?? "SKILL.md"}` }));
}
