import { createServer, request } from "node:http";

/** A proxy on loopback that adds the token and forwards everything else, for programs that cannot send one. */
export async function openDoor(target: { readonly url: string; readonly token: string }) {
  const { hostname, port } = new URL(target.url);
  const door = createServer((incoming, outgoing) => {
    const own = `:${addressPort()}`;
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [
        name,
        (name === "host" || name === "origin") && typeof value === "string" && value.endsWith(own)
          ? `${value.slice(0, -own.length)}:${port}`
          : value,
      ]),
    );
    const passed = request(
      {
        hostname,
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...headers, authorization: `Bearer ${target.token}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  const addressPort = () => {
    const address = door.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  };
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${addressPort()}/mcp`,
    close: () => {
      door.close();
      door.closeAllConnections();
    },
  };
}
