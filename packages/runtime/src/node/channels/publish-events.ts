import { channel } from "node:diagnostics_channel";
import type { EventListener } from "../../events.ts";

/** Publishes every event record on the diagnostics channel `knowhow:event`, in addition to the listener. */
export function publishEvents(listener?: EventListener): EventListener {
  const events = channel("knowhow:event");
  return (record) => {
    if (events.hasSubscribers) events.publish(record);
    listener?.(record);
  };
}
