import { parentPort, workerData } from 'node:worker_threads';
import { planPruning, type RetentionPlanData } from './plan-pruning.ts';

parentPort?.postMessage(planPruning(workerData as RetentionPlanData));
