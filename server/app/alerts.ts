import { randomUUID } from 'node:crypto';
import { alertSender } from '../adapters/alerts/alert-sender.ts';
import type { Condition } from '../alerts/alert-state.ts';
import { type Alerts, createAlerts } from '../alerts/alerts.ts';
import {
  createTranscriptDeliveries,
  type TranscriptDeliveries,
} from '../alerts/transcript-deliveries.ts';
import type { Agent } from '../domain/agent.ts';
import type { AgentId } from '../domain/ids.ts';
import type { AlertSettings } from '../domain/settings/alert.ts';
import type { BusinessAssociate } from '../domain/settings/business-associate.ts';
import { createReplays } from '../live-view/replays.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Verification } from '../ports/journal.ts';
import type { FunctionCaller } from '../ports/receivers/function-caller.ts';
import { maskedTranscript } from '../projections/public-side.ts';
import { agreementWith, isCovered } from '../projections/report/business-associates.ts';
import type { Dependencies } from './dependencies.ts';
import type { JournalStore, Stores } from './storage-backend.ts';
import type { Upstreams } from './upstreams.ts';

export interface AlertParts extends Pick<Dependencies, 'baseUrl' | 'logger' | 'stores'> {
  readonly transcripts: TranscriptDeliveries;
  /** Sends to webhooks, through the web proxy where there is one. */
  readonly caller: Pick<FunctionCaller, 'call'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly journal: JournalStore;
  readonly agents: Pick<Agents, 'get' | 'list'>;
  readonly routes: Upstreams;
  readonly associates: () => Promise<readonly BusinessAssociate[]>;
  readonly areKeysStored: () => Promise<boolean>;
  readonly lastVerification: () => Verification | undefined;
}

/** Alerts over the stores of this service. */
export function wireAlerts(parts: AlertParts): Alerts {
  const { baseUrl, logger, stores, caller, clock, ids, journal, agents, transcripts } = parts;
  return createAlerts({
    journal,
    clock,
    ids,
    documents: stores.documents,
    sender: alertSender(caller),
    replica: stores.openCalls === undefined ? null : randomUUID(),
    upstreamOf: async (id) => (await agents.get(id as AgentId))?.upstream,
    conditions: (settings) => conditionsNow(parts, settings),
    transcripts,
    portalUrl: `${baseUrl}/portal`,
    onFailure: (error) => logger.warn({ err: error }, 'alerts are tried again later'),
  });
}

export interface TranscriptParts extends Pick<Dependencies, 'keyring' | 'logger' | 'stores'> {
  readonly caller: Pick<FunctionCaller, 'call'>;
  readonly clock: Clock;
  readonly journal: JournalStore;
  readonly agents: Pick<Agents, 'get'>;
  readonly secretOf: (agent: Pick<Agent, 'id'>) => string;
}

/** Masked transcripts on their way to agents' addresses. */
export function wireTranscripts(parts: TranscriptParts): TranscriptDeliveries {
  const { keyring, logger, stores, caller, clock, journal, agents, secretOf } = parts;
  const replays = createReplays({ journal, keyring, payloads: stores.payloads });
  return createTranscriptDeliveries({
    documents: stores.documents,
    journal,
    agents,
    caller,
    clock,
    secretOf,
    transcriptOf: async (call) => maskedTranscript(call, await replays.of(call.sessionId)),
    onFailure: (error) => logger.warn({ err: error }, 'transcripts are sent later'),
  });
}

async function conditionsNow(
  {
    stores,
    clock,
    journal,
    agents,
    routes,
    associates,
    areKeysStored,
    lastVerification,
  }: AlertParts,
  { diskLowMb }: AlertSettings,
): Promise<Readonly<Record<string, Condition>>> {
  const found: Record<string, Condition> = {};
  if (journal.gap() !== undefined) found['journal_gap'] = { kind: 'journal_gap' };
  if (lastVerification()?.ok === false) found['chain_broken'] = { kind: 'chain_broken' };
  if (await isDiskLow(stores, diskLowMb)) found['disk_low'] = { kind: 'disk_low' };
  if (!(await areKeysStored())) found['keys_not_stored'] = { kind: 'keys_not_stored' };
  const startedAt = new Date(clock.now()).toISOString();
  const configured = await associates();
  for (const upstream of withFallbacks(await upstreamsInUse(agents), routes)) {
    const condition: Condition = { kind: 'agreement_missing', subject: upstream };
    if (!isCovered(agreementWith(configured, { upstream, startedAt })))
      found[`agreement_missing ${upstream}`] = condition;
  }
  return found;
}

async function isDiskLow(stores: Stores, lowMb: number): Promise<boolean> {
  const { free } = await stores.storage();
  return free !== undefined && free < lowMb * 1_000_000;
}

const page = 100;

async function upstreamsInUse(agents: Pick<Agents, 'list'>): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  let before: AgentId | undefined;
  for (;;) {
    const found = await agents.list({ limit: page, ...(before !== undefined && { before }) });
    for (const { upstream } of found) used.add(upstream);
    before = found.at(-1)?.id;
    if (found.length < page) return used;
  }
}

/** Upstreams, and those that answer where they do not. */
function withFallbacks(used: ReadonlySet<string>, routes: Upstreams): ReadonlySet<string> {
  return new Set([...used].flatMap((name) => [name, ...[routes.get(name)?.fallback ?? []].flat()]));
}
