export { enforcedKinds, type LeakReport, type ScanContext, scanEgress } from './scan-egress.ts';
