import {
  type AttentionItem,
  Overview,
  OverviewAgent,
  OverviewFigures,
  OverviewQuery,
  OverviewStep,
} from '../../../contract/figures/overview.ts';
import { hasRight } from '../../../contract/rights.ts';
import { toWire } from '../../../contract/wire-form.ts';
import type { User } from '../../../ports/users.ts';
import { callAttention } from '../../../projections/attention.ts';
import {
  type OverviewSteps,
  overviewFigures,
  overviewSteps,
  stepsBefore,
} from '../../../projections/overview.ts';
import { countedSteps } from '../../../sessions/counted-steps.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { Routes } from '../../server/deps.ts';
import { invalidRequest } from '../../server/validator.ts';
import { userOf } from '../../sign-in/session-cookies.ts';
import { type AttentionDeps, attentionNow, chainState } from './attention.ts';

type OverviewDeps = Omit<AttentionDeps, 'readSteps'>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const maxDays = 400;

/** How calls go, over all agents or one. */
export function overviewRoutes(deps: OverviewDeps): Routes {
  return defineRoutes(deps, { tags: ['Sessions'] }, getOverview);
}

function getOverview(api: ApiScope, deps: OverviewDeps): void {
  const readSteps = countedSteps(deps.summaries);
  api.get('/overview', {
    schema: {
      operationId: 'getOverview',
      summary: 'Get the overview',
      description:
        'The range is widened to whole hours, or from two days on to whole days, in UTC. With `agent_id` only the calls of that agent are counted, and only they need attention.',
      querystring: OverviewQuery,
      response: { 200: Overview },
    },
    handler: async (request) => {
      const { query } = request;
      const { agent_id: agentId } = query;
      const steps = overviewSteps(rangeOf(query, deps.clock.now()));
      const countedIn = async (range: OverviewSteps) =>
        (await readSteps(range)).map(({ startMs, agents }) => ({
          startMs,
          agents: agents.filter((one) => agentId === undefined || one.agentId === agentId),
        }));
      const [counted, countedBefore] = await Promise.all([
        countedIn(steps),
        countedIn(stepsBefore(steps)),
      ]);
      const { counts, total, steps: figures, agents } = overviewFigures(steps, counted);
      const names = agents.map(async (one) =>
        toWire(OverviewAgent, {
          ...one,
          agentName: (await deps.agents.get(one.agentId))?.name ?? null,
        }),
      );
      return {
        from: new Date(steps.fromMs).toISOString(),
        until: new Date(steps.untilMs).toISOString(),
        total: toWire(OverviewFigures, total),
        steps: figures.map((step) => toWire(OverviewStep, step)),
        agents: await Promise.all(names),
        before: toWire(OverviewFigures, overviewFigures(stepsBefore(steps), countedBefore).total),
        chain: chainState(deps.lastVerification()),
        chain_verified_at: deps.lastVerification()?.at ?? null,
        attention:
          agentId === undefined
            ? (await attentionNow({ ...deps, readSteps }, counts)).map(shownTo(userOf(request)))
            : [...callAttention(counts)],
      };
    },
  });
}

/** Notes are free text about what happened: only people who may review read them, as in the activity. */
function shownTo({ role }: Pick<User, 'role'>): (item: AttentionItem) => AttentionItem {
  if (hasRight(role, 'review')) return (item) => item;
  return ({ acknowledged: said, ...item }) => ({
    ...item,
    ...(said !== undefined && { acknowledged: { ...said, note: '' } }),
  });
}

function rangeOf({ from, until }: OverviewQuery, nowMs: number) {
  const untilMs = until === undefined ? nowMs : Date.parse(until);
  const fromMs = from === undefined ? untilMs - dayMs : Date.parse(from);
  if (fromMs >= untilMs) throw invalidRequest([{ path: 'from', message: 'must be before until' }]);
  if (untilMs - fromMs > maxDays * dayMs)
    throw invalidRequest([
      { path: 'from', message: `must be at most ${maxDays} days before until` },
    ]);
  return { fromMs, untilMs };
}
