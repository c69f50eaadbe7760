import { parseStoredRecord, placeRecord, zeroHash } from '../journal/index.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { PipelineDeps } from './pipeline.ts';

/** The stores of a pipeline, and what only replicas and a service with patients have. */
type RehearsalStores = Pick<
  PipelineDeps,
  'journal' | 'vault' | 'payloads' | 'marks' | 'remarks' | 'policyTexts' | 'summaries' | 'words'
> & {
  readonly [Absent in
    | 'sharedCalls'
    | 'appended'
    | 'liveTextRelay'
    | 'roster'
    | 'telemetry']: undefined;
};

/** Stores for a call that nobody makes: they answer as those of a new installation do, and keep nothing. */
export function rehearsalStores(ids: Ids): RehearsalStores {
  return {
    journal: chainedJournal(ids),
    vault: {
      intern: async (_agent, entries) => ({
        tokens: entries.map(({ token }) => token),
        durable: Promise.resolve(),
      }),
      find: async (tokens) => tokens.map(() => undefined),
    },
    payloads: {
      keepFirst: async (_session, offered) => offered,
      keep: async () => true,
      read: async () => ({ state: 'not_kept' }),
      erase: async () => undefined,
    },
    marks: { list: async () => [] },
    remarks: { of: async () => [] },
    policyTexts: {
      keep: async () => undefined,
      find: async (sha256s) => sha256s.map(() => undefined),
    },
    summaries: {
      record: async () => undefined,
      get: async () => undefined,
      keepKey: async () => undefined,
      keyOf: async () => '',
      addSearchKeys: async () => undefined,
      numberedKeys: async () => [],
      searchableSince: async () => new Date(0).toISOString(),
      list: async () => [],
      totals: async () => ({ sessions: 0, redactions: 0, addedMs: {} }),
      count: async () => 0,
      steps: async () => [],
      sums: async () => [],
      foldedSeq: async () => -1,
    },
    words: {
      inOrder: true,
      due: async () => [],
      dueCount: async () => 0,
      version: async () => undefined,
      keep: async () => undefined,
      renew: async () => undefined,
    },
    sharedCalls: undefined,
    appended: undefined,
    liveTextRelay: undefined,
    roster: undefined,
    telemetry: undefined,
  };
}

/** Makes real records of one call, and forgets them. */
function chainedJournal(ids: Ids): Journal {
  let head = { size: 0, hash: zeroHash };
  let inSession = 0;
  return {
    append: async (drafts) =>
      drafts.map((draft) => {
        const sessionSeq = draft.session_id === undefined ? undefined : inSession++;
        const place = { seq: head.size, prevHash: head.hash, sessionSeq };
        const { body, currHash } = placeRecord(draft, place, ids);
        head = { size: head.size + 1, hash: currHash };
        return parseStoredRecord(body, currHash);
      }),
    read: async () => [],
    verify: async () => ({ ok: true, eventCount: head.size, head }),
    head: () => head,
  };
}
