import { connect, createServer, type Socket } from "node:net";

/** A proxy in front of the database, which can fail like a network. */
export interface TcpProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  /**
   * From now on nothing that is sent arrives, also of new connections, and nobody is told. After `restore` new connections
   * work again; those of the time before stay silent.
   */
  swallow(): void;
  /** From now on connections are refused, and those that are open are closed. */
  refuse(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Opens a proxy on a free port. */
export async function openProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let mode: "forward" | "swallow" | "refuse" = "forward";
  /** Connections of an earlier epoch are silent. */
  let epoch = 0;
  const server = createServer((client) => {
    if (mode === "refuse") {
      client.destroy();
      return;
    }
    const born = epoch;
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => {
        if (mode === "forward" && born === epoch) to.write(data);
      });
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        if (born === epoch) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: Object.assign(new URL(url), { port }).href,
    swallow: () => {
      mode = "swallow";
    },
    refuse: () => {
      mode = "refuse";
      for (const socket of sockets) socket.destroy();
    },
    restore: () => {
      epoch += 1;
      mode = "forward";
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
