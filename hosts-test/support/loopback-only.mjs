/** Preloaded into a proof: a connection to another machine fails the proof. */
import { Socket } from "node:net";

const { connect } = Socket.prototype;
const near = new Set([undefined, "127.0.0.1", "::1", "localhost"]);

Socket.prototype.connect = function (...args) {
  const [first] = args.flat();
  const host = typeof first === "object" ? first?.host : args[1];
  if (typeof host !== "function" && !near.has(host)) {
    process.exitCode = 1;
    throw new Error(`a proof must stay on this machine, but it wants to connect to ${host}`);
  }
  return Reflect.apply(connect, this, args);
};
