export type {
  Dismissal,
  LastScan,
  OpenScanner,
  ScanAction,
  ScanKey,
  ScanOutcome,
  ScanPolicy,
  ScanSettings,
  ScanStore,
  Voucher,
} from "./scan.ts";
export { memoryScanStore } from "./security/scan/memory-scan-store.ts";
export type { ScanJudgement } from "./security/scan/scan-admit.ts";
export { memoryReviewStore } from "./security/trust/memory-review-store.ts";
export type { TrustReview } from "./security/trust/open-trust.ts";
export type { ContentChanges, ListChange, ReviewedContent, ReviewStore, TrustAnswer } from "./trust.ts";
