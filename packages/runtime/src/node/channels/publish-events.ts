import { channel } from "node:diagnostics_channel";
import type { EventListener } from "../../events.ts";

/** Every event also goes to the channel `knowhow:event`, where anybody in the process can listen. */
export function publishEvents(listener?: EventListener): EventListener {
  const events = channel("knowhow:event");
  return (event) => {
    if (events.hasSubscribers) events.publish(event);
    listener?.(event);
  };
}
