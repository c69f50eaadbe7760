export type { CleanBody } from './clean-body.ts';
export {
  type LeakReport,
  type ScanContext,
  type ScanPolicy,
  scanEgress,
  scanPolicy,
} from './scan-egress.ts';
