import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KnownValue } from '../../../server/domain/detection.ts';
import { type CleanBody, type ScanContext, scanEgress } from '../../../server/leak-scan/index.ts';
import { finished } from '../../support/finished.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const enforced = new Set(['PHONE', 'NAME', 'SSN', 'MRN']);
const named = (canonical: string): KnownValue => ({ kind: 'NAME', canonical, surface: canonical });
const numbered = (canonical: string): KnownValue => ({
  kind: 'MRN',
  canonical,
  surface: canonical,
});

const bodyOf = (messages: readonly unknown[], rest: object = {}): string =>
  JSON.stringify({ model: 'm', messages, ...rest });
const user = (content: string) => ({ role: 'user', content });

/** The report of one scan, and what the next one may know of it. */
const scan = (body: string, values: readonly KnownValue[], more: Partial<ScanContext> = {}) => {
  const context = { values, enforced, isOwnToken: () => false, remembers: true, ...more };
  const { clean, ...report } = finished(scanEgress(body, context));
  return { clean, report };
};

describe('A scan reads again only what is new in the body of a call', () => {
  it('and finds a value that the call learned after it stood in an old message', () => {
    const values = [named('ida quennell')];
    const { clean } = scan(bodyOf([user('it is Perry Odom')]), values);
    values.push(named('perry odom'));
    const next = bodyOf([user('it is Perry Odom'), user('yes')]);
    expect(scan(next, values, { before: clean }).report.rules).toEqual(['exact.NAME']);
  });

  it('and a shape in an old message whose text has changed', () => {
    const { clean } = scan(bodyOf([user('my number'), user('yes')]), []);
    const next = bodyOf([user('my number 212-555-0123'), user('yes')]);
    expect(scan(next, [], { before: clean }).report.verdict).toBe('blocked');
  });

  it('reads all of it again under another policy', () => {
    const said = bodyOf([user('212 555 0123')]);
    const { clean } = scan(said, [], { enforced: new Set(['NAME']) });
    expect(clean).toBeDefined();
    expect(scan(said, [], { before: clean }).report.verdict).toBe('reported');
  });

  it('remembers no body in which it found something, or could not read something', () => {
    const packed = Buffer.from(Array.from({ length: 99 }, (_, at) => (at * 167) % 256));
    for (const said of ['212 555 0123', `data ${packed.toString('base64')}`])
      expect(scan(bodyOf([user(said)]), []).clean).toBeUndefined();
  });

  it('forgets a history that was changed over and over', () => {
    let before: CleanBody | undefined;
    const kept = Array.from({ length: 12 }, (_, turn) => {
      before = scan(bodyOf([user(`${'so it goes '.repeat(20)}${turn}`)]), [], { before }).clean;
      return before?.texts.length ?? 0;
    });
    expect(Math.max(...kept)).toBeLessThan(4);
  });

  const sayings = fc.constantFrom(
    'hello',
    'it is Ida Quennell',
    'i d a quennell',
    'number 48 21 77',
    'four eight two one seven seven',
    'call 212-555-0123',
    '212 555 0123',
    'TOK1.NAME.K_T.0123456789ABCDEFGHJK ok',
  );
  const messages = fc.oneof(
    sayings.map(user),
    sayings.map((text) => ({ role: 'user', content: [{ type: 'text', text }] })),
    sayings.map((text) => ({ role: 'tool', tool_call_id: 'c1', content: JSON.stringify([text]) })),
    fc.constant({ role: 'assistant', tool_calls: [{ function: { name: 'call_5550123' } }] }),
    fc.constant({ role: 'user', content: 'n', value: 482177 }),
  );
  const turns = fc.record({
    keep: fc.nat(6),
    added: fc.array(messages, { maxLength: 3 }),
    learned: fc.array(fc.constantFrom(named('ida quennell'), numbered('482177'), named('hello'))),
    rest: fc.constantFrom({}, { tools: [{ function: { name: 'look_up' } }] }, { stop: ['482177'] }),
  });

  it('says of every body what a scan of the whole says', () => {
    fc.assert(
      fc.property(fc.array(turns, { maxLength: 6 }), (call) => {
        const values: KnownValue[] = [];
        let history: readonly unknown[] = [];
        let before: CleanBody | undefined;
        for (const { keep, added, learned, rest } of call) {
          history = [...history.slice(0, keep), ...added];
          values.push(...learned);
          const body = bodyOf(history, rest);
          const { report, clean } = scan(body, values, { before });
          expect(report).toEqual(scan(body, values).report);
          before = clean;
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
