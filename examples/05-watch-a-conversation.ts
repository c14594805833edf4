// See which skills a conversation loads, how long that takes, and why, without seeing its messages.
import assert from "node:assert/strict";
import { subscribe } from "node:diagnostics_channel";
import { createRuntime } from "@knowhow/runtime/node";
import { openTelemetryTracer, skillAttributes } from "@knowhow/runtime/otel";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

// Your application probably has these four lines already, with a real exporter.
const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const tracer = provider.getTracer("my-agent");

// Events: any code in the process can subscribe.
const records: unknown[] = [];
subscribe("knowhow:event", (record) => records.push(record));

// Spans: pass your tracer.
const knowhow = await createRuntime({
  providers: false,
  cache: false,
  tracer: openTelemetryTracer(tracer),
  skills: [
    {
      name: "pdf-forms",
      text: "---\nname: pdf-forms\ndescription: Fills PDF forms. Use when a form is to be filled.\n---\nRead fields.md first.\n",
      files: { "fields.md": "Every field has a name.\n" },
    },
  ],
});
const session = await knowhow.session();
await session.turn({ messages: [{ role: "user", content: "please use $pdf-forms" }] });
await session.call("skill_read", { name: "pdf-forms", path: "fields.md" });

// Your own tool spans: record which skill the agent was following.
tracer.startActiveSpan("execute_tool fill_form", { attributes: skillAttributes(session) }, (span) =>
  span.end(),
);

const spans = exporter.getFinishedSpans();
console.log(records);
for (const { name, duration, attributes } of spans)
  console.log(`${name} ${(duration[1] / 1e6).toFixed(1)} ms`, attributes);

const [activation, turn, read, tool] = spans;
assert.equal(activation?.name, "knowhow.activate");
assert.equal(activation?.parentSpanContext?.spanId, turn?.spanContext().spanId);
assert.equal(read?.attributes["knowhow.read.bytes"], 24);
assert.deepEqual(tool?.attributes["knowhow.skill.active"], ["pdf-forms"]);
assert.deepEqual(records.at(-1), {
  seq: 4,
  at: Object(records.at(-1)).at,
  session: session.id,
  event: { type: "resource.read", skill: "pdf-forms", bytes: 24 },
});
assert.doesNotMatch(JSON.stringify(spans.map(({ attributes }) => attributes)), /please|Fills|fields/);
