import type { ValuePath } from "../../basics/kind.ts";
import type { Positioned } from "../../positioned.ts";
import type { SourcePosition } from "../../workflow.ts";

/** Positions of the values of a workflow, by path: `["steps", "tasks", "with", "query"]`, steps by their id. */
export interface WorkflowPlaces {
  /** Position of a value or, if it has none, of the value around it. */
  find(path: ValuePath): SourcePosition | undefined;
}

/** Collects positions while a workflow is read. */
export interface PlaceCollector extends WorkflowPlaces {
  add(path: ValuePath, at: SourcePosition): void;
  /** Adds a value and everything in it. */
  addAll(path: ValuePath, node: Positioned): void;
}

export function collectPlaces(): PlaceCollector {
  const places = new Map<string, SourcePosition>();
  const collector: PlaceCollector = {
    add: (path, at) => places.set(keyOf(path), at),
    addAll: (path, node) => {
      collector.add(path, node.at);
      if (node.kind === "list")
        for (const [index, item] of node.items.entries()) collector.addAll([...path, index], item);
      if (node.kind === "map")
        for (const { key, value } of node.entries) collector.addAll([...path, key], value);
    },
    find: (path) => {
      for (let length = path.length; length > 0; length -= 1) {
        const place = places.get(keyOf(path.slice(0, length)));
        if (place !== undefined) return place;
      }
      return undefined;
    },
  };
  return collector;
}

function keyOf(path: ValuePath): string {
  return JSON.stringify(path);
}
