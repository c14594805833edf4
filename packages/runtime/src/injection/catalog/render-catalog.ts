import type { Level } from "../../skill.ts";
import { escapeLine, escapeName, escapeXml } from "../escape-text.ts";

export type CatalogFormat = "lines" | "xml" | "json";

/** A skill that may be listed. */
export interface CatalogEntry {
  readonly name: string;
  readonly description: string;
  /** Listed in full before the others get space. */
  readonly pinned?: boolean;
  readonly nameOnly?: boolean;
  readonly preloaded?: boolean;
  readonly location?: string;
  /** Who it belongs to; decides first if not all names fit. */
  readonly level?: Level;
  /** How often it was used; decides next. Default 0. */
  readonly uses?: number;
}

/** One skill as the model will see it. */
export interface CatalogRecord {
  readonly name: string;
  /** Empty if only the name is listed. */
  readonly description: string;
  /** True if the body is already part of the prompt. */
  readonly preloaded?: boolean;
  /** Path of the SKILL.md, for models that read files themselves. */
  readonly location?: string;
}

/** The texts around the records. They are trusted, because they are ours or the host's. */
export interface CatalogFrame {
  readonly heading: string;
  readonly instructions: string;
  /** The text for omitted skills. */
  readonly more: (count: number) => string;
}

/** How a format renders a catalog. A record is one line, so that lengths add up. */
interface Renderer {
  readonly open: (frame: CatalogFrame) => readonly string[];
  readonly record: (record: CatalogRecord) => string;
  /** Characters of a description in a record, and of what comes with it. */
  readonly description: { readonly lengthOf: (text: string) => number; readonly around: number };
  readonly close: readonly string[];
}

/** Every format, by name. */
export const RENDERERS: Readonly<Record<CatalogFormat, Renderer>> = {
  lines: {
    open: (frame) => [frame.heading, frame.instructions],
    record: ({ name, description, preloaded, location }) => {
      const mark = preloaded === true ? " [preloaded]" : "";
      const place = location === undefined ? "" : ` [${escapeName(location)}]`;
      const words = description === "" ? "" : `: ${escapeLine(description)}`;
      return `- ${escapeName(name)}${mark}${place}${words}`;
    },
    description: { lengthOf: (text) => escapeLine(text).length, around: ": ".length },
    close: [],
  },
  xml: {
    open: (frame) => [frame.instructions, "<available_skills>"],
    record: ({ name, description, preloaded, location }) => {
      const words = description === "" ? "" : `<description>${escapeXml(description)}</description>`;
      const place = location === undefined ? "" : `<location>${escapeXml(location)}</location>`;
      return `<skill${preloaded === true ? ' preloaded="true"' : ""}><name>${escapeXml(name)}</name>${words}${place}</skill>`;
    },
    description: { lengthOf: (text) => escapeXml(text).length, around: "<description></description>".length },
    close: ["</available_skills>"],
  },
  json: {
    open: (frame) => [frame.instructions],
    record: ({ name, description, preloaded, location }) => {
      const value = {
        name,
        ...(description === "" ? {} : { description }),
        ...(preloaded === true ? { preloaded } : {}),
        ...(location === undefined ? {} : { location }),
      };
      return escapeJson(value);
    },
    description: { lengthOf: (text) => escapeJson(text).length - 2, around: ',"description":""'.length },
    close: [],
  },
};

function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Renders the whole catalog; empty lines are omitted. */
export function renderCatalog(
  records: readonly CatalogRecord[],
  format: CatalogFormat,
  frame: CatalogFrame,
  omitted: number,
): string {
  const { open, record, close } = RENDERERS[format];
  const more = omitted > 0 ? frame.more(omitted) : "";
  const lines = [...open(frame), ...records.map(record), ...close, more];
  return lines.filter((line) => line !== "").join("\n");
}
