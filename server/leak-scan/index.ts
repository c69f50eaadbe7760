export { enforcedKinds, type LeakReport, scanEgress } from './scan-egress.ts';
