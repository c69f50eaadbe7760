import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../../../../server/domain/event.ts';
import type { Masked, OutboundChat } from '../../../../server/domain/masked.ts';
import { journaled } from '../../../../server/journal/index.ts';
import { sampleDrafts } from '../../../support/event-samples.ts';
import { memoryJournal } from '../../../support/memory/journal.ts';

const outbound = { body: '{}', bodySha256: 'aa' } as Masked<OutboundChat>;

/** The receipt of a body for which only events of these kinds were written. */
async function receipt(kinds: readonly EventDraft['kind'][], bodySha256 = 'aa') {
  const drafts = sampleDrafts.filter(({ kind }) => kinds.includes(kind));
  return { bodySha256, records: await memoryJournal().append(drafts) };
}

describe('nothing is forwarded before its events are durable (design D22)', () => {
  it('marks a body whose masking and scan are on record', async () => {
    expect(journaled(outbound, await receipt(['request_masked', 'egress_scanned']))).toBe(outbound);
  });

  it('marks a body for a second provider whose reason and scan are on record', async () => {
    const second = await receipt(['upstream_failed', 'egress_scanned']);
    expect(journaled(outbound, second)).toBe(outbound);
  });

  it('marks a blocked body only for the model on the clinic’s own network', async () => {
    const { records } = await receipt(['request_masked', 'leak_blocked']);
    const local = records.map((record) =>
      record.kind === 'leak_blocked' ? { ...record, local_upstream: 'provider:local' } : record,
    );
    expect(journaled(outbound, { bodySha256: 'aa', records: local })).toBe(outbound);
  });

  it.each([
    [[]],
    [['upstream_failed']],
    [['request_masked']],
    [['egress_scanned']],
    [['request_masked', 'leak_blocked']],
  ] as const)('refuses a body with no record but %j', async (kinds) => {
    const incomplete = await receipt(kinds);
    expect(() => journaled(outbound, incomplete)).toThrow(
      expect.objectContaining({ code: 'AuditUnavailable' }),
    );
  });

  it('refuses the receipt of another body', async () => {
    const other = await receipt(['request_masked', 'egress_scanned'], 'bb');
    expect(() => journaled(outbound, other)).toThrow('another body');
  });
});
