import { argumentLine } from "../../packages/runtime/src/injection/arguments/argument-line.ts";
import { argumentSpecs } from "../../packages/runtime/src/injection/arguments/argument-spec.ts";
import { parseArguments } from "../../packages/runtime/src/injection/arguments/parse-arguments.ts";
import { skillMessage } from "../../packages/runtime/src/injection/arguments/slash-message.ts";
import { splitWords } from "../../packages/runtime/src/injection/arguments/split-words.ts";
import { substituteArguments } from "../../packages/runtime/src/injection/arguments/substitute-arguments.ts";
import { beginLine } from "../../packages/runtime/src/injection/catalog/begin-line.ts";
import { cutText } from "../../packages/runtime/src/injection/catalog/cut-text.ts";
import { createFitter } from "../../packages/runtime/src/injection/catalog/fit-entries.ts";
import { growLine } from "../../packages/runtime/src/injection/catalog/grow-line.ts";
import { planCatalog } from "../../packages/runtime/src/injection/catalog/plan-catalog.ts";
import { readWords } from "../../packages/runtime/src/injection/catalog/read-words.ts";
import type { CatalogFormat } from "../../packages/runtime/src/injection/catalog/render-catalog.ts";
import { stemsOf } from "../../packages/runtime/src/injection/catalog/stems.ts";
import { writeContext } from "../../packages/runtime/src/injection/context/write-context.ts";
import {
  escapeLine,
  escapeName,
  escapeXml,
  fence,
  oneLine,
  onePath,
} from "../../packages/runtime/src/injection/escape-text.ts";
import { fencedBlock } from "../../packages/runtime/src/injection/guidance/code-blocks.ts";
import { composeGuidance } from "../../packages/runtime/src/injection/guidance/compose-guidance.ts";
import { findTemplate } from "../../packages/runtime/src/injection/guidance/find-template.ts";
import type { GrowthTable } from "./row.ts";

const SPECS = argumentSpecs({ arguments: ["first", "second", "[third]"] });
const RESOURCES = ["a.md", "assets/template.md", "references/b.md"].map((path) => ({ path, size: 1 }));

/** The catalog of some skills with this description. */
const catalog = (description: string, budget: number, format: CatalogFormat = "lines") => {
  const names = ["herons", "trains", "letters", "maps"];
  return planCatalog(
    names.map((name) => ({ name, description: `${name} ${description}` })),
    { budget, format },
  );
};

/** The lines of some skills with this description, which is not cut as in a catalog, in a part of the space that they need. */
const fitLines = (description: string, part: number) => {
  const entries = ["herons", "trains"].map((name) => ({ name, description: `${name} ${description}` }));
  const frame = { heading: "", instructions: "", more: () => "" };
  return createFitter(entries, { format: "lines", frame })(Math.floor(description.length * part));
};

/** The functions of `injection/`. */
export const INJECTION: GrowthTable = {
  "injection/arguments/argument-line.ts argumentLine": (text) =>
    argumentLine({ first: text, second: text }, SPECS),
  "injection/arguments/argument-spec.ts argumentSpecs": (text) => argumentSpecs({ arguments: text }),
  "injection/arguments/argument-spec.ts argumentSpecs (list)": (text) => argumentSpecs({ arguments: [text] }),
  "injection/arguments/argument-spec.ts argumentSpecs (hint)": (text) =>
    argumentSpecs({ argumentHint: text }),
  "injection/arguments/parse-arguments.ts parseArguments": (text) => parseArguments(text, SPECS),
  "injection/arguments/slash-message.ts skillMessage": (text) =>
    skillMessage({ path: text, body: text, args: text }),
  "injection/arguments/split-words.ts splitWords": splitWords,
  "injection/arguments/substitute-arguments.ts substituteArguments": (text) =>
    substituteArguments(text, parseArguments("a b", SPECS), SPECS, { variables: { SKILL_DIR: "/a" } }),
  "injection/arguments/substitute-arguments.ts substituteArguments (arguments)": (text) =>
    substituteArguments("Use $0, $first and $ARGUMENTS.", parseArguments(text, SPECS), SPECS),
  "injection/catalog/begin-line.ts beginLine": (text) =>
    beginLine(readWords(text, stemsOf), { width: text.length, known: ["a"] }),
  "injection/catalog/cut-text.ts cutText": (text) => cutText(text, text.length / 2),
  "injection/catalog/fit-entries.ts createFitter": (text) => fitLines(text, 0.2),
  "injection/catalog/fit-entries.ts createFitter (nearly all)": (text) => fitLines(text, 1.9),
  "injection/catalog/grow-line.ts growLine": (text) =>
    growLine(readWords(text, stemsOf), {
      known: [],
      rarity: (stem) => 1 + stem.length / 10,
      lengthOf: (word) => word.length,
      around: 2,
      beginning: [],
    }),
  "injection/catalog/plan-catalog.ts planCatalog": (text) => catalog(text, 500),
  "injection/catalog/plan-catalog.ts planCatalog (XML)": (text) => catalog(text, 1_200, "xml"),
  "injection/catalog/plan-catalog.ts planCatalog (tokenizer)": (text) =>
    planCatalog(
      [
        { name: "a", description: text },
        { name: "b", description: `b ${text}` },
      ],
      {
        budget: 300,
        tokenizer: (written) => written.length / 3,
      },
    ),
  "injection/context/write-context.ts writeContext": (text) =>
    writeContext([{ path: "/a/AGENTS.md", text }], text.length / 8, (written) => written.length / 4),
  "injection/escape-text.ts escapeLine": escapeLine,
  "injection/escape-text.ts escapeName": escapeName,
  "injection/escape-text.ts escapeXml": escapeXml,
  "injection/escape-text.ts fence": fence,
  "injection/escape-text.ts oneLine": oneLine,
  "injection/escape-text.ts onePath": onePath,
  "injection/guidance/code-blocks.ts fencedBlock": fencedBlock,
  "injection/guidance/compose-guidance.ts composeGuidance": (text) =>
    composeGuidance({
      name: "a",
      directory: text,
      sections: { purpose: text, outputTemplate: text },
      rest: text,
      template: { path: "a.md", text },
    }),
  "injection/guidance/find-template.ts findTemplate": (text) =>
    findTemplate({ section: text, resources: RESOURCES }),
  "injection/guidance/find-template.ts findTemplate (output)": (text) =>
    findTemplate({ output: text, resources: RESOURCES }),
};
