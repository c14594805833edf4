import { describe, expect, it } from "vitest";
import { validateValue } from "../../basics/json-schema/validate-value.ts";
import { readPositioned } from "../../format/yaml/read-positioned.ts";
import { plainValue } from "../../positioned.ts";
import { parseWorkflow } from "./parse-workflow.ts";
import { workflowSchema } from "./workflow-schema.ts";

describe("the JSON Schema of workflow.yaml", () => {
  it.each([
    "../../../../../docs/reference/workflow.schema.json",
    "../../../workflow.schema.json",
  ])("%s is what the tables say; vitest -u writes it", async (file) => {
    await expect(`${JSON.stringify(workflowSchema(), undefined, 2)}\n`).toMatchFileSnapshot(file);
  });

  it.each([
    "steps: [{tool: t}]",
    "steps: [{tool: t, retyr: 3}]",
    "setps: [{tool: t}]",
    "steps: [{tol: t}]",
    "steps: []",
    "steps: [{id: a}]",
    "steps: [{tool: t, skill: s}]",
    "steps: [{tool: t, parallel: 4}]",
    "steps: [{tool: t, parallel: true, for: a in b}]",
    "steps: [{approve: ok, retry: 3}]",
    "steps: [{ask: ok, params: {a: 1}}]",
    "steps: [{tool: t, params: {a: 1}, condition: b, continueOnError: true}]",
    "steps: [{tool: t, timeout: 30}]",
    "steps: [{tool: t, timeout: 30s, retry: {attempts: 3, on: [timeout]}}]",
    "steps: [{tool: t, retry: {atempts: 3}}]",
    "steps: [{tool: t, onError: {default: null}}]",
    "steps: [{tool: t, onError: contniue}]",
    "steps: [{tool: t, onError: {defualt: null}}]",
    "steps: [{tool: t, id: Find-Tasks}]",
    "steps: [{tool: t, id: inputs}]",
    "steps: [{steps: [{wait: 15m}]}]",
    "steps: [{steps: [{wiat: 15m}]}]",
    "steps: [{prompt: p, schema: {type: object, properties: {a: {type: string}}}}]",
    "steps: [{prompt: p, schema: {typ: object}}]",
    "inputs: [title|required]\nsteps: [{tool: t}]",
    "inputs: {a: string?, b: integer = 3, c: {type: string, secret: true, required: false}}\nsteps: [{tool: t}]",
    "inputs: {a: strng}\nsteps: [{tool: t}]",
    "inputs: {a: {type: string, maxLenght: 3}}\nsteps: [{tool: t}]",
    "inputs: {a: 20}\nsteps: [{tool: t}]",
    "steps: [{tool: t}]\noutput: assets/template.md\nrefine: true",
    "steps: [{tool: t}]\nrefine: yes please",
  ])("X3 X4 accepts `%s` exactly if the parser does", (text) => {
    const { map } = readPositioned(text);
    if (map === undefined) throw new Error(text);
    const isRead = parseWorkflow(map).diagnostics.length === 0;
    expect(validateValue(plainValue(map), workflowSchema()).ok).toBe(isRead);
  });
});
