/** Writes the samples of the pages about agent frameworks as files, so that their types can be checked. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = fileURLToPath(new URL("samples", import.meta.url));

/** Empties `samples` and writes every `ts` block into it. @returns {number} how many there are */
export function writeSamples() {
  rmSync(folder, { recursive: true, force: true });
  const pages = readdirSync(join(root, "docs/hosts")).map((name) => `docs/hosts/${name}`);
  const samples = ["README.md", "packages/hosts/README.md", ...pages].flatMap((page) => {
    const blocks = [...readFileSync(join(root, page), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
    if (blocks.length === 0) throw new Error(`${page} has no sample`);
    return blocks.flatMap(([, code = ""], index) => inVersions(code).map((text) => ({ page, index, text })));
  });
  for (const { page, index, text } of samples) {
    const home = join(folder, page.replaceAll(/\W+/g, "-"), text.includes('"ai-6"') ? "version-6" : "");
    mkdirSync(home, { recursive: true });
    // The other samples of a page import the one that exports an assistant.
    const name = text.includes("export function createAssistant") ? "assistant" : `sample-${index + 1}`;
    writeFileSync(join(home, `${name}.ts`), text);
  }
  return samples.length;
}

/**
 * A sample with the AI SDK is checked with each version that has what it uses, under the name it is installed with.
 * @param {string} code @returns {string[]}
 */
function inVersions(code) {
  if (!code.includes('from "ai"')) return [code];
  const six = code.replaceAll('from "ai"', 'from "ai-6"').replaceAll("isStepCount", "stepCountIs");
  const seven = code.replaceAll('from "ai"', 'from "ai-7"');
  const onlySeven = /responseMessages|@ai-sdk\//.test(code);
  return [...(onlySeven ? [] : [six]), ...(code.includes("stepCountIs") ? [] : [seven])];
}
