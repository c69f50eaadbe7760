export { enforcedKinds, type LeakReport, scanEgress, scannerVersion } from './scan-egress.ts';
