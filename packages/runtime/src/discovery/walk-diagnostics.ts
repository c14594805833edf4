import { formatNumber } from "../basics/words.ts";
import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { UnseenFiles, UnseenReason } from "../library.ts";
import type { FileStat } from "../ports.ts";

const LINK_HINT = 'add the directory to "links" in knowhow.json';

export function unreadableRoot(path: string, error: unknown): Diagnostic {
  return diagnose("discovery.root-unreadable", `${path} cannot be read: ${reasonOf(error)}`, {
    path,
    hint: "check the permissions",
  });
}

export function unreadableEntry(path: string, error: unknown): Diagnostic {
  return diagnose("discovery.entry-unreadable", `${path} cannot be read: ${reasonOf(error)}`, {
    path,
    hint: "check the permissions",
  });
}

/** The diagnostic for an entry whose name is not valid UTF-8, so that it cannot be accessed. */
export function invalidNameEntry(path: string): Diagnostic {
  const message = `${path} cannot be read: its name is not valid UTF-8`;
  return diagnose("discovery.entry-unreadable", message, { path, hint: "rename it" });
}

/** The diagnostic for a project's root that is a link to outside the project. */
export function rootOutside(path: string, real: string): Diagnostic {
  const message = `${path} leads out of the project, to ${real}, and was not read`;
  return diagnose("discovery.root-outside-project", message, { path, hint: LINK_HINT });
}

/** The diagnostic for a link that was not followed. */
export function linkOutside(path: string, real: string): Diagnostic {
  const message = `${path} links to ${real}, outside the trusted directories, and was not followed`;
  return diagnose("discovery.link-outside-root", message, { path, hint: LINK_HINT });
}

export function brokenLink(path: string): Diagnostic {
  return diagnose("discovery.link-broken", `${path} is a broken symbolic link`, {
    path,
    hint: "remove it or fix its target",
  });
}

export function notAFile(path: string, { kind }: FileStat): Diagnostic {
  const what = kind === "directory" ? "a directory" : "a device, a pipe or another special file";
  return diagnose("discovery.not-a-file", `${path} is ${what}`, {
    path,
    hint: "replace it with a text file",
  });
}

/** The diagnostic for a SKILL.md directly in a root, without a directory of its own. */
export function skillAtRoot(path: string): Diagnostic {
  return diagnose("discovery.skill-at-root", `${path} is directly in a skills root and is not used`, {
    path,
    hint: "move it into its own directory",
  });
}

/** The diagnostic for a walk that stopped at a limit. */
export function walkLimit(path: string, what: string): Diagnostic {
  return diagnose("discovery.walk-limit", `${path} has more than ${what}; the rest were skipped`, {
    path,
    hint: "use the directory that contains the skills as the root",
  });
}

const UNSEEN: Readonly<Record<UnseenReason, string>> = {
  deep: "too deep",
  hidden: "in hidden directories",
  nested: "inside of other skills",
  misspelt: "not spelt SKILL.md",
};

/** The diagnostic for SKILL.md files that are not used. */
export function unseenFiles(root: string, unseen: readonly UnseenFiles[]): Diagnostic {
  const total = unseen.reduce((sum, { count }) => sum + count, 0);
  const parts = unseen.map(({ reason, count, more, paths: [example = ""] }) => {
    const number = `${more === true ? "at least " : ""}${formatNumber(count)}`;
    return `${number} ${UNSEEN[reason]} (${count === 1 ? "" : "such as "}${example})`;
  });
  const are = total === 1 ? "SKILL.md is" : "SKILL.md files are";
  return diagnose("discovery.unseen", `${formatNumber(total)} ${are} not used: ${parts.join(", ")}`, {
    path: root,
    hint: "move them to where skills are searched, or name their directory as a root",
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
