import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnView } from '../../../server/contract/live.ts';
import {
  maskedTranscript,
  publicPart,
  publicReply,
  publicTurns,
} from '../../../server/projections/public-side.ts';

const token = 'TOK1.PHONE.K_TEST.0123456789ABCDEFGHJK';
const phone = { kind: 'PHONE', placeholder: '[PHONE_01]' };
const span = (text: string, part: string) =>
  [text.indexOf(part), text.indexOf(part) + part.length] as const;

const partOf = (sent: string, replaced: string, action = 'tokenize') => ({
  part: 'messages[0].content',
  role: 'user',
  regulated: 'call 202-555-0143',
  public: sent,
  spans: [{ ...phone, action, detector: 'regex.phone', score: 1, public: span(sent, replaced) }],
});

describe('who sees no values sees no tokens (decision 0145)', () => {
  it('a placeholder takes the place of the token of a request', () => {
    expect(publicPart(partOf(`call ${token}, ok`, token))).toMatchObject({
      public: 'call [PHONE_01], ok',
      spans: [{ placeholder: '[PHONE_01]', public: [5, 15] }],
    });
  });

  it.each([
    ['a mark', 'redact', '[REDACTED:PHONE]'],
    ['a value that the policy passes', 'passthrough', '202-555-0143'],
    ['an invented value', 'tokenize', '202-555-0199'],
  ])('%s stays', (_what, action, replaced) => {
    const text = `call ${replaced}, ok`;
    expect(publicPart(partOf(text, replaced, action)).public).toBe(text);
  });

  it('a mark takes the place of a token that no span covers', () => {
    const other = token.replace('PHONE', 'NAME');
    const text = `${other} call ${token} or ${other}`;
    const shown = publicPart(partOf(text, token));
    expect(shown.public).toBe('[REDACTED:NAME] call [PHONE_01] or [REDACTED:NAME]');
    expect(shown.public.slice(...(shown.spans[0]?.public ?? []))).toBe('[PHONE_01]');
  });

  it('a placeholder takes the place of the token of a reply, and a mark stays', () => {
    const regulated = 'It is 202-555-0143 or [REDACTED:NAME].';
    const reply = {
      choice: 0,
      channel: 'content',
      regulated,
      public: `It is ${token} or TOK1.NA`,
      values: [
        { ...phone, restored: true, regulated: span(regulated, '202-555-0143') },
        { kind: 'NAME', restored: false, regulated: span(regulated, '[REDACTED:NAME]') },
      ],
      tokens: [{ kind: 'PHONE', public: [6, 45] as const }],
    };
    expect(publicReply(reply)).toEqual({
      choice: 0,
      channel: 'content',
      public: 'It is [PHONE_01] or [REDACTED:NAME].',
      tokens: [
        { ...phone, public: [6, 16] },
        { kind: 'NAME', public: [20, 35] },
      ],
    });
  });

  it('a reply whose public side alone an earlier version kept shows its kinds', () => {
    const text = `It is ${token}, or TOK1.NAME.K`;
    const tokens = [
      { kind: 'PHONE', public: span(text, token) },
      { kind: 'NAME', public: span(text, 'TOK1.NAME.K') },
    ];
    const shown = publicReply({ choice: 0, channel: 'content', public: text, tokens });
    expect(shown.public).toBe('It is [PHONE], or [NAME]');
    expect(publicReply(shown)).toEqual(shown);
  });

  it('the piece of a reply for such a viewer continues the piece before, wherever it was cut', () => {
    const parts = fc.array(
      fc.oneof(fc.constant('202-555-0143'), fc.string({ unit: fc.constantFrom(...'ab .[]') })),
    );
    const reply = (pieces: readonly string[]) => {
      let text = '';
      const values = pieces.flatMap((piece) => {
        const start = text.length;
        text += piece;
        const isValue = piece.startsWith('2');
        return isValue
          ? [{ ...phone, restored: true, regulated: [start, text.length] as const }]
          : [];
      });
      const shown = { choice: 0, channel: 'content', public: '', tokens: [] };
      return publicReply({ ...shown, regulated: text, values }).public;
    };
    fc.assert(
      fc.property(parts, fc.nat(), (pieces, at) => {
        const before = reply(pieces.slice(0, at % (pieces.length + 1)));
        expect(reply(pieces).startsWith(before)).toBe(true);
        expect(reply(pieces)).not.toContain('0143');
      }),
    );
  });

  it('a call of many texts full of tokens is made so in slices', async () => {
    const full = `${token} `.repeat(2_000);
    const turns = Array.from({ length: 20 }, (_, turn) => {
      const parts = [partOf(full, token)];
      return { turn, at: '2026-11-21T10:00:00.000Z', parts, replies: [] } as unknown as TurnView;
    });
    const call = { sessionId: 'sess_1', agentId: 'agt_1' } as const;
    for (const made of [
      () => publicTurns(turns),
      () => maskedTranscript(call, { public_side: 'kept', turns }),
    ]) {
      let [others, isMade] = [0, false];
      const other = (): void => {
        others += 1;
        if (!isMade) setImmediate(other);
      };
      other();
      const shown = JSON.stringify(await made());
      isMade = true;
      expect(shown).not.toContain('TOK1');
      expect(others).toBeGreaterThan(2);
    }
  });
});
