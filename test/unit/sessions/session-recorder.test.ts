import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventDraft } from '../../../server/domain/event.ts';
import type { AgentId, SessionId } from '../../../server/domain/ids.ts';
import { createSessionRecorder } from '../../../server/sessions/session-recorder.ts';
import { memoryCalls } from '../../support/memory/calls.ts';
import { memoryJournal } from '../../support/memory/journal.ts';

const session_id: SessionId = 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE';
const agent_id: AgentId = 'agt_01M7YRT2V0Q8J5C4W9N6B3XKDE';
const facts = { agentName: 'clinic' };
const ts = '2026-11-22T10:00:00.000Z';

const started: EventDraft = {
  kind: 'call_started',
  ts,
  session_id,
  agent_id,
  fields: {
    policy_name: 'healthcare-default',
    policy_sha256: '0'.repeat(64),
    tokenization: 'vault-deterministic',
    upstream: 'stub',
    retention_days: 2555,
  },
};
const ended: EventDraft = {
  kind: 'call_ended',
  ts,
  session_id,
  agent_id,
  fields: { reason: 'platform', turns: 0 },
};
const sealed: EventDraft = {
  kind: 'session_sealed',
  ts,
  session_id,
  agent_id,
  fields: { merkle_root_hex: '0'.repeat(64), event_count: 2 },
};

/** A journal that can hold each read after it has read. */
function recorded() {
  const journal = memoryJournal();
  const calls = memoryCalls();
  const unreadable = new Set<SessionId>();
  const delays: unknown[] = [];
  const waits: { readonly reached: () => void; readonly until: Promise<void> }[] = [];
  const recorder = createSessionRecorder({
    summaries: calls,
    journal: {
      read: async (query) => {
        const { sessionId } = query;
        if (sessionId !== undefined && unreadable.has(sessionId)) throw new Error('cannot be read');
        const records = await journal.read(query);
        const wait = waits.shift();
        wait?.reached();
        await wait?.until;
        return records;
      },
    },
    onDelay: (error) => delays.push(error),
  });
  const holdRead = () => {
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    waits.push({ reached: reached.resolve, until: goOn.promise });
    return { reached: reached.promise, goOn: goOn.resolve };
  };
  return { journal, calls, recorder, holdRead, unreadable, delays };
}

describe('a session’s summary follows its records', () => {
  it('the summary includes records that are appended while the session is read', async () => {
    const { journal, calls, recorder, holdRead } = recorded();
    await journal.append([started, ended]);
    const reading = holdRead();
    const first = recorder.catchUp(session_id, facts);
    await reading.reached;
    await journal.append([sealed]);
    const second = recorder.catchUp(session_id, facts);
    reading.goOn();
    await Promise.all([first, second]);
    expect((await calls.get(session_id))?.summary.ended).toBe(true);
  });

  it('the summary shows an end only after the seal', async () => {
    const { journal, calls, recorder } = recorded();
    await journal.append([started, ended]);
    await recorder.catchUp(session_id, facts);
    expect((await calls.get(session_id))?.summary.ended).toBe(false);
    await journal.append([sealed]);
    await recorder.catchUp(session_id, facts);
    expect((await calls.get(session_id))?.summary.ended).toBe(true);
  });

  it('the summary includes a review that is appended before the seal is written', async () => {
    const { journal, calls, recorder } = recorded();
    for (const one of await journal.append([started, ended, sealed])) recorder.fold(one, facts);
    const actor = 'usr_01M7YRT2V0Q8J5C4W9N6B3XKDE';
    await journal.append([{ ...ended, kind: 'call_reviewed', fields: { actor, reviewed: 'yes' } }]);
    await recorder.catchUp(session_id, facts);
    expect((await calls.get(session_id))?.summary.reviewed).toEqual({ by: actor, at: ts });
  });

  it('what is settled is written once: nothing is written later, to a closed store', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { journal, calls, recorder } = recorded();
    const record = vi.spyOn(calls, 'record');
    for (const one of await journal.append([started])) recorder.fold(one, facts);
    await recorder.settle();
    await vi.runAllTimersAsync();
    expect(record).toHaveBeenCalledTimes(1);
  });

  it('many changed summaries are written without a rest', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { journal, calls, recorder } = recorded();
    const ids = Array.from(
      { length: 64 },
      (_, no): SessionId => `${session_id.slice(0, -2)}${10 + no}` as SessionId,
    );
    const records = await journal.append(ids.map((id) => ({ ...started, session_id: id })));
    for (const record of records.slice(1)) recorder.fold(record, facts);
    await vi.advanceTimersByTimeAsync(0);
    expect(await calls.get(ids[1] as SessionId)).toBeUndefined();
    recorder.fold(records[0] as (typeof records)[number], facts);
    await vi.advanceTimersByTimeAsync(0);
    expect(await calls.get(ids[1] as SessionId)).toBeDefined();
  });

  it('records of another session that arrive during a write are written next', async () => {
    const [journal, calls] = [memoryJournal(), memoryCalls()];
    const other: SessionId = 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDF';
    const late = [...(await journal.append([started, { ...started, session_id: other }]))];
    const recorder = createSessionRecorder({
      journal,
      summaries: {
        ...calls,
        record: async (rows) => {
          await calls.record(rows);
          for (const record of late.splice(1)) recorder.fold(record, facts);
        },
      },
      onDelay: () => undefined,
    });
    await recorder.catchUp(session_id, facts);
    await expect.poll(() => calls.get(other)).toBeDefined();
  });
});

describe('a session that cannot be read', () => {
  const bad: SessionId = 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDF';

  it('a session that cannot be read holds up no other, and is folded once it can be read', async () => {
    const { journal, calls, recorder, unreadable, delays } = recorded();
    const [first] = await journal.append([started]);
    const [, second] = await journal.append([
      { ...started, session_id: bad },
      { ...ended, session_id: bad },
    ]);
    if (first === undefined || second === undefined) throw new Error('nothing was recorded');
    unreadable.add(bad);
    recorder.fold(second, facts);
    recorder.fold(first, facts);
    await expect.poll(() => calls.get(session_id)).toBeDefined();
    expect(delays).toHaveLength(1);
    await recorder.catchUp(session_id, facts);
    await expect(recorder.catchUp(bad, facts)).rejects.toThrow('cannot be read');
    await expect(recorder.settle()).rejects.toThrow('cannot be read');
    unreadable.clear();
    recorder.flush();
    await recorder.settle();
    expect((await calls.get(bad))?.foldedSeq).toBe(second.seq);
  });
});
