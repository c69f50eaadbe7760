export {
  type Finding,
  saidNumber,
  type Tone,
  verdictOnCalls,
  verdictWords,
} from '../../domain/reports/verdict.ts';
