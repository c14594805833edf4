import { tracingChannel } from "node:diagnostics_channel";
import type { SpanAttributes, SpanName, Tracer } from "../../ports.ts";

/** The message for subscribers of `knowhow:<span>`: one object per span, filled while the operation runs. */
export interface ChannelSpan {
  readonly name: SpanName;
  readonly attributes: SpanAttributes;
}

/**
 * A tracer on Node's tracing channels, one per kind of span, named `knowhow:<span>`. It publishes by itself, because
 * `tracePromise` would publish results and errors, which contain texts and paths.
 */
export function channelTracer(): Tracer {
  const channels = {
    turn: channelOf("turn"),
    activate: channelOf("activate"),
    "resource.read": channelOf("resource.read"),
  } as const;
  return {
    listens: (name) => channels[name].hasSubscribers,
    trace: async ({ name, attributes }, work) => {
      const { start, end, asyncStart, asyncEnd, error: failed } = channels[name];
      const known: Record<string, SpanAttributes[string]> = { ...attributes };
      const span: ChannelSpan = { name, attributes: known };
      let hasEnded = false;
      const set = (more: SpanAttributes) => {
        if (!hasEnded) Object.assign(known, more);
      };
      // An async function, because work that throws at once must end its span, too.
      const running = start.runStores(span, async () => work({ set, setResource: () => undefined }));
      end.publish(span);
      try {
        return await running;
      } catch (error) {
        failed.publish(span);
        throw error;
      } finally {
        hasEnded = true;
        asyncStart.publish(span);
        asyncEnd.publish(span);
      }
    },
  };
}

function channelOf(name: SpanName) {
  return tracingChannel<ChannelSpan, ChannelSpan>(`knowhow:${name}`);
}
