import { canonicalJson } from "../basics/canonical-json.ts";
import type { Hash } from "../ports.ts";
import type { RunDefinition, SkillDefinition, Step } from "../workflow.ts";
import type { ChainElement } from "./run-options.ts";

/** A workflow made of skills in sequence. Outputs feed inputs by name; the result is the last output. */
export function defineChain(
  elements: readonly ChainElement[],
  definitions: readonly RunDefinition[],
  hash: Pick<Hash, "sha256">,
): RunDefinition {
  const skills: Record<string, SkillDefinition> = {};
  for (const definition of definitions) Object.assign(skills, definition.skills);
  const taken = new Set<string>();
  const steps = elements.map((element) => stepOf(element, taken));
  const name = `chain: ${elements.map(nameOf).join(", ")}`;
  const digests = definitions.map(({ entry }) => skills[entry]?.digest ?? "");
  const secrets = definitions.flatMap(({ entry }) => skills[entry]?.workflow?.secrets ?? []);
  const chain: SkillDefinition = {
    name,
    digest: hash.sha256(canonicalJson([steps, digests])),
    workflow: { inputs: { type: "object" }, secrets: [...new Set(secrets)], steps },
    templates: {},
    allowedTools: [],
    disallowedTools: [],
  };
  return { format: 1, entry: name, skills: { ...skills, [name]: chain } };
}

/** The name of the skill of an element. */
export function nameOf(element: ChainElement): string {
  return typeof element === "string" ? element : element.skill;
}

function stepOf(element: ChainElement, taken: Set<string>): Step {
  const given = typeof element === "string" ? { skill: element } : element;
  const { skill, condition, continueOnError = false, with: inputs } = given;
  const expression = given.if ?? condition;
  return {
    id: idOf(skill, taken),
    action: { kind: "skill", name: skill },
    onError: { kind: given.onError ?? (continueOnError ? "continue" : "fail") },
    feed: true,
    ...(expression === undefined ? {} : { if: expression }),
    ...(inputs === undefined ? {} : { with: inputs }),
  };
}

/** `retrieve-tasks` is `retrieve_tasks` in expressions; the same skill again is `retrieve_tasks_2`. */
function idOf(skill: string, taken: Set<string>): string {
  const plain = skill.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
  const base = /^[a-z]/.test(plain) ? plain : `s_${plain}`;
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}_${count}`;
  taken.add(id);
  return id;
}
