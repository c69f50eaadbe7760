import { outcomesOf } from '../../../server/domain/exposure.ts';
import type { AgentId, SessionId } from '../../../server/domain/ids.ts';
import { orderValue, type SessionSummary, sessionCounts } from '../../../server/domain/session.ts';
import type { SoughtWords } from '../../../server/domain/speech/said-words.ts';
import type { CallEntry, CallWords } from '../../../server/ports/call-words.ts';
import type { SessionErasure } from '../../../server/ports/retention.ts';
import type {
  SessionFilter,
  SessionQuery,
  SessionRow,
  SessionSummaries,
} from '../../../server/ports/session-summaries.ts';
import { addCounts } from '../../../server/projections/histogram.ts';
import { callTotals } from './call-totals.ts';

/** Session summaries and their words that are forgotten when the process ends. */
export function memoryCalls(): SessionSummaries & SessionErasure & { readonly words: CallWords } {
  const rows = new Map<SessionId, SessionRow>();
  const keys = new Map<SessionId, string>();
  const searchKeys = new Map<SessionId, Map<string, string>>();
  const entries = new Map<SessionId, CallEntry['texts']>();
  const matches = (
    summary: SessionSummary,
    { searchKeys: wanted, words = [], ...filter }: SessionFilter,
  ) =>
    fits(summary, filter) &&
    (wanted === undefined || wanted.some((key) => searchKeys.get(summary.id)?.has(key))) &&
    words.every((sought) => entries.get(summary.id)?.some((text) => isSaid(sought, text)));

  return {
    record: async (changed) => {
      for (const row of changed) {
        rows.set(row.summary.id, row);
        if (row.summary.ended) keys.delete(row.summary.id);
      }
    },
    get: async (id) => rows.get(id),
    erase: async (ids) => {
      for (const id of ids) for (const map of [rows, keys, searchKeys, entries]) map.delete(id);
    },
    words: memoryWords(rows, entries),
    keepKey: async (id, callKey) => void keys.set(id, callKey),
    keyOf: async (id) => keys.get(id) ?? '',
    addSearchKeys: async (rows) => {
      for (const { id, keys: some } of rows) {
        const known = searchKeys.get(id) ?? new Map<string, string>();
        searchKeys.set(id, known);
        for (const { key, placeholder } of some) known.set(key, known.get(key) || placeholder);
      }
    },
    numberedKeys: async (id) =>
      [...(searchKeys.get(id) ?? [])]
        .filter(([, placeholder]) => placeholder !== '')
        .map(([key, placeholder]) => ({ key, placeholder })),
    searchableSince: async () => '2026-01-01T00:00:00.000Z',
    list: async (query) =>
      [...rows.values()]
        .map((row) => row.summary)
        .filter((summary) => matches(summary, query) && comesAfter(summary, query))
        .sort((a, b) => compare(placeOf(a, query), placeOf(b, query), query))
        .slice(0, query.limit),
    totals: async (agentId, since, until) =>
      callTotals(
        [...rows.values()].filter(({ summary }) =>
          matches(summary, { agentId, since, ...(until === undefined ? {} : { until }) }),
        ),
      ),
    count: async (filter) =>
      [...rows.values()].filter(({ summary }) => matches(summary, filter)).length,
    steps: async ({ fromMs, untilMs }, stepMs) => {
      const steps = new Map<number, { count: number; folded: number }>();
      for (const { summary, foldedSeq } of rows.values()) {
        const startMs = Date.parse(summary.startedAt);
        if (startMs < fromMs || startMs >= untilMs) continue;
        const at = Math.floor(startMs / stepMs) * stepMs;
        const { count, folded } = steps.get(at) ?? { count: 0, folded: 0 };
        steps.set(at, { count: count + 1, folded: folded + foldedSeq });
      }
      return [...steps]
        .sort(([a], [b]) => a - b)
        .map(([startMs, { count, folded }]) => ({ startMs, stamp: `${count} ${folded}` }));
    },
    sums: async ({ fromMs, untilMs }) => {
      const sums = new Map<AgentId, Readonly<Record<string, number>>>();
      for (const { summary, addedMs } of rows.values()) {
        const startMs = Date.parse(summary.startedAt);
        if (startMs < fromMs || startMs >= untilMs) continue;
        const before = sums.get(summary.agentId) ?? {};
        sums.set(summary.agentId, addCounts(before, sessionCounts(summary, addedMs)));
      }
      return [...sums].map(([agentId, counts]) => ({ agentId, counts }));
    },
    foldedSeq: async () =>
      [...rows.values()].reduce((highest, row) => Math.max(highest, row.foldedSeq), -1),
  };
}

function memoryWords(
  rows: ReadonlyMap<SessionId, SessionRow>,
  entries: Map<SessionId, CallEntry['texts']>,
): CallWords {
  const versions = new Map<SessionId, number>();
  const kept = new Map<SessionId, number>();
  const versionOf = (id: SessionId) => versions.get(id) ?? 1;
  const due = () =>
    [...rows.values()]
      .filter(({ summary: { id, ended } }) => ended && (kept.get(id) ?? 0) < versionOf(id))
      .map(({ summary: { id, startedAt } }) => {
        return { id, version: versionOf(id), startedMs: Date.parse(startedAt) };
      });
  return {
    inOrder: true,
    due: async ({ after, limit }) =>
      due()
        .sort((a, b) => b.startedMs - a.startedMs || (a.id < b.id ? 1 : -1))
        .filter(
          ({ id, startedMs }) =>
            after === undefined ||
            startedMs < after.startedMs ||
            (startedMs === after.startedMs && id < after.id),
        )
        .slice(0, limit),
    dueCount: async () => due().length,
    version: async (id) => (rows.has(id) ? versionOf(id) : undefined),
    keep: async (given) => {
      for (const { id, version, texts } of given) {
        const row = rows.get(id);
        if (row === undefined || versionOf(id) !== version) continue;
        entries.set(id, texts);
        kept.set(id, row.summary.ended ? version : 0);
      }
    },
    renew: async (ids) => {
      for (const id of ids) {
        entries.delete(id);
        versions.set(id, versionOf(id) + 1);
      }
    },
  };
}

/** Whether words follow each other in a text. */
function isSaid({ words, isBeginning }: SoughtWords, text: readonly string[]): boolean {
  return text.some((_, from) =>
    words.every((word, at) => {
      const said = text[from + at] ?? '';
      return said === word || (isBeginning && at === words.length - 1 && said.startsWith(word));
    }),
  );
}

function fits(summary: SessionSummary, filter: SessionFilter): boolean {
  const { agentId, status, since, until, minRedactions = 0, open, kind, reviewed } = filter;
  const { exposure, idPrefix = '' } = filter;
  const startMs = Date.parse(summary.startedAt);
  return (
    (agentId === undefined || summary.agentId === agentId) &&
    (status === undefined || summary.status === status) &&
    (since === undefined || startMs >= Date.parse(since)) &&
    (until === undefined || startMs < Date.parse(until)) &&
    (open === undefined || summary.ended !== open) &&
    (reviewed === undefined || (summary.reviewed !== undefined) === reviewed) &&
    (kind === undefined || Object.hasOwn(summary.redactionsByKind, kind)) &&
    (exposure === undefined || outcomesOf(summary.exposure).includes(exposure)) &&
    summary.id.startsWith(idPrefix) &&
    summary.redactionCount >= minRedactions
  );
}

type Place = NonNullable<SessionQuery['after']>;

function comesAfter(summary: SessionSummary, query: SessionQuery): boolean {
  return query.after === undefined || compare(placeOf(summary, query), query.after, query) > 0;
}

function placeOf(summary: SessionSummary, { order }: SessionQuery): Place {
  return { value: orderValue(summary, order), id: summary.id };
}

function compare(a: Place, b: Place, { ascending = false }: SessionQuery): number {
  const order = a.value - b.value || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  return ascending ? order : -order;
}
