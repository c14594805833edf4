export type { Approval, ApprovalStore, ApproveSkill, SkillOffer } from "./approvals.ts";
export {
  connectSkillServers,
  type RemoteServers,
  type RemoteServersOptions,
} from "./connect-skill-servers.ts";
export { fileApprovalStore } from "./file-approval-store.ts";
export { fileListingStore } from "./file-listing-store.ts";
export { DEFAULT_LIMITS, type ServerLimits } from "./limits.ts";
export type { ListingStore } from "./listing-store.ts";
export type {
  RemoteServer,
  ServerAddress,
  ServerCommand,
  ServerOpener,
  ServerTransport,
} from "./remote-server.ts";
export type { ListingShape, RemoteFile, RemoteSkill } from "./remote-skill.ts";
