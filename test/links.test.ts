import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "./support/sources.ts";

const SKIPPED = new Set(["node_modules", "dist", "fixtures", ".git", ".reports", ".work"]);

/** Every page of the repository, skills aside: their links lead into other repositories. */
function pagesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : pagesIn(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

const prose = (path: string) => readFileSync(path, "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");

/** The addresses that a page's headings have on a forge. */
function anchorsOf(path: string): ReadonlySet<string> {
  const headings = [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
  return new Set(
    headings.map((title) =>
      title
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

/** What a page's links to this repository lead to that is not there. */
function deadLinks(page: string): readonly string[] {
  const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(target)) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
  });
}

describe("the pages of this repository", () => {
  const pages = pagesIn(repository);

  it("are found", () => {
    expect(pages.map((page) => relative(repository, page))).toContain("README.md");
  });

  it("link to files and headings that are there", () => {
    const dead = pages.flatMap((page) =>
      deadLinks(page).map((link) => `${relative(repository, page)} → ${link}`),
    );
    expect(dead).toEqual([]);
  });
});
