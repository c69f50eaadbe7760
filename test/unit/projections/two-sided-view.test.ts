import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../server/domain/event.ts';
import { noExposure } from '../../../server/domain/exposure.ts';
import { foldTurns } from '../../../server/projections/turn-facts.ts';
import { partView, replyView } from '../../../server/projections/two-sided-view.ts';
import { tokensIn } from '../../../server/rehydrate/index.ts';
import { maskText } from '../../../server/tokenize/index.ts';
import { foundBy } from '../../support/found-by.ts';

const whole = (_kind: string, surface: string): string => surface;

/** A text with spans; some of them pass through. */
const maskedTexts = fc
  .array(fc.tuple(fc.string(), fc.string({ minLength: 1 }), fc.string(), fc.boolean()))
  .map((pieces) => {
    let text = '';
    const spans = pieces.map(([before, value, replacement, through]) => {
      const start = text.length + before.length;
      text += before + value;
      return { value, replacement, through, start, end: start + value.length };
    });
    const replacements = spans.filter(({ through }) => !through);
    return {
      spans,
      view: {
        part: 'messages[0].content',
        role: 'user',
        text,
        masked: maskText(text, replacements),
        replacements,
        spans: spans.map(({ start, end, through }, index) => ({
          finding: { kind: 'PHONE', start, end, score: 1, ...foundBy('regex.phone') },
          action: through ? 'passthrough' : 'tokenize',
          placeholder: `[PHONE_${index}]`,
        })),
      },
    };
  });

describe('both sides of a text', () => {
  it('each span covers the value on one side and its replacement on the other', () => {
    fc.assert(
      fc.property(maskedTexts, ({ spans, view }) => {
        const shown = partView(view, whole);
        expect(shown.regulated).toBe(view.text);
        expect(shown.public).toBe(view.masked);
        shown.spans.forEach((span, index) => {
          const { value = '', replacement = '', through } = spans[index] ?? {};
          expect(shown.regulated?.slice(...(span.regulated ?? []))).toBe(value);
          expect(shown.public.slice(...span.public)).toBe(through ? value : replacement);
        });
      }),
    );
  });

  it('a shortened value shifts the spans after it', () => {
    fc.assert(
      fc.property(maskedTexts, ({ spans, view }) => {
        const shown = partView(view, () => '<hidden>');
        for (const span of shown.spans) {
          expect(shown.regulated?.slice(...(span.regulated ?? []))).toBe('<hidden>');
        }
        const expected = spans
          .toReversed()
          .reduce(
            (text, { start, end }) => `${text.slice(0, start)}<hidden>${text.slice(end)}`,
            view.text,
          );
        expect(shown.regulated).toBe(expected);
      }),
    );
  });
});

describe('both sides of a reply', () => {
  const masked = 'I have TOK1.PHONE.K1.0123456789ABCDEFGHJK and TOK1.MRN.K1.00000000000000000000';
  const text = {
    choice: 0,
    channel: 'content',
    masked,
    restored: 'I have 202-555-0143 and [REDACTED:MRN]',
    values: [
      { kind: 'PHONE', restored: true, start: 7, end: 19 },
      { kind: 'MRN', restored: false, start: 24, end: 38 },
    ],
  };

  it('lists values and tokens with their kinds and positions', () => {
    const shown = replyView(text, whole, tokensIn);
    expect(shown.regulated).toBe(text.restored);
    expect(shown.values).toEqual([
      { kind: 'PHONE', restored: true, regulated: [7, 19] },
      { kind: 'MRN', restored: false, regulated: [24, 38] },
    ]);
    expect(shown.tokens.map(({ kind, public: at }) => [kind, masked.slice(...at)])).toEqual([
      ['PHONE', 'TOK1.PHONE.K1.0123456789ABCDEFGHJK'],
      ['MRN', 'TOK1.MRN.K1.00000000000000000000'],
    ]);
  });

  it('shortens restored values, never marks', () => {
    const shown = replyView(text, (kind) => `<${kind}>`, tokensIn);
    expect(shown.regulated).toBe('I have <PHONE> and [REDACTED:MRN]');
    expect(shown.values?.map(({ regulated: at }) => shown.regulated?.slice(...at))).toEqual([
      '<PHONE>',
      '[REDACTED:MRN]',
    ]);
  });
});

describe('the facts of turns, folded from the journal', () => {
  const ts = '2026-11-21T10:00:00.000Z';
  const record = (kind: string, fields: object) => ({ kind, ts, ...fields }) as JournalRecord;
  const scanned = { scanner: 's/1', bytes: 9, exact_match_hits: 0, pattern_hits: 0 };
  const asked = {
    passes: ['regex'],
    new_parts: 1,
    spans: 1,
    spans_by_kind: { PHONE: 1 },
    body_bytes: 9,
  };
  const answered = {
    status: 'partial',
    reason: 'rehydration_failed',
    stream: 'yes',
    restored: 0,
    failed: 1,
    added_us: 1,
    first_byte_us: 2,
    duration_us: 3,
  };

  const withoutNames = { requests: 1, requests_without_names: 1 };
  const notRecorded = { outcome: 'not_recorded', ...withoutNames, requests_not_recorded: 1 };

  it('hold the fields of the events of each turn, and nothing of other events', () => {
    const facts = foldTurns([
      record('call_started', { policy_name: 'p' }),
      record('request_masked', { turn: 0, parts: 1, policy_sha256: 'ab', ...asked }),
      record('detection', { turn: 0, placeholder: '[PHONE_01]' }),
      record('egress_scanned', { turn: 0, verdict: 'clean', ...scanned }),
      record('request_masked', { turn: 1, parts: 1, policy_sha256: 'ab', ...asked }),
      record('leak_blocked', { turn: 1, rules: ['ssn'], ...scanned }),
      record('rehydration_failed', { turn: 0, entity_kind: 'MRN', reason: 'malformed' }),
      record('response_completed', { turn: 0, ...answered }),
      record('call_ended', { reason: 'idle', turns: 2 }),
    ]);
    expect(facts).toEqual([
      {
        turn: 0,
        at: ts,
        request: asked,
        scan: { verdict: 'clean', ...scanned },
        completed: answered,
        exposure: { ...noExposure, ...notRecorded },
        failures: [{ entity_kind: 'MRN', reason: 'malformed' }],
      },
      {
        turn: 1,
        at: ts,
        request: asked,
        scan: { verdict: 'blocked', rules: ['ssn'], ...scanned },
        exposure: { ...noExposure, outcome: 'stopped', ...withoutNames, requests_blocked: 1 },
        failures: [],
      },
    ]);
  });
});
