export type { ApproveSkill, SkillOffer } from "./approvals/approvals.ts";
export {
  type ConfiguredServers,
  type ConfiguredServersOptions,
  configuredServers,
} from "./configured-servers.ts";
export {
  connectSkillServers,
  type RemoteServers,
  type RemoteServersOptions,
} from "./connect-skill-servers.ts";
export { DEFAULT_LIMITS, type ServerLimits } from "./limits.ts";
export { fileListingStore } from "./listing/file-listing-store.ts";
export type {
  RemoteServer,
  ServerAddress,
  ServerCommand,
  ServerOpener,
  ServerTransport,
} from "./remote-server.ts";
