/** A server on standard input and output, made with the official SDK: `node stdio-server.mjs [behaviour]`. */
import { McpServer } from "@modelcontextprotocol/server";
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [behaviour = "good"] = process.argv.slice(2);
const names = ["pdf", `env-${Object.keys(process.env).includes("KNOWHOW_TEST_SECRET") ? "leaks" : "clean"}`];
const files = Object.fromEntries(
  names.map((name) => [
    `${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: Does ${name}.\n---\n# ${name}\n`,
  ]),
);

if (behaviour === "dies") {
  process.stderr.write("\u001b[31mno licence found\u001b[0m\n");
  process.exit(3);
}
if (behaviour === "floods") {
  const line = "x".repeat(1 << 20);
  const flood = () => {
    while (process.stdout.write(line));
    process.stdout.once("drain", flood);
  };
  flood();
} else if (behaviour === "silent") {
  process.stdin.resume();
} else {
  const catalog = await SkillsExtension.load(memorySkillFiles(files));
  serveStdio(() => {
    const mcp = new McpServer({ name: "child", version: "1.0.0" });
    catalog.attach(mcp);
    return mcp;
  });
}
