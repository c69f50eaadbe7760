import { describe, expect, it } from 'vitest';
import type { Masked } from '../../../../server/domain/masked.ts';
import { journaled } from '../../../../server/journal/index.ts';
import { redaction } from '../../../support/event-samples.ts';
import { memoryJournal } from '../../../support/memory/journal.ts';

describe('nothing is forwarded before its events are durable (design D22)', () => {
  const masked = { body: '{}' } as Masked<{ body: string }>;

  it('marks a masked thing that has records', async () => {
    const receipt = await memoryJournal().append([redaction(1)]);
    expect(journaled(masked, receipt)).toBe(masked);
  });

  it('refuses one that has none', () => {
    expect(() => journaled(masked, [])).toThrow(
      expect.objectContaining({ code: 'AuditUnavailable' }),
    );
  });
});
