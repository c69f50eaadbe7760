import type {
  OverviewFigures,
  OverviewAgent as WireAgent,
  OverviewStep as WireStep,
} from '../contract/figures/overview.ts';
import type { ViewOf } from '../contract/wire-form.ts';
import type { AgentId } from '../domain/ids.ts';
import { countsOf } from '../domain/session.ts';
import type { AgentCounts, TimeRange } from '../ports/session-summaries.ts';
import { addCounts, percentile } from './histogram.ts';

type Counts = AgentCounts['counts'];

/** Counts of the sessions that started in a step of time, by agent. */
export interface CountedStep {
  readonly startMs: number;
  readonly agents: readonly AgentCounts[];
}

/** Equal steps of hours or days in UTC. */
export interface OverviewSteps extends TimeRange {
  readonly stepMs: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The whole hours that cover a range of up to two days, else the whole days. */
export function overviewSteps({ fromMs, untilMs }: TimeRange): OverviewSteps {
  const stepMs = untilMs - fromMs <= 2 * dayMs ? hourMs : dayMs;
  return {
    stepMs,
    fromMs: Math.floor(fromMs / stepMs) * stepMs,
    untilMs: Math.ceil(untilMs / stepMs) * stepMs,
  };
}

/** As many steps before these. */
export function stepsBefore({ fromMs, untilMs, stepMs }: OverviewSteps): OverviewSteps {
  return { stepMs, fromMs: fromMs - (untilMs - fromMs), untilMs: fromMs };
}

/** The figures of all steps, with zeros where no call started, and of each agent, busiest first. */
export function overviewFigures(
  { fromMs, untilMs, stepMs }: OverviewSteps,
  counted: readonly CountedStep[],
) {
  const byStart = new Map(counted.map((step) => [step.startMs, step.agents]));
  const length = Math.round((untilMs - fromMs) / stepMs);
  const steps = Array.from({ length }, (_, index): ViewOf<WireStep> => {
    const startMs = fromMs + index * stepMs;
    return {
      start: new Date(startMs).toISOString(),
      end: new Date(startMs + stepMs).toISOString(),
      ...figuresOf(sumOf(byStart.get(startMs) ?? [])),
    };
  });
  const all = counted.flatMap(({ agents }) => agents);
  const total = sumOf(all);
  return { counts: total, total: figuresOf(total), steps, agents: agentsOf(all) };
}

function agentsOf(counts: readonly AgentCounts[]): readonly Omit<ViewOf<WireAgent>, 'agentName'>[] {
  const byAgent = new Map<AgentId, AgentCounts[]>();
  for (const one of counts) byAgent.set(one.agentId, [...(byAgent.get(one.agentId) ?? []), one]);
  return [...byAgent]
    .map(([agentId, own]) => ({ agentId, ...figuresOf(sumOf(own)) }))
    .sort((a, b) => b.calls - a.calls);
}

function sumOf(counts: readonly AgentCounts[]): Counts {
  return counts.reduce<Counts>((sum, one) => addCounts(sum, one.counts), {});
}

function figuresOf(counts: Counts): ViewOf<OverviewFigures> {
  const callsByStatus = countsOf(counts, 'status');
  const addedMs = countsOf(counts, 'ms');
  return {
    calls: total(callsByStatus),
    callsByStatus,
    callsByExposure: countsOf(counts, 'exposure'),
    callsWith: countsOf(counts, 'with'),
    redactionsByKind: countsOf(counts, 'kind'),
    valuesByKind: countsOf(counts, 'value'),
    replies: total(addedMs),
    p50LatencyMs: percentile(addedMs, 50) ?? null,
    p95LatencyMs: percentile(addedMs, 95) ?? null,
  };
}

const total = (counts: Counts): number => Object.values(counts).reduce((sum, it) => sum + it, 0);
