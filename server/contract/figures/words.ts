export { kindCounts, kindName, kindNames } from '../../domain/reports/kind-names.ts';
export {
  type Finding,
  saidNumber,
  type Tone,
  verdictOnCalls,
  verdictWords,
} from '../../domain/reports/verdict.ts';
