import type { Injection, Message } from "../../conversation.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { Activation } from "../session-state.ts";
import type { Activations } from "./activations.ts";
import { writeCompaction } from "./compaction.ts";
import { missingSkills } from "./missing-skills.ts";

/** The history that the host has left, and the size of what may be added to it. */
interface ShortenedHistory {
  readonly messages: readonly Message[];
  /** Default 2,000. */
  readonly keepTokens?: number | undefined;
}

/** Returns every active skill whose instructions are not in the history, after a compaction. */
export async function giveAgain(
  activations: Activations,
  engine: SessionEngine,
  { messages, keepTokens }: ShortenedHistory,
): Promise<readonly Injection[]> {
  return give(await missingSkills(messages, activations, engine), keepTokens, activations, engine);
}

/** Returns the active skills that left the history since the last time, and says nothing if none did. */
export async function giveDropped(
  activations: Activations,
  engine: SessionEngine,
  { messages, keepTokens }: ShortenedHistory,
): Promise<readonly Injection[]> {
  const missing = await missingSkills(messages, activations, engine);
  const dropped = missing.filter(({ evicted }) => evicted !== true);
  return dropped.length === 0 ? [] : give(dropped, keepTokens, activations, engine);
}

async function give(
  missing: readonly Activation[],
  keepTokens = 2_000,
  activations: Activations,
  engine: SessionEngine,
): Promise<readonly Injection[]> {
  const injections = await writeCompaction(activations, engine, { keepTokens: finite(keepTokens), missing });
  engine.emit({ type: "session.compacted", kept: injections.length, active: activations.names().length });
  return injections;
}

/** A limit that is not a finite number leaves no space. */
function finite(tokens: number): number {
  return Number.isFinite(tokens) ? tokens : 0;
}
