import type { InferenceSession } from 'onnxruntime-node';

/** Models compute on the thread that asks, and nowhere else. */
export const sessionOptions: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
};
