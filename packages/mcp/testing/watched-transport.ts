import { InMemoryTransport, type JSONRPCMessage } from "@modelcontextprotocol/client";

/** Both ends of a connection inside this process, and what the client asked over it. */
export interface WatchedPair {
  readonly client: InMemoryTransport;
  readonly server: InMemoryTransport;
}

/** Links two transports and notes every request as `method uri`. */
export function watchedPair(asked: string[]): WatchedPair {
  const [client, server] = InMemoryTransport.createLinkedPair();
  const send = client.send.bind(client);
  client.send = (message, options) => {
    note(message, asked);
    return send(message, options);
  };
  return { client, server };
}

function note(message: JSONRPCMessage, asked: string[]): void {
  if (!("method" in message) || !("id" in message)) return;
  const uri = message.params !== undefined && "uri" in message.params ? ` ${message.params.uri}` : "";
  asked.push(`${message.method}${uri}`);
}
