export { kindCounts, kindName, kindNames } from '../../domain/reports/kind-names.ts';
