import { parentPort, workerData } from 'node:worker_threads';
import { planPruning, type RetentionPlanData } from './retention-plan.ts';

parentPort?.postMessage(planPruning(workerData as RetentionPlanData));
