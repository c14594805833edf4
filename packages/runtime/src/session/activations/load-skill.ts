import type { ToolResult } from "../../conversation.ts";
import type { Skill } from "../../skill.ts";
import { failure, success } from "../../skill-tool.ts";
import type { SessionEngine } from "../session-engine.ts";
import { activationSpan, describeLoad } from "../tracing/spans.ts";
import { traced } from "../tracing/traced.ts";
import type { Activations } from "./activations.ts";
import { type WrittenBody, writeBody } from "./write-body.ts";

/** How the model requested a body. */
interface LoadRequest {
  readonly turn: number;
  readonly toolUseId?: string | undefined;
  /** True: give the body in full even if it was loaded before, and apply the limits to this load alone. */
  readonly again?: boolean | undefined;
}

/** Loads a body that the model requested through a tool. */
export function loadSkill(
  skill: Skill,
  request: LoadRequest,
  activations: Activations,
  engine: SessionEngine,
): Promise<ToolResult> {
  const span = activationSpan(skill, "on_demand");
  return traced(engine.ports.tracer, span, () => load(skill, request, activations, engine), describeLoad);
}

async function load(
  skill: Skill,
  { turn, toolUseId, again = false }: LoadRequest,
  activations: Activations,
  engine: SessionEngine,
): Promise<ToolResult> {
  const metadata = metadataOf(skill);
  const pointsBack = engine.profile.activation.repeat === "pointer" && !again;
  const preloaded = activations.inPrompt(skill.name);
  if (pointsBack && preloaded !== undefined) {
    return success(`The skill "${skill.name}" is already in the system prompt.`, {
      ...metadata,
      ...(preloaded.text === "" ? {} : describeGiven(preloaded)),
      already_preloaded: true,
    });
  }
  const body = await activations.body(skill);
  const pointBack = () => {
    const earlier = activations.inHistory(skill.name);
    if (!pointsBack || earlier?.version !== body.version || earlier.partial === true) return undefined;
    activations.claim(skill, earlier);
    return success(
      `The skill "${skill.name}" was loaded earlier in this conversation. Its instructions still apply.`,
      { ...metadata, ...describeGiven({ ...earlier, charge: earlier.tokens }), already_loaded: true },
    );
  };
  const known = pointBack();
  if (known !== undefined) return known;
  const loaded = await writeBody(skill, body, undefined, engine);
  return activations.inTurn(async () => {
    // A parallel call may have loaded it in the meantime.
    const loadedMeanwhile = pointBack();
    if (loadedMeanwhile !== undefined) return loadedMeanwhile;
    const refusal = activations.refuse(skill, loaded.charge, { alone: again });
    if (refusal !== undefined) return failure(refusal, metadata);
    await activations.record(skill, loaded, { turn, toolUseId, reason: "on_demand", by: "model" });
    return success(loaded.text, { ...metadata, ...describeGiven(loaded) });
  });
}

function metadataOf(skill: Skill): Readonly<Record<string, unknown>> {
  return {
    skill_id: skill.name,
    skill_version: skill.version,
    source: skill.source,
    load_size_tokens: skill.tokens,
  };
}

function describeGiven({ version, charge }: Pick<WrittenBody, "version" | "charge">) {
  return { skill_version: version, load_size_tokens: charge };
}
