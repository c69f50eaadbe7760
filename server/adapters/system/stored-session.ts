import { z } from 'zod';
import { type Exposure, outcomesOf, unrecordedExposure } from '../../domain/exposure.ts';
import type { AgentId, SessionId } from '../../domain/ids.ts';
import type { Review, SessionSummary, TurnFailure } from '../../domain/session.ts';

/** Counts by name, as both databases store them in JSON. */
export const storedCounts = z.record(z.string(), z.int());

/** Older versions had other words for an outcome, such as `leak`: the counts say which one it is. */
const withOutcome = (exposure: Exposure): Exposure => ({
  ...exposure,
  outcome: outcomesOf(exposure)[0],
});

const summarySchema = z.object({
  id: z.custom<SessionId>(),
  agentId: z.custom<AgentId>(),
  agentName: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  durationMs: z.int(),
  status: z.enum(['ok', 'error', 'partial']),
  redactionCount: z.int(),
  redactionsByKind: storedCounts,
  valuesByKind: storedCounts.optional(),
  exposure: z.custom<Exposure>().default(unrecordedExposure).transform(withOutcome),
  firstFailure: z.custom<TurnFailure>().optional(),
  failedTurns: z.int().optional(),
  upstreamModel: z.string(),
  turnCount: z.int(),
  ended: z.boolean(),
  reviewed: z.custom<Review>().optional(),
});

/** A session summary from the JSON that both databases store. */
export function parseSummary(json: string): SessionSummary {
  return summarySchema.parse(JSON.parse(json));
}
