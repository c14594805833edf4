/**
 * Renders templates with one engine and prints CPU microseconds per rendering as JSON: `render-templates.mjs <engine> <toolkit>`.
 * Templates are compiled once, as in a workflow. Each result is compared with the expected text first.
 */
import { pathToFileURL } from "node:url";
import { expected, scope, TEMPLATES, widened } from "../template-set.mjs";

const [engine = "", toolkit = ""] = process.argv.slice(2);

/** How each engine compiles: a source in, a function from scope to text out. @type {Readonly<Record<string, () => Promise<(source: string) => (scope: Record<string, unknown>) => string>>>} */
const ENGINES = {
  knowhow: async () => {
    const { compileTemplate } = await import(pathToFileURL(toolkit).href);
    const environment = { now: () => 0 };
    return (source) => {
      const { value } = compileTemplate(source);
      return (given) => value.render(given, environment);
    };
  },
  "minijinja-js": async () => {
    const { Environment } = await import(engine);
    const environment = new Environment();
    return (source) => {
      environment.addTemplate(source, source);
      return (given) => environment.renderTemplate(source, given);
    };
  },
  "@huggingface/jinja": async () => {
    const { Template } = await import(engine);
    return (source) => {
      const template = new Template(source);
      return (given) => template.render(given);
    };
  },
};

const compile = await ENGINES[engine]?.();
if (compile === undefined) throw new Error(`unknown engine ${engine}`);
const renders = TEMPLATES.map(({ source }) => compile(source));
for (const [index, render] of renders.entries()) {
  const [text, right] = [render(scope), expected(index)];
  if (text !== right)
    throw new Error(`${engine} renders ${JSON.stringify(text)} instead of ${JSON.stringify(right)}`);
}
const [small] = renders;
const once = () => {
  for (const render of renders) render(scope);
};
const result = {
  mixed: perCall(once) / renders.length,
  small: perCall(() => small?.(scope)),
  wide: perCall(() => small?.(widened)),
};
process.stdout.write(JSON.stringify(result));

/** CPU microseconds of a call, after a warm-up of a fifth of a second and over half a second. @param {() => void} call */
function perCall(call) {
  repeat(call, 200_000);
  const { calls, micros } = repeat(call, 500_000);
  return micros / calls;
}

/** Calls until the CPU time is used up. @param {() => void} call @param {number} limit */
function repeat(call, limit) {
  const start = process.cpuUsage();
  let [calls, batch, micros] = [0, 1, 0];
  while (micros < limit) {
    for (let count = 0; count < batch; count += 1) call();
    calls += batch;
    batch = Math.min(batch * 2, 10_000);
    const { user, system } = process.cpuUsage(start);
    micros = user + system;
  }
  return { calls, micros };
}
